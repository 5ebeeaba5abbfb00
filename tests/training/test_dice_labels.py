"""The dice written down of real photographs: each a die that can be, apart from all others."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from pathlib import Path

from training.photographs.dice_labels import all_labelled_dice, labelled_dice


def test_every_die_of_both_folders_is_labelled() -> None:
    counts: Counter[str] = Counter()
    for name, dice in all_labelled_dice().items():
        counts[name.split("/")[0]] += len(dice)
    assert counts == {"dice_phone": 216, "dice_webcam": 400}


def test_values_and_places_are_those_of_dice() -> None:
    for dice in all_labelled_dice().values():
        for die in dice:
            assert die.value in range(1, 7)
            assert min(die.center) >= 0
            assert 15 < die.radius < 250


def test_no_two_labels_are_one_die() -> None:
    for name, dice in all_labelled_dice().items():
        for one, other in itertools.combinations(dice, 2):
            assert math.dist(one.center, other.center) > max(one.radius, other.radius), name


def test_a_photograph_is_known_by_its_folder_and_name() -> None:
    known = labelled_dice(Path("anywhere/dice_phone/dice01.jpg"))
    assert sorted(die.value for die in known) == [1, 2, 3, 4, 5]
    assert labelled_dice(Path("tables/dice01.jpg")) == ()

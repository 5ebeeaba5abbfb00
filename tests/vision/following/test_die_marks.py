"""Crumbs that are taken for a die now and then, beside the die that people throw."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Image
from vision.following.die_marks import DieMarks
from vision.networks.detector import DieDetection
from vision.reading import DieReading

CRUMBS, FIRST, ELSEWHERE = (300.0, 200.0), (100.0, 100.0), (150.0, 260.0)
RADIUS = 14.0
NOISE = np.random.default_rng(11)


def picture(*, die_on_crumbs: bool = False) -> Image:
    """Return a noisy table with two crumbs, or a die that lies on them."""
    table = NOISE.normal(170, 3, (400, 400, 3))
    x, y = map(round, CRUMBS)
    if die_on_crumbs:
        cv2.rectangle(table, (x - 10, y - 10), (x + 10, y + 10), (245, 245, 245), -1)
    for place in (-5, 5):
        cv2.circle(
            table, (x + place, y + (-place if die_on_crumbs else place)), 2, (40, 40, 40), -1
        )
    return table.astype(np.uint8)


def seen(
    marks: DieMarks, at: tuple[float, float], *, sure: bool, on_crumbs: bool = False
) -> list[bool]:
    """Let a table be looked at; return whether die and crumbs are sure, which were read so."""
    dice = [DieReading(6, at, 0.99, sure=True), DieReading(2, CRUMBS, 0.95, sure=sure)]
    spots = [DieDetection(die.center, RADIUS, 0.6) for die in dice]
    looked = marks.doubted(dice, picture(die_on_crumbs=on_crumbs), spots)
    return [die.sure for die in looked]


def test_what_lay_there_unsurely_while_another_die_was_thrown_is_never_sure() -> None:
    marks = DieMarks()
    assert seen(marks, FIRST, sure=False) == [True, False]
    assert seen(marks, ELSEWHERE, sure=False) == [True, False]
    for _ in range(3):
        assert seen(marks, ELSEWHERE, sure=True) == [True, False]
        assert seen(marks, FIRST, sure=True) == [True, False]


@pytest.mark.parametrize("looks", [1, 3])
def test_a_die_that_is_read_some_looks_after_it_came_is_as_sure_as_it_is_read(looks: int) -> None:
    marks = DieMarks()
    for _ in range(looks):
        assert seen(marks, FIRST, sure=False) == [True, False]
    assert seen(marks, FIRST, sure=True) == [True, True]


def test_a_die_that_is_thrown_onto_the_crumbs_is_sure() -> None:
    marks = DieMarks()
    seen(marks, FIRST, sure=False)
    seen(marks, ELSEWHERE, sure=False)
    assert seen(marks, ELSEWHERE, sure=True, on_crumbs=True) == [True, True]


def test_one_die_alone_is_as_sure_as_it_is_read() -> None:
    marks = DieMarks()
    spots = [DieDetection(CRUMBS, RADIUS, 0.6)]
    for sure in (False, True, False, True):
        (die,) = marks.doubted([DieReading(2, CRUMBS, 0.95, sure)], picture(), spots)
        assert die.sure is sure

"""Dice cut out of photographs: they stay where their labels say, and their parts are none."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from training.die_patches import DIE_STORED, cut
from training.photographs.dice_labels import LabelledDie
from training.photographs.die_patches import again, part_of
from vision.arrays import Image
from vision.networks.dice import NO_DIE


def _photograph(center: tuple[float, float], radius: float) -> Image:
    """A white disc on a dark table, as large as half a face."""
    picture = np.full((600, 800, 3), 30, np.uint8)
    middle = round(center[0]), round(center[1])
    cv2.circle(picture, middle, round(radius / 2), (250.0,) * 3, -1)
    return picture


@pytest.mark.parametrize("center", [(400.0, 300.0), (45.0, 560.0)])
@pytest.mark.parametrize("seed", range(8))
def test_a_die_photographed_anew_is_in_the_middle_of_its_patch(
    center: tuple[float, float], seed: int
) -> None:
    picture, spot = again(
        _photograph(center, 40.0), np.array(center), 40.0, np.random.default_rng(seed)
    )
    patch = cut(picture, [spot])[0].mean(axis=2)
    assert patch.shape == (DIE_STORED, DIE_STORED)
    rows, columns = np.nonzero(patch > 185)
    middle = (DIE_STORED - 1) / 2
    assert math.hypot(columns.mean() - middle, rows.mean() - middle) < 1.0
    assert 0.5 * math.sqrt(len(rows) / math.pi) < 5 < 2 * math.sqrt(len(rows) / math.pi)


def test_a_part_of_a_die_lies_on_it_and_is_none() -> None:
    die = LabelledDie(6, (200.0, 150.0), 80.0)
    for seed in range(20):
        center, radius, value = part_of(die, np.random.default_rng(seed))
        assert value == NO_DIE
        assert math.dist(center, die.center) + radius < die.radius
        assert radius < die.radius / 3

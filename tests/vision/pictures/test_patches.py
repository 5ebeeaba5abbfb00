"""Patches: the right pixels, upright, at any scale."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Image, Points
from vision.pictures.patches import (
    CELL_REACH,
    CELL_SIDE,
    LIE_REACH,
    LIE_SIDE,
    Pyramid,
    cell_places,
    cut_patches,
    halvings,
    lie_places,
)
from vision.pictures.reducing import LARGE_SIDE


def ramp(height: int, width: int) -> Image:
    """Return a picture whose blue value grows with x and whose green value grows with y."""
    rows, columns = np.mgrid[0:height, 0:width]
    blue = columns * 255 // (width - 1)
    green = rows * 255 // (height - 1)
    return np.stack([blue, green, np.zeros_like(blue)], axis=-1).astype(np.uint8)


@pytest.mark.parametrize("scale", [12.0, 25.0, 90.0])
def test_patch_shows_what_lies_around_the_cell(scale: float) -> None:
    image = ramp(512, 512)

    def project(points: Points) -> Points:
        return np.column_stack([256 + scale * points[:, 0], 256 - scale * points[:, 1]])

    patch = cut_patches(Pyramid(image), cell_places(project, np.array([[0.0, 0.0]])), CELL_SIDE)[
        0
    ].astype(float)
    reach = CELL_REACH * scale * (CELL_SIDE - 1) / CELL_SIDE
    expected = np.linspace(256 - reach, 256 + reach, CELL_SIDE) * 255 / 511
    assert patch[CELL_SIDE // 2, :, 0] == pytest.approx(expected, abs=1.6)
    assert patch[:, CELL_SIDE // 2, 1] == pytest.approx(expected, abs=1.6)


def test_a_patch_outside_the_picture_is_grey() -> None:
    places = np.full((1, CELL_SIDE * CELL_SIDE, 2), -50.0)
    assert (cut_patches(Pyramid(ramp(64, 64)), places, CELL_SIDE) == 114).all()


def test_no_cells_give_no_patches() -> None:
    places = np.zeros((0, CELL_SIDE * CELL_SIDE, 2))
    assert cut_patches(Pyramid(ramp(64, 64)), places, CELL_SIDE).shape == (
        0,
        CELL_SIDE,
        CELL_SIDE,
        3,
    )


def test_a_step_is_never_more_than_a_pixel_and_a_half() -> None:
    for step in (0.3, 1.4, 1.6, 3.1, 11.0, 40.0):
        assert step / 2 ** halvings(step) <= 1.5
        assert halvings(step) == 0 or step / 2 ** (halvings(step) - 1) > 1.5


def test_more_patches_can_be_cut_than_fit_one_of_opencvs_pictures() -> None:
    image = np.random.default_rng(1).integers(0, 256, (60, 60, 3), np.uint8)
    one = np.random.default_rng(2).uniform(5, 50, (CELL_SIDE * CELL_SIDE, 2))
    patches = cut_patches(Pyramid(image), np.repeat(one[None], 900, axis=0), CELL_SIDE)
    assert (patches == patches[0]).all()


def test_a_turned_patch_shows_what_lies_in_its_direction_to_the_right() -> None:
    image = ramp(256, 256)

    def project(points: Points) -> Points:
        return np.column_stack([128 + 30 * points[:, 0], 128 - 30 * points[:, 1]])

    turns = np.arange(6) * np.pi / 3
    patches = cut_patches(Pyramid(image), lie_places(project, np.zeros((6, 2)), turns), LIE_SIDE)
    rightmost = patches[:, LIE_SIDE // 2, -1].astype(float)
    reach = LIE_REACH * 30
    assert rightmost[:, 0] == pytest.approx(128 + reach * np.cos(turns), abs=3)
    assert rightmost[:, 1] == pytest.approx(128 - reach * np.sin(turns), abs=3)


def test_what_is_drawn_out_down_a_patch_keeps_its_narrow_lines() -> None:
    lines = np.zeros((480, 640, 3), np.uint8)
    lines[::4] = 240
    lines[1::4] = 240
    columns, rows = np.meshgrid(np.arange(32.0), np.arange(32.0))
    places = np.stack([100 + 6 * columns, 100 + 0.5 * rows], axis=-1).reshape(1, -1, 2)
    usual, kept = (
        cut_patches(Pyramid(lines), places, 32, keeps_slivers=keeps).astype(float)
        for keeps in (False, True)
    )
    assert np.ptp(usual) < 120
    assert np.ptp(kept) > 200


@pytest.mark.parametrize("scale", [40.0, 90.0, 300.0])
def test_a_large_picture_shows_the_same_in_each_halving(scale: float) -> None:
    image = ramp(LARGE_SIDE, LARGE_SIDE)

    def project(points: Points) -> Points:
        return np.column_stack([1200 + scale * points[:, 0], 1300 - scale * points[:, 1]])

    cut = cut_patches(Pyramid(image), cell_places(project, np.zeros((1, 2))), CELL_SIDE)[0]
    reach = CELL_REACH * scale * (CELL_SIDE - 1) / CELL_SIDE
    across = np.linspace(1200 - reach, 1200 + reach, CELL_SIDE) * 255 / (LARGE_SIDE - 1)
    assert cut[CELL_SIDE // 2, :, 0].astype(float) == pytest.approx(across, abs=1.6)


def test_halvings_of_a_large_picture_begin_between_its_first_pixels() -> None:
    """The first one takes the mean of each four, and the others the pixels they lie on."""
    image = np.zeros((LARGE_SIDE, LARGE_SIDE, 3), np.uint8)
    image[640:642, 960:962] = 255  # lies about (960.5, 640.5)
    pyramid = Pyramid(image)
    for level in (1, 2, 3):
        seen = pyramid.level(level)[..., 0].astype(float)
        rows, columns = np.indices(seen.shape)
        middle = [float((seen * axis).sum() / seen.sum()) for axis in (columns, rows)]
        place = [value * 2**level + pyramid.start(level) for value in middle]
        assert place == pytest.approx([960.5, 640.5], abs=0.05 * 2**level)
    assert Pyramid(image[:600, :600]).start(1) == pyramid.start(0) == 0

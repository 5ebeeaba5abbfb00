"""Pictures of little contrast: which are spread over all grey levels, and how."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Image
from vision.pictures.levels import BLACK, FAINTEST_RANGE, LEAST_RANGE, WHITE, Levels, levels_of


def picture(darkest: float, brightest: float) -> Image:
    """Return a picture with all levels between two."""
    levels = np.linspace(darkest, brightest, 240 * 320).reshape(240, 320, 1)
    return np.repeat(levels, 3, axis=2).astype(np.uint8)


@pytest.mark.parametrize(("darkest", "brightest"), [(2, 60), (150, 216), (3, 30)])
def test_a_dim_or_dull_picture_is_spread_over_all_levels(darkest: int, brightest: int) -> None:
    dim = picture(darkest, brightest)
    spread = levels_of(dim).spread(dim).astype(float)
    assert np.percentile(spread, 2) == pytest.approx(BLACK, abs=12)
    assert np.percentile(spread, 98) == pytest.approx(WHITE, abs=12)
    assert (np.diff(spread[:, 0, 0]) >= 0).all()


def test_colours_stay_what_they_are() -> None:
    dim = picture(0, 50)
    dim[:, :, 0] //= 2
    spread = levels_of(dim).spread(dim).astype(float)
    bright = spread[200:]
    assert (bright[..., 0] / bright[..., 2]).mean() == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize(
    ("darkest", "brightest"),
    [(20.0, 20.0 + LEAST_RANGE + 10), (0.0, FAINTEST_RANGE - 3), (90.0, 90.0)],
)
def test_an_ordinary_picture_and_a_covered_lens_stay_as_they_are(
    darkest: float, brightest: float
) -> None:
    ordinary = picture(darkest, brightest)
    assert levels_of(ordinary).spread(ordinary) is ordinary


def test_borders_that_show_nothing_tell_nothing_of_the_light() -> None:
    dull = picture(120, 180)
    dull[:, :40] = 0
    shown = np.ones(dull.shape[:2], np.bool_)
    shown[:, :40] = False
    assert levels_of(dull).darkest == 0
    assert levels_of(dull, shown).darkest == pytest.approx(120, abs=2)
    assert not levels_of(dull, np.zeros_like(shown)).are_few


def dark_table(level: int, tile: tuple[int, int]) -> Image:
    """Return a dark table with one small tile of two grey levels, half of it each."""
    rng = np.random.default_rng(0)
    table = rng.integers(level - 12, level + 13, (480, 640, 1)).repeat(3, axis=2).astype(np.uint8)
    table[200:240, 300:320], table[200:240, 320:340] = tile
    return table


@pytest.mark.parametrize("tile", [(100, 210), (200, 90), (230, 170), (60, 140)])
def test_a_small_bright_tile_on_a_dark_table_keeps_its_two_colours(tile: tuple[int, int]) -> None:
    table = dark_table(30, tile)
    spread = levels_of(table).spread(table).astype(int)
    one, other = spread[220, 310, 0], spread[220, 330, 0]
    assert (one > other) == (tile[0] > tile[1])
    assert abs(one - other) > 0.4 * abs(tile[0] - tile[1])
    assert spread.std() > 1.5 * table.std()


def test_a_lamp_in_the_picture_of_a_dim_room_leaves_the_room_most_of_the_levels() -> None:
    room = picture(3, 60)
    room[:3, :32] = 255
    spread = levels_of(room).spread(room).astype(float)
    assert np.ptp(spread[10:]) > 0.9 * LEAST_RANGE


def test_what_is_brighter_is_never_spread_into_what_is_darker() -> None:
    for levels in (
        Levels(15, 68, 255),
        Levels(15, 68, 68),
        Levels(15, 68, 60),
        Levels(0, 150, 151),
    ):
        ramp = np.arange(256, dtype=np.uint8).repeat(3).reshape(1, 256, 3)
        assert (np.diff(levels.spread(ramp)[0, :, 0].astype(int)) >= 0).all()

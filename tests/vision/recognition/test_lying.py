"""How a tile's figure is seen in its cell tells whether it lies there: raised, or mirrored."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.lattice import Cell
from training.synthesis.layout import random_cells
from training.synthesis.unseen.tile_faces import blue_distance
from training.synthesis.unseen.tile_sets import TileSet, random_set
from vision.arrays import Image, Matrix, Patches
from vision.pictures.patches import CELL_REACH, CELL_SIDE, OUTSIDE, patch_grid
from vision.recognition.figure_fit import fit_figures
from vision.recognition.mirror_images import Group, mirrored_share, which_are_images
from vision.recognition.raised import Lie, compared, how_tiles_lie

_FLAT = np.eye(2)


def _tiles() -> TileSet:
    tiles = random_set(np.random.default_rng(1), 0.01, False)
    return replace(tiles, wobble=0.0, misprint=(0.0, 0.0))


def _patch(
    orientation: int,
    larger: Matrix = _FLAT,
    shift: tuple[float, float] = (0.0, 0.0),
    seed: int = 0,
) -> Image:
    """A cell in which the tile is seen through ``larger``, moved and turned, by a real lens."""
    angle = orientation * math.pi / 3
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    fine = patch_grid(3 * CELL_SIDE, CELL_REACH) - shift
    u, v = (turn @ np.linalg.inv(larger) @ fine.T).astype(np.float32)
    blue = blue_distance(u, v, _tiles(), np.zeros(6)) > 0
    color = np.where(blue[:, None], (150.0, 60.0, 30.0), (215.0, 225.0, 230.0))
    color = color.reshape(CELL_SIDE, 3, CELL_SIDE, 3, 3).mean(axis=(1, 3))
    color = cv2.GaussianBlur(color, (0, 0), 0.7)
    noise = np.random.default_rng(seed).normal(0, 6, color.shape)
    return np.clip(color + noise, 0, 255).astype(np.uint8)


def _turned(degrees: float) -> Matrix:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[c, -s], [s, c]])


def _board_with(odd: Image) -> tuple[Patches, list[int]]:
    """Eight tiles that lie flat, turned all ways, and another one, turned by none."""
    ways = [0, 1, 2, 3, 4, 5, 0, 3]
    return np.stack([*(_patch(k, seed=i + 1) for i, k in enumerate(ways)), odd]), [*ways, 0]


def _lies(patches: Patches, ways: Sequence[int], clusters: Sequence[int]) -> list[Lie]:
    fit = fit_figures(patches, ways)
    return how_tiles_lie(fit, compared(fit, clusters))


@pytest.mark.parametrize("orientation", range(6))
def test_the_fit_finds_how_a_figure_was_moved(orientation: int) -> None:
    larger = np.array([[1.08, 0.05], [-0.03, 1.02]])
    fit = fit_figures(_patch(orientation, larger, (0.06, -0.04))[None], [orientation])
    assert np.linalg.inv(fit.maps[0]) == pytest.approx(larger, abs=0.03)
    assert -np.linalg.inv(fit.maps[0]) @ fit.shifts[0] == pytest.approx([0.06, -0.04], abs=0.02)
    assert fit.misfit[0] < 0.12


@pytest.mark.parametrize(
    ("odd", "lie"),
    [
        (_patch(0), Lie.FLAT),
        (_patch(0, _turned(5), (0.05, 0.0)), Lie.FLAT),
        (_patch(0, 1.03 * _FLAT), Lie.FLAT),
        (_patch(0, 1.14 * _FLAT), Lie.RAISED),
        (_patch(0, _turned(17)), Lie.RAISED),
        (_patch(0, _FLAT, (0.15, 0.15)), Lie.RAISED),
        (_patch(0, np.diag([1.0, 0.8])), Lie.DOUBTFUL),
        (_patch(0, 1.1 * _FLAT), Lie.DOUBTFUL),
    ],
)
def test_what_differs_from_its_neighbours_does_not_lie_flat(odd: Image, lie: Lie) -> None:
    patches, ways = _board_with(odd)
    lies = _lies(patches, ways, [0] * len(ways))
    assert lies == [Lie.FLAT] * 8 + [lie]


def _drawn_by_hand(count: int) -> list[Image]:
    """Tiles that lie flat, each figure drawn a little larger or longer than another."""
    drawn = _FLAT + np.random.default_rng(2).uniform(-0.06, 0.06, (count, 2, 2))
    return [_patch(i % 6, drawn[i], seed=i + 1) for i in range(count)]


def test_tiles_of_a_set_that_is_drawn_by_hand_lie_flat_however_they_differ() -> None:
    tiles = _drawn_by_hand(24)
    ways = [i % 6 for i in range(24)]
    assert _lies(np.stack(tiles), ways, [0] * 24) == [Lie.FLAT] * 24
    tiles[0] = _patch(0, 1.35 * _FLAT)
    lies = _lies(np.stack(tiles), ways, [0] * 24)
    assert lies == [Lie.RAISED, *[Lie.FLAT] * 23]


def test_a_lone_tile_is_held_against_the_largest_group() -> None:
    patches, ways = _board_with(_patch(0, 1.14 * _FLAT))
    lies = _lies(patches, ways, [0] * 8 + [1])
    assert lies[-1] is Lie.RAISED


def test_a_tile_half_covered_is_not_said_to_be_raised() -> None:
    odd = _patch(0)
    odd[:, : CELL_SIDE // 2] = (90, 120, 180)
    patches, ways = _board_with(odd)
    assert _lies(patches, ways, [0] * 9)[-1] is not Lie.RAISED


@pytest.mark.parametrize("share", [0.2, 0.35, 0.5])
@pytest.mark.parametrize("orientation", range(6))
def test_what_the_rim_of_the_picture_cuts_off_tells_nothing_of_how_a_tile_lies(
    share: float, orientation: int
) -> None:
    cut = _patch(orientation)
    shown = np.ones((CELL_SIDE, CELL_SIDE), np.bool_)
    shown[:, round((1 - 2 * share + CELL_REACH) / (2 * CELL_REACH) * CELL_SIDE) :] = False
    cut[~shown] = OUTSIDE
    fit = fit_figures(cut[None], [orientation], shown.reshape(1, -1))
    blind = fit_figures(cut[None], [orientation])
    assert np.linalg.inv(fit.maps[0]) == pytest.approx(_FLAT, abs=0.05)
    assert fit.shifts[0] == pytest.approx([0, 0], abs=0.05)
    assert 2 * fit.misfit[0] < blind.misfit[0]


def test_a_few_tiles_do_not_tell_how_one_is_seen() -> None:
    patches = np.stack([_patch(0), _patch(0, 1.2 * _FLAT)])
    assert _lies(patches, [0, 0], [0, 0]) == [Lie.FLAT] * 2


def _random_board(count: int, seed: int) -> dict[Cell, int]:
    rng = np.random.default_rng(seed)
    return {cell: int(rng.integers(6)) for cell in random_cells(count, rng)}


def _in_a_mirror(board: dict[Cell, int], degrees: float) -> dict[Cell, int]:
    """Name cells anew after their centres and tips were mirrored on a line through (0, 0)."""
    seen = {}
    for cell, orientation in board.items():
        center = np.conj(complex(*cell.center())) * np.exp(2j * math.radians(degrees))
        q = round(center.real / 1.5)
        r = round(-center.imag / math.sqrt(3) - q / 2)
        tip = 2 * degrees - 60 * orientation
        seen[Cell(q, r)] = round(tip / 60) % 6
    return seen


@pytest.mark.parametrize("degrees", [0, 30, 60, 90, 120, 150])
def test_a_mirrored_board_is_told_by_its_cells(degrees: float) -> None:
    board = _random_board(9, 3)
    image = {
        cell.rotated(2).translated(3, -1): (k + 2) % 6
        for cell, k in _in_a_mirror(board, degrees).items()
    }
    assert mirrored_share(image, board) == 1.0
    assert mirrored_share(dict(list(image.items())[:5]), board) == 1.0


def test_other_boards_are_no_images() -> None:
    for seed in range(10):
        assert mirrored_share(_random_board(9, seed), _random_board(12, seed + 50)) < 0.6


def test_an_image_is_dimmer_than_what_it_shows() -> None:
    board = _random_board(9, 3)
    image = _in_a_mirror(board, 30)
    shown = Group(board, 5.4, 1.5)
    assert which_are_images([shown, Group(image, 4.9, 1.4)]) == [Lie.FLAT, Lie.RAISED]
    assert which_are_images([shown, Group(image, 5.4, 1.5)]) == [Lie.FLAT, Lie.FLAT]
    assert which_are_images([shown, Group(image, 5.4, 0.5)]) == [Lie.FLAT, Lie.DOUBTFUL]
    few = dict(list(image.items())[:4])
    assert which_are_images([shown, Group(few, 4.9, 1.4)]) == [Lie.FLAT, Lie.FLAT]
    two = dict(list(image.items())[:2])
    assert which_are_images([shown, Group(two, 4.9, 0.5)]) == [Lie.FLAT, Lie.DOUBTFUL]
    assert which_are_images([shown, Group(two, 4.9, 1.4)]) == [Lie.FLAT, Lie.FLAT]  # in the shade
    assert which_are_images([shown, Group(two, 5.4, 0.5)]) == [Lie.FLAT, Lie.FLAT]


@pytest.mark.parametrize(
    ("brightness", "contrast", "lie"),
    [(4.8, 0.8, Lie.DOUBTFUL), (4.4, 1.4, Lie.FLAT), (5.2, 0.8, Lie.FLAT)],
)
def test_a_few_tiles_may_be_an_image_where_they_are_both_darker_and_paler(
    brightness: float, contrast: float, lie: Lie
) -> None:
    """Those in the shade are darker only, and paler only are those in a lamp's light."""
    shown = Group(_random_board(9, 3), 5.4, 1.5)
    assert which_are_images([shown, Group({Cell(0, 0): 2}, brightness, contrast)])[1] is lie

"""What two witnesses see elsewhere than in its cell is doubted; what one sees alone is not."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from rules.lattice import Cell
from tests.vision.recognition.test_lying import _board_with, _patch, _turned
from vision.arrays import Image, Mask, Matrix, Patches
from vision.detection import Detection
from vision.lattice.cluster import LatticeCluster
from vision.lattice.table_model import PictureFrame, TableModel
from vision.pictures.patches import CELL_SIDE
from vision.recognition.figure_fit import fit_figures
from vision.recognition.out_of_place import Drawn, drawn_in_their_cells, which_are_out_of_place
from vision.recognition.raised import compared
from vision.recognition.set_colors import SetColors, TilePatch

_FLAT = np.eye(2)
_STAYS = (0.0, 0.0)
_SKIN = (90, 120, 180)


def _lattice() -> LatticeCluster:
    table = TableModel(PictureFrame(1280, 960), 0.1 - 0.2j, 0.02, (20.0, 1.0, 24.0))
    return LatticeCluster(table, 0.3, 0.5 + 0.2j, 1.0, {})


def _no_blue(index: int) -> float:
    return 0.0 * index


def _out_of_place(
    patches: Patches,
    ways: Sequence[int],
    drawn: Drawn,
    blue_in_white: Callable[[int], float] = _no_blue,
) -> Mask:
    fit = fit_figures(patches, ways)
    return which_are_out_of_place(fit, drawn, blue_in_white, compared(fit, [0] * len(ways)))


def _find(
    cluster: LatticeCluster,
    cell: Cell,
    orientation: int,
    larger: Matrix = _FLAT,
    shift: tuple[float, float] = _STAYS,
) -> Detection:
    """A tile of a cell as the detector would draw it, seen through ``larger`` and moved."""
    angle = orientation * math.pi / 3
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    middle = np.add(cell.center(), shift)
    ways = (turn @ larger).T * 0.01
    center, axis, side = cluster.project(np.vstack([middle, middle + ways])).tolist()
    axis, side = np.subtract(axis, center) * 100, np.subtract(side, center) * 100
    return Detection(tuple(center), tuple(axis.tolist()), tuple(side.tolist()), 0.9)


@pytest.mark.parametrize("orientation", range(6))
def test_what_the_detector_drew_is_told_in_the_tiles_own_frame(orientation: int) -> None:
    cluster = _lattice()
    larger = np.array([[1.2, 0.1], [-0.2, 0.9]])
    cells = [(Cell(1, -1), orientation), (Cell(0, 2), orientation), (Cell(2, 0), 0)]
    finds = [
        _find(cluster, *cells[0]),
        _find(cluster, *cells[1], larger, (0.1, -0.05)),
        None,
    ]
    drawn = drawn_in_their_cells(cluster, cells, finds)
    assert drawn.maps[0] == pytest.approx(_FLAT, abs=0.03)
    assert drawn.maps[1] == pytest.approx(larger, abs=0.05)
    assert drawn.shifts[1] == pytest.approx([0.1, -0.05], abs=0.01)
    assert np.isnan(drawn.maps[2]).all()


@pytest.mark.parametrize(
    ("by_figure", "figure_moved", "by_detector", "drawn_moved", "doubted"),
    [
        (_FLAT, _STAYS, _FLAT, _STAYS, False),
        (_FLAT, (0.17, 0.0), _FLAT, (0.15, 0.03), True),
        (_FLAT, (0.17, 0.0), _FLAT, _STAYS, False),
        (_FLAT, (0.17, 0.0), _FLAT, (-0.15, 0.03), False),
        (_FLAT, _STAYS, _FLAT, (0.3, 0.0), False),
        (1.15 * _FLAT, _STAYS, 1.15 * _FLAT, _STAYS, True),
        (1.15 * _FLAT, _STAYS, _FLAT, _STAYS, False),
        (_FLAT, _STAYS, 1.3 * _FLAT, _STAYS, False),
        (_turned(12), _STAYS, _turned(10), _STAYS, True),
        (_turned(12), _STAYS, _turned(-10), _STAYS, False),
        (np.diag([1.0, 0.65]), _STAYS, np.diag([1.0, 0.65]), _STAYS, True),
        (np.diag([1.0, 0.65]), _STAYS, _FLAT, _STAYS, False),
    ],
)
def test_two_witnesses_are_believed_and_one_is_not(
    by_figure: Matrix,
    figure_moved: tuple[float, float],
    by_detector: Matrix,
    drawn_moved: tuple[float, float],
    doubted: bool,
) -> None:
    patches, ways = _board_with(_patch(0, by_figure, figure_moved))
    # All are drawn too large and a little turned: that is no news of any one.
    usual = 1.1 * _turned(2)
    drawn = Drawn(
        np.stack([usual] * 8 + [by_detector @ usual]),
        np.array([_STAYS] * 8 + [drawn_moved]),
        np.full(9, 0.9),
    )
    found = _out_of_place(patches, ways, drawn)
    assert found.tolist() == [False] * 8 + [doubted]


@pytest.mark.parametrize(
    ("by_detector", "score", "doubted"),
    [
        (np.diag([0.97, 0.8]), 0.95, True),
        (np.diag([0.97, 0.8]), 0.6, False),  # half covered, perhaps
        (np.diag([1.03, 1.2]), 0.95, False),
        (_FLAT, 0.95, False),
    ],
)
def test_a_tile_leans_if_the_detector_draws_it_as_a_figure_that_fits_badly(
    by_detector: Matrix, score: float, doubted: bool
) -> None:
    seen = _patch(0, np.diag([0.97, 0.8]))
    seen[: CELL_SIDE // 4] = (120, 120, 120)  # what it leans on hides a corner
    patches, ways = _board_with(seen)
    drawn = Drawn(np.stack([_FLAT] * 8 + [by_detector]), np.zeros((9, 2)), np.full(9, score))
    found = _out_of_place(patches, ways, drawn)
    assert found.tolist() == [False] * 8 + [doubted]


def test_what_the_detector_did_not_find_is_not_held_against_it() -> None:
    patches, ways = _board_with(_patch(0, 1.15 * _FLAT))
    nothing = Drawn(np.full((9, 2, 2), np.nan), np.full((9, 2), np.nan), np.zeros(9))
    found = _out_of_place(patches, ways, nothing)
    assert not found.any()


def _with_another_across() -> Image:
    odd = _patch(0)
    odd[:, : CELL_SIDE * 2 // 5] = _patch(3)[:, : CELL_SIDE * 2 // 5]
    return odd


def _blue_in_white(odd: Image) -> float:
    tiles = [TilePatch((100.0 * k, 0.0), k, _patch(k, seed=k)) for k in range(1, 6)]
    colors = SetColors([*tiles, TilePatch((0.0, 0.0), 0, odd)])
    return colors.blue_in_white(TilePatch((0.0, 0.0), 0, odd))


def test_only_another_tile_makes_a_white_place_blue() -> None:
    glare, shade, hand = _patch(0), _patch(0), _patch(0)
    glare[:, : CELL_SIDE // 2] = np.maximum(glare[:, : CELL_SIDE // 2], 240)
    shade[:, CELL_SIDE // 2 :] //= 2
    hand[:, : CELL_SIDE // 2] = _SKIN
    assert _blue_in_white(_with_another_across()) > 0.1
    assert all(_blue_in_white(seen) < 0.02 for seen in (_patch(0), glare, shade, hand))


def test_a_tile_lying_across_is_doubted_whatever_the_detector_drew() -> None:
    odd = _with_another_across()
    patches, ways = _board_with(odd)
    drawn = Drawn(np.stack([_FLAT] * 9), np.zeros((9, 2)), np.full(9, 0.9))
    seen = _blue_in_white(odd)
    found = _out_of_place(patches, ways, drawn, lambda index: seen if index == 8 else 0.0)
    assert found.tolist() == [False] * 8 + [True]

"""The lie network: tiles on the table, and the same tile over it, on pictures drawn here."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rules.board import Board
from rules.lattice import Cell
from training.synthesis.staging import HeldTile, StagedBoard, make_table
from vision.arrays import Image, Points
from vision.networks.inference import NETWORKS
from vision.networks.lies import LieJudge
from vision.pictures.patches import LIE_SIDE, Pyramid, cut_patches, lie_places

BOARD = Board({Cell(0, 0): 0, Cell(1, 0): 2, Cell(0, 1): 4, Cell(-1, 1): 0})
FREE, WAY = Cell(1, 1), 2


@pytest.fixture(scope="module")
def judge() -> LieJudge:
    return LieJudge(NETWORKS / "lies.onnx")


def _says(judge: LieJudge, seed: int, held: HeldTile | None, *tiles: tuple[Cell, int]) -> Points:
    """What it says of tiles of a board that is drawn with or without one held over it."""
    table = make_table(seed, width=1280, height=720)
    pitch = table.look.radius * (1 + table.look.gap)
    image: Image = table.picture([StagedBoard(BOARD)], held=held)

    def project(points: Points) -> Points:
        height = np.full(len(points), table.look.height)
        return table.camera.project(np.column_stack([pitch * points, height]))

    centers = np.array([cell.center() for cell, _ in tiles])
    turns = np.array([way for _, way in tiles]) * (math.pi / 3)
    return judge.judge(cut_patches(Pyramid(image), lie_places(project, centers, turns), LIE_SIDE))


SEEDS = (0, 1, 2, 4, 5, 6)  # on table 3 a lamp burns a tile white


@pytest.mark.parametrize("seed", SEEDS)
def test_tiles_on_the_table_lie_flat(judge: LieJudge, seed: int) -> None:
    assert _says(judge, seed, None, *BOARD.items()).max() < 0


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("moved", "turned"), [(0.0, 0.3), (0.3, 0.0)])
def test_one_that_is_held_over_a_free_cell_does_not(
    judge: LieJudge, seed: int, moved: float, turned: float
) -> None:
    """It is seen over the free cell, turned or moved a little, as if somebody tried it there."""
    table = make_table(seed)
    eye, high = table.camera.position, 45.0
    pitch = table.look.radius * (1 + table.look.gap)
    seen = pitch * np.add(FREE.center(), (moved, 0.0))
    under = eye[:2] + (seen - eye[:2]) * (1 - high / eye[2])
    held = HeldTile((under[0], under[1]), WAY * math.pi / 3 + turned, high)
    (says,) = _says(judge, seed, held, (FREE, WAY))
    assert says > 0


def test_nothing_is_said_of_nothing(judge: LieJudge) -> None:
    assert judge.judge(np.zeros((0, LIE_SIDE, LIE_SIDE, 3), np.uint8)).shape == (0,)

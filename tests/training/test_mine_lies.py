"""What the lie network learns of: tiles that lie flat where they are read, and what is aloft."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rules.lattice import Cell
from training.mine_lies import ALOFT, FLAT, LIE_STORED, Truth, how_it_lies, mine
from training.synthesis.__main__ import SceneKind, write_scene
from vision.readers.reader import Reader

CELL = Cell(1, 0)
BESIDE = Cell(2, 0)
X, Y = CELL.center()
TURN = math.pi / 3
SEEN = Truth(
    centers=np.array([[X, Y]]),
    tips=np.array([2 * TURN]),
    visible=np.array([0.9]),
    faces=np.zeros((0, 2)),
    face_tips=np.zeros(0),
)


def _with_face(truth: Truth, x: float, y: float) -> Truth:
    return replace(truth, faces=np.array([[x, y]]), face_tips=np.zeros(1))


def test_a_tile_that_is_read_as_it_lies_is_flat() -> None:
    assert how_it_lies(SEEN, CELL, 2) == FLAT
    assert how_it_lies(_with_face(SEEN, X + 1, Y), CELL, 2) == FLAT  # something is over its rim


@pytest.mark.parametrize("orientation", [0, 1, 3, 4, 5])
def test_one_that_is_read_otherwise_tells_nothing(orientation: int) -> None:
    assert how_it_lies(SEEN, CELL, orientation) is None


def test_what_is_read_where_only_a_face_over_the_table_is_seen_is_aloft() -> None:
    x, y = BESIDE.center()
    over = _with_face(SEEN, x + 0.3, y - 0.3)
    assert how_it_lies(over, BESIDE, 4) == ALOFT
    assert how_it_lies(SEEN, BESIDE, 4) is None  # a false tile of another kind
    covered = replace(_with_face(SEEN, X + 0.2, Y), visible=np.array([0.1]))
    assert how_it_lies(covered, CELL, 2) == ALOFT
    assert how_it_lies(replace(SEEN, visible=np.array([0.1])), CELL, 2) is None  # under a hand


def test_scenes_give_patches_of_both_kinds(tmp_path: Path) -> None:
    reader = Reader()
    told = []
    for seed in (600005, 600008, 600009, 600010, 600011):
        write_scene(tmp_path, seed, SceneKind(aloft=True))
        patches, classes = mine(reader, tmp_path / f"s{seed:06d}.json")
        assert patches.shape == (len(classes), LIE_STORED, LIE_STORED, 3)
        told += classes.tolist()
    assert {FLAT, ALOFT} == set(told)
    assert told.count(FLAT) <= 5 * 8

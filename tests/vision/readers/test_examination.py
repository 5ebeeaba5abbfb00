"""Whether another look at a photo would help, by what one showed."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rules.lattice import Cell
from vision.detection import Detection
from vision.lattice.table_model import PictureFrame, TableModel
from vision.readers.examination import Examination
from vision.readers.reader import Reader
from vision.reading import ClusterReading, Reading, TileReading


@pytest.fixture(scope="module")
def empty(reader: Reader) -> Examination:
    """What the stages make of a grey picture."""
    return reader.examine(np.full((480, 640, 3), 90, np.uint8))


def seen(empty: Examination, flatness: float, count: int) -> Examination:
    """Return one in which some tiles of a board are sure, on a table seen so flat everywhere."""
    frame = PictureFrame(640, 480)
    table: Any = SimpleNamespace(table=TableModel(frame, 0j, 0.0, (12.0, 0.0, 12.0 / flatness)))
    found = Detection((320.0, 240.0), (30.0, 0.0), (0.0, -20.0), 0.9)
    at = found.center
    tiles = tuple(
        TileReading(Cell(q, 0), 0, at, at, at, (at,) * 6, 1.0, True, (0.0,) * 7)
        for q in range(count)
    )
    reading = Reading(640, 480, True, None, 0.0, (ClusterReading(tiles, ()),))
    return replace(empty, likely=(found,), parts=(table,), reading=reading)


@pytest.mark.parametrize(
    ("flatness", "count", "slivers"),
    [(0.6, 1, True), (0.9, 1, False), (0.6, 2, False), (0.45, 2, True)],
)
def test_one_tile_of_a_board_seen_aslant_may_be_all_that_is_known_for_one(
    empty: Examination, flatness: float, count: int, slivers: bool
) -> None:
    assert seen(empty, flatness, count).may_show_slivers is slivers


def test_only_a_board_that_is_read_surely_tells_which_part_is_seen_flat(empty: Examination) -> None:
    flat = seen(empty, 0.3, 2)
    assert flat.seen_flat == (slice(0, 480), slice(0, 640))
    assert seen(empty, 0.9, 2).seen_flat is None
    assert seen(empty, 0.3, 1).seen_flat is None
    assert replace(flat, reading=replace(flat.reading, sure=False)).seen_flat is None

"""The sentence for what is not sure."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rules.lattice import Cell
from vision.pictures.images import load_image
from vision.readers.examination import Examination
from vision.readers.reader import Reader
from vision.reading import ClusterReading, TileReading
from vision.recognition.cells import CellBelief
from vision.recognition.doubts import tiles_of
from vision.recognition.lie_thresholds import (
    MAY_BE_ALOFT,
)
from vision.recognition.sureness import margin_of_reading, promised, reason_for_doubt


def _belief(tile: float, hidden: float) -> CellBelief:
    fused = np.array([1 - tile, tile, 0, 0, 0, 0, 0], np.float32)
    looked = np.append(fused, 0).astype(np.float32)
    return CellBelief(Cell(0, 0), fused, hidden, 1.0, 0.0, None, looked)


def test_a_tile_that_only_one_network_sees_must_show_the_sets_colours_or_be_beyond_doubt() -> None:
    """Under a hand the cell network goes by little, and may see what is not there."""
    likely, beyond_doubt = _belief(0.985, 0.0), _belief(0.997, 0.0)
    assert likely.is_sure
    assert replace(likely, likeness=0.6).is_sure
    assert not replace(likely, likeness=0.1).is_sure
    assert replace(beyond_doubt, likeness=0.1).is_sure
    both = replace(likely, detected=0, likeness=0.1)
    assert both.is_sure


def test_a_tile_is_no_surer_than_that_it_lies_flat() -> None:
    flat = replace(_belief(0.997, 0.0), aloft=-6.0)
    assert flat.margin == _belief(0.997, 0.0).margin
    assert replace(flat, aloft=MAY_BE_ALOFT - 0.5).margin == pytest.approx(0.5)
    assert not replace(flat, aloft=MAY_BE_ALOFT + 0.1).is_sure


@pytest.mark.parametrize("looked", [0.95, 0.999])
def test_a_cell_that_looks_like_a_tile_is_not_surely_empty_whatever_its_colours(
    looked: float,
) -> None:
    """What is blurred mixes its colours with the table's."""
    talked_out = replace(_belief(0.003, 0.0), looked=_belief(looked, 0.0).looked, likeness=0.0)
    assert not talked_out.is_tile
    assert not talked_out.is_sure
    assert replace(talked_out, looked=_belief(0.5, 0.0).looked).is_sure


def test_a_cell_on_which_a_tile_was_found_is_not_surely_empty() -> None:
    """Under an arm the cell network may see too little of it, and colours in no place of theirs."""
    empty = _belief(0.0004, 0.26)
    assert empty.is_sure
    assert replace(empty, score=0.9).is_sure  # the heat of its map: nothing was found
    assert replace(empty, score=0.5, detected=0).is_sure
    assert not replace(empty, score=0.9, detected=0).is_sure
    assert replace(empty, score=0.9, detected=0, hidden=0.8).is_sure
    seen = replace(empty, looked=_belief(0.7, 0.0).looked)
    assert replace(seen, score=0.5).is_sure
    assert not replace(seen, score=0.9).is_sure  # both networks see it, whatever its colours


def _tile(sure: bool) -> TileReading:
    corners = tuple((float(x), 0.0) for x in range(6))
    likely = (0.1, 0.9, 0.0, 0.0, 0.0, 0.0, 0.0)
    return TileReading(
        Cell(0, 0),
        0,
        (0.0, 0.0),
        (1.0, 0.0),
        (-1.0, 0.0),
        corners,
        0.9,
        sure,
        likely,
    )


def test_each_kind_of_doubt_has_its_sentence_and_certainty_none() -> None:
    sure, unsure = (ClusterReading((_tile(is_sure),), ()) for is_sure in (True, False))
    assert reason_for_doubt([], [sure], 0, False) is None
    assert "One tile" in str(reason_for_doubt([], [unsure], 0, False))
    assert "2 tiles" in str(reason_for_doubt([], [unsure, unsure], 0, False))
    assert "on the table" in str(reason_for_doubt([], [sure], 1, False))
    assert "No tile is read" in str(reason_for_doubt([], [], 1, False))
    assert "put it down" in str(reason_for_doubt([], [sure], 1, False, raised=1))
    doubtful = {Cell(0, 0): _belief(0.3, 0.1)}
    assert "beside the tiles" in str(reason_for_doubt([doubtful], [sure], 0, False))
    covered = {Cell(0, 0): _belief(0.3, 0.9)}
    assert reason_for_doubt([covered], [sure], 0, False) is None
    assert "may be one" in str(reason_for_doubt([], [sure, sure], 0, True))


def test_a_belief_is_sure_where_its_margin_is_above_nothing() -> None:
    margins = [_belief(tile, 0.0).margin for tile in (0.6, 0.9, 0.96, 0.985, 0.997)]
    assert margins == sorted(margins)
    assert [margin > 0 for margin in margins] == [False, False, False, True, True]
    assert _belief(0.05, 0.0).margin > 0 > _belief(0.2, 0.0).margin
    assert _belief(0.2, 0.9).margin == math.inf
    turned = replace(_belief(0.997, 0.0), detected=3)
    assert turned.margin == -math.inf
    assert not turned.is_sure


def test_the_margin_of_a_reading_is_that_of_what_is_least_sure() -> None:
    sure, empty = {Cell(0, 0): _belief(0.997, 0.0)}, {Cell(1, 0): _belief(0.05, 0.0)}
    tile, cell = sure[Cell(0, 0)].margin, empty[Cell(1, 0)].margin
    assert margin_of_reading([sure, empty], [5.0], doubted=False) == min(tile, cell)
    assert margin_of_reading([sure, empty], [0.1], doubted=False) == 0.1
    assert margin_of_reading([sure, empty], [-0.1], doubted=True) == -0.1
    assert margin_of_reading([sure, empty], [5.0], doubted=True) == -math.inf
    assert margin_of_reading([], [], doubted=False) == math.inf


@pytest.fixture(scope="module")
def examinations(sample_images: Path) -> list[Examination]:
    reader, photos = Reader(), sorted(sample_images.glob("*.jpg"))[:8]
    return [reader.examine(load_image(photo)) for photo in photos]


def test_readings_are_sure_where_their_margin_is_above_nothing(
    examinations: list[Examination],
) -> None:
    margins = []
    for examination in examinations:
        reading = examination.reading
        assert reading.margin is not None
        assert reading.sure == (reading.margin > 0)
        margins.append(reading.margin)
    assert len(set(margins)) > 4
    assert any(math.isfinite(margin) for margin in margins)


def test_a_stricter_promise_says_what_is_not_sure_any_more(
    examinations: list[Examination],
) -> None:
    asked = 0
    for examination in examinations:
        reading, kept = examination.reading, [b for _, b in examination.clusters if tiles_of(b)]
        beliefs = sorted(kept, key=lambda cells: -len(tiles_of(cells)))
        assert reading.margin is not None
        assert promised(reading, beliefs, reading.margin - 0.01) == reading
        if not reading.sure or not math.isfinite(reading.margin):
            continue
        asked += 1
        doubted = promised(reading, beliefs, reading.margin)
        assert not doubted.sure
        tiles = [t for cluster in doubted.clusters for t in cluster.tiles if not t.sure]
        count = "One tile" if len(tiles) == 1 else f"{len(tiles)} tiles"
        assert (count if tiles else "looks a little like a tile") in str(doubted.reason)
        stricter = promised(reading, beliefs, 100.0)
        assert not any(tile.sure for cluster in stricter.clusters for tile in cluster.tiles)
    assert asked > 3

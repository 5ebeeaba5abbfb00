"""The sentence for what is not sure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rules.lattice import Cell
from vision.reading import ClusterReading, TileReading
from vision.recognition.cells import CellBelief
from vision.recognition.sureness import reason_for_doubt


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
    doubtful = {Cell(0, 0): _belief(0.3, 0.1)}
    assert "beside the tiles" in str(reason_for_doubt([doubtful], [sure], 0, False))
    covered = {Cell(0, 0): _belief(0.3, 0.9)}
    assert reason_for_doubt([covered], [sure], 0, False) is None
    assert "may be one" in str(reason_for_doubt([], [sure, sure], 0, True))

"""Tiles may lie below what covers much of a picture in which none is read."""

from __future__ import annotations

import pytest

from vision.reading import ClusterReading
from vision.recognition.sureness import Doubt, reason_for_doubt
from vision.recognition.thresholds import MUCH_COVERED


@pytest.mark.parametrize("covered", [0.0, MUCH_COVERED, MUCH_COVERED + 0.01, 1.0])
def test_a_table_is_not_surely_empty_where_much_of_it_is_covered(covered: float) -> None:
    reason = reason_for_doubt([], [], 0, may_be_one=False, covered=covered)
    assert (reason is None) == (covered <= MUCH_COVERED)
    assert reason is None or reason.code is Doubt.MUCH_COVERED


def test_beside_tiles_that_are_read_hidden_cells_tell_what_is_covered() -> None:
    board = ClusterReading((), ())
    assert reason_for_doubt([], [board], 0, may_be_one=False, covered=0.9) is None

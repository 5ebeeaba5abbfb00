"""The score of a photo: what the rules say of its largest cluster, and of the others."""

from __future__ import annotations

from typing import Any

from rules import Board, analyse, analysis_to_json
from vision.reading import Reading


def score_to_json(reading: Reading) -> dict[str, Any]:
    """Return the score of what a photo shows, as JSON data.

    The largest cluster's score stands at the top, the others' under ``others``. ``sure`` and
    ``reason`` are the reading's: a score is no surer than what was read. A photo without tiles has
    the score of an empty board.
    """
    boards = [cluster.board() for cluster in reading.clusters] or [Board()]
    largest, *others = (analysis_to_json(analyse(board)) for board in boards)
    sure = reading.sure and all(tile.sure for c in reading.clusters for tile in c.tiles)
    reason = None if reading.reason is None else str(reading.reason)
    return {**largest, "others": others, "sure": sure, "reason": reason}

"""The score of a photo: what the rules say of its largest cluster, and of the others."""

from __future__ import annotations

from typing import Any

from rules import analyse, analysis_to_json
from vision.reading import ClusterReading, Reading


def score_to_json(reading: Reading) -> dict[str, Any]:
    """Return the score of what a photo shows, as JSON data.

    The largest cluster's score stands at the top, the others' under ``others``. ``sure`` and
    ``reason`` are the reading's: a score is no surer than what was read. What is ``hidden`` makes
    no hole, since a tile may lie there; but what has no value beside a hole has none there either.
    A photo without tiles has the score of an empty board.
    """
    nothing = ClusterReading(())
    largest, *others = (_score_of(cluster) for cluster in reading.clusters or (nothing,))
    sure = reading.sure and all(tile.sure for c in reading.clusters for tile in c.tiles)
    reason = None if reading.reason is None else str(reading.reason)
    return {**largest, "others": others, "sure": sure, "reason": reason}


def _score_of(cluster: ClusterReading) -> dict[str, Any]:
    hidden = [list(cell) for cell in sorted(cluster.hidden)]
    score = analysis_to_json(analyse(cluster.board()))
    seen = ([cell for cell in hole if cell not in hidden] for hole in score["holes"])
    return {**score, "holes": [hole for hole in seen if hole], "hidden": hidden}

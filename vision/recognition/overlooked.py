"""What the detector found in a cell of a board, and was passed over: a tile half covered, perhaps.

By itself neither of two looks makes it a tile: that of the find network, upright as the find has
it, and that of the cell network, upright as its board has it. A hand, a die or a shadow may mislead
both of them.
"""

from __future__ import annotations

import math

from vision.detection import Detection
from vision.lattice.thresholds import WORST_OFFSET
from vision.networks.cells import EMPTY, HIDDEN
from vision.recognition.cells import ClusterReader
from vision.recognition.fusion import log_odds
from vision.recognition.thresholds import UNLIKE


def margin_of_overlooked(find: Detection, reader: ClusterReader) -> float:
    """Return how far, in log odds, a find is from making for doubt of a cell; below 0 it does.

    The detector's log odds and those of the cell network's look, as far as it sees the cell, count
    alike. Infinity where the find lies on no cell of a board that is called empty, where that has
    no two tiles, or where what is seen there shows nothing of the set's colours.

    Parameters
    ----------
    find
        What was detected, and is of no tile that is read.
    reader
        What is believed of a board's cells.
    """
    if not reader.is_in_company:
        return math.inf
    spot = reader.cluster.locate(find.center)
    cell = min(reader.beliefs, key=lambda cell: math.dist(spot, cell.center()))
    if math.dist(spot, cell.center()) > WORST_OFFSET:
        return math.inf
    belief = reader.beliefs[cell]
    if belief.is_tile or belief.hidden > 0.5:
        return math.inf
    tile = float(belief.looked[EMPTY + 1 : HIDDEN].sum())
    odds = log_odds(find.score) + log_odds(tile / (tile + float(belief.looked[EMPTY])))
    patch = reader.patch(cell, belief.orientation)
    is_unlike = reader.colors is not None and reader.colors.likeness(patch).share < UNLIKE
    return math.inf if is_unlike else -odds

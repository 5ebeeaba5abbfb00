"""Whether something seen faintly, where no tile is read, may be one all the same."""

from __future__ import annotations

import math

import numpy as np

from vision.arrays import Float32s, Image
from vision.detection import Detection
from vision.judging.fusion import log_odds
from vision.judging.set_colors import SetColors, TilePatch
from vision.lattice.table_model import TableModel
from vision.networks.cells import EMPTY, HIDDEN

LEAST_CHANCE = 0.6
"""It needs more than this from the cell network."""
CHANCE_WEIGHT, SCORE_WEIGHT = 0.65, 0.65
LIKENESS_WEIGHT, SIZE_WEIGHT = 9.0, -4.0
BIAS = -3.8
DOUBT = 0.2
"""Where tiles tell the set's colours and their size, the networks' log odds, the likeness to the
set and how far off the size is (the size of its logarithm) are added up; it needs more than
``DOUBT`` then. Fitted on 409 faint detections in made-up photos, 18 of which were tiles."""


def tile_chance(look: Float32s) -> float:
    """Return how likely the cell network takes something for a tile, by its look at it, (8,)."""
    return float(1 - look[EMPTY] - look[HIDDEN])


def may_be_a_tile(
    faint: Detection,
    pixels: Image,
    look: Float32s,
    table: TableModel | None,
    colors: SetColors | None,
) -> bool:
    """Tell whether a faint detection makes for doubt.

    Parameters
    ----------
    faint
        The detection.
    pixels, look
        Its patch, upright as its own frame has it, and what the cell network says of that, (8,).
    table, colors
        How large tiles appear here and what colours they have, as far as that is known.
    """
    chance = tile_chance(look)
    if chance <= LEAST_CHANCE or table is None or colors is None:
        return chance > LEAST_CHANCE
    orientation = int(np.argmax(look[EMPTY + 1 : HIDDEN]))
    likeness = colors.likeness(TilePatch(faint.center, orientation, pixels))
    odds = CHANCE_WEIGHT * log_odds(chance) + SCORE_WEIGHT * log_odds(faint.score) + BIAS
    odds += LIKENESS_WEIGHT * likeness.share + SIZE_WEIGHT * abs(math.log(_size(faint, table)))
    return odds > log_odds(DOUBT)


def _size(tile: Detection, table: TableModel) -> float:
    """Return how large a detection is against a tile of this table lying there."""
    (ax, ay), (bx, by) = tile.axis, tile.side
    area = max(abs(ax * by - ay * bx), 1e-6)
    return math.sqrt(area) / float(table.tile_radii(np.array(tile.center)))

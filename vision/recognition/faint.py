"""Whether something seen faintly, where no tile is read, may be one all the same."""

from __future__ import annotations

import math

import numpy as np

from vision.arrays import Float32s, Image
from vision.detection import Detection
from vision.lattice.table_model import TableModel
from vision.networks.cells import EMPTY, HIDDEN
from vision.recognition.fusion import log_odds
from vision.recognition.set_colors import SetColors, TilePatch
from vision.recognition.thresholds import (
    DOUBTED_FAINT,
    FAINT_BIAS,
    FAINT_CHANCE_WEIGHT,
    FAINT_LIKENESS_WEIGHT,
    FAINT_SCORE_WEIGHT,
    FAINT_SIZE_WEIGHT,
    FAR_FROM_FAINT,
    LEAST_FAINT_CHANCE,
    LEAST_FAINT_SCORE,
    LIKENESS_OF_FAINTEST,
)


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
    """Tell whether a faint detection makes for doubt, by the same as :func:`faint_margin`."""
    return faint_margin(faint, pixels, look, table, colors) < 0


def faint_margin(
    faint: Detection,
    pixels: Image,
    look: Float32s,
    table: TableModel | None,
    colors: SetColors | None,
) -> float:
    """Return how far, in log odds, a faint detection is from making for doubt; below 0 it does.

    Either will do: that the cell network hardly takes it for a tile, or that its colours, its size
    and both networks together speak against one.

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
    by_chance = log_odds(LEAST_FAINT_CHANCE) - log_odds(chance)
    if by_chance > FAR_FROM_FAINT or table is None or colors is None:
        return by_chance
    orientation = int(np.argmax(look[EMPTY + 1 : HIDDEN]))
    likeness = colors.likeness(TilePatch(faint.center, orientation, pixels))
    if faint.score < LEAST_FAINT_SCORE and likeness.share < LIKENESS_OF_FAINTEST:
        return FAR_FROM_FAINT
    odds = (
        FAINT_CHANCE_WEIGHT * log_odds(chance)
        + FAINT_SCORE_WEIGHT * log_odds(faint.score)
        + FAINT_BIAS
    )
    odds += FAINT_LIKENESS_WEIGHT * likeness.share + FAINT_SIZE_WEIGHT * abs(
        math.log(_size(faint, table))
    )
    return max(by_chance, log_odds(DOUBTED_FAINT) - odds)


def _size(tile: Detection, table: TableModel) -> float:
    """Return how large a detection is against a tile of this table lying there."""
    (ax, ay), (bx, by) = tile.axis, tile.side
    area = max(abs(ax * by - ay * bx), 1e-6)
    return math.sqrt(area) / float(table.tile_radii(np.array(tile.center)))

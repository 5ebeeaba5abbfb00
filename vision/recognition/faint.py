"""Whether something seen faintly, where no tile is read, may be one all the same."""

from __future__ import annotations

import math

import numpy as np

from vision.arrays import Float32s, Float64s, Image, Patches
from vision.detection import Detection
from vision.lattice.table_model import TableModel
from vision.looks.scales import diameter
from vision.networks.cells import EMPTY, HIDDEN
from vision.recognition.figure_fit import fit_figures
from vision.recognition.fusion import log_odds
from vision.recognition.set_colors import SetColors, TilePatch
from vision.recognition.thresholds import (
    ALONE_BIAS,
    ALONE_CHANCE_WEIGHT,
    ALONE_MISFIT_WEIGHT,
    ALONE_SCORE_WEIGHT,
    ALONE_SIZE_WEIGHT,
    DOUBTED_ALONE,
    DOUBTED_FAINT,
    DOUBTED_IN_HARD_LIGHT,
    DOUBTED_WITH_ITS_DIE,
    FAINT_BIAS,
    FAINT_CHANCE_WEIGHT,
    FAINT_LIKENESS_WEIGHT,
    FAINT_SCORE_WEIGHT,
    FAINT_SIZE_WEIGHT,
    FAR_FROM_FAINT,
    LARGE_ENOUGH_PX,
    LEAST_FAINT_CHANCE,
    LEAST_FAINT_SCORE,
    LEAST_MISFIT,
    LIKENESS_OF_FAINTEST,
    PLAIN_ALONE,
    USUAL_PX,
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
    *,
    on_an_empty_table: bool = False,
) -> bool:
    """Tell whether a faint detection makes for doubt, by the same as :func:`faint_margin`."""
    misfit = float(own_misfits(pixels[None], look[None])[0]) if on_an_empty_table else None
    return faint_margin(faint, pixels, look, table, colors, misfit=misfit) < 0


def may_matter(look: Float32s) -> bool:
    """Tell whether more must be known of a detection than what the find network says, (8,)."""
    return log_odds(LEAST_FAINT_CHANCE) - log_odds(tile_chance(look)) <= FAR_FROM_FAINT


def own_misfits(patches: Patches, looks: Float32s) -> Float64s:
    """Return what a tile's figure leaves unexplained of detections' own patches, (n,).

    It is turned as the find network says, (n, 8).
    """
    if not len(patches):
        return np.zeros(0)
    return fit_figures(patches, [_orientation(look) for look in looks]).misfit


def faint_margin(
    faint: Detection,
    pixels: Image,
    look: Float32s,
    table: TableModel | None,
    colors: SetColors | None,
    *,
    misfit: float | None = None,
) -> float:
    """Return how far, in log odds, a faint detection is from making for doubt; below 0 it does.

    Either will do: that the cell network hardly takes it for a tile, or that its colours, its size
    and both networks together speak against one. Where no tile is read at all, how well the tile's
    figure fits counts instead of the set's colours; beside a lone tile, of which those things may
    be the like, the first alone counts.

    Parameters
    ----------
    faint
        The detection.
    pixels, look
        Its patch, upright as its own frame has it, and what the cell network says of that, (8,).
    table, colors
        How large tiles appear here and what colours they have, as far as that is known.
    misfit
        Where no tile is read, what :func:`own_misfits` says of it, if it :func:`may_matter`.
    """
    chance = tile_chance(look)
    by_chance = log_odds(LEAST_FAINT_CHANCE) - log_odds(chance)
    if by_chance > FAR_FROM_FAINT:
        return by_chance
    if misfit is not None:
        return max(by_chance, DOUBTED_ALONE - _odds_alone(faint, chance, misfit))
    if table is None or colors is None:
        return by_chance
    likeness = colors.likeness(TilePatch(faint.center, _orientation(look), pixels))
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


def margin_in_hard_light(tile: Detection, chance: float, misfit: float) -> float:
    """Return how far, in log odds, what one picture of an empty table shows is from being a tile.

    That picture shows what hard light hides, and shows other things less clearly: more is asked
    there than of what the photo itself shows faintly.

    Parameters
    ----------
    tile
        What the detector found there.
    chance
        How likely the find network takes it for a tile.
    misfit
        What :func:`own_misfits` says of it.
    """
    return DOUBTED_IN_HARD_LIGHT - _odds_alone(tile, chance, misfit)


def margin_with_the_die(find: float, cell: float) -> float:
    """Return how far, in log odds, a place with a die on it is from being a tile below that.

    Parameters
    ----------
    find, cell
        How likely the find network and the cell network take the place for a tile, 0..1, as it is
        seen in the photo, the die on it. Both know tiles that something hides a part of.
    """
    return DOUBTED_WITH_ITS_DIE - min(log_odds(find), log_odds(cell))


def is_plainly_a_tile(tile: Detection, chance: float, misfit: float) -> bool:
    """Tell whether a detection shows a tile too plainly for its size to speak against it.

    Parameters
    ----------
    tile
        What the detector found.
    chance
        How likely the find network takes it for a tile.
    misfit
        What :func:`own_misfits` says of it.
    """
    return _odds_alone(tile, chance, misfit) > PLAIN_ALONE


def _orientation(look: Float32s) -> int:
    return int(np.argmax(look[EMPTY + 1 : HIDDEN]))


def _odds_alone(faint: Detection, chance: float, misfit: float) -> float:
    """Return the log odds of a tile of which no other tells its size or its colours.

    Whatever its colours are, a tile has two, and they meet where its figure is drawn. Carpets and
    cards that look like one do so in a few pixels, or by halves.
    """
    width = min(max(diameter(faint), 1.0), LARGE_ENOUGH_PX) / USUAL_PX
    return (
        ALONE_CHANCE_WEIGHT * log_odds(chance)
        + ALONE_SCORE_WEIGHT * log_odds(faint.score)
        + ALONE_MISFIT_WEIGHT * math.log(max(misfit, LEAST_MISFIT))
        + ALONE_SIZE_WEIGHT * math.log(width)
        + ALONE_BIAS
    )


def _size(tile: Detection, table: TableModel) -> float:
    """Return how large a detection is against a tile of this table lying there."""
    (ax, ay), (bx, by) = tile.axis, tile.side
    area = max(abs(ax * by - ay * bx), 1e-6)
    return math.sqrt(area) / float(table.tile_radii(np.array(tile.center)))

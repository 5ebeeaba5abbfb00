"""Which of what the detector takes for dice are dice, and which of those are sure.

Two witnesses again: the detector, which sees the die among its surroundings, and the die network,
which sees it closely. Letters on a score sheet and dots on a patterned table are much like a die.
Where tiles tell how large things are, what is far too small or large for a die is none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np

from vision.arrays import Float32s, Float64s, Mask, Points
from vision.detection import Point
from vision.lattice.table_model import TableModel
from vision.networks.detector import DieDetection
from vision.networks.dice import DieJudge, DieLook, Upward, as_held
from vision.pictures.patches import Pyramid
from vision.reading import DieReading
from vision.recognition.fusion import log_odds
from vision.recognition.promise import LEAST_MARGIN
from vision.recognition.thresholds import (
    DIE_SCORE_WEIGHT,
    ENOUGH_TO_SIZE_DICE,
    LARGEST_DIE,
    LEAST_DIE_CONFIDENCE,
    LEAST_DIE_EVIDENCE,
    MOST_DICE,
    SAME_DIE,
    SMALLEST_DIE,
    SURE_DIE,
    SURE_DIE_EVIDENCE,
    SURE_DIE_SCORE,
    TOP_ABOVE_A_SIDE,
)

_AROUND = np.arange(8) * (math.pi / 4)


def read_dice(
    judge: DieJudge,
    pyramid: Pyramid,
    candidates: Sequence[DieDetection],
    table: TableModel | None,
    tiles: int,
) -> tuple[DieReading, ...]:
    """Read the dice of a photo.

    Parameters
    ----------
    judge
        The network that reads dice.
    pyramid
        Of the photo.
    candidates
        What the detector takes for dice.
    table, tiles
        How the table appears in the photo, if that is known, and to how many tiles it was fitted.
    """
    upward: Upward = as_held if table is None else partial(table.upward, tiles=tiles)
    likeliest = sorted(candidates, key=lambda die: -die.score)[:MOST_DICE]
    sized_by = table if tiles >= ENOUGH_TO_SIZE_DICE else None
    looks = judge.look(pyramid, likeliest, upward, partial(_may_be_dice, sized_by))
    dice: list[DieLook] = []
    for look in sorted(looks, key=lambda look: -look.confidence):
        if is_die(look) and not any(_are_one(look, die) for die in dice):
            dice.append(look)
    return tuple(_described(look, pyramid, upward) for look in dice)


def may_be_a_side(center: Point, radius: float, pyramid: Pyramid, upward: Upward) -> bool:
    """Tell whether a face may be a side of its die, as the top would lie outside the picture.

    ``center`` and ``radius``, half the diagonal, are the face's, in pixels. A die that the rim of
    the picture cuts shows whatever faces are left of it.
    """
    around = radius * np.column_stack([np.cos(_AROUND), np.sin(_AROUND)])
    above = TOP_ABOVE_A_SIDE * radius * upward(np.array([center]))
    return not bool(pyramid.shows(center + np.vstack([around, above])).all())


def _described(look: DieLook, pyramid: Pyramid, upward: Upward) -> DieReading:
    side = may_be_a_side(look.center, look.radius, pyramid, upward)
    margin = -math.inf if side else die_margin(look)
    sure = is_sure(look) and not side
    return DieReading(look.value, look.center, look.confidence, sure, margin)


def _are_one(one: DieLook, other: DieLook) -> bool:
    """Tell whether two looks are at one die, or at a die and a pip of it."""
    return math.dist(one.center, other.center) < SAME_DIE * max(one.radius, other.radius)


def is_die(look: DieLook) -> bool:
    """Tell whether both witnesses together take what is looked at for a die."""
    return look.confidence > LEAST_DIE_CONFIDENCE and _evidence(look) > LEAST_DIE_EVIDENCE


def is_sure(look: DieLook) -> bool:
    """Tell whether it is certain what the die shows."""
    return die_margin(look) > LEAST_MARGIN


def die_margin(look: DieLook) -> float:
    """Return how far, in log odds, a die is on the sure side of its thresholds."""
    return min(
        log_odds(look.confidence) - log_odds(SURE_DIE),
        log_odds(look.score) - log_odds(SURE_DIE_SCORE),
        _evidence(look) - SURE_DIE_EVIDENCE,
    )


def _evidence(look: DieLook) -> float:
    """Return how much both witnesses together speak for a die that shows this."""
    return _joint_evidence(look.confidence, look.score)


def _joint_evidence(confidence: float, score: float) -> float:
    return log_odds(confidence) + DIE_SCORE_WEIGHT * log_odds(score)


def _may_be_dice(
    table: TableModel | None, centers: Points, radii: Float64s, scores: Float64s, most: Float32s
) -> Mask:
    """Tell which things are of a die's size, and can still come to the evidence it takes."""
    enough = [
        _joint_evidence(confidence, score) > LEAST_DIE_EVIDENCE
        for confidence, score in zip(most.tolist(), scores.tolist(), strict=True)
    ]
    kept = np.array(enough, np.bool_) & (most > LEAST_DIE_CONFIDENCE)
    if table is not None and len(radii):
        # half the diagonal of the face, in edge lengths of a tile
        sizes = radii / table.tile_radii(centers)
        kept &= (sizes > SMALLEST_DIE) & (sizes < LARGEST_DIE)
    return kept

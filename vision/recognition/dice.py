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

from vision.lattice.table_model import TableModel
from vision.networks.detector import DieDetection
from vision.networks.dice import DieJudge, DieLook, Upward, as_held
from vision.pictures.patches import Pyramid
from vision.reading import DieReading
from vision.recognition.fusion import log_odds
from vision.recognition.thresholds import (
    DIE_SCORE_WEIGHT,
    ENOUGH_TO_SIZE_DICE,
    LARGEST_DIE,
    LEAST_DIE_CONFIDENCE,
    LEAST_DIE_EVIDENCE,
    SAME_DIE,
    SMALLEST_DIE,
    SURE_DIE,
    SURE_DIE_EVIDENCE,
    SURE_DIE_SCORE,
)


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
    looks = judge.look(pyramid, candidates, upward)
    if table is not None and tiles >= ENOUGH_TO_SIZE_DICE:
        looks = [look for look in looks if SMALLEST_DIE < _size(look, table) < LARGEST_DIE]
    dice: list[DieReading] = []
    for look in sorted(looks, key=lambda look: -look.confidence):
        if not is_die(look) or any(
            math.dist(look.center, die.center) < SAME_DIE * look.radius for die in dice
        ):
            continue
        dice.append(DieReading(look.value, look.center, look.confidence, is_sure(look)))
    return tuple(dice)


def is_die(look: DieLook) -> bool:
    """Tell whether both witnesses together take what is looked at for a die."""
    return look.confidence > LEAST_DIE_CONFIDENCE and _evidence(look) > LEAST_DIE_EVIDENCE


def is_sure(look: DieLook) -> bool:
    """Tell whether it is certain what the die shows."""
    clear = look.confidence > SURE_DIE and look.score > SURE_DIE_SCORE
    return clear and _evidence(look) > SURE_DIE_EVIDENCE


def _evidence(look: DieLook) -> float:
    """Return how much both witnesses together speak for a die that shows this."""
    return log_odds(look.confidence) + DIE_SCORE_WEIGHT * log_odds(look.score)


def _size(look: DieLook, table: TableModel) -> float:
    """Return the half diagonal of the die's face in edge lengths of a tile."""
    return look.radius / float(table.tile_radii(np.array(look.center)))

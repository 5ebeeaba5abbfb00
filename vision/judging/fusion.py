"""The witnesses to a cell, weighed: the detector's maps, the cell network's look, the colours.

Whether a tile lies there at all is for all to say, in log odds; which way it is turned for the
cell network, which sees the cell upright and in detail. The weights of the networks were fitted by
``training.fit_fusion`` on made-up scenes that no network was trained on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.arrays import Float32s
from vision.judging.set_colors import Likeness
from vision.networks.cells import EMPTY, HIDDEN

LEAST_HEAT = 0.001
"""Lower heat says no more than this."""


@dataclass(frozen=True)
class Line:
    """A straight line in log odds: ``slope`` times what the cell network says, plus ``bias``."""

    slope: float
    bias: float


@dataclass(frozen=True)
class FusionWeights:
    """How the witnesses are weighed.

    Attributes
    ----------
    undetected, heat
        Where the detector found nothing; ``heat`` is the weight of its own log odds there.
    agreed, score
        Where it found a tile turned as the cell network sees it; ``score`` is the weight of its
        own log odds.
    disagreed
        Where it found a tile, but turned otherwise.
    turn, turn_alone
        The weight of the log probabilities of the six orientations, where the detector saw the same
        one and where it did not. What it does not find is often burnt white or half hidden, and
        which way that is turned is told with too much certainty.
    """

    undetected: Line
    heat: float
    agreed: Line
    score: float
    disagreed: Line
    turn: float
    turn_alone: float


WEIGHTS = FusionWeights(
    undetected=Line(1.27, -3.1),
    heat=0.24,
    agreed=Line(1.29, -2.6),
    score=1.1,
    disagreed=Line(0.66, -1.42),
    turn=2.0,
    turn_alone=1.2,
)
"""Slopes, ``heat`` and ``score`` as fitted on 300 scenes of 1280 x 960 px, the biases not.

Those scenes are strewn with more that looks like tiles than a table is: ``agreed`` (fitted: -4.5)
is nearer to what photos ask for. ``undetected`` (fitted: -1.6) asks for more than they do: a hole
in a board through which a chequered cloth is seen lies just where a tile would.
"""


LIKENESS = Line(12.0, -1.2)
"""What ``SetColors.likeness`` adds to the log odds of a tile where the networks leave them open.

Fitted on 799 such cells of made-up photos, 696 of them tiles that can be told by eye.
"""
LIKENESS_ALONE = Line(12.0, -4.5)
"""And for a tile that lies alone: where no board is, a pattern may lie as it likes. Of 30 such
places, 19 of them tiles, all the tiles had a likeness of more than 0.45."""
UNLIKE, BURNT, NOTHING_OF_IT = 0.1, 0.4, -4.0
"""Where a tile is not likely anyway, the likeness is less than the first of these and less than the
second is as bright as white, none of the set is seen, and the third is added. Of the tiles
that can be told by eye, among those 799 cells, none is so."""
ALONE = Line(3.0, -12.3)
"""What becomes of the log odds of a tile that lies alone, without others on the table to compare it
with: where no tiles are, some ornament or other looks a little like one. Of 261 single tiles in
made-up photos 258 came to 99.4 % or more, of eight ornaments none to more than 98.2 %."""
OPEN = (0.04, 0.9995)
"""Between these probabilities of a tile the networks leave it open: a cloth of the set's colours
that is seen through a hole in the board is not to be made a tile by them."""


def log_odds(probability: float) -> float:
    """Return the log odds of a probability, kept within about 14."""
    kept = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(kept / (1 - kept))


def fuse(
    chance: Float32s, score: float, detected: int | None, weights: FusionWeights = WEIGHTS
) -> Float32s:
    """Return the probabilities of empty and of the orientations 0 to 5, (7,).

    Parameters
    ----------
    chance
        What the cell network says, (8,): empty, six orientations, hidden. A hidden cell may hold
        anything: as a tile it counts only for what can be seen of it.
    score, detected
        The certainty (0..1) and the orientation of the detector's find here; without one its heat
        and None.
    weights
        How the two are weighed.
    """
    turns = chance[EMPTY + 1 : HIDDEN]
    odds = log_odds(float(turns.sum()))
    turn = weights.turn_alone
    if detected is None:
        odds = weights.undetected.slope * odds + weights.undetected.bias
        odds += weights.heat * log_odds(min(max(score, LEAST_HEAT), 0.99))
    elif detected == int(np.argmax(turns)):
        odds = weights.agreed.slope * odds + weights.agreed.bias
        odds += weights.score * log_odds(min(max(score, 0.01), 0.99))
        turn = weights.turn
    else:
        odds = weights.disagreed.slope * odds + weights.disagreed.bias
    tile = 1 / (1 + math.exp(-odds))
    turned = np.maximum(turns, 1e-9) ** turn
    turned = turned / turned.sum()
    return np.concatenate([[1 - tile], turned * tile]).astype(np.float32)


def is_open(probabilities: Float32s) -> bool:
    """Tell whether the networks leave open whether a tile lies there; (7,) as from ``fuse``."""
    return bool(OPEN[0] < 1 - probabilities[EMPTY] < OPEN[1])


def without_company(probabilities: Float32s) -> Float32s:
    """Return the probabilities, (7,), of a tile on a table that shows no others."""
    odds = log_odds(float(1 - probabilities[EMPTY]))
    return _with_odds(probabilities, ALONE.slope * odds + ALONE.bias)


def with_likeness(probabilities: Float32s, likeness: Likeness, *, alone: bool = False) -> Float32s:
    """Return the probabilities, (7,), when the colours that are seen are weighed as well.

    ``alone`` says that no other tile lies beside the place.
    """
    before = float(1 - probabilities[EMPTY])
    line = LIKENESS_ALONE if alone else LIKENESS
    odds = log_odds(before) + line.slope * likeness.share + line.bias
    if before < 0.5 and likeness.share < UNLIKE and likeness.bright < BURNT:
        odds += NOTHING_OF_IT
    return _with_odds(probabilities, odds)


def _with_odds(probabilities: Float32s, odds: float) -> Float32s:
    """Return the probabilities, (7,), with other log odds of a tile, turned as likely as before."""
    tile = 1 / (1 + math.exp(-odds))
    turned = probabilities[EMPTY + 1 :] * (tile / float(1 - probabilities[EMPTY]))
    return np.concatenate([[1 - tile], turned]).astype(np.float32)

"""The witnesses to a cell, weighed: the detector's maps, the cell network's look, the colours.

Whether a tile lies there at all is for all to say, in log odds; which way it is turned for the
cell network, which sees the cell upright and in detail. The weights of the networks were fitted by
``training.fit_fusion`` on made-up scenes that no network was trained on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.arrays import Float32s, Float64s
from vision.networks.cells import EMPTY, HIDDEN
from vision.recognition.set_colors import Likeness
from vision.recognition.thresholds import (
    ALONE,
    BURNT,
    FUSION_WEIGHTS,
    LEAST_HEAT,
    LIKENESS,
    LIKENESS_ALONE,
    NOTHING_OF_IT,
    OPEN,
    SMALL_ALONE,
    UNLIKE,
    FusionWeights,
)


def log_odds(probability: float) -> float:
    """Return the log odds of a probability, kept within about 14."""
    kept = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(kept / (1 - kept))


def fuse(
    chances: Float32s,
    scores: Float64s,
    detected: Sequence[int | None],
    weights: FusionWeights = FUSION_WEIGHTS,
) -> Float32s:
    """Return the probabilities of empty and of the orientations 0 to 5 in n cells, (n, 7).

    Parameters
    ----------
    chances
        What the cell network says, (n, 8): empty, six orientations, hidden. A hidden cell may hold
        anything: as a tile it counts only for what can be seen of it.
    scores, detected
        The certainty (0..1) and the orientation of the detector's find in each, (n,); without one
        its heat and None.
    weights
        How the two are weighed.
    """
    turns = chances[:, EMPTY + 1 : HIDDEN]
    seen_as = np.array([-1 if way is None else way for way in detected])
    found, agrees = seen_as >= 0, seen_as == turns.argmax(axis=1)
    lines = [
        (~found, weights.undetected, weights.heat * _all_log_odds(scores.clip(LEAST_HEAT, 0.99))),
        (agrees, weights.agreed, weights.score * _all_log_odds(scores.clip(0.01, 0.99))),
        (found & ~agrees, weights.disagreed, np.zeros(len(scores))),
    ]
    looked = _all_log_odds(turns.sum(axis=1).astype(np.float64))
    odds = np.zeros(len(scores))
    for which, line, said in lines:
        odds = np.where(which, line.slope * looked + line.bias + said, odds)
    tiles = 1 / (1 + np.exp(-odds))
    power = np.where(agrees, weights.turn, weights.turn_alone).astype(np.float32)
    turned = np.maximum(turns, 1e-9) ** power[:, None]
    turned = turned / turned.sum(axis=1, keepdims=True) * tiles.astype(np.float32)[:, None]
    return np.concatenate([1 - tiles[:, None], turned], axis=1).astype(np.float32)


def _all_log_odds(probabilities: Float64s) -> Float64s:
    """Return the log odds of probabilities, (n,), kept as :func:`log_odds` keeps them."""
    kept = np.clip(probabilities, 1e-6, 1 - 1e-6)
    return np.asarray(np.log(kept / (1 - kept)), np.float64)


def is_open(probabilities: Float32s) -> bool:
    """Tell whether the networks leave open whether a tile lies there; (7,) as from ``fuse``."""
    return bool(OPEN[0] < 1 - probabilities[EMPTY] < OPEN[1])


def without_company(probabilities: Float32s, *, small: bool = False) -> Float32s:
    """Return the probabilities, (7,), of a tile on a table that shows no others.

    One that is ``small`` in the picture may be a letter, and is never sure.
    """
    odds = log_odds(float(1 - probabilities[EMPTY]))
    alone = ALONE.slope * odds + ALONE.bias
    return _with_odds(probabilities, min(alone, log_odds(SMALL_ALONE)) if small else alone)


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

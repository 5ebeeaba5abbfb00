"""How well photos are read: figures over many judgements, with their uncertainty."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from vision.evaluation.judgement import Judgement

_NORMAL_95 = 1.96
CONFIDENCE_BOUNDS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999, 1.0)
"""Bounds of the bins of a reliability curve; most tiles are near 1, so the bins are finer there."""


@dataclass(frozen=True)
class Accuracy:
    """Counts over photos; the fields are named as those of a :class:`Judgement`.

    ``dice_photos`` are those where a die can be seen or was read, ``dice_right`` those of them
    where all dice are right.
    """

    photos: int
    exact: int
    silent: int
    sure: int
    tiles: int
    missed: int
    turned: int
    extra: int
    dice_photos: int
    dice_right: int

    @classmethod
    def of(cls, judgements: Sequence[Judgement]) -> Accuracy:
        """Count over judgements."""
        return cls(
            photos=len(judgements),
            exact=sum(j.exact for j in judgements),
            silent=sum(j.silent for j in judgements),
            sure=sum(j.sure for j in judgements),
            tiles=sum(j.tiles for j in judgements),
            missed=sum(len(j.missed) for j in judgements),
            turned=sum(len(j.turned) for j in judgements),
            extra=sum(len(j.extra) for j in judgements),
            dice_photos=sum(j.has_dice for j in judgements),
            dice_right=sum(j.has_dice and j.dice_right for j in judgements),
        )

    @property
    def exact_interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of photos read exactly."""
        return wilson_interval(self.exact, self.photos)


@dataclass(frozen=True)
class ReliabilityBin:
    """Tiles that were read with a confidence between two bounds, and how many of them are right.

    ``low`` belongs to the bin, ``high`` only where it is 1. ``mean_confidence`` is 0 without tiles.
    """

    low: float
    high: float
    tiles: int
    right: int
    mean_confidence: float

    @property
    def share_right(self) -> float:
        """The share that is right; 0 without tiles."""
        return self.right / self.tiles if self.tiles else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return wilson_interval(self.right, self.tiles)


def wilson_interval(hits: int, trials: int) -> tuple[float, float]:
    """Return the 95 % score interval of a share, both ends in 0..1.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
    the American Statistical Association 22 (1927), 209-212. Without trials it is 0 to 1.
    """
    if not trials:
        return 0.0, 1.0
    share, square = hits / trials, _NORMAL_95**2 / trials
    middle = share + square / 2
    half = math.sqrt(square * (share * (1 - share) + square / 4))
    # Rounding must not push an end past 0 or 1, where it lies when all or none hit.
    return max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))


def confidences(judgements: Iterable[Judgement]) -> list[tuple[float, bool]]:
    """Return each tile that was read as its confidence and whether it is right.

    Right means that a tile lies there and is turned so, whether or not it was asked for.
    """
    return [
        answer
        for judgement in judgements
        for answer in (
            *((pair.read.confidence, not pair.is_turned) for pair in judgement.pairs),
            *((tile.confidence, False) for tile in judgement.extra),
        )
    ]


def reliability(
    answers: Sequence[tuple[float, bool]], bounds: Sequence[float] = CONFIDENCE_BOUNDS
) -> tuple[ReliabilityBin, ...]:
    """Bin answers by confidence: the points of a reliability curve.

    Parameters
    ----------
    answers
        Confidence, 0..1, and whether the answer is right.
    bounds
        Rising, from 0 to 1.
    """
    bins = []
    for low, high in pairwise(bounds):
        own = [(c, right) for c, right in answers if low <= c < high or c == high == bounds[-1]]
        mean = math.fsum(confidence for confidence, _ in own) / len(own) if own else 0.0
        bins.append(ReliabilityBin(low, high, len(own), sum(right for _, right in own), mean))
    return tuple(bins)


def expected_calibration_error(bins: Sequence[ReliabilityBin]) -> float:
    """Return how far confidence and share right lie apart, on average over the tiles; 0..1.

    M. P. Naeini, G. F. Cooper and M. Hauskrecht, "Obtaining well calibrated probabilities using
    Bayesian binning", AAAI 2015.
    """
    tiles = sum(b.tiles for b in bins)
    apart = math.fsum(b.tiles * abs(b.mean_confidence - b.share_right) for b in bins)
    return apart / tiles if tiles else 0.0

"""How often a reading is wrong and sure, and the threshold by which that is rare enough.

Each reading has a *margin*: by how much, in log odds, what it hangs on lies beyond what it takes to
be sure (:class:`vision.reading.Reading`). Where more than nothing is asked of the margin, fewer
readings are sure and fewer of them wrong. A *silent error* is a photo that is wrong and sure.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from vision.evaluation.binomial import at_most, upper_bound
from vision.evaluation.judgement import judge
from vision.evaluation.labelled_photos import Truth
from vision.reading import Reading

STRICT_TO_LOOSE = (6.0, 5.0, 4.5, 4.0, 3.5, 3.0, 2.5, 2.0, 1.5, 1.0, 0.75, 0.5, 0.25, 0.0)
"""Least margins that are tried, in this order, which is fixed before anything is read."""


@dataclass(frozen=True)
class RatedReading:
    """How sure the reading of one photo is, and how right.

    Attributes
    ----------
    margin
        Of its tiles, empty cells and faint finds: the photo is sure where the threshold is less.
    exact
        Whether its tiles are right, if the reader stands by all of them.
    wrong_die
        A wrong die is sure where the threshold is less than this; minus infinity without one.
    """

    margin: float
    exact: bool
    wrong_die: float = -math.inf

    def is_sure(self, least: float) -> bool:
        """Tell whether the photo is said to be sure."""
        return self.margin > least

    def is_wrong_and_sure(self, least: float) -> bool:
        """Tell whether the photo is said to be sure and its tiles are not right."""
        return self.is_sure(least) and not self.exact

    @property
    def silent_below(self) -> float:
        """It is a silent error, dice included, where the threshold is less than this."""
        return self.wrong_die if self.exact else max(self.margin, self.wrong_die)

    def is_silent(self, least: float) -> bool:
        """Tell whether something is wrong and nothing says so, dice included."""
        return self.silent_below > least


def rate(truth: Truth, reading: Reading) -> RatedReading:
    """Hold a reading against the truth, for all thresholds at once.

    Raises
    ------
    ValueError
        If the reading does not say its margins, as one from a file does not.
    """
    if reading.margin is None:
        raise ValueError("This reading does not say how sure it is; read the photo anew.")
    # Whatever is asked, a photo that is sure has all its tiles sure.
    clusters = tuple(
        replace(cluster, tiles=tuple(replace(tile, sure=True) for tile in cluster.tiles))
        for cluster in reading.clusters
    )
    exact = judge(truth, replace(reading, clusters=clusters)).exact
    return RatedReading(reading.margin, exact, _margin_of_a_wrong_die(truth, reading))


def _margin_of_a_wrong_die(truth: Truth, reading: Reading) -> float:
    """Return the greatest margin with which more dice show a value than truly do."""
    surplus = [-math.inf]
    for value in {die.value for die in reading.dice}:
        margins = sorted(
            (die.margin or 0.0 for die in reading.dice if die.value == value), reverse=True
        )
        shown = sum(die.value == value for die in truth.dice)
        surplus += margins[shown : shown + 1]
    return max(surplus)


@dataclass(frozen=True)
class Risk:
    """What one threshold comes to on photos that nothing was chosen by.

    Attributes
    ----------
    least
        The least margin of what is sure, in log odds.
    photos, sure
        How many there are, and how many are said to be sure.
    wrong, silent
        How many of those that are sure have wrong tiles; how many of all are silent errors, by
        their tiles or by a die.
    """

    least: float
    photos: int
    sure: int
    wrong: int
    silent: int

    @classmethod
    def of(cls, readings: Sequence[RatedReading], least: float) -> Risk:
        """Count over readings."""
        return cls(
            least=least,
            photos=len(readings),
            sure=sum(reading.is_sure(least) for reading in readings),
            wrong=sum(reading.is_wrong_and_sure(least) for reading in readings),
            silent=sum(reading.is_silent(least) for reading in readings),
        )

    def p_value(self, share: float) -> float:
        """Return how likely so few silent errors are, if their share is ``share`` or more."""
        return at_most(self.silent, self.photos, share)

    def bound(self, confidence: float = 0.95) -> float:
        """Return what the share of silent errors among all photos is below."""
        return upper_bound(self.silent, self.photos, confidence)

    def bound_among_sure(self, confidence: float = 0.95) -> float:
        """Return what the share of those with wrong tiles among the sure photos is below."""
        return upper_bound(self.wrong, self.sure, confidence)


def loosest_that_holds(
    readings: Sequence[RatedReading],
    share: float,
    confidence: float = 0.95,
    thresholds: Sequence[float] = STRICT_TO_LOOSE,
) -> Risk | None:
    """Return the loosest threshold whose silent errors are proven to be rare; None without one.

    Learn then Test, by fixed-sequence testing: A. N. Angelopoulos, S. Bates, E. J. Candès,
    M. I. Jordan and L. Lei, "Learn then Test: calibrating predictive algorithms to achieve risk
    control", Annals of Applied Statistics 19 (2025), 1641-1662, theorem 1. Of each threshold in
    turn the hypothesis is tested that its silent errors are as many as ``share`` or more, by the
    exact binomial tail. The first one that is not rejected ends it. A threshold whose share is
    greater comes out with a probability of 1 - ``confidence`` at most, whatever the readings are
    like: the first such threshold would have to be rejected, and that is one test.

    Photos must be drawn independently, but may be of several kinds in turn. It is their mean share
    that is bounded then: W. Hoeffding, "On the distribution of the number of successes in
    independent trials", Annals of Mathematical Statistics 27 (1956), 713-721.

    Parameters
    ----------
    readings
        Of photos by which nothing else was chosen, each counted once.
    share
        What the share of silent errors among all photos is to be below, 0..1.
    confidence
        How certain that is to be, 0..1.
    thresholds
        Least margins, strict to loose, chosen before the photos were looked at.
    """
    found = None
    below = sorted(reading.silent_below for reading in readings)
    for least in thresholds:
        silent = len(below) - bisect_right(below, least)
        if not readings or at_most(silent, len(below), share) > 1 - confidence:
            break
        found = least
    return None if found is None else Risk.of(readings, found)


@dataclass(frozen=True)
class CurvePoint:
    """Of the surest photos, a share of ``coverage`` of all, the share ``risk`` has wrong tiles.

    ``least`` is the margin of the least sure of them.
    """

    coverage: float
    risk: float
    least: float


def risk_coverage_curve(readings: Iterable[RatedReading]) -> tuple[CurvePoint, ...]:
    """Return the risk-coverage curve of the tiles, from the surest readings to all of them.

    Photos that are equally sure come at once. R. El-Yaniv and Y. Wiener, "On the foundations of
    noise-free selective classification", JMLR 11 (2010), 1605-1641.
    """
    ordered = sorted(readings, key=lambda reading: -reading.margin)
    points, covered, wrong = [], 0, 0
    for margin, alike in groupby(ordered, key=lambda reading: reading.margin):
        group = list(alike)
        covered += len(group)
        wrong += sum(not reading.exact for reading in group)
        points.append(CurvePoint(covered / len(ordered), wrong / covered, margin))
    return tuple(points)


def area_under_curve(readings: Iterable[RatedReading]) -> float:
    """Return the area under the risk-coverage curve (AURC), 0..1; 0 without readings.

    It is the mean risk over the coverages 1/n, 2/n, ..., 1. Of photos that are equally sure any
    order is as likely as another, so each of them is as wrong as they are on average. Y. Geifman,
    G. Uziel and R. El-Yaniv, "Bias-reduced uncertainty estimation for deep neural classifiers",
    ICLR 2019.
    """
    ordered = sorted(readings, key=lambda reading: -reading.margin)
    risks, covered, wrong = [], 0, 0.0
    for _, alike in groupby(ordered, key=lambda reading: reading.margin):
        group = list(alike)
        errors = sum(not reading.exact for reading in group) / len(group)
        for _reading in group:
            covered, wrong = covered + 1, wrong + errors
            risks.append(wrong / covered)
    return math.fsum(risks) / len(risks) if risks else 0.0

"""Dice that a user showed: what lies there is compared with their faces, beside the die network.

The die network knows pips. Where it is sure, and a learned face says something else, nobody knows
which die lies there, so nothing is sure. Where it is not, the learned face is believed if it fits
well and clearly better than the next.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from vision.arrays import Points
from vision.lattice.table_model import TableModel
from vision.networks.detector import DieDetection
from vision.networks.dice import DieJudge, Upward, as_held
from vision.pictures.patches import Pyramid
from vision.reading import DieReading
from vision.recognition.dice import may_be_a_side
from vision.recognition.face_matching import FaceMatch, FaceMatcher, best_of
from vision.recognition.thresholds import (
    DOUBTFUL_FACE_FITS,
    ENOUGH_TO_SIZE_DICE,
    FACE_FITS,
    FACE_LEADS,
    KNOWN_FACE_GUESSES,
    LARGEST_DIE,
    LEAST_FACE_SCORE,
    MOST_KNOWN_DICE,
    NEAR_ITS_FACE,
    SAME_DIE,
    SMALLEST_DIE,
    SURE_DIE,
    SURE_DIE_SCORE,
    SURE_FACE_FITS,
    SURE_FACE_LEADS,
)


@dataclass(frozen=True)
class _Seen:
    """A learned face that was seen, the detection that led there, and whether it may be a side."""

    match: FaceMatch
    found: DieDetection
    may_be_a_side: bool

    @property
    def is_clear(self) -> bool:
        """Whether the face fits well enough to be believed."""
        return self.match.fit > FACE_FITS and self.match.lead > FACE_LEADS

    @property
    def is_sure(self) -> bool:
        """Whether it is certain which face it is, and that it is the upper one of a die."""
        near = math.dist(self.match.center, self.found.center) < NEAR_ITS_FACE * self.match.radius
        return (
            near
            and not self.may_be_a_side
            and self.match.fit > SURE_FACE_FITS
            and self.match.lead > SURE_FACE_LEADS
            and self.found.score > SURE_DIE_SCORE
        )

    def is_on(self, die: DieReading) -> bool:
        """Tell whether this is the die that was read."""
        return math.dist(die.center, self.match.center) < SAME_DIE * self.match.radius

    def described(self) -> DieReading:
        """Return it as a die that was read, however sure the die network is of another value."""
        confidence = 1 - math.exp(-1 - self.match.lead)
        match = self.match
        return DieReading(match.value, match.center, confidence, self.is_sure, radius=match.radius)


def read_known_dice(
    judge: DieJudge,
    matchers: Sequence[FaceMatcher],
    pyramid: Pyramid,
    candidates: Sequence[DieDetection],
    dice: Sequence[DieReading],
    table: TableModel | None,
    tiles: int,
) -> tuple[DieReading, ...]:
    """Return the dice of a photo, those that a user showed among them.

    Parameters
    ----------
    judge
        The network that aims at dice.
    matchers
        Of the dice that are known, one each.
    pyramid
        Of the photo, in the colours it has.
    candidates
        What the detector takes for dice.
    dice
        What the die network read.
    table, tiles
        How the table appears in the photo, if that is known, and to how many tiles it was fitted.
    """
    upward: Upward = as_held if table is None else partial(table.upward, tiles=tiles)
    sized_by = table if tiles >= ENOUGH_TO_SIZE_DICE else None
    seen: list[_Seen] = []
    likely = [die for die in candidates if die.score > LEAST_FACE_SCORE]
    for found in sorted(likely, key=lambda die: -die.score)[:MOST_KNOWN_DICE]:
        places = _places(judge, pyramid, found, upward, sized_by)
        matches = [m for matcher in matchers for m in matcher.match(pyramid, *places)]
        best = best_of(matches)
        if best is not None and best.fit > DOUBTFUL_FACE_FITS:
            side = may_be_a_side(best.center, best.radius, pyramid, upward)
            seen.append(_Seen(best, found, side))
    clear = [one for one in seen if one.is_clear]
    doubted = [_doubted(die, seen) for die in dice]
    return _combined(_upper_of(clear, upward), doubted)


def _doubted(die: DieReading, seen: Sequence[_Seen]) -> DieReading:
    """Return a die as unsure if an odd face of another value may be what lies there."""
    odd = (one for one in seen if one.match.is_odd and one.is_on(die))
    other = any(one.match.value != die.value for one in odd)
    return replace(die, sure=False, margin=None) if other else die


def _places(
    judge: DieJudge,
    pyramid: Pyramid,
    found: DieDetection,
    upward: Upward,
    sized_by: TableModel | None,
) -> tuple[Points, Points, Points]:
    """Return where a detection's upper face may be: middles, radii and upward."""
    guesses = np.array(KNOWN_FACE_GUESSES)
    centers = np.repeat(np.array([found.center]), len(guesses), axis=0)
    centers, radii, _ = judge.settle(pyramid, centers, found.radius * guesses, upward)
    kept = pyramid.shows(centers)
    if sized_by is not None:
        sizes = radii / sized_by.tile_radii(centers)
        kept &= (sizes > SMALLEST_DIE) & (sizes < LARGEST_DIE)
    for index in range(len(radii)):
        gap = np.linalg.norm(centers[:index] - centers[index], axis=1)
        grown = np.abs(np.log(radii[:index] / radii[index]))
        kept[index] &= not (kept[:index] & (gap < 0.1 * radii[index]) & (grown < 0.1)).any()
    return centers[kept], radii[kept], upward(centers[kept])


def _upper_of(seen: Sequence[_Seen], upward: Upward) -> list[_Seen]:
    """Return one face of each die: the one that lies highest, as the others are its sides."""
    upper: list[_Seen] = []
    for one in sorted(seen, key=lambda s: -s.match.fit):
        for index, other in enumerate(upper):
            step = np.subtract(one.match.center, other.match.center)
            if math.hypot(*step) < 2 * max(one.match.radius, other.match.radius):
                up = upward(np.array([other.match.center]))[0]
                if float(step @ up) > NEAR_ITS_FACE * other.match.radius:
                    upper[index] = one
                break
        else:
            upper.append(one)
    return upper


def _combined(seen: Sequence[_Seen], dice: Sequence[DieReading]) -> tuple[DieReading, ...]:
    known: list[DieReading] = []
    others = list(dice)
    for one in seen:
        there = [die for die in others if one.is_on(die)]
        others = [die for die in others if die not in there]
        die = one.described()
        agreed = [other for other in there if other.value == die.value]
        if any(other.sure for other in agreed):
            die = max(agreed, key=lambda other: other.confidence)
        elif any(other.confidence > SURE_DIE for other in there):
            die = replace(die, sure=False)
        known.append(die)
    return (*known, *others)

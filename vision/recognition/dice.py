"""Which of what the detector takes for dice are dice, and which of those are sure.

Two witnesses again: the detector, which sees the die among its surroundings, and the die network,
which sees it closely. Letters on a score sheet and dots on a patterned table are much like a die.
Where tiles tell how large things are, what is far too small or large for a die is none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from vision.recognition.pip_contrast import outline_contrasts, pip_contrasts
from vision.recognition.promise import LEAST_MARGIN
from vision.recognition.thresholds import (
    A_TOP_AFTER_ALL,
    AIMED_FROM_ABOVE,
    BELOW_A_FACE,
    DIE_SCORE_WEIGHT,
    ENOUGH_TO_SIZE_DICE,
    FACELESS,
    FAINT_PIP,
    LARGEST_DIE,
    LEAST_AGREED,
    LEAST_DIE_CONFIDENCE,
    LEAST_DIE_EVIDENCE,
    LEAST_FAINT_DIE_EVIDENCE,
    LEAST_OUTLINE,
    LEAST_RISE,
    MOST_ASIDE,
    MOST_CRUMBS,
    MOST_DICE,
    MOST_RISE,
    ODD_DIE_SIZE,
    ROOM_ABOUT_A_FACE,
    SAME_DIE,
    SAME_FACE,
    SIDE_SEEN,
    SIDES_BELOW,
    SIZE_OF_A_SIDE,
    SMALLEST_DIE,
    SURE_DIE,
    SURE_DIE_EVIDENCE,
    SURE_DIE_SCORE,
    SURE_UNSIZED_EVIDENCE,
    SURELY_FACELESS,
    TOP_ABOVE_A_SIDE,
    UP_ASTRAY,
)

HaveSides = Callable[[Sequence[DieLook]], Mask]
"""Tells of which of some faces another one of the same die is seen, (n,)."""

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
    faces = faces_of_dice(pyramid, looks, upward, partial(shows_sides, judge, pyramid, upward))
    above, doubted = _faces_above(judge, pyramid, faces, upward)
    told = sized_by is not None
    seen = [
        _Seen.of(face, top, doubted=is_doubted, knows_up=told)
        for face, top, is_doubted in zip(faces, above, doubted.tolist(), strict=True)
    ]
    dice: list[_Seen] = []
    for one in sorted(seen, key=lambda one: -one.look.confidence):
        likely = one.look.confidence > LEAST_DIE_CONFIDENCE
        if likely and not any(_are_one(one.look, die.look) for die in dice):
            dice.append(one)
    doubtful = [not (told or _is_like(one, dice)) for one in dice]
    return tuple(
        _described(one, doubted, pyramid, upward, is_sized=told)
        for one, doubted in zip(dice, doubtful, strict=True)
    )


def faces_of_dice(
    pyramid: Pyramid, looks: Sequence[DieLook], upward: Upward, have_sides: HaveSides | None = None
) -> list[DieLook]:
    """Return which looks are at dice.

    What a cloth has on it is taken for a 1 more often than for anything else. So one whose pip is
    faint takes more evidence. A pip or two that lie on no face are crumbs, unless they are told to
    have another face of a die beside them: a white die on a table that is burnt white.
    """
    likely = [look for look in looks if is_die(look)]
    pips = pip_contrasts(pyramid, likely, upward)
    outlines = outline_contrasts(pyramid, likely, upward)
    few = np.array([look.value <= MOST_CRUMBS for look in likely], np.bool_)
    crumbs = few & (outlines <= LEAST_OUTLINE)
    if have_sides is not None and crumbs.any():
        crumbs[crumbs] = ~have_sides([likely[index] for index in np.flatnonzero(crumbs)])
    return [
        look
        for look, pip, is_crumb in zip(likely, pips.tolist(), crumbs.tolist(), strict=True)
        if not is_crumb and (look.value > 1 or _is_pip(look, pip))
    ]


def shows_sides(
    judge: DieJudge, pyramid: Pyramid, upward: Upward, faces: Sequence[DieLook]
) -> Mask:
    """Tell of which faces, (n,), another one of their die is seen below, with more than two pips.

    ``upward`` tells which way is up where they lie; a side is seen below the top of its die.
    """
    centers = np.array([face.center for face in faces])
    radii = np.array([face.radius for face in faces])
    down = -upward(centers)
    seen = np.zeros(len(faces))
    for turned in SIDES_BELOW:
        spots = centers + BELOW_A_FACE * radii[:, None] * (down @ _turn(turned))
        looks = judge.look_closely(
            pyramid, spots, SIZE_OF_A_SIDE * radii, np.ones_like(radii), upward
        )
        seen = np.maximum(seen, [look.probabilities[MOST_CRUMBS + 1 :].sum() for look in looks])
    return np.asarray(seen > SIDE_SEEN, np.bool_)


def _turn(radians: float) -> Float64s:
    """Return what turns directions in the picture, rows (x, y), by so many radians, (2, 2)."""
    cosine, sine = math.cos(radians), math.sin(radians)
    return np.array([[cosine, sine], [-sine, cosine]])


def _is_pip(one: DieLook, contrast: float) -> bool:
    return contrast > FAINT_PIP or _evidence(one) > LEAST_FAINT_DIE_EVIDENCE


@dataclass(frozen=True)
class _Seen:
    """The upper face of a die, and whether it may be a side after all."""

    look: DieLook
    may_be_a_side: bool = False

    @classmethod
    def of(cls, face: DieLook, above: DieLook | None, *, doubted: bool, knows_up: bool) -> _Seen:
        """Tell the upper of two faces of a die, one above the other, or the only one.

        Where the tiles do not tell which way is up, the likelier of the two counts. It is
        ``doubted`` that one is the top if something that may be a face was found above it.
        """
        if above is None:
            return cls(face, may_be_a_side=doubted)
        if knows_up:
            return cls(above)
        return cls(max(face, above, key=lambda look: look.confidence), may_be_a_side=True)


@dataclass(frozen=True)
class _Climb:
    """Where aims came to lie that began above faces: middles (n, 2), radii (n,), both in px.

    ``faceless`` is how likely what is there is no die; 1 where the aim came back to the face, or
    went elsewhere, (n,).
    """

    centers: Points
    radii: Float64s
    faceless: Float64s


def _climbs(
    judge: DieJudge,
    pyramid: Pyramid,
    faces: Sequence[DieLook],
    upward: Upward,
    turns: Sequence[float],
) -> list[_Climb]:
    """Aim at faces again from above, with up turned by so many radians, each way together."""

    def turned_up(points: Points) -> Points:
        parts = zip(np.split(points, len(turns)), turns, strict=True)
        return np.concatenate([upward(part) @ _turn(turned) for part, turned in parts])

    centers = np.array([face.center for face in faces] * len(turns))
    radii = np.array([face.radius for face in faces] * len(turns))
    up = turned_up(centers)
    starts = centers + AIMED_FROM_ABOVE * radii[:, None] * up
    tops, sizes, none = judge.settle(pyramid, starts, radii, turned_up)
    steps = (tops - centers) / radii[:, None]
    rises = (steps * up).sum(axis=1)
    aside = np.abs(steps[:, 0] * up[:, 1] - steps[:, 1] * up[:, 0])
    climbs = (rises > LEAST_RISE) & (rises < MOST_RISE) & (aside < MOST_ASIDE)
    faceless = np.where(climbs & pyramid.shows(tops), none, 1.0)
    each = (np.split(part, len(turns)) for part in (tops, sizes, faceless))
    return [_Climb(*parts) for parts in zip(*each, strict=True)]


def _faces_above(
    judge: DieJudge, pyramid: Pyramid, faces: Sequence[DieLook], upward: Upward
) -> tuple[list[DieLook | None], Mask]:
    """Return of each face the one of the same die above it, and whether there may be one, (n,).

    In the picture a side is like a top. But aimed at from above, a top comes back to itself, where
    a side finds the top that adjoins it. Where the aim stays above, and what it stays at is not
    surely a face, none is found, but there may be one: a top that is burnt, or seen too flat. So
    there may be where that happens a little beside what is taken for up: few tiles hardly tell.
    """
    if not faces:
        return [], np.zeros(0, np.bool_)
    climb, *beside = _climbs(judge, pyramid, faces, upward, (0.0, -UP_ASTRAY, UP_ASTRAY))
    climbs = climb.faceless < FACELESS
    scores = np.array([face.score for face in faces])
    tops, radii = climb.centers[climbs], climb.radii[climbs]
    seen = judge.look_closely(pyramid, tops, radii, scores[climbs], upward)
    above: list[DieLook | None] = [None] * len(faces)
    for index, top in zip(np.flatnonzero(climbs).tolist(), seen, strict=True):
        above[index] = None if _is_on_another(top.center, faces[index], faces) else top
    doubted = ~climbs & (climb.faceless < SURELY_FACELESS)
    for other in beside:
        came_to = zip(faces, other.centers.tolist(), strict=True)
        own = [not _is_on_another((x, y), face, faces) for face, (x, y) in came_to]
        doubted |= (other.faceless < SURELY_FACELESS) & own
    return above, doubted


def _is_on_another(center: Point, face: DieLook, faces: Sequence[DieLook]) -> bool:
    """Tell whether a face above one is that of another die, which lies behind; ``center`` in px."""
    beside = (die for die in faces if not _are_one(face, die))
    return any(math.dist(center, die.center) <= SAME_FACE * die.radius for die in beside)


def may_be_a_side(center: Point, radius: float, pyramid: Pyramid, upward: Upward) -> bool:
    """Tell whether a face may be a side of its die, as the top would lie outside the picture.

    ``center`` and ``radius``, half the diagonal, are the face's, in pixels. A die that the rim of
    the picture cuts shows whatever faces are left of it; where few tiles tell which way is up, or a
    very wide lens bends it, the top may lie beyond any rim that a face reaches.
    """
    around = ROOM_ABOUT_A_FACE * radius * np.column_stack([np.cos(_AROUND), np.sin(_AROUND)])
    above = TOP_ABOVE_A_SIDE * radius * upward(np.array([center]))
    return not bool(pyramid.shows(center + np.vstack([around, above])).all())


def _is_like(one: _Seen, dice: Sequence[_Seen]) -> bool:
    """Tell whether a die is about as large as the surest one in the picture."""
    surest = max((die.look for die in dice), key=lambda look: die_margin(look, is_sized=False))
    return 1 / ODD_DIE_SIZE < one.look.radius / surest.radius < ODD_DIE_SIZE


def _described(
    seen: _Seen, doubted: bool, pyramid: Pyramid, upward: Upward, *, is_sized: bool
) -> DieReading:
    look = seen.look
    side = seen.may_be_a_side or may_be_a_side(look.center, look.radius, pyramid, upward)
    margin = -math.inf if side or doubted else die_margin(look, is_sized=is_sized)
    confidence = look.confidence * (A_TOP_AFTER_ALL if seen.may_be_a_side else 1.0)
    return DieReading(
        look.value, look.center, confidence, margin > LEAST_MARGIN, margin, look.radius
    )


def _are_one(one: DieLook, other: DieLook) -> bool:
    """Tell whether two looks are at one die, or at a die and a pip of it."""
    return math.dist(one.center, other.center) < SAME_DIE * max(one.radius, other.radius)


def is_die(look: DieLook) -> bool:
    """Tell whether both witnesses together take what is looked at for a die."""
    return look.confidence > LEAST_DIE_CONFIDENCE and _evidence(look) > LEAST_DIE_EVIDENCE


def is_sure(look: DieLook) -> bool:
    """Tell whether it is certain what the die shows, where its size speaks for a die as well."""
    return die_margin(look) > LEAST_MARGIN


def die_margin(look: DieLook, *, is_sized: bool = True) -> float:
    """Return how far, in log odds, a die is on the sure side of its thresholds.

    Where no tiles tell how large dice are (``is_sized``), the two witnesses must say more.
    """
    least = SURE_DIE_EVIDENCE if is_sized else SURE_UNSIZED_EVIDENCE
    return min(
        log_odds(look.confidence) - log_odds(SURE_DIE),
        log_odds(look.score) - log_odds(SURE_DIE_SCORE),
        _evidence(look) - least,
        log_odds(look.agreed) - log_odds(LEAST_AGREED),
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

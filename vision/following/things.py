"""Things that came over the table, followed from look to look: since when, and how long a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from rules.lattice import SIDES
from vision.arrays import Float32s, Mask, Points
from vision.following.places import Places, is_little, is_one
from vision.following.seen import Seen, holds_any
from vision.following.thresholds import LASTING_ELSEWHERE, SAME_THING


@dataclass(frozen=True)
class Thing:
    """Something over the table that has looked like this since a time, in seconds.

    Attributes
    ----------
    mask
        The places of the grid where it is seen, (rows, columns).
    picture
        The picture it was first seen in, small, (rows, columns, 3).
    since
        When that was.
    patience
        For how many seconds it may be a hand while it lies still.
    on_bare
        Whether it may be one only since the first tile may lie below it: none was seen.
    beside
        Outlines of what lay on the table when it was first seen, each (n, 2) in pixels.
    """

    mask: Mask
    picture: Float32s
    since: float
    patience: float
    on_bare: bool = False
    beside: Sequence[Points] = ()


Earlier = Sequence[tuple[Thing, Mask]]
"""Things of the looks before, and where the picture is not as it was then, (rows, columns)."""


def followed(fresh: Thing, earlier: Earlier, *, is_elsewhere: bool) -> Thing:
    """Return a thing, since when it looks as it does being known from the looks before.

    What pictures show there counts, and not what the detector took for one thing: on a cloth that
    puzzles it that may be something else in every look. What was an arm still is one; but what may
    have hidden the first tile hides none once tiles lie elsewhere (``is_elsewhere``).
    """
    alike = [old for old, gone in earlier if is_little(gone & fresh.mask, fresh.mask)]
    oldest = min(alike, key=lambda old: old.since, default=fresh)
    forms = [
        old
        for old in earlier_forms(fresh.mask, earlier)
        if not (old.on_bare and is_elsewhere) and old.patience > fresh.patience
    ]
    form = max(forms, key=lambda old: old.patience, default=fresh)
    return replace(oldest, mask=fresh.mask, patience=form.patience, on_bare=form.on_bare)


def outlasting_play(thing: Thing, seen: Seen, step: float) -> Thing:
    """Return a thing, no longer thought to be a hand once a tile came elsewhere while it lay still.

    Another hand laid that tile: this is a cup, or an arm of somebody who watches. ``step`` is how
    wide a place of the grid is, in pixels. Where the camera was moved, tiles seem to come.
    """
    if seen.ways.has_moved or thing.patience <= LASTING_ELSEWHERE:
        return thing
    lay = np.array([outline.mean(axis=0) for outline in thing.beside])
    reach = 2 * round(float(np.sqrt(seen.tile_area)) / step) + 1
    about = cv2.dilate(thing.mask.astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0
    places = Places(np.asarray(about, np.bool_), step)
    came = any(
        len(outline) == SIDES and not holds_any(outline, lay) and not places.touches(outline)
        for outline in seen.found
    )
    return replace(thing, patience=LASTING_ELSEWHERE) if came and len(lay) else thing


def earlier_forms(mask: Mask, earlier: Earlier) -> list[Thing]:
    """Return what of the looks before looks the same, and hardly moved or is all there still.

    What is seen now may be a part of it, and must lie in it: a glass beside an arm is no arm.
    """
    return [
        old
        for old, gone in earlier
        if is_little(gone & mask, mask)
        and (
            is_one(old.mask, mask)
            or (
                (old.mask & mask).sum() > SAME_THING * mask.sum()
                and is_little(gone & old.mask, old.mask)
            )
        )
    ]

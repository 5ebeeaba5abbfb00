"""Things that came over the table, followed from look to look: since when, and how long a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from rules.lattice import SIDES
from vision.arrays import Float32s, Mask, Points
from vision.following.places import Places, is_little, is_one, parts_of
from vision.following.seen import Seen, holds_any
from vision.following.thresholds import (
    LARGE_CHANGE,
    LASTING_ELSEWHERE,
    MOST_TOUCHED,
    SAME_THING,
    TOUCHED_TILE,
)


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


def outlasting_play(thing: Thing, seen: Seen, step: float, gone: Mask | None = None) -> Thing:
    """Return a thing, no longer thought to be a hand once play went on elsewhere meanwhile.

    Another hand laid a tile, or turned one, or took it away: this is a cup, or an arm of somebody
    who watches. Where the camera was moved, tiles seem to come.

    Parameters
    ----------
    thing, seen
        The thing, which lay still, and what the look shows.
    step
        How wide a place of the grid is, in pixels.
    gone
        Where the picture is not as it was when the thing was seen first, (rows, columns); None
        where something has come over the table just now.
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
    beside = [tile for tile in thing.beside if len(tile) == SIDES and not places.touches(tile)]
    is_over = len(lay) > 0 and (came or (gone is not None and _is_one_touched(beside, gone, step)))
    return replace(thing, patience=LASTING_ELSEWHERE) if is_over else thing


def _is_one_touched(tiles: Sequence[Points], gone: Mask, step: float) -> bool:
    """Tell whether a tile or two of some were turned, or taken away, and nothing about them.

    Where more seem to be, the picture went a little, or light falls otherwise. A hand that went
    leaves a part that is larger than tiles.
    """
    touched = np.empty((0, 2))
    for part in parts_of(gone):
        for tile in tiles:
            size = cv2.contourArea(tile.astype(np.float32)) / step**2
            is_new = part.sum() < LARGE_CHANGE * size and not holds_any(tile, touched)
            if is_new and Places(part, step).share_of(tile) > TOUCHED_TILE:
                touched = np.vstack([touched, tile.mean(axis=0)])
    return 0 < len(touched) <= MOST_TOUCHED


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

"""The parts of a picture in which something may have come over the table.

Those are what the detector takes for covered, unless it looks as it did; and what changed and is
larger than tiles, whatever the detector takes it for.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Mask
from vision.following.comparison import Comparison
from vision.following.details import lies_bare, outline_went, shows_through
from vision.following.hands import covers_bare_table, lies_over_tiles
from vision.following.places import Places, near_to, parts_of, reaches_in
from vision.following.scene import Scene, least_large
from vision.following.seen import Seen
from vision.following.things import Earlier, earlier_forms
from vision.following.thresholds import (
    COVERED,
    FAINTLY_COVERED,
    LEAST_CHANGED,
    REDRAWN,
    SAME_THING,
    SMALLEST_HAND,
)


def covered_parts(held: Comparison) -> list[Mask]:
    """Return the parts that the detector takes for covered, but for what was there before."""
    parts = [
        part
        for part in parts_of(held.scene.cover > COVERED)
        if part.sum() >= max(SMALLEST_HAND * held.tile, 3.0) and _may_hide(part, held)
    ]
    return [part for part in parts if not _is_restless(part, held.near, held.seen)]


def large_changes(held: Comparison) -> list[Mask]:
    """Return the parts that changed and are larger than tiles, and may be arms or sleeves."""
    scene, seen, changed = held.scene, held.seen, held.changed
    if changed is None or held.has_moved:
        return []
    supply = near_to(seen.supply, scene.step, changed.shape, 0.0)
    tiles = near_to(seen.found, scene.step, changed.shape, 0.0) | (supply & ~held.near)
    return [
        part
        for part in parts_of(changed)
        if (part & ~tiles).sum() > least_large(part, scene, held.tile)
        and (reaches_in(part, scene.picture) or lies_over_tiles(part, tiles, seen, scene))
    ]


def parts_that_came(held: Comparison, large: Sequence[Mask], earlier: Earlier) -> list[Mask]:
    """Return those of large changes that came over the table, whatever the detector says."""
    scene, seen, before, redrawn = held.scene, held.seen, held.before, held.redrawn
    if before is None or redrawn is None:
        return []
    return [
        part
        for part in large
        if (
            seen.lacks_die
            or covers_bare_table(part, scene, before, seen)
            or (part & held.near).any()
            or earlier_forms(part, earlier)
        )
        and _came(part, scene, before, redrawn, seen)
    ]


def _may_hide(part: Mask, held: Comparison) -> bool:
    """Tell whether a part that seems covered is not as it was, and not for the light alone."""
    if held.before is None or held.changed is None:
        return True
    if (held.changed & part).sum() < LEAST_CHANGED * part.sum():
        return False
    return not lies_bare(part, held.scene.picture, held.before.picture)


def _is_restless(part: Mask, near: Mask, seen: Seen) -> bool:
    """Tell whether a part lies away from the tiles, and mostly where something always moves."""
    if seen.restless is None or (part & near).any():
        return False
    moves = cv2.resize(seen.restless.astype(np.uint8), part.shape[::-1]) > 0
    return bool((moves & part).sum() > SAME_THING * part.sum())


def _came(part: Mask, scene: Scene, before: Scene, redrawn: Mask, seen: Seen) -> bool:
    """Tell whether a part of a picture changed by what came, not by light or by what went away.

    A plain sleeve near the camera may be none to the detector, and shows no details. What reaches
    in over tiles that are not seen there any more hides them, whatever it looks like.
    """
    laid = near_to(seen.found, scene.step, part.shape, 1.0)
    since = laid & ~near_to(seen.known, scene.step, part.shape, 0.0)
    if shows_through(part, since, scene.picture, before.picture):
        return False
    hides = seen.misses_most and seen.lost_under(Places(part, scene.step))
    if scene.cover[part].max() >= FAINTLY_COVERED or hides:
        return True
    if redrawn[part].mean() <= REDRAWN or before.cover[part].max() > COVERED:
        return False
    return not outline_went(part, laid, scene.picture, before.picture)

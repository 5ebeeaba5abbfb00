"""Whether what came over the table may be a hand, and for how long it is waited for."""

from __future__ import annotations

import numpy as np

from vision.arrays import Mask
from vision.following.comparison import Comparison
from vision.following.details import redrawn_places
from vision.following.places import Places, depth_of, near_to, parts_of, reaches_in
from vision.following.scene import Scene, least_large
from vision.following.seen import Seen
from vision.following.things import Thing
from vision.following.thresholds import (
    ALL_REDRAWN,
    ARM_ON_BARE,
    ARM_REACH,
    COVERED,
    FAINTLY_COVERED,
    HANGS_OVER,
    LARGE_CHANGE,
    LARGE_ON_BARE,
    LASTING,
    LASTING_ARM,
    LASTING_AT_FIRST,
    LASTING_ELSEWHERE,
    MOST_TILES_IN_ARM,
    SMALL_ON_BARE,
)


def thing_from(mask: Mask, held: Comparison, time: float, *, is_unknown: bool) -> Thing:
    """Return a part that covers the table as a thing that is seen from now on.

    ``is_unknown`` tells that it seems to be an arm of a look that the detector has not learned:
    fallen tiles do, too.
    """
    patience = _patience_with(mask, held, is_unknown=is_unknown)
    seen = held.seen
    return Thing(mask, held.scene.picture, time, patience, not seen.tiles, seen.outlines)


def _patience_with(mask: Mask, held: Comparison, *, is_unknown: bool) -> float:
    """Return for how many seconds a thing that lies still may be a hand."""
    scene, seen, before = held.scene, held.seen, held.before
    is_near = bool((mask & held.near).any())
    if not (is_near or seen.lacks_die) and _is_as_small_as_tiles(mask, held):
        return 0.0
    if before is None:
        return LASTING_AT_FIRST if is_near else 0.0
    is_near = is_near or covers_bare_table(mask, scene, before, seen)
    is_arm, places = reaches_in(mask, scene.picture), Places(mask, scene.step)
    if seen.lacks_die and is_arm:
        return LASTING_ARM
    if is_near and (scene.cover[mask].max() >= FAINTLY_COVERED or seen.lost_under(places)):
        return LASTING_ARM if is_arm else LASTING
    return LASTING if is_unknown else LASTING_ELSEWHERE


def is_unknown_arm(mask: Mask, held: Comparison) -> bool:
    """Tell whether what comes to the board from the border is more than light.

    It is told by how much of what it lies on it draws anew, whatever the detector says. Few of the
    board's tiles lie in it: what most of them are seen in may be a shadow.
    """
    seen, scene, redrawn = held.seen, held.scene, held.redrawn
    if redrawn is None or not (mask & held.near).any() or not reaches_in(mask, scene.picture):
        return False
    lay = len(seen.known_under(Places(mask, scene.step)))
    is_beside = lay <= MOST_TILES_IN_ARM * len(seen.known)
    return is_beside and bool(redrawn[mask].mean() > ALL_REDRAWN)


def covers_bare_table(mask: Mask, scene: Scene, before: Scene, seen: Seen) -> bool:
    """Tell whether something surely hides a bare table: the first tile may lie below it.

    Where a large part of it is drawn anew the detector need not be so sure, unless it was before:
    of a black head over most of a table it thinks now one thing, now the other. An arm is less
    large and reaches far in.
    """
    if seen.tiles:
        return False
    if scene.cover[mask].max() > COVERED:
        return True
    new = scene.cover[mask & (before.cover < FAINTLY_COVERED)]
    least = LARGE_ON_BARE if depth_of(mask) < ARM_REACH else ARM_ON_BARE
    if mask.mean() <= least or new.max(initial=0.0) < FAINTLY_COVERED:
        return False
    return bool(redrawn_places(scene.picture, before.picture)[mask].mean() > ALL_REDRAWN)


def lies_over_tiles(part: Mask, tiles: Mask, seen: Seen, scene: Scene) -> bool:
    """Tell whether what changed lies over tiles that lay there, and is large beside them.

    Nothing that is put down does, so it hangs there, though no arm leads to it: a sleeve that ends
    in the picture, or one that looks like the table. ``tiles`` is where tiles are seen now.
    """
    places, step = Places(part, scene.step), scene.step
    beside = part & ~tiles & ~near_to(seen.known, step, part.shape, 0.0)
    if beside.sum() <= least_large(part, scene, seen.tile_area / step**2):
        return False
    return any(places.share_of(outline) > HANGS_OVER for outline in seen.known)


def _is_as_small_as_tiles(mask: Mask, held: Comparison) -> bool:
    """Tell whether a thing, with all that changed about it, is too small for a hand.

    Such are the tiles of a stack that grew lower, what is put down beside the board, and a die on a
    bare table, of which nobody knows how large a tile is: no arm leads from the border to it.
    """
    if held.changed is None:
        return False
    parts = [part for part in parts_of(mask | held.changed) if (part & mask).any()]
    whole = np.logical_or.reduce(parts)
    small = whole.sum() <= (LARGE_CHANGE * held.tile or SMALL_ON_BARE * whole.size)
    return bool(small) and not reaches_in(whole, held.scene.picture)

"""One look, held against the last settled table as that would look from here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.lattice import SIDES
from vision.arrays import Mask
from vision.following.details import details, likeness, redrawn_places
from vision.following.places import Places, near_to
from vision.following.scene import Scene, changed_places, drifted, seen_from
from vision.following.seen import Seen
from vision.following.thresholds import COARSE, COVERED, LEAST_DRIFTED, SHOWN


@dataclass(frozen=True)
class Comparison:
    """One look and the last settled table, as that would look from here.

    Attributes
    ----------
    scene, seen
        The look.
    before
        The table that was settled; None where nobody knows.
    has_moved
        Whether the camera was moved since.
    changed, redrawn
        Where the picture is not as it was, and where its details are not; None where nobody knows.
    near
        Where tiles lie, and near to them.
    """

    scene: Scene
    seen: Seen
    before: Scene | None
    has_moved: bool
    changed: Mask | None
    redrawn: Mask | None
    near: Mask

    @property
    def tile(self) -> float:
        """How large a tile is, in grid places."""
        return self.seen.tile_area / self.scene.step**2

    @property
    def known(self) -> Places | None:
        """Where the picture is not as it was, the camera having stayed; None where nobody knows."""
        if self.changed is None or self.has_moved:
            return None
        return Places(self.changed, self.scene.step)

    def shows_the_same(self) -> bool:
        """Tell whether what lies around all tiles shows the details that it did."""
        if self.before is None:
            return False
        new, old = (details(s.picture, COARSE)[~self.near] for s in (self.scene, self.before))
        return likeness(new, old) > SHOWN

    def remembered(self, masks: Sequence[Mask], arms: Sequence[Mask]) -> Scene:
        """Return the look with what came over the table, and what of it seems to be arms."""
        before = self.before
        if before is None or self.changed is None:
            return self.scene
        came = np.logical_or.reduce([before.came, *masks]) & (self.scene.cover > COVERED)
        unknown = np.logical_or.reduce([before.unknown & ~self.changed, *arms])
        return replace(self.scene, came=came, unknown=unknown)


def compare(lay: Scene | None, scene: Scene, seen: Seen, *, has_moved: bool) -> Comparison:
    """Return a look held against the table as it lay, which the camera may see elsewhere now."""
    before, changed, redrawn = lay, None, None
    if before is not None:
        before = before if has_moved else _less_drifted(before, scene, seen)
        changed = changed_places(scene.picture, before.picture)
        redrawn = redrawn_places(scene.picture, before.picture)
    reach = math.sqrt(seen.tile_area) / scene.step
    near = near_to(seen.outlines, scene.step, scene.cover.shape, reach)
    return Comparison(scene, seen, before, has_moved, changed, redrawn, near)


def _less_drifted(before: Scene, scene: Scene, seen: Seen) -> Scene:
    """Return a scene as seen now that the lens is focused otherwise, or the stand gave way.

    All that is seen went less far than a camera that is moved. It is as it was unless the two
    pictures are more alike then. Of a bare table its details tell.
    """
    if seen.ways.has_moved or before.cover.shape != scene.cover.shape:
        return before
    if seen.ways.matrices:
        tiles = [outline for outline in seen.found if len(outline) == SIDES]
        along = seen_from(before, scene, seen.ways.matrices, tiles)
    elif not seen.known and changed_places(scene.picture, before.picture).mean() > LEAST_DRIFTED:
        along = drifted(before, scene)
    else:
        return before
    stayed, went = (changed_places(scene.picture, one.picture).sum() for one in (before, along))
    return along if went < stayed else before

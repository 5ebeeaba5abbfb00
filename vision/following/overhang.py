"""What hangs over the table: hands and sleeves, told from what lies on it by what they are.

Two witnesses are heard. The detector says where something held above the table hides it. And the
picture says where it is not what it was when the table was last settled: tiles and dice change it
by their own size, an arm changes far more, and from the picture's border on. What was there before
and looks as it did hangs nowhere, whatever the detector takes it for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.lattice import SIDES
from vision.arrays import Mask
from vision.following.comparison import Comparison, compare
from vision.following.coverings import covered_parts, large_changes, parts_that_came
from vision.following.details import (
    camera_was_moved,
    shows_a_part,
)
from vision.following.hands import (
    is_unknown_arm,
    thing_from,
)
from vision.following.landmarks import Landmarks
from vision.following.places import (
    GRID,
    Places,
    grown,
    is_little,
    is_one,
    reaches_in,
)
from vision.following.scene import (
    Scene,
    altered_since,
    changed_places,
    places_unlike,
    scene_of,
    seen_from,
)
from vision.following.seen import Seen
from vision.following.things import Earlier, Thing, followed, outlasting_play
from vision.following.thresholds import (
    ALL_ANOTHER,
    ALL_REDRAWN,
    COVERED,
    LASTING_ELSEWHERE,
    LIT_AS_BEFORE,
    MOST_BEHIND,
    MOST_EARLIER,
    MOST_LIGHTS,
    MOSTLY_ANOTHER,
    SAME_THING,
)


@dataclass(frozen=True)
class Hanging:
    """What hangs over the table in one look.

    Attributes
    ----------
    covering
        What hides the table and came while it was followed, things put down for good included.
    until
        Some of it came since the table was last settled, and is waited for until then, in seconds;
        minus infinity where nothing came.
    changed
        Where the picture is not as it was when the table was last settled; None where nobody knows.
    seems_changed
        The same, but roughly also where the camera was moved: by how the table that was settled
        would look from where it is now.
    still
        Whether the table around the tiles shows the details that it did, though the board may be
        seen elsewhere: the camera was not moved. A plain table tells nothing.
    moved
        Whether a bare table shows what it did elsewhere: the camera was moved.
    is_first
        Whether no table was settled before, so that nobody was seen to lay what lies there.
    altered
        Where the picture shows something else than when the table was last settled, shadows apart;
        None where nobody knows.
    hands_until
        As ``until``, without what is far from all tiles, or hides nothing: nobody lays tiles there.
    """

    covering: Places
    until: float
    changed: Places | None = None
    seems_changed: Places | None = None
    still: bool = False
    moved: bool = False
    is_first: bool = False
    altered: Places | None = None
    hands_until: float = -math.inf

    def of_a_photo(self) -> Hanging:
        """Return the same of a single photo: it shows no more however often it is looked at."""
        return replace(self, changed=None, is_first=False)


class Overhang:
    """Compares each look with the last settled table, and finds what came since and hides it."""

    def __init__(self) -> None:
        """Start with nothing seen."""
        self._settled: Scene | None = None
        self._before_the_last: tuple[Scene, ...] = ()
        self._earlier: tuple[Scene, ...] = ()
        self._lit_otherwise: tuple[Scene, ...] = ()
        self._last: Scene | None = None
        self._follows: Scene | None = None
        self._is_another = False
        self._tile = 0.0
        self._things: tuple[Thing, ...] = ()
        self._landmarks = Landmarks()

    def in_other_light(self) -> None:
        """Hold the next look against no table that was settled, unless it shows one as it was.

        All levels of the pictures are other ones now. Where a lamp was out for a while, the table
        is lit again as it was before.
        """
        if self._settled is not None:
            self._lit_otherwise = (*self._lit_otherwise, self._settled)[-MOST_LIGHTS:]
        self._forget_settled()
        self._landmarks = Landmarks()

    def look(self, seen: Seen, time: float) -> Hanging:
        """Tell what hangs over the table at a time, in seconds."""
        scene = scene_of(seen.picture, seen.detections, max(seen.picture.shape[:2]) / GRID)
        lay, has_moved = self._before(scene, seen)
        held = compare(lay, scene, seen, has_moved=has_moved)
        earlier, large = self._earlier_things(scene), large_changes(held)
        self._follows, self._is_another = None if has_moved else lay, bool(large)
        self._tile = held.tile
        parts = [*covered_parts(held), *parts_that_came(held, large, earlier)]
        masks = [part for part in parts if not self._is_as_before_the_last(part, held)]
        arms = [is_unknown_arm(mask, held) for mask in masks]
        things = [
            followed(
                thing_from(mask, held, time, is_unknown=is_unknown),
                earlier,
                is_elsewhere=bool(seen.tiles) and not (mask & held.near).any(),
            )
            for mask, is_unknown in zip(masks, arms, strict=True)
        ]
        hands = [thing for thing in things if thing.patience > LASTING_ELSEWHERE]
        are_still = all(hand.since < time for hand in hands)
        for number, thing in enumerate(things):
            gone = changed_places(scene.picture, thing.picture) if are_still else None
            things[number] = outlasting_play(thing, seen, scene.step, gone)
        self._things = (*things, *self._behind(masks))
        unknown = [mask for mask, is_unknown in zip(masks, arms, strict=True) if is_unknown]
        self._last = held.remembered(masks, unknown)
        self._landmarks.look(seen.picture, is_bare=not seen.tiles)
        until = _waited_for(things)
        moved = self._camera_moved(held, lay, waits=until > time)
        if moved and until > time:  # held against what was settled all would seem to have come
            self._forget_settled()
        known = held.known
        return Hanging(
            covering=Places(grown(self._last.over_it), scene.step),
            until=until,
            hands_until=_waited_for([one for one in things if one.patience > LASTING_ELSEWHERE]),
            changed=known,
            seems_changed=None if held.changed is None else Places(held.changed, scene.step),
            still=seen.ways.has_moved and known is not None and held.shows_the_same(),
            moved=moved,
            is_first=lay is None,
            altered=altered_since(held.before, self._last, known),
        )

    def _camera_moved(self, held: Comparison, lay: Scene | None, *, waits: bool) -> bool:
        """Tell whether the camera was moved, by a table on which no tile is known."""
        scene, seen, before = held.scene, held.seen, held.before
        moved = False
        if held.known is not None and not seen.tiles and lay is not None:
            moved = camera_was_moved(scene.picture, lay.picture)
            if lay is self._settled and waits and not moved:
                moved = self._landmarks.are_elsewhere(scene.picture, lay.picture)
        if before is None or held.redrawn is None or seen.known or held.has_moved or moved:
            return moved
        return is_all_another(scene, before, held.redrawn, shows_tiles=bool(seen.tiles))

    def settled(self) -> None:
        """Note that the table of the last look is settled: what lies there now came before.

        Where a large part of the picture is another one now, the table before is remembered: what
        came may not be seen to be a person, and go again. Of many the first one is, and the last.
        """
        follows = self._follows
        if follows is None or self._settled is None:
            self._earlier = ()
        else:
            if follows is not self._settled:  # what was seen since then is gone
                numbers = [id(scene) for scene in self._earlier]
                self._earlier = self._earlier[: numbers.index(id(follows))]
            if self._is_another and not follows.came.any():
                first, *others = (*self._earlier, follows)
                self._earlier = (first, *others[-MOST_EARLIER + 1 :])
        if self._settled is not None and self._shows_another_table(self._settled):
            self._before_the_last = (*self._before_the_last, self._settled)[-MOST_EARLIER:]
        self._settled = self._last
        self._landmarks.settled()

    def _shows_another_table(self, settled: Scene) -> bool:
        """Tell whether more than a tile has changed since the table that was settled last.

        Who rests a hand at the border may be there in several that are settled.
        """
        now = self._last
        if now is None or settled.cover.shape != now.cover.shape:
            return True
        return bool(changed_places(now.picture, settled.picture).sum() > self._tile)

    def _forget_settled(self) -> None:
        """Hold nothing against tables that were settled, which this one has nothing of."""
        self._settled, self._before_the_last, self._follows = None, (), None
        self._earlier, self._things = (), ()

    def _is_as_before_the_last(self, part: Mask, held: Comparison) -> bool:
        """Tell whether a part shows what it did before the table that was settled last.

        What differs from that one is a hand that was in it then and is gone: in a fast game one may
        come in from the border while the table counts as still, where something always moves. It
        may be in some that are settled.
        """
        scene = held.scene
        if held.has_moved or held.seen.lost_under(Places(part, scene.step)):
            return False
        return any(
            is_little(changed_places(scene.picture, old.picture) & part, part)
            for old in self._before_the_last
            if old.cover.shape == scene.cover.shape
        )

    def _before(self, scene: Scene, seen: Seen) -> tuple[Scene | None, bool]:
        """Return the last settled scene as seen from here, and whether the camera was moved.

        It is the one before that where the picture is more like it, unless tiles are lost from
        sight with what has changed since: hands may come again just as they were. A hand over the
        board may look like a camera that was moved. If it was, the old picture moved likewise is
        more like the new one. Whoever hides the board leaves few tiles to be seen, which may seem
        to lie anywhere: then the two must be alike in most places. A picture of another size is
        another camera's, or one that was turned: without the board nothing is known of what it
        showed before.
        """
        before = self._settled
        if before is None:
            return (None if seen.ways.has_moved else self._lit_as_before(scene)), False
        if not seen.ways.has_moved:
            if before.cover.shape != scene.cover.shape:
                return None, False
            return self._earlier_like(scene, before, seen) or before, False
        tiles = [outline for outline in seen.found if len(outline) == SIDES]
        moved = seen_from(before, scene, seen.ways.matrices, tiles)
        stayed, came_along = (
            changed_places(scene.picture, one.picture).sum() for one in (before, moved)
        )
        is_alike = came_along < MOSTLY_ANOTHER * moved.cover.size
        agrees = is_alike or not seen.misses_most
        return (moved, True) if came_along < stayed and agrees else (before, False)

    def _lit_as_before(self, scene: Scene) -> Scene | None:
        """Return the last table that was settled in another light, if this is that light again."""
        for old in reversed(self._lit_otherwise):
            if changed_places(scene.picture, old.picture).mean() < LIT_AS_BEFORE:
                return old
        return None

    def _earlier_like(self, scene: Scene, settled: Scene, seen: Seen) -> Scene | None:
        """Return the earlier scene that is more like this one than the last, if there is one."""
        if not self._earlier:
            return None
        changed = changed_places(scene.picture, settled.picture)
        apart = [changed_places(scene.picture, old.picture).sum() for old in self._earlier]
        least = int(np.argmin(apart))
        lost = seen.lost_under(Places(changed, scene.step))
        return None if lost or apart[least] >= changed.sum() else self._earlier[least]

    def _behind(self, masks: Sequence[Mask]) -> list[Thing]:
        """Return things that stood by themselves and may still stand behind what is seen now.

        What was put down is not new again whenever a hand passes over it.
        """
        if not masks:
            return []
        seen = np.logical_or.reduce(masks)
        return [
            thing
            for thing in self._things
            if thing.mask.shape == seen.shape
            and not reaches_in(thing.mask, thing.picture)
            and (thing.mask & seen).sum() > SAME_THING * thing.mask.sum()
            and not any(is_one(thing.mask, mask) for mask in masks)
        ][-MOST_BEHIND:]

    def _earlier_things(self, scene: Scene) -> Earlier:
        """Return the things of the looks before, and where the picture is not as it was then."""
        of_pictures = {
            id(old.picture): changed_places(scene.picture, old.picture) for old in self._things
        }
        return [(old, of_pictures[id(old.picture)]) for old in self._things]


def _waited_for(things: Sequence[Thing]) -> float:
    return max((thing.since + thing.patience for thing in things), default=-math.inf)


def is_all_another(scene: Scene, before: Scene, redrawn: Mask, *, shows_tiles: bool) -> bool:
    """Tell whether nearly all of a bare table's picture is another one: no hand is so large.

    Light falls otherwise on all of a table, too, but does not draw it anew; and who leans over all
    of it is seen to cover it, or leaves a part that shows what it did. Where tiles are seen, who
    hid them went, and was never seen to be there: then nothing is known of what was before.
    """
    changed = changed_places(scene.picture, before.picture)
    if changed.mean() <= ALL_ANOTHER or (scene.cover > COVERED).mean() > 1 - ALL_ANOTHER:
        return False
    unchanged = ~places_unlike(scene.picture, before.picture)
    if not shows_tiles and shows_a_part(unchanged, scene.picture, before.picture):
        return False
    return bool(redrawn[changed].mean() > ALL_REDRAWN)

"""Knowing for how long a die has lain as it does, while hands were over the table.

Who holds a tile over the board for long hides it, and may have let somebody else roll and play
meanwhile. Mostly the die lies in sight all that time: it was not thrown again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Grey, Image, Points
from vision.following.details import likeness
from vision.following.kept_frames import KeptFrames
from vision.following.lying_dice import details_at
from vision.following.thresholds import (
    BETWEEN_LOOKS,
    DIE_MOVED_PX,
    MOST_OF_A_TILE,
    SHOWN_DIE,
)
from vision.networks.detector import DieDetection
from vision.readers.picture_reader import ReadPicture
from vision.reading import DieReading


def faces_in_photo(looked: ReadPicture, faces: Iterable[DieDetection]) -> tuple[DieDetection, ...]:
    """Return where faces of dice lie in a photo that was straightened; none if one is not known."""
    read = zip(looked.examination.reading.dice, looked.reading.dice, strict=True)
    places = {straight.center: in_photo.center for straight, in_photo in read}
    given = tuple(faces)
    found = tuple(replace(f, center=places[f.center]) for f in given if f.center in places)
    return found if len(found) == len(given) else ()


@dataclass(frozen=True)
class _SeenDie:
    """A die that was read for sure while something hung over the table, in so many looks."""

    die: DieReading
    looks: int = 1


class DiceBetween:
    """Remembers the dice that were read for sure between two settled looks at the table.

    Looks at hands that rest show the dice, too, though nothing is known of the tiles then.
    """

    def __init__(self) -> None:
        """Start with nothing seen."""
        self._lay: tuple[DieReading, ...] = ()
        self._seen: list[_SeenDie] = []

    def look(self, dice: Iterable[DieReading]) -> None:
        """Take in the dice of a look at which something hung over the table."""
        came = [die for die in dice if die.sure and not _is_among(die, self._lay)]
        if len(came) != 1:
            return
        last = self._seen[-1] if self._seen else None
        if last is not None and _is_among(came[0], [last.die]):
            self._seen[-1] = _SeenDie(last.die, last.looks + 1)
        else:
            self._seen.append(_SeenDie(came[0]))

    def settled(self, dice: Iterable[DieReading]) -> tuple[int, ...]:
        """Return what was thrown since the table was settled, but for the dice that lie there now.

        Those are the numbers, in the order in which they were thrown, of dice that were read so in
        two looks or more. Where no die lies there now none are: one of them may, and be hidden.
        """
        now, seen = tuple(dice), self._seen
        self._lay, self._seen = now, []
        while seen and _is_among(seen[-1].die, now):
            seen.pop()
        return tuple(one.die.value for one in seen if one.looks >= BETWEEN_LOOKS) if now else ()


def _is_among(die: DieReading, others: Iterable[DieReading]) -> bool:
    """Tell whether a die is one of others: it lies there, and shows the same if that is sure."""
    return any(
        math.dist(die.center, other.center) <= DIE_MOVED_PX
        and (die.value == other.value or not other.sure)
        for other in others
    )


def _most_of(tile: Points) -> DieDetection:
    """Return where a tile lies, (6, 2), as a face that tells whether it lies there."""
    x, y = (float(place) for place in tile.mean(axis=0))
    edge = float(np.hypot(*(tile - (x, y)).T).mean())
    return DieDetection((x, y), MOST_OF_A_TILE * edge, 1.0)


class DieWatch:
    """Tells from the frames since the table was last settled how dice lay meanwhile.

    Attributes
    ----------
    frames
        Small copies of these frames.
    """

    def __init__(self) -> None:
        """Start without any frame."""
        self.frames = KeptFrames()
        self._lay: tuple[DieDetection, ...] = ()
        self._began: float | None = None

    def forget(self) -> None:
        """Forget all frames: the camera stands elsewhere now."""
        self.frames.forget()
        self._lay = ()

    def see(self, frame: Image, time: float) -> None:
        """Take the next frame, BGR (height, width, 3), and its time in seconds."""
        self._began = time if self._began is None else self._began
        if self.frames.see(frame, time):
            self._lay = ()

    def settled(self, frame: Image, time: float, dice: Iterable[DieDetection] = ()) -> None:
        """Begin anew with a frame on which the table is settled, and the faces of its dice."""
        self.frames.settled(frame, time)
        self._lay = tuple(dice)

    def lain(self, frame: Image, time: float, dice: Iterable[DieDetection]) -> float | None:
        """Return for how many seconds, at least, all dice have lain as they do in a frame.

        None where there is no die, and where nothing is known of the time before. A die that an arm
        hid in between, and that lies there just as before, has lain there.

        Parameters
        ----------
        frame, time
            The frame, and its time in seconds.
        dice
            The faces of the dice, in its pixels.
        """
        now = self.frames.small(frame)
        if not self.frames.are_like(now):
            return None
        return min((time - self._since(now, time, die) for die in dice), default=None)

    def unwatched(
        self, frame: Image, time: float, tiles: Iterable[Points], dice: Iterable[DieDetection]
    ) -> float:
        """Return for how many seconds from the first frame on not all tiles were seen to lie there.

        Without a tile it is asked of the dice.

        Parameters
        ----------
        frame, time
            The frame in which they lie, the table being settled for the first time.
        tiles
            Their outlines, (6, 2) each, about where they are in its pixels.
        dice
            The faces of the dice, in its pixels.
        """
        if self._began is None:  # a single photo
            return 0.0
        now = self.frames.small(frame)
        is_like, places = self.frames.are_like(now), [_most_of(tile) for tile in tiles] or dice
        since = [self._since(now, time, place) if is_like else time for place in places]
        return max(since, default=self._began) - self._began

    def left(self, frame: Image, time: float) -> float | None:
        """Return for how many seconds, at most, a die has not lain as when the table was settled.

        None where there was no die, and where nothing is known of the time since. See :meth:`lain`.
        """
        if not (self._lay and self.frames.are_like(self.frames.small(frame))):
            return None
        places = [self._place(die) for die in self._lay]
        lay = [details_at(self.frames.kept[0].picture, *place) for place in places]
        for kept in reversed(self.frames.kept):
            now = [details_at(kept.picture, *place) for place in places]
            if all(likeness(*pair) > SHOWN_DIE for pair in zip(now, lay, strict=True)):
                return time - kept.time
        return None

    def _since(self, now: Grey, time: float, die: DieDetection) -> float:
        """Return the first time at which a die is seen to lie as it does now."""
        at = self._place(die)
        shows = details_at(now, *at)
        for kept in self.frames.kept:
            if likeness(details_at(kept.picture, *at), shows) > SHOWN_DIE:
                return kept.time
        return time

    def _place(self, die: DieDetection) -> tuple[tuple[float, float], float]:
        """Return where a face is in the copies: its middle and its radius, in their pixels."""
        x, y = ((place + 0.5) * self.frames.scale - 0.5 for place in die.center)
        return (x, y), die.radius * self.frames.scale

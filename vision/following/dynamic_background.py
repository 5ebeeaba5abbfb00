"""Where in the picture something moves all the time, so that it is no news.

Somebody sits at the table and talks, a screen is on behind it, the camera draws its clock into the
picture: no frame would ever be like the one before, and nobody would look at the table. What moves
on the tiles or the dice is never taken for such a thing, however long it goes on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float32s, Float64s, Mask
from vision.following.thresholds import (
    ALL_STILL_S,
    ALWAYS_MOVING,
    LEAST_SHARE,
    LITTLE_MOVING,
    LITTLE_MOVING_S,
    MOST_MOVING,
    MOVING_AGAIN,
    MOVING_AGAIN_ON_BARE,
    MOVING_BLOCK,
    MOVING_GAP,
    MOVING_S,
    STILL_AGAIN,
)


@dataclass(frozen=True)
class Lying:
    """Where tiles and dice lie in the picture, (rows, columns), and what is near them besides."""

    on: Mask
    near: Mask


class DynamicBackground:
    """Learns where something moves nearly all the time, from where each frame differs.

    Of a small thing, such as a screen, its place is learned. Somebody who moves to and fro is now
    here, now there: once tiles are known, it is enough that something always moves elsewhere.
    Before that a small thing is followed from its place on.
    """

    def __init__(self) -> None:
        """Start with a picture in which nothing moves."""
        self._lying: Lying | None = None
        self._blocks: _Restless | None = None
        self._on_bare, self._elsewhere = _Restless(()), _Restless(())
        self._all = _Restless(())
        self._moved_at = -math.inf
        self._shape = (1, 1)
        self._was_seen = False

    def tiles_lie(self, lying: Lying | None) -> None:
        """Take in where tiles and dice lie on a table that was seen; None if it is bare."""
        self._lying, self._was_seen = lying, True

    def see(self, moved: Mask, news: Mask, time: float) -> None:
        """Take in where a frame differs from the one before, (rows, columns), and its time, s.

        ``news`` is where it does by more than light that comes in steps all over the picture.
        """
        size = tuple(max(1, length // MOVING_BLOCK) for length in moved.shape[::-1])
        blocks = cv2.resize(moved.astype(np.float32), size, interpolation=cv2.INTER_AREA) > 0
        if self._blocks is None or self._shape != moved.shape:
            self._shape, self._blocks = moved.shape, _Restless(blocks.shape)
            self._on_bare = _Restless(blocks.shape)
        if np.count_nonzero(news) > LEAST_SHARE * news.size:
            self._moved_at = time
        if time - self._moved_at > ALL_STILL_S:  # what moved was a hand, and is gone
            self._blocks, self._elsewhere = _Restless(blocks.shape), _Restless(())
        lying = self._known(moved.shape)
        is_little = not self._was_seen and blocks.mean() <= LITTLE_MOVING
        self._blocks.see(blocks, time, lasting=LITTLE_MOVING_S if is_little else MOVING_S)
        self._on_bare.see(blocks, time, again=MOVING_AGAIN_ON_BARE)
        if lying is None:
            for restless in (self._blocks, self._on_bare):
                restless.spread(_parts_at(blocks, restless.found), most=LITTLE_MOVING)
        elsewhere = news if lying is None else news & ~lying.near
        self._elsewhere.see(np.array(elsewhere.any()), time)

    def sways(self, *, moving: bool, time: float) -> bool:
        """Take in whether something moves in a frame, places where it always does left out.

        Returns whether it does nearly always: then it may be light that does. ``time`` is the
        frame's, in seconds.
        """
        self._all.see(np.array(moving), time)
        return bool(self._all.found)

    def places(self, shape: tuple[int, ...]) -> Mask | None:
        """Return the places where something always moves, (rows, columns); None if there are none.

        Where they are much of the picture there are none: then nobody knows what lies still.
        """
        if self._blocks is None or self._shape != shape:
            return None
        lying = self._known(shape)
        found = self._blocks.found | self._on_bare.found if lying is None else self._blocks.found
        if not found.any() or found.mean() > MOST_MOVING:
            return None
        around = cv2.dilate(found.astype(np.uint8), np.ones((3, 3), np.uint8))
        places = cv2.resize(around, shape[::-1], interpolation=cv2.INTER_NEAREST) > 0
        return np.asarray(places if lying is None else places & ~lying.on, np.bool_)

    def all_elsewhere(self, shape: tuple[int, ...]) -> Mask | None:
        """Return all that is not near the tiles and dice, where something always moves there."""
        lying = self._known(shape)
        return ~lying.near if lying is not None and self._elsewhere.found.any() else None

    def _known(self, shape: tuple[int, ...]) -> Lying | None:
        return self._lying if self._lying is not None and self._lying.on.shape == shape else None


class _Restless:
    """Which of some things hardly ever keep still, lately."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.found: Mask = np.zeros(shape, np.bool_)
        self._share: Float32s = np.zeros(shape, np.float32)
        self._moved_at: Float64s = np.full(shape, -math.inf)
        self._time: float | None = None

    def see(
        self, moved: Mask, time: float, again: float = MOVING_AGAIN, lasting: float = MOVING_S
    ) -> None:
        """Take in which of them moved at a time, in seconds.

        What keeps still for longer than ``again`` rests; what was longer ago than ``lasting``
        seconds counts little.
        """
        self._moved_at[moved] = time
        moves = time - self._moved_at <= again
        seconds = 0.0 if self._time is None else min(time - self._time, MOVING_GAP)
        self._share += (1 - math.exp(-seconds / lasting)) * (moves - self._share)
        self._time = time
        stays = self.found & (self._share > STILL_AGAIN)
        self.found = np.asarray((self._share > ALWAYS_MOVING) | stays, np.bool_)

    def spread(self, moved: Mask, most: float) -> None:
        """Take what moved for what hardly ever keeps still, so large a share of all at most."""
        if (self.found | moved).mean() <= most:
            self.found = self.found | moved
            self._share[moved] = np.maximum(self._share[moved], ALWAYS_MOVING)


def _parts_at(moved: Mask, restless: Mask) -> Mask:
    """Return the parts that moved which lie at a place where something always moves.

    A cat's tail, or who rocks to and fro, is at a new place in each frame, beside the last one.
    """
    if not restless.any():
        return restless
    _, parts = cv2.connectedComponents((moved | restless).astype(np.uint8))
    return np.asarray(moved & np.isin(parts, np.unique(parts[restless])), np.bool_)

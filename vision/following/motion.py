"""The motion gate: tells from small grey copies of the frames when the table lies still.

A frame costs one shrinking and a few passes over some ten thousand pixels, so that frames on which
nothing happens are nearly free.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float32s, Image, Mask, Points
from vision.following.dynamic_background import DynamicBackground, Lying
from vision.following.thresholds import (
    ADAPTATION,
    DARK,
    EVERYWHERE,
    FLICKER,
    LEAST_CHANGE,
    LEAST_SHARE,
    MOVING_NEAR,
    NOISE_WEIGHT,
    PARTS,
    REFOCUSED,
    SOFT_CHANGE,
    SOFT_LIGHT,
    SOFT_PX,
    STEPPED_LIGHT,
    STEPS_S,
    TREMOR,
)

_ROUNDS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 10, 1e-3)
Outlines = Sequence[Points]
"""Each (n, 2) in pixels."""
SMALL_WIDTH = 320
"""Width (px) of the copies that are compared."""


@dataclass(frozen=True)
class Motion:
    """What the gate says of a frame.

    Attributes
    ----------
    moving
        Whether something moved since the frame before, where not something always does.
    still_for
        For how many seconds nothing has moved.
    changed
        Whether the picture differs from the one of the last look, there left out. One in which
        something moves does, and is not held against that.
    changed_elsewhere
        The same, only the places left out where something always moves: where somebody moves to
        and fro beside the tiles, all else is left out of the others, and so is light that falls
        softly where shadows always sway.
    """

    moving: bool
    still_for: float
    changed: bool
    changed_elsewhere: bool = False


class MotionGate:
    """Compares each frame with the one before, and with the one that was looked at last.

    Attributes
    ----------
    restless
        Where something always moves in the last frame, (rows, columns) of its small copy; None
        where nothing does.
    is_unsure
        Whether something was unsure in the last look: then a lens that is focused otherwise by now
        may show it, and counts as a change.
    """

    def __init__(self) -> None:
        """Start without any frame."""
        self._last: Float32s | None = None
        self._looked_at: Float32s | None = None
        self._still_since = 0.0
        self._background = DynamicBackground()
        self._steps_at = -math.inf
        self.restless: Mask | None = None
        self.is_unsure = False

    def feed(self, frame: Image, time: float, below: float = 0.0) -> Motion:
        """Take the next frame, BGR (height, width, 3), and its time in seconds.

        ``below`` is by how many levels below 0 it would show what has no light at all.
        """
        small = _small(frame)
        places = self._background.places(small.shape)
        elsewhere = self._background.all_elsewhere(small.shape)
        self.restless = ignored = places if elsewhere is None else elsewhere
        moved = _moved_since(small, self._last, ignored)
        moves = news = self._without_steps_of_light(moved, small, self._last, below, time)
        sways = self._background.sways(moving=_is_motion(news, ignored), time=time)
        if sways:
            moves = news & _moved_sharply(small, self._last)
        if self._last is not None:
            self._background.see(moved, news, time)
        self._last = small
        if _is_motion(moves, ignored):
            self._still_since = time
            return Motion(True, 0.0, True, True)
        focus = 0.0 if self.is_unsure else REFOCUSED
        other = _moved_since(small, self._looked_at, ignored, focus)
        other = differs = self._without_steps_of_light(other, small, self._looked_at, below, time)
        if sways:
            differs = other & _moved_sharply(small, self._looked_at)
        changed = _is_motion(differs, ignored)
        # What trembles is not followed, or a camera that sags would never be seen to have moved.
        known = self._looked_at
        if known is not None and not (changed or _is_motion(_apart(small, known), None)):
            known += np.float32(ADAPTATION) * (small - known)
        return Motion(False, time - self._still_since, changed, _is_motion(other, places))

    def _without_steps_of_light(
        self, moved: Mask, now: Float32s, before: Float32s | None, below: float, time: float
    ) -> Mask:
        """Return where a picture has changed by more than light that comes in steps.

        Such light is all over the picture, mostly. In the moments after that few squares of it may
        be packed anew, and a hand's motion is more than light as well.
        """
        is_same_size = before is not None and now.shape == before.shape
        if before is None or not is_same_size or not moved.any():
            return moved
        all_over = _is_all_over(moved)
        if not all_over and time - self._steps_at > STEPS_S:
            return moved
        left = moved & _apart_but_for_steps(now, before, below)
        if all_over and not _is_motion(left, None):
            self._steps_at = time
        return left

    def tiles_lie(self, tiles: Outlines, dice: Outlines, size: tuple[int, ...]) -> None:
        """Take in where tiles and dice lie on a table that was seen: what moves there is news.

        Parameters
        ----------
        tiles, dice
            Their outlines, each (n, 2) in pixels; none on a bare table.
        size
            The rows and columns of the frames.
        """
        on, near = (np.zeros(_small_size(size), np.uint8) for _ in range(2))
        for mask, reach in ((on, 0.0), (near, MOVING_NEAR)):
            grown = [_grown(tile, reach) for tile in tiles]
            for outline in (*grown, *dice):
                small = outline * (SMALL_WIDTH / size[1])
                cv2.fillConvexPoly(mask, np.round(small).astype(np.int32), [1.0])
        lying = Lying(np.asarray(on > 0, np.bool_), np.asarray(near > 0, np.bool_))
        self._background.tiles_lie(lying if tiles else None)

    def looked(self) -> None:
        """Note that the last frame was looked at: from now on changes count from there."""
        self._looked_at = None if self._last is None else self._last.copy()

    def spread_otherwise(self, frame: Image) -> None:
        """Take a frame that shows what the last one showed, its grey levels spread otherwise."""
        self._last = _small(frame)
        self.looked()


def _grown(outline: Points, reach: float) -> Points:
    """Return an outline that reaches farther on all sides, by so many of its sizes."""
    center = outline.mean(axis=0)
    return np.asarray(center + (outline - center) * (1 + 2 * reach))


def _small_size(size: tuple[int, ...]) -> tuple[int, int]:
    return max(1, round(size[0] * SMALL_WIDTH / size[1])), SMALL_WIDTH


def _small(frame: Image) -> Float32s:
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)  # to shrink one channel costs less than three
    small = cv2.resize(grey, _small_size(frame.shape)[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def _moved_since(
    now: Float32s, before: Float32s | None, ignored: Mask | None, focus: float = REFOCUSED
) -> Mask:
    """Return where a picture has changed by more than noise, flicker and a tremor.

    A lamp on mains flickers, in bands where the sensor is read line by line. A phone on a wobbly
    stand trembles. Neither is motion, and no table would ever lie still if it were. What these
    leave is returned, all of it where nothing else came before or pictures differ in size.
    ``focus`` is by how much larger or smaller a lens that is focused anew may draw all of it.
    """
    if before is None or now.shape != before.shape:
        return np.ones(now.shape, np.bool_)
    left = np.ones(now.shape, np.bool_)
    for as_now in _explained(now, before, focus):
        left = _apart(now, as_now)
        if not _is_motion(left, ignored):
            break
    return left


def _apart_but_for_steps(now: Float32s, before: Float32s, below: float) -> Mask:
    """Return where a picture has changed by more than light that comes in steps.

    Where a film is packed coarsely, a square of it keeps its light until it is packed anew: light
    that flickers has sharp edges then.
    """
    dark = np.float32(DARK + below)
    gain = (now + dark) / (before + dark)
    in_steps = (before + dark) * np.clip(gain, *STEPPED_LIGHT) - dark
    return _apart(now, np.asarray(in_steps, np.float32), SOFT_CHANGE)


def _moved_sharply(now: Float32s, before: Float32s | None) -> Mask:
    """Return where a picture has changed by more than light that falls softly."""
    if before is None or now.shape != before.shape:
        return np.ones(now.shape, np.bool_)
    return _apart(now, _in_soft_light_of(now, before), SOFT_CHANGE)


def _explained(now: Float32s, before: Float32s, focus: float) -> Iterator[Float32s]:
    """Yield the picture before as it may look now, nothing having moved.

    Bands may seem to be a shift, and the edges of a shifted pattern to be bands.
    """
    yield before
    lit = _in_the_light_of(now, before)
    yield lit
    if (way := _tremor(now, before, focus)) is not None:
        yield _in_the_light_of(now, _moved(before, way, now))
    if (way := _tremor(now, lit, focus)) is not None:
        yield _moved(lit, way, now)


def _is_motion(moved: Mask, ignored: Mask | None) -> bool:
    """Tell whether what has changed is large enough, leaving out where something always moves."""
    left = moved if ignored is None else moved & ~ignored
    return bool(np.count_nonzero(left) / left.size > LEAST_SHARE)


def _is_all_over(moved: Mask) -> bool:
    """Tell whether a picture has changed nearly everywhere, as it does in another light."""
    parts = cv2.resize(moved.astype(np.float32), (PARTS, PARTS), interpolation=cv2.INTER_AREA)
    return bool((parts > LEAST_SHARE).mean() > EVERYWHERE)


def _apart(now: Float32s, before: Float32s, least: float = LEAST_CHANGE) -> Mask:
    """Return where a picture has changed by more than its noise and its exposure.

    ``least`` is by how many grey levels a spot must differ, noise left out.
    """
    apart = now - before
    apart -= _middle_value(apart[::4, ::4])
    smooth = np.abs(cv2.blur(apart, (5, 5)))
    noise = float(_middle_value(np.abs(apart[::4, ::4])))
    limit = least + NOISE_WEIGHT * noise / 5
    return np.asarray(smooth > limit, np.bool_)


def _middle_value(values: Float32s) -> np.float32:
    """Return the median: ``np.median`` takes twice as long, and each frame asks for several."""
    flat = values.ravel()
    half = flat.size // 2
    if flat.size % 2:
        return np.float32(np.partition(flat, half)[half])
    ordered = np.partition(flat, half)  # all that is less comes first
    return np.float32((ordered[:half].max() + ordered[half]) / 2)


def _in_the_light_of(now: Float32s, before: Float32s) -> Float32s:
    """Return the picture before, each row and each column as bright as it is now.

    Only as far as lamps flicker: one that is switched on or off changes the picture.
    """
    steady = before + np.float32(DARK)
    for axis in (1, 0):
        part = (slice(None), slice(None, None, 4)) if axis else (slice(None, None, 4), slice(None))
        gain = np.median((now[part] + np.float32(DARK)) / steady[part], axis=axis, keepdims=True)
        gain = cv2.blur(gain.astype(np.float32), (1, 5) if axis else (5, 1))
        steady *= np.clip(gain, *FLICKER)
    return steady - np.float32(DARK)


def _in_soft_light_of(now: Float32s, before: Float32s) -> Float32s:
    """Return the picture before in the light that falls now, which has no sharp edges.

    Shadows sway in candlelight. Whatever is laid, or moves, has edges that are sharper.
    """
    gain = cv2.GaussianBlur((now + DARK) / (before + DARK), (0, 0), SOFT_PX)
    return np.asarray((before + DARK) * np.clip(gain, *SOFT_LIGHT) - DARK, np.float32)


def _tremor(now: Float32s, before: Float32s, focus: float) -> Float32s | None:
    """Return how pixels of the picture before lie in this one, (2, 3): shifted and turned a little.

    A lens that hunts for its focus draws it a little larger or smaller as well. None where some of
    it went farther than a tremor goes, or nothing agrees. It is sought from where all stays, by
    half the pixels (ECC, as in ``details``): a chequered cloth looks alike a chequer farther on.
    """
    height, width = now.shape
    new, old = (
        cv2.resize(one, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        for one in (now, before)
    )
    start, whole = np.eye(2, 3, dtype=np.float32), np.ones(old.shape, np.uint8)
    try:
        _, found = cv2.findTransformECC(old, new, start, cv2.MOTION_AFFINE, _ROUNDS, whole, 5)
    except cv2.error:  # nothing that agrees was found
        return None
    way = np.asarray(found * np.array([1, 1, 2], np.float32), np.float32)
    larger = float(np.sqrt(max(np.linalg.det(way[:, :2]), 0.0))) if focus else 1.0
    if abs(larger - 1) > focus:
        return None
    corners = np.array([(x, y, 1) for x in (0, width) for y in (0, height)], np.float32)
    middle = corners.mean(axis=0)[:2]
    as_large = (corners[:, :2] - middle) * larger + middle
    went = np.hypot(*(corners @ way.T - as_large).T)
    return way if float(went.max()) < TREMOR else None


def _moved(picture: Float32s, way: Float32s, now: Float32s) -> Float32s:
    """Return a picture moved a way; what it did not show is as it is now."""
    height, width = picture.shape
    unseen, shown = now.copy(), cv2.BORDER_TRANSPARENT
    moved = cv2.warpAffine(picture, way, (width, height), dst=unseen, borderMode=shown)
    return np.asarray(moved, np.float32)

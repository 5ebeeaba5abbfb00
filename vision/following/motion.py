"""The motion gate: tells from small grey copies of the frames when the table lies still.

A frame costs one shrinking and a few passes over some ten thousand pixels, so that frames on which
nothing happens are nearly free.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float32s, Image
from vision.following.thresholds import (
    ADAPTATION,
    DARK,
    FLICKER,
    LEAST_CHANGE,
    LEAST_SHARE,
    NOISE_WEIGHT,
    TREMOR,
)

_ROUNDS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 10, 1e-3)
SMALL_WIDTH = 320
"""Width (px) of the copies that are compared."""


@dataclass(frozen=True)
class Motion:
    """What the gate says of a frame.

    Attributes
    ----------
    moving
        Whether something moved since the frame before.
    still_for
        For how many seconds nothing has moved.
    changed
        Whether the picture differs from the one of the last look.
    """

    moving: bool
    still_for: float
    changed: bool


class MotionGate:
    """Compares each frame with the one before, and with the one that was looked at last."""

    def __init__(self) -> None:
        """Start without any frame."""
        self._last: Float32s | None = None
        self._looked_at: Float32s | None = None
        self._still_since = 0.0

    def feed(self, frame: Image, time: float) -> Motion:
        """Take the next frame, BGR (height, width, 3), and its time in seconds."""
        small = _small(frame)
        moving = self._last is None or _differ(small, self._last)
        if moving:
            self._still_since = time
        changed = self._looked_at is None or _differ(small, self._looked_at)
        # What trembles is not followed, or a camera that sags would never be seen to have moved.
        known = self._looked_at
        if known is not None and not (moving or changed or _apart(small, known)):
            known += np.float32(ADAPTATION) * (small - known)
        self._last = small
        return Motion(moving, time - self._still_since, changed)

    def looked(self) -> None:
        """Note that the last frame was looked at: from now on changes count from there."""
        self._looked_at = None if self._last is None else self._last.copy()

    def spread_otherwise(self, frame: Image) -> None:
        """Take a frame that shows what the last one showed, its grey levels spread otherwise."""
        self._last = _small(frame)
        self.looked()


def _small(frame: Image) -> Float32s:
    height = max(1, round(frame.shape[0] * SMALL_WIDTH / frame.shape[1]))
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)  # to shrink one channel costs less than three
    small = cv2.resize(grey, (SMALL_WIDTH, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def _differ(now: Float32s, before: Float32s) -> bool:
    """Tell whether some part of a picture has changed by more than noise, flicker and a tremor.

    A lamp on mains flickers, in bands where the sensor is read line by line. A phone on a wobbly
    stand trembles. Neither is motion, and no table would ever lie still if it were.
    """
    if now.shape != before.shape:
        return True
    if not _apart(now, before):
        return False
    lit = _in_the_light_of(now, before)
    if not _apart(now, lit):
        return False
    # Bands may seem to be a shift, and the edges of a shifted pattern to be bands.
    way = _tremor(now, before)
    if way is not None and not _apart(now, _in_the_light_of(now, _moved(before, way))):
        return False
    way = _tremor(now, lit)
    return way is None or _apart(now, _moved(lit, way))


def _apart(now: Float32s, before: Float32s) -> bool:
    """Tell whether some part of a picture has changed by more than its noise and its exposure."""
    apart = now - before
    apart -= np.float32(np.median(apart[::4, ::4]))
    smooth = np.abs(cv2.blur(apart, (5, 5)))
    noise = float(np.median(np.abs(apart[::4, ::4])))
    limit = LEAST_CHANGE + NOISE_WEIGHT * noise / 5
    return float((smooth > limit).mean()) > LEAST_SHARE


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


def _tremor(now: Float32s, before: Float32s) -> Float32s | None:
    """Return how pixels of the picture before lie in this one, (2, 3): shifted and turned a little.

    None where some of it went farther than a tremor goes, or nothing agrees. It is sought from
    where all stays, by half the pixels (ECC, as in ``details``): a chequered cloth looks alike a
    chequer farther on, too.
    """
    height, width = now.shape
    new, old = (
        cv2.resize(one, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        for one in (now, before)
    )
    start, whole = np.eye(2, 3, dtype=np.float32), np.ones(old.shape, np.uint8)
    try:
        _, found = cv2.findTransformECC(old, new, start, cv2.MOTION_EUCLIDEAN, _ROUNDS, whole, 5)
    except cv2.error:  # nothing that agrees was found
        return None
    way = np.asarray(found * np.array([1, 1, 2], np.float32), np.float32)
    corners = np.array([(x, y, 1) for x in (0, width) for y in (0, height)], np.float32)
    went = np.hypot(*(corners @ way.T - corners[:, :2]).T)
    return way if float(went.max()) < TREMOR else None


def _moved(picture: Float32s, way: Float32s) -> Float32s:
    height, width = picture.shape
    moved = cv2.warpAffine(picture, way, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)

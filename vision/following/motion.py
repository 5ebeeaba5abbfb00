"""The motion gate: tells from small grey copies of the frames when the table lies still.

A frame costs one shrinking and a few passes over some ten thousand pixels, so that frames on which
nothing happens are nearly free.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float32s, Image
from vision.following.thresholds import ADAPTATION, LEAST_CHANGE, LEAST_SHARE, NOISE_WEIGHT

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
        if not moving and not changed and self._looked_at is not None:
            self._looked_at += np.float32(ADAPTATION) * (small - self._looked_at)
        self._last = small
        return Motion(moving, time - self._still_since, changed)

    def looked(self) -> None:
        """Note that the last frame was looked at: from now on changes count from there."""
        self._looked_at = None if self._last is None else self._last.copy()


def _small(frame: Image) -> Float32s:
    height = max(1, round(frame.shape[0] * SMALL_WIDTH / frame.shape[1]))
    small = cv2.resize(frame, (SMALL_WIDTH, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def _differ(first: Float32s, second: Float32s) -> bool:
    """Tell whether some part of a picture has changed by more than its noise and its exposure."""
    if first.shape != second.shape:
        return True
    apart = first - second
    apart -= np.float32(np.median(apart[::4, ::4]))
    smooth = np.abs(cv2.blur(apart, (5, 5)))
    noise = float(np.median(np.abs(apart[::4, ::4])))
    limit = LEAST_CHANGE + NOISE_WEIGHT * noise / 5
    return float((smooth > limit).mean()) > LEAST_SHARE

"""The newest frame of a game as a JPEG, encoded when somebody asks, and not too often."""

from __future__ import annotations

import time
from dataclasses import dataclass
from threading import Lock

import cv2

from companion.sources import Frame
from vision.pictures.encoding import jpeg

MAX_SIDE_PX = 1280
LEAST_AGE_S = 0.2
"""No more than five pictures a second are encoded, however many look on."""
_QUALITY = 75


@dataclass(frozen=True)
class Encoded:
    """A JPEG of a frame, its size in pixels, and the number of the frame."""

    jpeg: bytes
    width: int
    height: int
    number: int


class LivePicture:
    """Holds the newest frame; to be put by one thread and asked for by any."""

    def __init__(self) -> None:
        self._frame: Frame | None = None
        self._encoded: Encoded | None = None
        self._encoded_at = 0.0
        self._alone = Lock()

    def put(self, frame: Frame) -> None:
        """Take the newest frame, whose image nobody changes any more."""
        self._frame = frame

    @property
    def newest(self) -> Frame | None:
        """The newest frame; None where there is none."""
        return self._frame

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of the picture that is given, in pixels; None where there is none."""
        frame = self._frame
        return None if frame is None else _size(frame)

    def encoded(self) -> Encoded | None:
        """Return the newest frame, or one that is a moment old; None where there is none."""
        with self._alone:
            frame = self._frame
            if frame is None:
                return None
            now = time.monotonic()
            known = self._encoded
            if known and (known.number == frame.number or now - self._encoded_at < LEAST_AGE_S):
                return known
            size = _size(frame)
            small = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
            self._encoded = Encoded(jpeg(small, _QUALITY), *size, frame.number)
            self._encoded_at = now
            return self._encoded


def _size(frame: Frame) -> tuple[int, int]:
    height, width = frame.image.shape[:2]
    scale = min(1.0, MAX_SIDE_PX / max(height, width))
    return max(1, round(width * scale)), max(1, round(height * scale))

"""Frames that a phone's browser posts, one after the other."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from companion.sources.frame import Frame, Interruption, SourceSays
from vision.arrays import Image

DISCONNECTED = 6.0
"""A phone that posts nothing for so many seconds is said to be gone."""
HOLD_S = 2.0
"""A single photo counts as a table that lies still for so many seconds."""
_HELD_FPS = 8.0


class PostedFrames:
    """A mailbox for one frame: the newest posted one replaces one that nobody has taken."""

    def __init__(self) -> None:
        """Start empty."""
        self._began = time.monotonic()
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._count = 0
        self._held_until = 0.0
        self._single = False
        self._stopped = False

    @property
    def waiting(self) -> bool:
        """Whether a frame lies in the mailbox that nobody has taken yet."""
        with self._news:
            return self._newest is not None

    def post(self, image: Image, *, hold: bool = False) -> int:
        """Put a frame, BGR uint8, into the mailbox; return its number.

        With ``hold`` it is a single photo: it is given again and again for a while, as a camera
        would see a table that lies still. Nobody is said to be gone between single photos.
        """
        with self._news:
            now = time.monotonic() - self._began
            self._single = hold
            self._held_until = now + HOLD_S if hold else 0.0
            self._put(image, now)
            return self._count - 1

    def _put(self, image: Image, now: float) -> None:
        self._newest = Frame(image, self._count, now, photo=self._single)
        self._count += 1
        self._news.notify_all()

    def __iter__(self) -> Iterator[Frame | Interruption]:
        """Yield frames as they come, and one interruption each time they stop coming.

        Until the first one comes nobody is missed: the phone has yet to be let in.
        """
        interrupted, last = True, None
        while True:
            frame = self._take(last)
            if self._stopped:
                return
            if frame is not None:
                interrupted, last = False, frame
                yield frame
            elif not interrupted and not self._single:
                interrupted = True
                yield Interruption(
                    SourceSays.NO_PHONE_PICTURES(),
                    time.monotonic() - self._began,
                )

    def _take(self, last: Frame | None) -> Frame | None:
        """Return the next frame, or None when none comes for a while."""
        with self._news:
            now = time.monotonic() - self._began
            held = last is not None and now < self._held_until
            self._news.wait_for(
                lambda: self._stopped or self._newest is not None,
                1 / _HELD_FPS if held else DISCONNECTED,
            )
            if self._newest is None and held and last is not None:
                self._put(last.image, time.monotonic() - self._began)
            frame, self._newest = self._newest, None
            return frame

    def close(self) -> None:
        """End the iteration."""
        with self._news:
            self._stopped = True
            self._news.notify_all()

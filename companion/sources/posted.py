"""Frames that a phone's browser posts, one after the other."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from companion.sources.frame import Frame, Interruption

DISCONNECTED = 6.0
"""A phone that posts nothing for so many seconds is said to be gone."""


class PostedFrames:
    """A mailbox for one frame: the newest posted one replaces one that nobody has taken."""

    def __init__(self) -> None:
        """Start empty."""
        self._began = time.monotonic()
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._count = 0
        self._stopped = False

    def post(self, image: NDArray[np.uint8]) -> int:
        """Put a frame, BGR uint8, into the mailbox; return its number."""
        with self._news:
            number = self._count
            self._count += 1
            self._newest = Frame(image, number, time.monotonic() - self._began)
            self._news.notify_all()
            return number

    def __iter__(self) -> Iterator[Frame | Interruption]:
        """Yield frames as they come, and one interruption each time they stop coming."""
        interrupted = False
        while True:
            with self._news:
                came = self._news.wait_for(
                    lambda: self._stopped or self._newest is not None, DISCONNECTED
                )
                frame, self._newest = self._newest, None
            if self._stopped:
                return
            if came and frame is not None:
                interrupted = False
                yield frame
            elif not interrupted:
                interrupted = True
                yield Interruption(
                    "No pictures come from the phone; unlock it and keep its page open. The game "
                    "goes on when it is back.",
                    time.monotonic() - self._began,
                )

    def close(self) -> None:
        """End the iteration."""
        with self._news:
            self._stopped = True
            self._news.notify_all()

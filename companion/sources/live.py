"""Frames of a camera or a network stream: always the newest, and again after it was gone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Protocol

import cv2
import numpy as np

from companion.sources.frame import Frame, Interruption, SourceSays
from rules.messages import Said

STALLED = 4.0
"""A source that gives no frame for so many seconds is said to be gone."""
_RETRY = (0.5, 1.0, 2.0, 4.0)
_TIMEOUT_MS = 4000
_SIZE = (1920, 1080)


class Capture(Protocol):
    """The part of ``cv2.VideoCapture`` that is used."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Tell whether it can be read."""
        ...

    def read(self) -> tuple[bool, object]:
        """Return whether there was a frame, and it."""
        ...

    def release(self) -> None:
        """Close it."""
        ...


def open_camera(number: int) -> Capture:
    """Open a camera of this machine at up to 1920 x 1080."""
    capture = cv2.VideoCapture(number)
    if capture.isOpened():
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, _SIZE[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _SIZE[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def open_stream(url: str) -> Capture:
    """Open a stream of the network (MJPEG over HTTP, RTSP ...); it gives up after seconds."""
    return cv2.VideoCapture(
        url,
        cv2.CAP_FFMPEG,
        [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            _TIMEOUT_MS,
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            _TIMEOUT_MS,
        ],
    )


class LiveSource:
    """A camera or stream, read by a thread of its own that keeps only the newest frame.

    Iterating gives frames and, when none come any more, one :class:`Interruption`; the source is
    opened again until frames come back.
    """

    def __init__(self, name: Said, open_capture: Callable[[], Capture]) -> None:
        """Begin to read; ``name`` is what players call the source."""
        self._name, self._open_capture = name, open_capture
        self._began = time.monotonic()
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._stopped = False
        self._thread = threading.Thread(target=self._read, name=f"frames of {name}", daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[Frame | Interruption]:
        """Yield each new frame, those nobody was there to take left out, until closed."""
        number, interrupted = -1, False
        while True:
            frame = self._wait_for(number)
            if self._stopped:
                return
            if frame is not None:
                number, interrupted = frame.number, False
                yield frame
            elif not interrupted:
                interrupted = True
                yield Interruption(
                    SourceSays.NO_PICTURES(name=self._name),
                    self._now(),
                )

    def close(self) -> None:
        """Stop reading."""
        with self._news:
            self._stopped = True
            self._news.notify_all()
        self._thread.join(timeout=2 * _TIMEOUT_MS / 1000)

    def _is_stopped(self) -> bool:
        return self._stopped

    def _now(self) -> float:
        return time.monotonic() - self._began

    def _wait_for(self, after: int) -> Frame | None:
        """Return a frame newer than number ``after``; None when none comes for a while."""

        def is_news() -> bool:
            newest = self._newest
            return self._stopped or (newest is not None and newest.number > after)

        with self._news:
            return self._newest if self._news.wait_for(is_news, STALLED) else None

    def _read(self) -> None:
        number, tries = 0, 0
        while not self._is_stopped():
            capture = self._open_capture()
            while capture.isOpened() and not self._is_stopped():
                seen, image = capture.read()
                if not seen:
                    break
                tries = 0
                with self._news:
                    self._newest = Frame(np.asarray(image, np.uint8), number, self._now())
                    self._news.notify_all()
                number += 1
            capture.release()
            with self._news:
                self._news.wait_for(lambda: self._stopped, _RETRY[min(tries, len(_RETRY) - 1)])
            tries += 1

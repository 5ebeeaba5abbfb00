"""Frames of a video file, in its own time or as fast as they can be used."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import cv2
import numpy as np

from companion.sources.frame import Frame, SourceError, SourceSays
from vision.arrays import Image

_USUAL_FPS = 25.0
_SHOWN_AGAIN_S = 0.2
"""A frame that is to be seen for longer is given again after so many seconds, and again: where
nothing moves, phones and recorders write none."""
_LONGEST_S = 600.0
"""A frame that claims to be seen for longer has a wrong time in the file."""


@dataclass(frozen=True)
class _Decoded:
    """A frame, its number in the file, and from when it is to be seen, in seconds."""

    image: Image
    number: int
    time: float


class VideoFile:
    """A video file, played once, all of it: it waits for whoever takes its frames."""

    def __init__(self, path: Path, *, paced: bool) -> None:
        """Open a file.

        Parameters
        ----------
        path
            The file.
        paced
            Play it no faster than in its own time, and not as fast as it can be used.

        Raises
        ------
        SourceError
            If it is missing, no file, a photo, or no video that can be decoded.
        """
        if not path.is_file():
            fault = SourceSays.NO_FILE_TO_PLAY if path.exists() else SourceSays.NO_SUCH_FILE
            raise SourceError(fault(path=str(path)))
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened() or self._capture.get(cv2.CAP_PROP_FRAME_COUNT) == 0:
            raise SourceError(SourceSays.NO_VIDEO(path=str(path)))
        if _is_photo(path):
            raise SourceError(SourceSays.NO_PHOTO(path=str(path)))
        self._paced = paced
        self._alone = threading.Lock()
        self._closed = False
        self._going = threading.Event()
        self._going.set()
        self.fps = self._capture.get(cv2.CAP_PROP_FPS) or _USUAL_FPS

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frames in order, what is seen for long several times."""
        began = time.monotonic()
        decoded = self._decoded()
        shown, after = next(decoded, None), next(decoded, None)
        while shown is not None:
            for due in _times(shown.time, shown.time if after is None else after.time):
                began += self._stood()
                late = time.monotonic() - began - due
                if self._paced and late < 0:
                    time.sleep(-late)
                elif late > 1 / self.fps:
                    began += late  # it goes on in its own time from there
                if self._closed:
                    return
                yield Frame(shown.image, shown.number, due)
            shown, after = after, next(decoded, None)

    def _decoded(self) -> Iterator[_Decoded]:
        """Yield the frames with the times that the file gives, from 0."""
        first: float | None = None
        last = -1 / self.fps
        for number in count():
            with self._alone:
                if self._closed:
                    return
                seen, image = self._capture.read()
                told = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            if not seen:
                return
            first = told if first is None else first
            goes_on = last < told - first < last + _LONGEST_S
            last = told - first if goes_on else last + 1 / self.fps
            yield _Decoded(np.asarray(image, np.uint8), number, last)

    def _stood(self) -> float:
        """Wait while the film stands still, and return for how many seconds it did."""
        if self._going.is_set():
            return 0.0
        since = time.monotonic()
        self._going.wait()
        return time.monotonic() - since

    def stand(self, *, still: bool) -> None:
        """Stand still, or go on from there; to be called by any thread."""
        if still:
            self._going.clear()
        else:
            self._going.set()

    def close(self) -> None:
        """Let go of the file; whoever iterates, in another thread too, gets no more frames."""
        self._going.set()
        with self._alone:
            self._closed = True
            self._capture.release()


def _times(since: float, until: float) -> Iterator[float]:
    """Yield the times at which a frame is given that is seen since and until some times."""
    for again in count():
        due = since + again * _SHOWN_AGAIN_S
        if again and due > until - _SHOWN_AGAIN_S / 2:
            return
        yield due


def _is_photo(path: Path) -> bool:
    """Tell whether a file is a picture and no film, as one of pictures in a row is."""
    if not cv2.haveImageReader(str(path)):
        return False
    capture = cv2.VideoCapture(str(path))
    is_film = capture.grab() and capture.grab()
    capture.release()
    return not is_film

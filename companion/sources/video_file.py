"""Frames of a video file, in its own time or as fast as they can be used."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.sources.frame import Frame, SourceError, SourceSays

_USUAL_FPS = 25.0


class VideoFile:
    """A video file, played once."""

    def __init__(self, path: Path, *, paced: bool, skips: bool = True) -> None:
        """Open a file.

        Parameters
        ----------
        path
            The file.
        paced
            Play it in its own time, as a camera would give it, and not as fast as it can be used.
        skips
            Skip frames of a paced file that nobody was there to take; otherwise it waits for them.

        Raises
        ------
        SourceError
            If it is missing or no video that can be decoded.
        """
        if not path.is_file():
            raise SourceError(SourceSays.NO_SUCH_FILE(path=str(path)))
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened() or self._capture.get(cv2.CAP_PROP_FRAME_COUNT) == 0:
            raise SourceError(SourceSays.NO_VIDEO(path=str(path)))
        self._paced, self._skips = paced, skips
        self._alone = threading.Lock()
        self._closed = False
        self._going = threading.Event()
        self._going.set()
        self.fps = self._capture.get(cv2.CAP_PROP_FPS) or _USUAL_FPS

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frames in order."""
        began, number = time.monotonic(), 0
        while True:
            if not self._going.is_set():
                stood_from = time.monotonic()
                self._going.wait()
                began += time.monotonic() - stood_from
            due = number / self.fps
            late = time.monotonic() - began - due
            if self._paced and late < 0:
                time.sleep(-late)
            skipped = self._paced and late > 1 / self.fps
            if skipped and not self._skips:
                began, skipped = began + late, False
            with self._alone:
                if self._closed:
                    return
                if skipped:
                    seen, image = self._capture.grab(), None
                else:
                    seen, image = self._capture.read()
            if not seen:
                return
            if image is not None:
                yield Frame(np.asarray(image, np.uint8), number, due)
            number += 1

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

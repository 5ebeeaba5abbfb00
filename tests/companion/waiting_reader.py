"""A reader that tests can hold back."""

from __future__ import annotations

from threading import Event, Lock
from typing import Any

from vision.arrays import Image
from vision.readers.picture_reader import ReadPicture
from vision.reading import Reading


class WaitingReader:
    """A reader that waits until it is let go, and notices when it is called twice at once."""

    def __init__(self) -> None:
        self.go = Event()
        self.started = Event()
        self.calls = 0
        self._alone = Lock()

    def of(self, _camera: str | None) -> WaitingReader:
        return self

    def look(self, image: Image) -> ReadPicture:
        assert self._alone.acquire(blocking=False), "two photos are read at once"
        self.started.set()
        assert self.go.wait(60)
        self.calls += 1
        self._alone.release()
        reading = Reading(image.shape[1], image.shape[0], True, None, 1.0, ())
        examination: Any = None
        return ReadPicture(reading, examination, image)

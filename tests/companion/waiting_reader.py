"""A reader that tests can hold back."""

from __future__ import annotations

from threading import Event, Lock

from vision.arrays import Image
from vision.reading import Reading


class WaitingReader:
    """A reader that waits until it is let go, and notices when it is called twice at once."""

    def __init__(self) -> None:
        self.go = Event()
        self.started = Event()
        self.calls = 0
        self._alone = Lock()

    def read(self, image: Image) -> Reading:
        assert self._alone.acquire(blocking=False), "two photos are read at once"
        self.started.set()
        assert self.go.wait(60)
        self.calls += 1
        self._alone.release()
        return Reading(image.shape[1], image.shape[0], True, None, 1.0, ())

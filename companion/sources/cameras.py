"""The cameras of this computer: which there are, and one picture of each, for whoever chooses."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread

import numpy as np

from companion.sources.frame import SourceError, SourceSays
from companion.sources.live import Capture, open_camera
from vision.arrays import Image

_KNOWN = Path("/sys/class/video4linux")
_TRIED = 4
"""So many numbers are offered where the system does not say which cameras there are."""
_SETTLING_S = 0.7
"""Cameras adapt to the light for so long; what they saw before is too dark or too bright."""
_PATIENCE_S = 8.0


@dataclass(frozen=True)
class Camera:
    """A camera of this computer; ``name`` is empty where the system tells none."""

    number: int
    name: str


def present_cameras(known: Path = _KNOWN) -> tuple[Camera, ...]:
    """Return the cameras that there are; where the system does not say, those that may be.

    Linux lists every stream of a camera as a device of its own, of which the first has pictures. It
    has no list before the first camera is plugged in.
    """
    if not known.parent.is_dir():
        return tuple(Camera(number, "") for number in range(_TRIED))
    found = []
    for device in known.glob("video*") if known.is_dir() else ():
        number = device.name.removeprefix("video")
        if number.isdecimal() and _text(device / "index") in ("", "0"):
            found.append(Camera(int(number), _text(device / "name")))
    return tuple(sorted(found, key=lambda camera: camera.number))


class CameraPictures:
    """Takes a picture with a camera that nothing else uses, and lets go of it at once."""

    def __init__(self, open_capture: Callable[[int], Capture] = open_camera) -> None:
        """Take what opens a camera by its number."""
        self._open = open_capture
        self._alone = Lock()

    def take(self, number: int) -> Image:
        """Return what a camera sees, BGR; one picture is taken at a time.

        Raises
        ------
        SourceError
            If no picture comes.
        """
        taken: Queue[Image | None] = Queue()
        if not self._alone.acquire(timeout=_PATIENCE_S):
            raise SourceError(SourceSays.CAMERA_SEES_NOTHING(number=number))
        # drivers may hang: whoever asked is answered all the same, and nothing else is opened
        Thread(target=self._look, args=(number, taken), name="camera picture", daemon=True).start()
        try:
            image = taken.get(timeout=_PATIENCE_S)
        except Empty:
            image = None
        if image is None:
            raise SourceError(SourceSays.CAMERA_SEES_NOTHING(number=number))
        return image

    def _look(self, number: int, taken: Queue[Image | None]) -> None:
        image: Image | None = None
        try:
            capture = self._open(number)
            try:
                settled = time.monotonic() + _SETTLING_S
                while capture.isOpened():
                    seen, frame = capture.read()
                    if not seen:
                        break
                    image = np.asarray(frame, np.uint8)
                    if time.monotonic() >= settled:
                        break
            finally:
                capture.release()
        finally:
            self._alone.release()
            taken.put(image)


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8").strip()
    except (OSError, ValueError):
        return ""

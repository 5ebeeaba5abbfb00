"""What reads pictures, whichever way: what all who need a reader ask for.

There are four. ``Reader`` has the networks. ``TunedReader`` reads with what is known of one camera.
``calibration.choosing.CameraReader`` finds out what is known of a camera, and ``LiveReader`` of the
companion learns more of it while a game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from rules.messages import Said
from vision.arrays import Image
from vision.detection import Detection
from vision.readers.examination import Examination
from vision.reading import Reading

PassedOver = Callable[[Detection], bool]
"""Tells which detections are passed over, as if nothing had been found there."""
Beside = Callable[[Sequence[Detection]], PassedOver]
"""Tells that of all that is found in a picture."""


@dataclass(frozen=True)
class ReadPicture:
    """One picture, read.

    Attributes
    ----------
    reading
        What it shows, in the picture's own pixels.
    examination
        What every stage found in ``straight``.
    straight
        The picture as a straight lens would show it.
    remarks
        What there is to say of profiles that could not be used.
    otherwise
        Reads the same picture in another way, which may be surer and costs as much again; None
        where there is no other way, or no need of it.
    """

    reading: Reading
    examination: Examination
    straight: Image
    remarks: tuple[Said, ...] = ()
    otherwise: Callable[[], ReadPicture] | None = None

    def surest(self) -> ReadPicture:
        """Return this picture as it is read most surely."""
        return self if self.otherwise is None else self.otherwise()


class PictureReader(Protocol):
    """Whatever reads pictures. To be used by one thread at a time."""

    def look(self, image: Image, beside: Beside | None = None) -> ReadPicture:
        """Read one picture; ``beside`` tells what is passed over."""
        ...

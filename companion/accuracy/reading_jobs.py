"""Reading a photo on whatever machine has time for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from calibration.choosing import CameraReaders, Profiles
from rules.messages import Said
from vision.arrays import Image
from vision.pictures.images import decode_image
from vision.readers.reader import Reader
from vision.reading import Reading


@dataclass(frozen=True)
class ReadingJob:
    """A photo to be read.

    Attributes
    ----------
    name
        What messages call it.
    data
        Its file.
    profiles
        Those that hold for it, none of them to be looked for.
    """

    name: str
    data: bytes
    profiles: Profiles


def reading_job(
    name: str, data: bytes, image: Image, camera: str | None, of: Profiles
) -> ReadingJob:
    """Return the job of reading a photo as it would be read here, by the profiles kept here.

    Raises
    ------
    ProfileFileError
        If a profile is damaged.
    """
    height, width = image.shape[:2]
    tuning = of.tuning(camera, width, height)
    return ReadingJob(name, data, Profiles(None, tuning.lens, tuning.colors, tuning.dice))


class ReadPhoto(NamedTuple):
    """What a photo shows, and what there is to say of profiles that could not be used."""

    reading: Reading
    remarks: tuple[Said, ...]


def read_job(job: ReadingJob) -> ReadPhoto:
    """Read a photo."""
    readers = CameraReaders(_reader(), job.profiles)
    look = readers.of(None).look(decode_image(job.data, job.name))
    return ReadPhoto(look.reading, look.remarks)


@cache
def _reader() -> Reader:
    return Reader()

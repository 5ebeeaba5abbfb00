"""Reading photos for the page: one at a time, so that a small machine stays answerable."""

from __future__ import annotations

from dataclasses import dataclass
from threading import BoundedSemaphore, Lock

from calibration.choosing import CameraReaders
from companion.words.language import gettext as _
from vision.pictures.camera_name import camera_of
from vision.pictures.encoding import jpeg, thumbnail
from vision.pictures.images import decode_image
from vision.reading import Reading

_MOST_WAITING = 4
_PHOTO_QUALITY = 92


class BusyError(RuntimeError):
    """Too many photos are waiting to be read; the text says what to do."""


@dataclass(frozen=True)
class ReadPhoto:
    """A photo that was read: the reading, the upright photo and a small one, both as JPEG."""

    reading: Reading
    jpeg: bytes
    thumbnail: bytes


class PhotoQueue:
    """Opens and reads photos one at a time; a few may wait, more are turned away at once.

    Opening counts as well as reading, since an opened photo can take 150 MB of memory. Only the
    requests that bring photos wait here; all others go on.
    """

    def __init__(self, readers: CameraReaders) -> None:
        """Read with the profiles that hold for the camera that a photo names."""
        self._readers = readers
        self._one_at_a_time = Lock()
        self._room = BoundedSemaphore(1 + _MOST_WAITING)

    def read(self, data: bytes, name: str) -> ReadPhoto:
        """Open and read a photo.

        Raises
        ------
        ImageError
            If it is no picture that can be read.
        BusyError
            If too many are waiting already.
        """
        if not self._room.acquire(blocking=False):
            raise BusyError(
                _("Too many photos are being read just now: try again in a few seconds.")
            )
        try:
            with self._one_at_a_time:
                image = decode_image(data, name)
                reading = self._readers.of(camera_of(data)).look(image).reading
                return ReadPhoto(reading, jpeg(image, _PHOTO_QUALITY), thumbnail(image))
        finally:
            self._room.release()

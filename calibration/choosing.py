"""Which profiles hold for a picture: those somebody names, or the newest kept for its camera.

A profile of the wrong lens bends what is straight. So without a profile given by hand one is used
only where the camera is known by name and the picture has the shape that the profile was made for.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from calibration.keeping import ProfileFileError, newest_colors, newest_lens
from vision.arrays import Image
from vision.profiles.color_profile import ColorProfile
from vision.profiles.lens_profile import LensProfile
from vision.readers.reader import Reader
from vision.readers.tuned_reader import Look, TunedReader, Tuning

LENSES = "lenses"
COLORS = "colors"
"""Folders of the data directory."""

Kept = Literal["kept"]
KEPT: Kept = "kept"
"""The choice of the newest profile kept for the camera."""


@dataclass(frozen=True)
class Profiles:
    """The profiles to use: each one given, none, or the newest kept for the picture's camera.

    ``data`` is the data directory; without one nothing is kept.
    """

    data: Path | None = None
    lens: LensProfile | Kept | None = KEPT
    colors: ColorProfile | Kept | None = KEPT

    def tuning(self, camera: str | None, width: int, height: int) -> Tuning:
        """Return what is known of a camera (None: an unknown one) for pictures of a size, px.

        Raises:
            ProfileFileError: a profile kept for the camera is damaged.
        """
        return Tuning(self._lens(camera, (width, height)), self._colors(camera))

    def _lens(self, camera: str | None, size: tuple[int, int]) -> LensProfile | None:
        if not isinstance(self.lens, str):
            return self.lens
        if camera is None or self.data is None:
            return None
        return newest_lens(self.data / LENSES, camera, size)

    def _colors(self, camera: str | None) -> ColorProfile | None:
        if not isinstance(self.colors, str):
            return self.colors
        if camera is None or self.data is None:
            return None
        return newest_colors(self.data / COLORS, camera)


class TunedReaders:
    """Reads photos of several cameras, each with the profiles that hold for it."""

    def __init__(self, reader: Reader, profiles: Profiles) -> None:
        self._reader = reader
        self._profiles = profiles
        self._last = Tuning(), TunedReader(reader, Tuning())

    def look(self, image: Image, camera: str | None) -> Look:
        """Read a photo, BGR, that a camera took, None where nobody knows which."""
        height, width = image.shape[:2]
        try:
            tuning = self._profiles.tuning(camera, width, height)
        except ProfileFileError as error:
            look = TunedReader(self._reader, Tuning()).look(image)
            return Look(look.reading, look.examination, look.straight, (str(error),))
        if self._last[0] != tuning:
            self._last = tuning, TunedReader(self._reader, tuning)
        return self._last[1].look(image)

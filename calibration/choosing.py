"""Which profiles hold for a picture: those somebody names, or the newest kept for its camera.

A profile of the wrong lens bends what is straight. So without a profile given by hand one is used
only where the camera is known by name and the picture has the shape that the profile was made for.
Dice are of no camera: all that are kept are known in every picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from calibration.keeping import ProfileFileError, newest_colors, newest_dice, newest_lens
from rules.messages import Said
from vision.arrays import Image
from vision.profiles.color_profile import ColorProfile
from vision.profiles.die_profile import DieProfile
from vision.profiles.lens_profile import LensProfile
from vision.profiles.lens_straightening import Straightenings
from vision.readers.picture_reader import Beside, ReadPicture
from vision.readers.reader import Reader
from vision.readers.tuned_reader import StraightPicture, TunedReader, Tuning

LENSES = "lenses"
COLORS = "colors"
DICE = "dice"
"""Folders of the data directory."""

Kept = Literal["kept"]
KEPT: Kept = "kept"
"""The choice of the newest profile kept for the camera, or of the newest of every die."""


@dataclass(frozen=True)
class Profiles:
    """The profiles to use: each one given, none, or the newest kept for the picture's camera.

    Of dice, those given, or the newest kept of each. ``data`` is the data directory; without one
    nothing is kept.
    """

    data: Path | None = None
    lens: LensProfile | Kept | None = KEPT
    colors: ColorProfile | Kept | None = KEPT
    dice: tuple[DieProfile, ...] | Kept = KEPT

    def tuning(self, camera: str | None, width: int, height: int) -> Tuning:
        """Return what is known of a camera (None: an unknown one) for pictures of a size, px.

        Raises
        ------
        ProfileFileError
            If a profile kept for the camera, or of a die, is damaged.
        """
        return Tuning(self._lens(camera, (width, height)), self._colors(camera), self._dice())

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

    def _dice(self) -> tuple[DieProfile, ...]:
        if not isinstance(self.dice, str):
            return self.dice
        return () if self.data is None else newest_dice(self.data / DICE)


class CameraReader:
    """Reads the pictures of one camera, with the profiles that hold for it.

    They are looked for once for each size of pictures that comes, not for each picture.
    """

    def __init__(
        self,
        reader: Reader,
        profiles: Profiles,
        camera: str | None,
        straightenings: Straightenings | None = None,
    ) -> None:
        """Read pictures of a camera, None where nobody knows which it is."""
        self._profiles = profiles
        self._camera = camera
        self._untuned = TunedReader(reader, Tuning(), straightenings)
        self._tuned = self._untuned
        self._size: tuple[int, int] | None = None
        self._trouble: tuple[Said, ...] = ()

    def look(self, image: Image, beside: Beside | None = None) -> ReadPicture:
        """Read a picture, BGR, and say which profiles could not be used."""
        return self.look_at(self.straightened(image), beside)

    def straightened(self, image: Image) -> StraightPicture:
        """Return a picture, BGR, as a straight lens would show it."""
        return self._tuned_for(image).straightened(image)

    def look_at(self, picture: StraightPicture, beside: Beside | None = None) -> ReadPicture:
        """Read a picture that this reader straightened; ``beside`` tells what is passed over."""
        look = self._tuned.look_at(picture, beside)
        return replace(look, remarks=(*self._trouble, *look.remarks))

    def look_by(
        self, colors: ColorProfile, picture: StraightPicture, beside: Beside | None = None
    ) -> ReadPicture:
        """Read a picture that this reader straightened by other colours than those kept."""
        return self._tuned.with_colors(colors).look_at(picture, beside)

    def _tuned_for(self, image: Image) -> TunedReader:
        height, width = image.shape[:2]
        if self._size != (width, height):
            self._size, self._trouble = (width, height), ()
            try:
                tuning = self._profiles.tuning(self._camera, width, height)
            except ProfileFileError as error:
                tuning, self._trouble = Tuning(), (error.message,)
            self._tuned = self._untuned.tuned(tuning)
        return self._tuned


class CameraReaders:
    """Gives each camera its reader. They share the networks: use them by one thread at a time."""

    def __init__(self, reader: Reader, profiles: Profiles) -> None:
        self._reader = reader
        self._profiles = profiles
        self._straightenings = Straightenings()

    def of(self, camera: str | None) -> CameraReader:
        """Return a reader of a camera's pictures, by the profiles that hold just now."""
        return CameraReader(self._reader, self._profiles, camera, self._straightenings)

"""A reader tuned to one camera: photos straightened by its lens, colours moved to the usual ones.

It also knows the faces of dice that somebody showed. Any profile may be missing; without all of
them it reads as the plain reader does. A profile of the
colours belongs to one set of tiles in one light, so it is used only where the tiles in the photo
have the colours it says; otherwise, and where that is surer, the photo is read as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from rules.messages import Message, MessageCode, Said, Wording
from vision.arrays import Image
from vision.pictures.levels import levels_of
from vision.pictures.patches import Pyramid
from vision.profiles.color_profile import ColorProfile
from vision.profiles.die_profile import DieProfile
from vision.profiles.lens_profile import LensProfile, LensProfileError
from vision.profiles.lens_straightening import NOTHING, Straightening, Straightenings
from vision.profiles.tile_colors import fits, sure_tiles
from vision.readers.examination import Examination
from vision.readers.picture_reader import Beside, ReadPicture
from vision.readers.reader import Reader
from vision.reading import DieReading, Reading
from vision.recognition.face_matching import FaceMatcher
from vision.recognition.known_dice import read_known_dice


class Remark(MessageCode):
    """What is said of profiles that could not be used."""

    READ_WITHOUT = Wording("{problem} It was read without.")
    OTHER_COLORS = Wording(
        "The tiles do not have the colours that the colour profile of {camera} says, so it was left"
        " out: calibrate the colours anew for this set and light."
    )


@dataclass(frozen=True)
class Tuning:
    """What is known of a camera: its lens, the colours of the set before it, and odd dice."""

    lens: LensProfile | None = None
    colors: ColorProfile | None = None
    dice: tuple[DieProfile, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether anything is known."""
        return self.lens is not None or self.colors is not None or bool(self.dice)


@dataclass(frozen=True)
class StraightPicture:
    """A picture as a straight lens would show it, for any number of looks.

    Attributes
    ----------
    image
        BGR; the picture itself where its lens is not known.
    straightening
        By what it was straightened; None where it was not.
    remarks
        What there is to say of a profile of the lens that could not be used.
    """

    image: Image
    straightening: Straightening | None = None
    remarks: tuple[Said, ...] = ()


class TunedReader:
    """Reads photos of one camera. Like the reader it uses, for one thread at a time."""

    def __init__(
        self,
        reader: Reader,
        tuning: Tuning,
        straightenings: Straightenings | None = None,
        matchers: Sequence[FaceMatcher] | None = None,
    ) -> None:
        """Read with what is known of a camera.

        ``straightenings`` may be shared by readers, and so may ``matchers``, those of the tuning's
        dice; they are made where none are given.
        """
        self._reader = reader
        self._tuning = tuning
        self._straightenings = straightenings or Straightenings()
        if matchers is None:
            matchers = [FaceMatcher(die) for die in tuning.dice]
        self._matchers = matchers

    def tuned(self, tuning: Tuning) -> TunedReader:
        """Return a reader with other things known, which goes on straightening as this one does."""
        same = self._matchers if tuning.dice is self._tuning.dice else None
        return TunedReader(self._reader, tuning, self._straightenings, same)

    def with_colors(self, colors: ColorProfile) -> TunedReader:
        """Return the reader for the same lens and other colours before it."""
        return self.tuned(replace(self._tuning, colors=colors))

    def read(self, image: Image) -> Reading:
        """Read one photo, BGR."""
        return self.look(image).reading

    def look(self, image: Image, beside: Beside | None = None) -> ReadPicture:
        """Read one photo, BGR, and say which profiles could not be used."""
        return self.look_at(self.straightened(image), beside)

    def straightened(self, image: Image) -> StraightPicture:
        """Return a photo, BGR, as a straight lens would show it.

        One of another shape than those of the profile stays as it is.
        """
        if self._tuning.lens is None:
            return StraightPicture(image)
        try:
            straightening = self._straightenings.of(self._tuning.lens, image)
        except LensProfileError as error:
            return StraightPicture(image, remarks=(Remark.READ_WITHOUT(problem=error.message),))
        return StraightPicture(straightening.straightened(image), straightening)

    def look_at(self, picture: StraightPicture, beside: Beside | None = None) -> ReadPicture:
        """Read one photo that is straightened already; ``beside`` tells what is passed over."""
        remarks = list(picture.remarks)
        examination, fit = self._examined(picture.image, picture.straightening, beside)
        if fit is False and self._tuning.colors is not None:
            remarks.append(misfit(self._tuning.colors))
        reading = examination.reading
        if self._matchers:
            reading = replace(reading, dice=self._dice(picture.image, examination))
            examination = replace(examination, reading=reading)  # for games that are followed, too
        if picture.straightening is not None:
            reading = picture.straightening.reading_in_photo(reading)
        return ReadPicture(reading, examination, picture.image, tuple(remarks))

    def _dice(self, straight: Image, examination: Examination) -> tuple[DieReading, ...]:
        """Return the dice of a photo, those whose faces are known among them."""
        return read_known_dice(
            self._reader.die_judge,
            self._matchers,
            Pyramid(straight),
            examination.detections.dice,
            examination.reading.dice,
            examination.table,
            sum(len(part) for part in examination.parts),
        )

    def _examined(
        self, straight: Image, straightening: Straightening | None, beside: Beside | None
    ) -> tuple[Examination, bool | None]:
        """Examine a straightened photo; tell whether the colours fit its tiles."""
        shown = None if straightening is None else straightening.shown
        examine = self._reader.examine
        if shown is not None or beside is not None:
            examine = partial(examine, shown=shown, beside=beside)
        colors = self._tuning.colors
        if colors is None:
            return examine(straight), None
        straight = levels_of(straight, shown).spread(straight)
        usual = colors.normalised(straight)
        if shown is not None:
            usual[~shown] = NOTHING
        tuned = examine(usual)
        fit = fits(colors, straight, tuned.reading)
        if fit and is_sure(tuned.reading):
            return tuned, fit
        plain = examine(straight)
        if fit is None:
            fit = fits(colors, straight, plain.reading)
        better = fit and sureness(tuned.reading) >= sureness(plain.reading)
        return tuned if better else plain, fit


def is_sure(reading: Reading) -> bool:
    """Tell whether a reading is sure with all its tiles."""
    return reading.sure and all(t.sure for cluster in reading.clusters for t in cluster.tiles)


def sureness(reading: Reading) -> tuple[int, bool]:
    """Return what readings of one photo are compared by: the surer one is greater."""
    return len(sure_tiles(reading)), is_sure(reading)


def misfit(colors: ColorProfile) -> Message:
    """Say that a profile of the colours was left out."""
    return Remark.OTHER_COLORS(camera=colors.camera)

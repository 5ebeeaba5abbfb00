"""A reader tuned to one camera: photos straightened by its lens, colours moved to the usual ones.

Either profile may be missing; without both it reads as the plain reader does. A profile of the
colours belongs to one set of tiles in one light, so it is used only where the tiles in the photo
have the colours it says; otherwise, and where that is surer, the photo is read as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from rules.lattice import Cell
from vision.arrays import Image
from vision.judging.cells import CellBelief
from vision.lattice.cluster import LatticeCluster
from vision.profiles.color_profile import ColorProfile
from vision.profiles.lens_profile import LensProfile, LensProfileError
from vision.profiles.lens_straightening import NOTHING, Straightening
from vision.profiles.tile_colors import fits, sure_tiles
from vision.readers.examination import Examination
from vision.readers.reader import Reader
from vision.reading import Reading


class Examiner(Protocol):
    """What examines photos: `vision.readers.reader.Reader`, or one that is tuned."""

    def examine(self, image: Image) -> Examination:
        """Read one photo, and keep what every stage found."""
        ...

    def look_closer(
        self, examination: Examination, cluster: LatticeCluster, cells: Sequence[Cell]
    ) -> dict[Cell, CellBelief]:
        """Return what is believed of some cells of a lattice in a photo already examined."""
        ...


@dataclass(frozen=True)
class Tuning:
    """What is known of a camera: its lens, and the colours of the set before it."""

    lens: LensProfile | None = None
    colors: ColorProfile | None = None

    def __bool__(self) -> bool:
        """Tell whether anything is known."""
        return self.lens is not None or self.colors is not None


@dataclass(frozen=True)
class Look:
    """One photo, read.

    Attributes
    ----------
    reading
        What it shows, in the photo's own pixels.
    examination
        What every stage found in ``straight``.
    straight
        The photo as a straight lens would show it.
    remarks
        Sentences on profiles that could not be used.
    """

    reading: Reading
    examination: Examination
    straight: Image
    remarks: tuple[str, ...] = ()


class TunedReader:
    """Reads photos of one camera. Like the reader it uses, for one thread at a time."""

    def __init__(self, reader: Reader, tuning: Tuning) -> None:
        self._reader = reader
        self._tuning = tuning
        self._straightenings: dict[tuple[int, int], Straightening] = {}

    def read(self, image: Image) -> Reading:
        """Read one photo, BGR."""
        return self.look(image).reading

    def look(self, image: Image) -> Look:
        """Read one photo, BGR, and say which profiles could not be used."""
        remarks: list[str] = []
        try:
            straightening = self._straightening(image)
        except LensProfileError as error:
            remarks.append(f"{error} It was read without.")
            straightening = None
        straight = straightening.straightened(image) if straightening else image
        examination, fit = self._examined(straight, straightening)
        if fit is False and self._tuning.colors is not None:
            remarks.append(misfit(self._tuning.colors))
        reading = examination.reading
        if straightening is not None:
            reading = straightening.reading_in_photo(reading)
        return Look(reading, examination, straight, tuple(remarks))

    def examine(self, image: Image) -> Examination:
        """Read one photo, BGR, and keep what every stage found: in the straightened photo."""
        return self.look(image).examination

    def look_closer(
        self, examination: Examination, cluster: LatticeCluster, cells: Sequence[Cell]
    ) -> dict[Cell, CellBelief]:
        """Return what is believed of some cells of a lattice in a photo already examined."""
        return self._reader.look_closer(examination, cluster, cells)

    def straightened(self, image: Image) -> Image:
        """Return a photo as a straight lens would show it.

        One of another shape than those of the profile comes back as it is.
        """
        try:
            straightening = self._straightening(image)
        except LensProfileError:
            return image
        return straightening.straightened(image) if straightening else image

    def _straightening(self, image: Image) -> Straightening | None:
        if self._tuning.lens is None:
            return None
        height, width = image.shape[:2]
        found = self._straightenings.get((width, height))
        if found is None:
            found = Straightening(self._tuning.lens.for_size(width, height))
            self._straightenings = {(width, height): found}
        return found

    def _examined(
        self, straight: Image, straightening: Straightening | None
    ) -> tuple[Examination, bool | None]:
        """Examine a straightened photo; tell whether the colours fit its tiles."""
        examine = self._reader.examine
        if straightening is not None:
            examine = partial(examine, shown=straightening.shown)
        colors = self._tuning.colors
        if colors is None:
            return examine(straight), None
        usual = colors.normalised(straight)
        if straightening is not None:
            usual[~straightening.shown] = NOTHING
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


def misfit(colors: ColorProfile) -> str:
    """Return the sentence that says that a profile of the colours was left out."""
    return (
        f"The tiles do not have the colours that the colour profile of {colors.camera} says, so it"
        " was left out: calibrate the colours anew for this set and light."
    )

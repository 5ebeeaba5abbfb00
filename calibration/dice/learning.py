"""Learning a user's own die from photos of its faces, each told its value.

Each photo shows the die alone on a plain table, from above, in the middle and large. Every value
needs a photo, and may have three. What is kept is a small picture of each face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from calibration.dice.finding import FaceFinder, FoundFace
from rules.messages import Message, MessageCode, MessageError, Wording
from vision.arrays import Image
from vision.networks.detector import DieDetection
from vision.pictures.patches import Pyramid
from vision.profiles.die_profile import VALUES, DieProfile, FacePicture
from vision.readers.reader import Reader
from vision.recognition.face_matching import face_cut, likeness

MOST_PHOTOS: Final = 3
"""Of one face."""
TOO_MUCH_ALIKE: Final = 0.97
"""Faces of two values that correlate more can hardly be told apart."""
_READ = 0.9
"""What the die network gives a value from here on it reads."""
_NOTHING_ON_IT = 6.0
"""A face whose grey levels vary less is bare, or out of focus."""


class DieVerdict(MessageCode):
    """What is said of a die that was learned, and why one cannot be."""

    NO_FACE_SEEN = Wording(
        "No die is seen: lay it alone on a plain table, in the middle of the picture, and go so"
        " near that it fills a quarter of the height."
    )
    BARE_FACE = Wording(
        "Nothing is seen on the face: use more light, hold the camera still, and go nearer."
    )
    OTHER_FACES = Wording(
        "The photos of {value} do not seem to show one face: take them anew, from straight above."
    )
    MISSING_FACES = Wording("Photos of these faces are missing: {values}.")
    FACES_ALIKE = Wording(
        "The faces of {first} and {second} can hardly be told apart, so neither will be sure: take"
        " them anew from straight above, or accept that the page will ask."
    )
    LOOKS_ORDINARY = Wording(
        "The face of {value} looks like the {other} of an ordinary die, so it will never be sure."
    )


class DieCalibrationError(MessageError, ValueError):
    """Photos that a die cannot be learned from; says why and what to do."""


@dataclass(frozen=True)
class SeenFace:
    """The face in one photo: where it is, and its picture."""

    place: FoundFace
    picture: FacePicture


@dataclass(frozen=True)
class LearnedDie:
    """The profile of a die, and what there is to say of it."""

    profile: DieProfile
    remarks: tuple[Message, ...]


class DieTeacher:
    """Learns dice. Use one by one thread at a time."""

    def __init__(self, reader: Reader) -> None:
        """Use a reader's networks."""
        self._judge = reader.die_judge
        self._finder = FaceFinder(reader.detector, reader.die_judge)

    def see(self, image: Image, value: int) -> SeenFace:
        """Return the face that a photo, BGR, shows of a die, said to be that of a value.

        Raises
        ------
        DieCalibrationError
            If no die is seen, or nothing on it.
        """
        place = self._finder.find(image)
        if place is None:
            raise DieCalibrationError(DieVerdict.NO_FACE_SEEN())
        pyramid = Pyramid(image)
        picture = face_cut(pyramid, place.center, place.radius)
        inner = picture[16:-16, 16:-16].reshape(-1, 3)
        if float(inner.std(axis=0).max()) < _NOTHING_ON_IT:
            raise DieCalibrationError(DieVerdict.BARE_FACE())
        found = DieDetection(place.center, place.radius, place.score)
        looks = self._judge.look(pyramid, [found])
        reads_as = [look.value for look in looks if look.confidence > _READ]
        return SeenFace(place, FacePicture(value, picture, reads_as[0] if reads_as else None))

    def learn(self, faces: Sequence[SeenFace], name: str) -> LearnedDie:
        """Return the profile of a die of which every face was seen.

        Raises
        ------
        DieCalibrationError
            If a face is missing, or the photos of one do not fit each other.
        """
        values = [face.picture.value for face in faces]
        missing = [str(value) for value in VALUES if value not in values]
        if missing:
            raise DieCalibrationError(DieVerdict.MISSING_FACES(values=", ".join(missing)))
        pictures = tuple(face.picture for face in faces)
        remarks = [*_not_told_apart(pictures), *_looking_ordinary(pictures)]
        return LearnedDie(DieProfile(name, pictures), tuple(remarks))


def _not_told_apart(pictures: Sequence[FacePicture]) -> list[Message]:
    """Say which two faces are much alike.

    Raises
    ------
    DieCalibrationError
        If a photo of one face looks more like another face than like the other photos of its own.
    """
    fits = {(a, b): likeness(one, other) for (a, one), (b, other) in _pairs(pictures)}
    alike: set[tuple[int, int]] = set()
    for (a, b), fit in fits.items():
        first, second = sorted((pictures[a].value, pictures[b].value))
        if first != second and fit > TOO_MUCH_ALIKE:
            alike.add((first, second))
        elif first == second:
            of_others = (
                other
                for pair, other in fits.items()
                if {a, b} & set(pair) and pictures[pair[0]].value != pictures[pair[1]].value
            )
            if fit < max(of_others):
                raise DieCalibrationError(DieVerdict.OTHER_FACES(value=first))
    return [DieVerdict.FACES_ALIKE(first=a, second=b) for a, b in sorted(alike)]


def _pairs(
    pictures: Sequence[FacePicture],
) -> combinations[tuple[tuple[int, FacePicture], tuple[int, FacePicture]]]:
    return combinations(enumerate(pictures), 2)


def _looking_ordinary(pictures: Sequence[FacePicture]) -> list[Message]:
    """Say which faces look like those of another value on ordinary dice."""
    misread = {
        (face.value, face.reads_as)
        for face in pictures
        if face.reads_as is not None and face.is_odd
    }
    return [DieVerdict.LOOKS_ORDINARY(value=value, other=other) for value, other in sorted(misread)]

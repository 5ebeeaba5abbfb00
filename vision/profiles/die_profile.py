"""What the faces of a user's own die look like: one that bears other things than ordinary pips.

The die network knows pips alone. A profile holds small pictures of the faces, each cut from a photo
that somebody told the value of; ``vision.recognition.known_dice`` compares dice with them.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import cv2
import numpy as np

from rules.messages import MessageCode, MessageError, Wording
from vision.arrays import Image
from vision.pictures.image_header import HeaderError, read_header

FORMAT: Final = 1
"""Of the JSON; a profile of a later format is refused."""
FACE_SIDE: Final = 64
"""Pixels along the picture of a face."""
FACE_REACH: Final = 1.15
"""How far that picture reaches from the middle of the face, in radii (half diagonals) of it."""
VALUES: Final = range(1, 7)
MOST_PICTURES: Final = 18
"""Three of each face."""


class DieFault(MessageCode):
    """Why a profile of a die cannot be used, and what to do."""

    NO_DIE_PROFILE = Wording("This is no die profile: make one with 'palago calibrate die'.")
    DIE_FORMAT = Wording(
        "This die profile has format {format}, and this program reads format {known}: bring the"
        " program up to date, or calibrate again."
    )
    DAMAGED_DIE = Wording("This die profile is damaged ({error}): calibrate again.")


class DieProfileError(MessageError, ValueError):
    """A profile that cannot be used; says why and what to do."""


@dataclass(frozen=True)
class FacePicture:
    """One look at a face: its value, 1 to 6, and the picture, BGR, (64, 64, 3).

    The middle of the face is that of the picture, which reaches ``FACE_REACH`` radii each way. The
    face may be turned in any way. ``reads_as`` is what the die network takes it for by itself, None
    where that is open.
    """

    value: int
    picture: Image = field(compare=False)
    reads_as: int | None = None

    @property
    def is_odd(self) -> bool:
        """Whether the die network does not read this face by itself."""
        return self.reads_as != self.value


@dataclass(frozen=True)
class DieProfile:
    """A die that somebody showed: its name, and one to three pictures of every face."""

    name: str
    faces: tuple[FacePicture, ...]

    @property
    def kept_as(self) -> str:
        """What its file is called by."""
        return self.name

    def to_json(self) -> dict[str, Any]:
        """Return the profile as plain JSON data, the pictures as PNG in base64."""
        return {
            "format": FORMAT,
            "kind": "die",
            "name": self.name,
            "faces": [
                {
                    "value": face.value,
                    "reads_as": face.reads_as,
                    "picture": base64.b64encode(png(face.picture)).decode(),
                }
                for face in self.faces
            ],
        }


def png(picture: Image) -> bytes:
    """Return a picture of a face as a PNG file."""
    _, data = cv2.imencode(".png", picture)
    return data.tobytes()


def die_profile_from_json(data: object) -> DieProfile:
    """Return the profile that ``DieProfile.to_json`` made data of.

    Raises
    ------
    DieProfileError
        If this is no profile of a die, or one of a later version of the program.
    """
    if not isinstance(data, Mapping) or data.get("kind") != "die":
        raise DieProfileError(DieFault.NO_DIE_PROFILE())
    if data.get("format") != FORMAT:
        raise DieProfileError(DieFault.DIE_FORMAT(format=repr(data.get("format")), known=FORMAT))
    try:
        faces = tuple(_face(face) for face in data["faces"])
        if {face.value for face in faces} != set(VALUES) or len(faces) > MOST_PICTURES:
            raise ValueError("it does not hold every face one to three times")
        return DieProfile(str(data["name"]), faces)
    except (KeyError, TypeError, ValueError, OverflowError, cv2.error) as error:
        raise DieProfileError(DieFault.DAMAGED_DIE(error=str(error))) from error


def _opened(raw: bytes) -> Image | None:
    """Return a picture of a face; None where it is none, or of another size, which is soon told."""
    try:
        header = read_header(raw)
    except HeaderError:
        return None
    if (header.width, header.height) != (FACE_SIDE, FACE_SIDE):
        return None
    picture = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_COLOR)
    return None if picture is None else np.asarray(picture, np.uint8)


def _face(data: Mapping[str, Any]) -> FacePicture:
    value = data["value"]
    if not isinstance(value, int) or value not in VALUES:
        raise ValueError(f"{value!r} is no value of a die")
    picture = _opened(base64.b64decode(data["picture"], validate=True))
    if picture is None or picture.shape != (FACE_SIDE, FACE_SIDE, 3):
        raise ValueError(f"the picture of {value} cannot be opened")
    reads_as = data.get("reads_as")
    if reads_as is not None and reads_as not in VALUES:
        raise ValueError(f"{reads_as!r} is no value of a die")
    return FacePicture(value, np.asarray(picture, np.uint8), reads_as)

"""What a set's two colours look like in a certain light, and photos as if they were the usual ones.

The reader's networks know many sets, but colours that differ in hue alone, or two dark ones, are
hard for them. With a profile a photo's colours are moved, all by one linear map, so that the set's
colours become a plain white and a plain blue; what lies between and beside them moves along. That
takes care of the light's tint as well.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from rules.messages import MessageCode, MessageError, Wording
from vision.arrays import Image, Matrix

FORMAT: Final = 1
"""Of the JSON; a profile of a later format is refused."""

Rgb = tuple[float, float, float]

_USUAL_WHITE = np.array([238.0, 236.0, 232.0])
_USUAL_BLUE = np.array([25.0, 75.0, 150.0])


class ColorFault(MessageCode):
    """Why a profile of a set's colours cannot be used, and what to do."""

    ONE_COLOR_TWICE = Wording(
        "The colour profile has one colour twice: calibrate again, in better light."
    )
    NO_COLOR_PROFILE = Wording(
        "This is no colour profile: make one with 'palago calibrate colors'."
    )
    COLOR_FORMAT = Wording(
        "This colour profile has format {format}, and this program reads format {known}: bring the"
        " program up to date, or calibrate again."
    )
    DAMAGED_COLORS = Wording("This colour profile is damaged ({error}): calibrate again.")


class ColorProfileError(MessageError, ValueError):
    """A profile that cannot be used; says why and what to do."""


@dataclass(frozen=True)
class ColorProfile:
    """The colours of a set, and of the table, as a camera shows them in a certain light.

    ``white``, ``blue`` and ``table`` are red, green and blue, 0..255. ``separation`` is how far
    white and blue are apart, measured in how much each varies from place to place; below 2.5 there
    is little to go by. ``tiles`` is how many tiles they were measured on.
    """

    camera: str
    white: Rgb
    blue: Rgb
    table: Rgb
    separation: float
    tiles: int

    @property
    def kept_as(self) -> str:
        """What its file is called by."""
        return self.camera

    def normalised(self, image: Image) -> Image:
        """Return a photo, BGR, in which the set is plain white and plain blue.

        Raises
        ------
        ColorProfileError
            If white and blue are one colour.
        """
        matrix = self._map()
        return np.asarray(
            np.clip(cv2.transform(image.astype(np.float32), matrix), 0, 255), np.uint8
        )

    def swapped(self) -> ColorProfile:
        """Return the profile of the set with its two colours named the other way round."""
        return ColorProfile(
            self.camera, self.blue, self.white, self.table, self.separation, self.tiles
        )

    def to_json(self) -> dict[str, Any]:
        """Return the profile as plain JSON data."""
        return {
            "format": FORMAT,
            "kind": "colors",
            "camera": self.camera,
            "white": list(self.white),
            "blue": list(self.blue),
            "table": list(self.table),
            "separation": self.separation,
            "tiles": self.tiles,
        }

    def _map(self) -> Matrix:
        """Return the 3x4 map of BGR colours: the set's to the usual ones, across that unchanged."""
        white, blue = np.array(self.white), np.array(self.blue)
        axis = white - blue
        length = float(axis @ axis)
        if length < 1.0:
            raise ColorProfileError(ColorFault.ONE_COLOR_TWICE())
        along = np.outer(axis, axis) / length
        linear = np.outer(_USUAL_WHITE - _USUAL_BLUE, axis) / length + (np.eye(3) - along)
        shift = _USUAL_BLUE - linear @ blue
        # The photos have their channels the other way round.
        return np.column_stack([linear[::-1, ::-1], shift[::-1]])


def color_profile_from_json(data: object) -> ColorProfile:
    """Return the profile that ``ColorProfile.to_json`` made data of.

    Raises
    ------
    ColorProfileError
        If this is no colour profile, or one of a later version of the program.
    """
    if not isinstance(data, Mapping) or data.get("kind") != "colors":
        raise ColorProfileError(ColorFault.NO_COLOR_PROFILE())
    if data.get("format") != FORMAT:
        raise ColorProfileError(
            ColorFault.COLOR_FORMAT(format=repr(data.get("format")), known=FORMAT)
        )
    try:
        return ColorProfile(
            camera=str(data["camera"]),
            white=_rgb(data["white"]),
            blue=_rgb(data["blue"]),
            table=_rgb(data["table"]),
            separation=float(data["separation"]),
            tiles=int(data["tiles"]),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ColorProfileError(ColorFault.DAMAGED_COLORS(error=str(error))) from error


def _rgb(values: Any) -> Rgb:
    red, green, blue = (float(value) for value in values)
    if not all(math.isfinite(value) and 0 <= value <= 255 for value in (red, green, blue)):
        raise ValueError(f"{values} is no colour")
    return red, green, blue

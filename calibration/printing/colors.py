"""The two colours of a set of tiles: read from what a person types, and told apart."""

from __future__ import annotations

import re
from dataclasses import dataclass

import cv2
import numpy as np

# The keywords of CSS Color 4 that name a colour one would give a tile.
_NAMES = {
    "white": "#ffffff",
    "ivory": "#fffff0",
    "beige": "#f5f5dc",
    "yellow": "#ffff00",
    "gold": "#ffd700",
    "orange": "#ffa500",
    "pink": "#ffc0cb",
    "red": "#ff0000",
    "crimson": "#dc143c",
    "brown": "#a52a2a",
    "purple": "#800080",
    "blue": "#0000ff",
    "royalblue": "#4169e1",
    "navy": "#000080",
    "skyblue": "#87ceeb",
    "teal": "#008080",
    "green": "#008000",
    "olive": "#808000",
    "silver": "#c0c0c0",
    "gray": "#808080",
    "grey": "#808080",
    "black": "#000000",
}
_HEX = re.compile(r"#?([0-9a-f]{6}|[0-9a-f]{3})")
_LEAST_DIFFERENCE = 30.0


class ColorError(ValueError):
    """Colours that tiles cannot be printed in; says what to give instead."""


@dataclass(frozen=True)
class TileColors:
    """A set's first colour, "white" in the rules, and its second, "blue"; both ``#rrggbb``."""

    white: str = "#ffffff"
    blue: str = "#1f5fae"


def colors_from_text(text: str) -> TileColors:
    """Return the two colours that a text such as ``white,#1f5fae`` gives.

    Raises
    ------
    ColorError
        If these are not two colours, or two that a camera could not tell apart.
    """
    parts = [part.strip().lower() for part in text.split(",")]
    if len(parts) != 2:
        raise ColorError(
            f"'{text}' is not two colours: give them with a comma between, such as white,navy"
            " or '#ffffff,#1f5fae'."
        )
    colors = TileColors(*(_color(part) for part in parts))
    if difference(colors) < _LEAST_DIFFERENCE:
        raise ColorError(
            f"The colours '{parts[0]}' and '{parts[1]}' are too much alike for people and cameras"
            " to tell them apart: choose a light one and a dark one."
        )
    return colors


def difference(colors: TileColors) -> float:
    """Return how far apart two colours are, as a distance in CIE L*a*b* (black to white is 100)."""
    pixels = np.array([[_blue_green_red(c) for c in (colors.white, colors.blue)]], np.float32)
    lab = cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)
    return float(np.linalg.norm(lab[0, 0] - lab[0, 1]))


def _color(text: str) -> str:
    if text in _NAMES:
        return _NAMES[text]
    match = _HEX.fullmatch(text)
    if not match:
        raise ColorError(
            f"'{text}' is no colour: give one as #rrggbb, or one of {', '.join(_NAMES)}."
        )
    digits = match[1]
    return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))


def _blue_green_red(color: str) -> tuple[float, ...]:
    return tuple(int(color[start : start + 2], 16) / 255 for start in (5, 3, 1))

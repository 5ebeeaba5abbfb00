"""Sets of tiles as other makers might make them: what they are made of, their colours, size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.synthesis.canvas import Color
from training.synthesis.tiles import luminance
from training.synthesis.unseen.swatch import hsv, varied

MAKES = ("inlay", "resin", "bevelled", "worn", "painted", "paper", "cardboard", "glazed", "felt")


@dataclass(frozen=True)
class TileSet:
    """A set of tiles.

    ``radius`` (edge) and ``height`` in mm; the rest in edge lengths: ``gap`` between tiles,
    ``rounding`` of corners, ``rim`` of a slanted edge, ``line`` about the tile, ``wobble`` of
    hand-drawn arches, ``misprint`` of the second colour, ``wear`` of the edges, ``cut`` of scissors
    that went astray. ``gloss`` 0..1.
    """

    make: str
    white: Color
    blue: Color
    back: Color
    side: Color
    split_side: bool
    radius: float
    height: float
    gap: float
    gloss: float
    rounding: float
    rim: float
    line: float
    line_color: Color
    wobble: float
    misprint: tuple[float, float]
    wear: float
    grain: float
    relief: float
    cut: float = 0.0


def random_set(rng: np.random.Generator, gap: float, other_color: bool) -> TileSet:
    """Make up a set of tiles; ``other_color`` asks for a second colour that is not blue."""
    make = MAKES[int(rng.integers(len(MAKES)))]
    white, blue = _colors(make, other_color, rng)
    thick = {"paper": (0.1, 0.4), "cardboard": (1.5, 2.6), "felt": (1.5, 3.5), "painted": (2, 7)}
    low, high = thick.get(make, (3.0, 8.5))
    backs = (white, blue, hsv(0.09, rng.uniform(0.1, 0.6), rng.uniform(0.4, 0.95)))
    split = make in ("inlay", "resin", "felt", "bevelled") and rng.random() < 0.6
    core = hsv(rng.uniform(0.07, 0.11), rng.uniform(0.1, 0.6), rng.uniform(0.4, 0.9))
    side = core if make in ("cardboard", "painted", "worn") else white
    printed = make in ("paper", "cardboard")
    shift = rng.normal(size=2) * 0.013 if printed else np.zeros(2)
    gray = rng.uniform(0.02, 0.6)
    return TileSet(
        make=make,
        white=white,
        blue=blue,
        back=backs[int(rng.integers(3))],
        side=blue if make in ("resin", "glazed") and rng.random() < 0.3 else side,
        split_side=split,
        radius=rng.uniform(20.0, 36.0),
        height=rng.uniform(low, high),
        gap=gap,
        gloss=_gloss(make, rng),
        rounding=0.0 if make == "paper" else rng.uniform(0.0, 0.09),
        rim=rng.uniform(0.03, 0.075) if make in ("bevelled", "resin", "glazed") else 0.0,
        line=rng.uniform(0.006, 0.02) if printed and rng.random() < 0.7 else 0.0,
        line_color=(gray, gray, gray),
        wobble=rng.uniform(0.008, 0.028) if make in ("painted", "felt") else 0.0,
        misprint=(float(np.clip(shift[0], -0.03, 0.03)), float(np.clip(shift[1], -0.03, 0.03))),
        wear=rng.uniform(0.015, 0.05) if make == "worn" else 0.0,
        grain=rng.uniform(0.4, 1.0),
        relief=rng.uniform(0.008, 0.022) if make == "glazed" or rng.random() < 0.1 else 0.0,
    )


def _gloss(make: str, rng: np.random.Generator) -> float:
    if make in ("resin", "glazed", "bevelled"):
        return rng.uniform(0.4, 1.0)
    return rng.uniform(0.0, 0.35) if make != "felt" else 0.0


def _colors(make: str, other_color: bool, rng: np.random.Generator) -> tuple[Color, Color]:
    """Return the light and the dark colour; they differ clearly in brightness."""
    while True:
        if make == "inlay" and rng.random() < 0.75:
            hue = rng.uniform(0.04, 0.12)
            white = hsv(hue + 0.03, rng.uniform(0.15, 0.42), rng.uniform(0.75, 0.95))
            blue = hsv(hue, rng.uniform(0.4, 0.75), rng.uniform(0.16, 0.42))
            if not other_color and rng.random() < 0.5:
                blue = hsv(rng.uniform(0.57, 0.66), rng.uniform(0.5, 0.9), rng.uniform(0.25, 0.7))
        else:
            warm = rng.uniform(0.08, 0.17)
            white = hsv(warm, rng.uniform(0.0, 0.16), rng.uniform(0.82, 0.97))
            if rng.random() < 0.15:
                white = hsv(rng.random(), rng.uniform(0.1, 0.35), rng.uniform(0.8, 0.97))
            blue = _second(other_color, rng)
        if luminance(white) - luminance(blue) > 0.28:
            return white, varied(blue, rng, 0.02)


def _second(other_color: bool, rng: np.random.Generator) -> Color:
    if not other_color and rng.random() < 0.85:
        return hsv(rng.uniform(0.55, 0.68), rng.uniform(0.5, 1.0), rng.uniform(0.3, 0.85))
    kind = rng.random()
    if kind < 0.3:
        return hsv(rng.uniform(-0.03, 0.05), rng.uniform(0.65, 0.95), rng.uniform(0.4, 0.85))
    if kind < 0.45:
        return hsv(rng.random(), rng.uniform(0.0, 0.25), rng.uniform(0.04, 0.25))
    # Any hue but the blues.
    return hsv(rng.uniform(-0.28, 0.5), rng.uniform(0.45, 0.95), rng.uniform(0.2, 0.7))


def two_dark(rng: np.random.Generator) -> tuple[Color, Color]:
    """Return two dark colours, the lighter first, that can be told apart."""
    while True:
        white = hsv(rng.random(), rng.uniform(0.2, 0.9), rng.uniform(0.3, 0.55))
        blue = hsv(rng.random(), rng.uniform(0.1, 0.95), rng.uniform(0.05, 0.25))
        if luminance(white) - luminance(blue) > 0.13:
            return white, blue


def two_pale(rng: np.random.Generator) -> tuple[Color, Color]:
    """Return two pale colours, the lighter first, that can be told apart."""
    while True:
        white = hsv(rng.uniform(0.08, 0.17), rng.uniform(0.0, 0.1), rng.uniform(0.9, 0.98))
        blue = hsv(rng.random(), rng.uniform(0.15, 0.45), rng.uniform(0.7, 0.9))
        if luminance(white) - luminance(blue) > 0.12:
            return white, blue

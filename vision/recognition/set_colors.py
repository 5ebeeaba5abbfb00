"""The two colours of the set that lies on the table, and how well a patch shows them.

A third witness, which needs no training: whoever has read a few tiles for certain knows the set's
two colours in this light. What else looks like a tile hardly ever has both of them just where a
tile would have them: a chequered cloth through a hole in the board, a pattern, a letter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from vision.arrays import Colors, Image, Mask
from vision.detection import Point
from vision.pictures.patches import CELL_REACH, CELL_SIDE, patch_grid
from vision.recognition.medians import median
from vision.recognition.thresholds import (
    ALONG_A_TILE,
    BESIDE_A_TILE,
    BRIGHTNESS_WEIGHT,
    BURNT_PIXEL,
    COLOR_EDGE,
    COLOR_TOLERANCE,
    DARKNESS,
    ENOUGH_OF_A_COLOR,
    FACE_EDGE,
    FACE_SHIFTS,
    GLARING,
    MOSTLY_BURNT,
    NEAREST_TILES,
    NEARLY_AS_BRIGHT,
    NO_BLUE_LEFT,
    PATCH_SHIFTS,
    WHITE_AS_BRIGHT,
)

_GRAY = np.ones(3) / math.sqrt(3)
FACE_SHARE = 0.86
"""Pixels of a face lie nearer to its middle than this share of the way to its rim."""
_GRID = patch_grid(CELL_SIDE, CELL_REACH)
_FACE_SHIFTS: Sequence[Point] = (
    (0.0, 0.0),
    *(
        (by * math.cos(k * math.pi / 3), by * math.sin(k * math.pi / 3))
        for by in FACE_SHIFTS
        for k in range(6)
    ),
)


@dataclass(frozen=True)
class TilePatch:
    """A patch, BGR, (side, side, 3), with the orientation of the tile that may be on it.

    ``shown``, (side * side,), marks the pixels that lie in the picture; None where all do.
    """

    center: Point
    orientation: int
    pixels: Image
    shown: Mask | None = None


@dataclass(frozen=True)
class Likeness:
    """What a patch shows of a tile of the set.

    Attributes
    ----------
    share
        The share of the white places that are white, or that of the blue places that are blue,
        whichever is less: things of one of the two colours are common. 0..1.
    bright
        The share of the blue places that are as bright as white, 0..1: they may be burnt.
    """

    share: float
    bright: float


class SetColors:
    """The colours of a set, here and there on the table, as a photo shows them."""

    def __init__(self, tiles: Sequence[TilePatch]) -> None:
        """Learn them from tiles that are sure; a tile is looked into when it is first needed."""
        self._tiles = tuple(tiles)
        self._centers = np.array([tile.center for tile in tiles]).reshape(-1, 2)
        self._known: dict[int, tuple[Colors, Colors]] = {}
        self._between: dict[tuple[int, ...], tuple[Colors, Colors]] = {}

    def _colors_of(self, index: int) -> tuple[Colors, Colors]:
        """Return the white and the blue of one of the tiles, (3,) logarithms each."""
        if index not in self._known:
            tile = self._tiles[index]
            logs = _logarithms(tile.pixels)
            white, blue = (logs[mask] for mask in _arches(tile.orientation, PATCH_SHIFTS[0]))
            self._known[index] = (median(white), median(blue))
        return self._known[index]

    def likeness(self, patch: TilePatch) -> Likeness:
        """Return how much of a tile of this set, turned as the patch says, is seen on it."""
        white, blue = self._colors_about(patch)
        logs = _logarithms(patch.pixels)
        is_white, is_blue = _told_apart(patch.pixels, logs, white, blue)
        share = max(
            min(_share(is_white, in_white, patch.shown), _share(is_blue, in_blue, patch.shown))
            for in_white, in_blue in (_arches(patch.orientation, shift) for shift in PATCH_SHIFTS)
        )
        _, in_blue = _arches(patch.orientation, PATCH_SHIFTS[0])
        bright = logs[in_blue].mean(axis=1) > white.mean() - NEARLY_AS_BRIGHT
        return Likeness(share, float(bright.mean()))

    def blue_on_white(self, patch: TilePatch) -> float:
        """Return what share of a face, 0..1, is blue where a tile that is turned so is white.

        The face lies where least of it has the other colour. What is white where it should be blue
        tells nothing: a lamp's image makes it so.
        """
        logs = _logarithms(patch.pixels)
        is_white, is_blue = _told_apart(patch.pixels, logs, *self._colors_about(patch))
        if patch.shown is not None:
            is_white, is_blue = is_white & patch.shown, is_blue & patch.shown
        wrong, blue, face = np.inf, 0, 1
        for shift in _FACE_SHIFTS:
            in_white, in_blue = _arches(patch.orientation, shift, FACE_EDGE)
            blue_there = int((in_white & is_blue).sum())
            wrong_there = blue_there + int((in_blue & is_white).sum())
            if (wrong_there, blue_there) < (wrong, blue):
                wrong, blue, face = wrong_there, blue_there, int((in_white | in_blue).sum())
        return blue / face

    def seen_towards(self, patch: TilePatch, side: int) -> float:
        """Return how much of both colours a free cell shows hard by the tile on one of its sides.

        It is the lesser of the shares, 0..1, of what lies there that is white, and blue. That tile
        lies in the direction ``side``, in steps of 60 degrees from 30 degrees on.
        """
        logs = _logarithms(patch.pixels)
        is_white, is_blue = _told_apart(patch.pixels, logs, *self._colors_about(patch))
        strip = _strip(side)
        return min(float(is_white[strip].mean()), float(is_blue[strip].mean()))

    def is_burnt(self, patch: TilePatch) -> bool:
        """Tell whether a lamp burnt a place so that nobody can tell what lies there.

        Most of the face is as bright as the picture can be, and hardly any of it has the set's
        blue, however a tile there may be turned. A tile's own white leaves half of its face blue.
        """
        face = patch.pixels.reshape(-1, 3)[_face()].astype(np.float64)
        if float((face.min(axis=1) >= GLARING).mean()) <= MOSTLY_BURNT:
            return False
        white, blue = (np.exp(logs) - DARKNESS for logs in self._colors_about(patch))
        to_white = white - blue
        share = (face - blue) @ to_white / max(float(to_white @ to_white), 1.0)
        return float((share < 0.5).mean()) < NO_BLUE_LEFT

    def _colors_about(self, patch: TilePatch) -> tuple[Colors, Colors]:
        """Return the white and the blue of the tiles about a patch."""
        nearest = np.argsort(np.hypot(*(self._centers - patch.center).T))
        chosen = tuple(sorted(nearest[:NEAREST_TILES].tolist()))
        if chosen not in self._between:
            white, blue = median(np.array([self._colors_of(index) for index in chosen]))
            self._between[chosen] = (white, blue)
        return self._between[chosen]


def _share(has_color: Mask, places: Mask, shown: Mask | None) -> float:
    """Return the share of a colour's places that have it, as far as the picture shows them, 0..1.

    Where it shows too few, what it cuts off counts as if it had not.
    """
    if shown is None or (places & shown).sum() < ENOUGH_OF_A_COLOR * places.sum():
        return float(has_color[places].mean())
    return float(has_color[places & shown].mean())


def _told_apart(pixels: Image, logs: Colors, white: Colors, blue: Colors) -> tuple[Mask, Mask]:
    """Return which pixels of a patch have the one colour, which the other, both (n,)."""
    to_white, to_blue = _distance(logs, white), _distance(logs, blue)
    near = COLOR_TOLERANCE * float(_distance(white, blue))
    known = np.ones(len(logs), np.bool_)
    if np.exp(white).min() - DARKNESS < WHITE_AS_BRIGHT:
        known = pixels.reshape(-1, 3).min(axis=1) <= BURNT_PIXEL
    is_white = known & (to_white < to_blue) & (to_white < near)
    is_blue = known & (to_blue <= to_white) & (to_blue < near)
    return is_white, is_blue


def _logarithms(pixels: Image) -> Colors:
    return np.asarray(np.log(pixels.reshape(-1, 3) + DARKNESS), np.float64)


def _distance(colors: Colors, other: Colors) -> Colors:
    """Return how far colours, (..., 3) logarithms, lie from another, (...)."""
    apart = colors - other
    brighter = apart @ _GRAY
    # what is brighter is a part of the way, at a right angle to the rest
    rest = np.einsum("...i,...i->...", apart, apart) - brighter**2
    return np.asarray(np.sqrt(np.maximum(rest, 0.0) + (BRIGHTNESS_WEIGHT * brighter) ** 2))


@cache
def _face() -> Mask:
    """Return where on a patch a tile's face is seen, its rim left out."""
    x, y = _GRID.T
    half_height = math.sqrt(3) / 2
    across = np.maximum(np.abs(y), np.abs(y) / 2 + half_height * np.abs(x)) / half_height
    return np.asarray(across < FACE_SHARE)


@cache
def _strip(side: int) -> Mask:
    """Return where on a patch the strip lies that adjoins the tile on one side of its cell."""
    angle = (side + 0.5) * math.pi / 3
    toward = _GRID @ (math.cos(angle), math.sin(angle))
    along = _GRID @ (-math.sin(angle), math.cos(angle))
    near, far = BESIDE_A_TILE
    return np.asarray((toward > near) & (toward < far) & (np.abs(along) < ALONG_A_TILE))


@cache
def _arches(orientation: int, shift: Point, edge: float = COLOR_EDGE) -> tuple[Mask, Mask]:
    """Return where on a patch a tile is white, and where it is blue (design: rules, geometry).

    What is nearer than ``edge`` to where colours meet, in edge lengths, is left out.
    """
    angle = orientation * math.pi / 3
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    places = (_GRID - shift) @ turn
    x, y = places.T
    half_height = math.sqrt(3) / 2
    across = np.maximum(np.abs(y), np.abs(y) / 2 + half_height * np.abs(x)) / half_height
    to_white_tip, to_blue_tip = np.hypot(x - 1, y), np.hypot(x + 1, y)
    border = (np.abs(x) < edge) | (np.abs(to_white_tip - 0.5) < edge)
    clear = (across < 1 - edge) & ~border & ~(np.abs(to_blue_tip - 0.5) < edge)
    blue = ((x > 0) & (to_white_tip > 0.5)) | (to_blue_tip < 0.5)
    return np.asarray(clear & ~blue), np.asarray(clear & blue)

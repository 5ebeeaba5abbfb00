"""What is wrong with a camera's view of the table, said before a game is played under it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import radians, sin
from typing import Final, Literal

import cv2
import numpy as np

from calibration.sharpness import edge_width
from rules.messages import Message, MessageCode, Wording
from vision.arrays import Grey, Image
from vision.lattice.projection import tile_projection
from vision.pictures.quality import Unfit, quality_of
from vision.profiles.tile_sampling import BLUE_ARCH, WHITE_ARCH, foreshortening, sampled
from vision.reading import Reading, TileReading

Side = Literal["left", "top", "right", "bottom"]

SIDES: Final[tuple[Side, ...]] = ("left", "top", "right", "bottom")

_DARK_PICTURE, _DARK_WHITE = 40.0, 90.0
"""Brightness, 0..255: of a whole picture, and of the light colour of the tiles."""
_SMALLEST_EDGE = 18.0
"""Of a tile, px: smaller ones are read with doubt."""
_LOWEST_CAMERA = 32.0
"""Degrees above the table: from lower down tiles hide each other."""
_ROOM: Final = 1.5
"""Edges of a tile that must be free between the tiles and the edge of the picture."""
_WIDEST_EDGE = 0.22
"""Of a tile's edge: a step in brightness that is wider is blurred."""
_GLARING = 0.6
"""Of the way from the set's dark to its light colour: what dark does not reach by itself."""
_GLARING_SHARE = 0.25
"""Of the places looked at on a tile."""


class Framing(MessageCode):
    """What can be wrong with the view, and what to do about it."""

    TOO_DARK = Wording(
        "It is too dark: switch on a lamp, best one that does not shine into the camera."
    )
    NO_TILES = Wording("No tiles can be seen: lay one on the table to try the view.")
    TOO_FAR = Wording(
        "The tiles are only {size} pixels wide: bring the camera nearer, or choose a higher"
        " resolution."
    )
    TOO_FLAT = Wording("The camera looks at the table too flatly: raise it, and tilt it down.")
    BLURRED = Wording(
        "The picture is blurred: fix the camera so that it does not move, wipe its lens, and let it"
        " focus on the tiles."
    )
    TOO_BRIGHT = Wording(
        "It is too bright: give the table less light, or turn the camera away from the lamp."
    )
    TOO_NEAR = Wording(
        "The board has no room to grow in the picture: move the camera farther away."
    )
    RUNS_OUT = Wording(
        "The board will run out of the picture {where}: turn the camera there, or move the tiles."
    )
    GLARE = Wording(
        "There is glare on one tile: move the lamp or the camera a little.",
        "There is glare on {count} tiles: move the lamp or the camera a little.",
    )


class FramingSide(MessageCode):
    """Where a board runs out of the picture."""

    ON_THE_LEFT = Wording("on the left")
    AT_THE_TOP = Wording("at the top")
    ON_THE_RIGHT = Wording("on the right")
    AT_THE_BOTTOM = Wording("at the bottom")


_WITHOUT_TILES = {
    Unfit.BURNT: Framing.TOO_BRIGHT,
    Unfit.PARTLY_BURNT: Framing.TOO_BRIGHT,
    Unfit.BLURRED: Framing.BLURRED,
    Unfit.NOISY: Framing.TOO_DARK,
    Unfit.DARK: Framing.TOO_DARK,
}


@dataclass(frozen=True)
class FramingProblem:
    """One thing that is wrong with the view, and what to do about it.

    ``count`` is how many tiles have glare; ``sides`` are where the board runs out of the picture.
    """

    message: Message
    count: int = 0
    sides: tuple[Side, ...] = ()

    @property
    def code(self) -> str:
        """What is wrong, in a word, as in ``too-dark``."""
        return self.message.code.code

    @property
    def sentence(self) -> str:
        """What is wrong and what to do, in English."""
        return str(self.message)


def framing_problems(image: Image, reading: Reading) -> tuple[FramingProblem, ...]:
    """Return what is wrong with a view, the worst first; nothing where all is well.

    Parameters
    ----------
    image
        What the camera shows, BGR.
    reading
        What was read in it.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    tiles = [tile for cluster in reading.clusters for tile in cluster.tiles]
    dark = _too_dark(image, grey, tiles)
    if not tiles:
        return (dark or _of_no_tiles(image),)
    problems = (
        dark,
        _too_far(tiles),
        _blurred(grey, tiles),
        _too_flat(tiles),
        _running_out(reading, tiles),
        _glare(image, tiles),
    )
    return tuple(problem for problem in problems if problem)


def _too_dark(image: Image, grey: Grey, tiles: Sequence[TileReading]) -> FramingProblem | None:
    if tiles:
        whites = np.concatenate([sampled(image, tile, WHITE_ARCH) for tile in tiles])
        dark = len(whites) > 0 and float(np.median(whites.max(axis=1))) < _DARK_WHITE
    else:
        dark = float(np.median(grey)) < _DARK_PICTURE
    return FramingProblem(Framing.TOO_DARK()) if dark else None


def _of_no_tiles(image: Image) -> FramingProblem:
    """Return why no tiles are seen in a view that is not dark: it may be that none lie there."""
    unfit = quality_of(image).unfit
    why = Framing.NO_TILES if unfit is None else _WITHOUT_TILES.get(unfit, Framing.NO_TILES)
    return FramingProblem(why())


def _too_far(tiles: Sequence[TileReading]) -> FramingProblem | None:
    edge = _edge(tiles)
    if edge >= _SMALLEST_EDGE:
        return None
    return FramingProblem(Framing.TOO_FAR(size=round(2 * edge)))


def _too_flat(tiles: Sequence[TileReading]) -> FramingProblem | None:
    height = float(np.median([foreshortening(tile)[1] for tile in tiles]))
    if height >= sin(radians(_LOWEST_CAMERA)):
        return None
    return FramingProblem(Framing.TOO_FLAT())


def _blurred(grey: Grey, tiles: Sequence[TileReading]) -> FramingProblem | None:
    widths = []
    for tile in tiles:
        # Across the straight line between the tile's halves.
        ends = tile_projection(tile).project([(-0.35, 0.0), (0.35, 0.0)])
        width = edge_width(grey, ends.mean(axis=0), (ends[1] - ends[0]) / 2)
        if width is not None:
            widths.append(width / foreshortening(tile)[0])
    if not widths or float(np.median(widths)) < _WIDEST_EDGE:
        return None
    return FramingProblem(Framing.BLURRED())


def _running_out(reading: Reading, tiles: Sequence[TileReading]) -> FramingProblem | None:
    corners = np.array([corner for tile in tiles for corner in tile.corners])
    low, high = corners.min(axis=0), corners.max(axis=0)
    free = (low[0], low[1], reading.width - high[0], reading.height - high[1])
    room = _ROOM * _edge(tiles)
    sides = tuple(side for side, space in zip(SIDES, free, strict=True) if space < room)
    if not sides:
        return None
    if {"left", "right"} <= set(sides) or {"top", "bottom"} <= set(sides):
        return FramingProblem(Framing.TOO_NEAR(), sides=sides)
    where = tuple(_AT[side]() for side in sides)
    return FramingProblem(Framing.RUNS_OUT(where=where), sides=sides)


_AT: dict[Side, FramingSide] = {
    "left": FramingSide.ON_THE_LEFT,
    "top": FramingSide.AT_THE_TOP,
    "right": FramingSide.ON_THE_RIGHT,
    "bottom": FramingSide.AT_THE_BOTTOM,
}


def _glare(image: Image, tiles: Sequence[TileReading]) -> FramingProblem | None:
    """Find tiles whose dark colour is light somewhere, though on most tiles it is dark."""
    lights = np.concatenate([sampled(image, tile, WHITE_ARCH).mean(axis=1) for tile in tiles])
    darks = [sampled(image, tile, BLUE_ARCH).mean(axis=1) for tile in tiles]
    usual_light, usual_dark = np.median(lights), np.median(np.concatenate(darks))
    limit = usual_dark + _GLARING * (usual_light - usual_dark)
    count = sum(len(d) > 0 and float(np.mean(d > limit)) >= _GLARING_SHARE for d in darks)
    if not count or usual_light <= usual_dark:
        return None
    return FramingProblem(Framing.GLARE(count=count), count)


def _edge(tiles: Sequence[TileReading]) -> float:
    return float(np.median([foreshortening(tile)[0] for tile in tiles]))

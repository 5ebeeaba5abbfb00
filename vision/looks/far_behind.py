"""Looking at what may be tiles far behind a board that is read.

The board tells how the table is seen, and which two colours its set has in this light. Far behind
it other tiles are slivers that no look at the photo knows for tiles. But where they lie, both
colours lie close to each other. So the places that show most of that are drawn as they are seen
from straight above, a little of the table each, and searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Colors, Float32s, Grey, Image, Mask, Points
from vision.detection import Detection, Point
from vision.lattice.table_model import TableModel
from vision.looks.look import Finder
from vision.looks.overhead import OverheadView, view_about
from vision.looks.thresholds import (
    ABOUT_READ_TILES,
    BEHIND_SIDE,
    BOTH_COLORS_REACH,
    FAR_FLATNESS,
    LEAST_BEHIND_RADIUS,
    LEAST_OF_BOTH_COLORS,
    MOST_PLACES_BEHIND,
    NEAR_THE_COLORS,
    OF_THE_OTHER_COLOR,
    PLACE_BLOCKS,
    PLACE_REACH,
    PLACE_SCALE,
)
from vision.pictures.patches import Pyramid

_STEP, _PLACES, _ROWS = 16, 9, 24
_RING = np.exp(2j * np.pi * np.arange(16) / 16)


@dataclass(frozen=True)
class ReadBoard:
    """What tiles that are read tell of the rest of a photo.

    Attributes
    ----------
    table
        How the table appears in the photo.
    outlines
        The corners of all tiles that are read, (n, 6, 2), in pixels of the photo.
    white, blue
        The set's two colours as the photo shows them, BGR, (3,).
    """

    table: TableModel
    outlines: Points
    white: Colors
    blue: Colors


@dataclass(frozen=True)
class PlaceBehind:
    """A place as it is seen from straight above: the view of it, the picture, what is found there.

    ``tiles`` are in the picture's pixels.
    """

    view: OverheadView
    picture: Image
    tiles: tuple[Detection, ...]


def is_seen_flat(table: TableModel, width: int, height: int) -> bool:
    """Tell whether a table is seen flat anywhere in a picture so large, in pixels."""
    across, down = (np.linspace(0, size - 1, _PLACES) for size in (width, height))
    places = np.stack(np.meshgrid(across, down), axis=-1)
    return bool(np.nanmin(table.flatness(places)) < FAR_FLATNESS)


def look_far_behind(finder: Finder, pyramid: Pyramid, board: ReadBoard) -> list[PlaceBehind]:
    """Look at places of a photo where the table is seen flat, and no tile is read.

    Parameters
    ----------
    finder
        Finds tiles in what is drawn.
    pyramid
        Of the photo.
    board
        What is read of it.
    """
    looks: list[PlaceBehind] = []
    for place in places_behind(pyramid, board):
        there = board.table.to_plane([place])
        view = view_about(board.table, there, PLACE_REACH, PLACE_SCALE, PLACE_BLOCKS)
        picture = view.draw(pyramid, keeps_slivers=True)
        tiles = finder.detect(picture, max(picture.shape[:2])).tiles
        looks.append(PlaceBehind(view, picture, tiles))
    return looks


def places_behind(pyramid: Pyramid, board: ReadBoard) -> list[Point]:
    """Return where a photo shows most of the set's two colours by each other, the most first.

    That is pixels of the photo where the table is seen flat and no tile is read, none near another.
    """
    size = pyramid.image.shape[:2]
    scale = min(1.0, BEHIND_SIDE / max(size))
    height, width = (max(1, round(length * scale)) for length in size)
    seen = _seen_flat(board, width, height, scale)
    rows = np.flatnonzero(seen.any(axis=1))
    if not len(rows):
        return []
    top, low = int(rows[0]), int(rows[-1]) + 1
    image, times = pyramid.overall
    first, last = (min(round(row / scale / times), len(image)) for row in (top, low))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_NEAREST
    part = np.asarray(
        cv2.resize(image[first:last], (width, low - top), interpolation=way), np.uint8
    )
    shown = _both_colors(part, seen[top:low], board)
    return [(x / scale, (y + top) / scale) for x, y in _greatest(shown, board, top, scale)]


def _seen_flat(board: ReadBoard, width: int, height: int, scale: float) -> Grey:
    """Mark where a picture so large shows the table flat, and no tile that is read."""
    across, down = (np.arange(0, size, _STEP) / scale for size in (width, height))
    places = np.stack(np.meshgrid(across, down), axis=-1)
    flat = board.table.flatness(places) < FAR_FLATNESS
    large = board.table.tile_radii(places) * scale > LEAST_BEHIND_RADIUS
    marks = np.asarray(flat & large, np.uint8)
    seen = np.asarray(cv2.resize(marks, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)
    middles = board.outlines.mean(axis=1, keepdims=True)
    about = middles + ABOUT_READ_TILES * (board.outlines - middles)
    for outline in np.round(about * scale).astype(np.int32):
        cv2.fillPoly(seen, [outline], (0,))
    return seen


def _both_colors(part: Image, seen: Grey, board: ReadBoard) -> Float32s:
    """Return of each pixel how much of the less common of both colours lies about it, 0..1."""
    white, blue = (np.empty(part.shape[:2], np.bool_) for _ in range(2))
    # a few rows at once: what is counted with on the way stays in the processor's cache
    for first in range(0, len(part), _ROWS):
        rows = slice(first, first + _ROWS)
        white[rows], blue[rows] = _of_each_color(part[rows], seen[rows], board)
    shares = [
        cv2.boxFilter(each.view(np.uint8), cv2.CV_32F, BOTH_COLORS_REACH) for each in (white, blue)
    ]
    return np.asarray(cv2.blur(np.minimum(*shares), (BOTH_COLORS_REACH[0] // 3, 3)), np.float32)


def _of_each_color(part: Image, seen: Grey, board: ReadBoard) -> tuple[Mask, Mask]:
    """Tell which pixels have the set's white, and which its blue, of those to be ``seen``."""
    between = np.subtract(board.white, board.blue).astype(np.float32)
    length = max(float(between @ between), 1.0)
    from_blue = part.astype(np.float32) - np.asarray(board.blue, np.float32)
    along = cv2.transform(from_blue, (between / length)[None])
    square = cv2.transform(cv2.multiply(from_blue, from_blue), np.full((1, 3), 1 / length))
    beside = square - along * along
    near = (beside < NEAR_THE_COLORS**2) & (seen > 0) & (np.abs(along - 0.5) < 0.9)
    return near & (along > 1 - OF_THE_OTHER_COLOR), near & (along < OF_THE_OTHER_COLOR)


def _greatest(
    shown: Float32s, board: ReadBoard, top: int, scale: float
) -> Sequence[tuple[int, int]]:
    """Return where most is shown, x and y, each where what was chosen before shows nothing."""
    left = shown.copy()
    chosen: list[tuple[int, int]] = []
    while len(chosen) < MOST_PLACES_BEHIND:
        _, greatest, _, (x, y) = cv2.minMaxLoc(left)
        if greatest < LEAST_OF_BOTH_COLORS:
            break
        chosen.append((x, y))
        middle = board.table.to_plane([(x / scale, (y + top) / scale)])
        ring = board.table.to_picture(middle + 0.75 * PLACE_REACH * _RING) * scale - (0, top)
        most = 4 * max(left.shape)  # a ring may reach the horizon
        taken = np.clip(ring, -most, most).astype(np.int32)
        cv2.fillPoly(left, [taken], (0.0,))
        across, down = (reach // 2 for reach in BOTH_COLORS_REACH)
        left[max(0, y - down) : y + down + 1, max(0, x - across) : x + across + 1] = 0
    return chosen

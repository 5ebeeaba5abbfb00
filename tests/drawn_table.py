"""Boards laid on a drawn table, each where a test wants it, seen by a camera that stands still."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np

from rules import Board
from training.synthesis.unseen.filmed_table import FilmedTable, Laid, Placed
from vision.arrays import Image

SIZE = (1280, 960)
_REACH = (9.0, 7.0)
_PIECES = 20


@cache
def drawn_table(seed: int = 3) -> FilmedTable:
    """Return a table of which a camera sees some 9 edges in all directions."""
    across, along = _REACH
    around = np.array([(x, y) for x in (-across, across) for y in (-along, along)])
    return FilmedTable(seed, SIZE, around)


def laid(board: Board, at: tuple[float, float], turn: float = 0.0) -> list[Placed]:
    """Return the tiles of a board; its cell (0, 0) lies at a place in edges, turned by radians."""
    table, tiles = drawn_table(), []
    cosine, sine = math.cos(turn), math.sin(turn)
    for cell, orientation in sorted(board.items()):
        x, y = cell.center()
        place = np.add((cosine * x - sine * y, sine * x + cosine * y), at) * table.pitch
        piece = cell.q % _PIECES + _PIECES * (cell.r % _PIECES)
        angle = orientation * math.pi / 3 + turn
        tiles.append(Placed((float(place[0]), float(place[1])), angle, piece))
    return tiles


def stills(picture: Image, count: int, number: int) -> Iterator[Image]:
    """Yield a flash, as of a hand, then a picture so many times over, each with noise of its own.

    ``number`` is that of the first frame, by which the noise is drawn.
    """
    for shown in (255 - picture, *(picture,) * count):
        noise = np.random.default_rng(number).integers(-3, 4, shown.shape, np.int16)
        yield np.asarray(cv2.add(shown, noise, dtype=cv2.CV_8U), np.uint8)
        number += 1


def picture_of(*tiles: Placed) -> Image:
    """Return a picture of the table with tiles on it."""
    return drawn_table().picture(Laid(tiles))

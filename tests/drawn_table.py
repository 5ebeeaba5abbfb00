"""Boards laid on a drawn table, each where a test wants it, seen by a camera that stands still."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, lru_cache

import numpy as np

from rules import Board
from tests.grain import Showings, grainy
from training.synthesis.unseen.filmed_table import FilmedTable, Laid, Placed
from vision.arrays import Image

SIZE = (960, 720)
_REACH = (9.0, 7.0)
_PIECES = 20
_MOST = 12
"""So many pictures are kept, those asked for last."""


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


class Stills:
    """A film of one still picture after the other."""

    def __init__(self) -> None:
        self._showings = Showings()

    def show(self, picture: Image, count: int) -> Iterator[Image]:
        """Yield a flash, as of a hand, then a picture so many times, each with its own noise."""
        first = self._showings.first_noise(picture)
        for number, shown in enumerate((255 - picture, *(picture,) * count), first):
            yield grainy(shown, number, 3)


def picture_of(*tiles: Placed) -> Image:
    """Return a picture of the table with tiles on it, of one's own to change."""
    return _drawn(tiles).copy()


@lru_cache(maxsize=_MOST)
def _drawn(tiles: tuple[Placed, ...]) -> Image:
    """Draw a picture; films that show the same share it."""
    return drawn_table().picture(Laid(tiles))

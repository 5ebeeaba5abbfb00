"""Tiles that are put down crookedly: off the board's lattice, turned, across cells.

Some are pushed in after a while, others are taken away again. No such tile lies on those that are
on the board, but for a sliver of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from rules import Board
from rules.lattice import SIDES
from rules.move import Tile
from vision.arrays import Float32s

OFF, TURNED = (0.15, 0.6), (math.radians(3), math.radians(40))
"""How far a tile lies from its cell, in edges, and how far it is turned, in radians."""
LOOSELY = 0.35
"""What is off by less, both together, is loosely laid, as people do, and not crooked."""
SECONDS = (0.5, 20.0)
"""For how long."""
TAKEN_AWAY = 0.35
"""So many are taken away again; the others are pushed in."""
_TRIES = 60
_SLIVER = 0.04
"""It lies on a tile of the board with no more than this share of itself."""
_WHOLE = 1.5 * math.sqrt(3)
"""The area of a tile whose edges are 1 long."""


@dataclass(frozen=True)
class Crooked:
    """A tile that lies off its cell.

    Attributes
    ----------
    tile
        The cell that it is meant for, and how it is to be turned there.
    off
        How far its middle is from that cell's, in edges, x and y.
    turn
        How far it is turned from how it is to lie, in radians.
    """

    tile: Tile
    off: tuple[float, float]
    turn: float


def put_crookedly(tile: Tile, board: Board, random: Random) -> Crooked | None:
    """Return how a tile lies that was put down crookedly; None where there is no room.

    Parameters
    ----------
    tile
        How it is to lie.
    board
        What lies there.
    random
        Tells how it comes to lie.
    """
    if not board:
        return None
    lying = [_outline(np.array(cell.center()), 0.0) for cell in board.touching(tile.cell)]
    for _ in range(_TRIES):
        off, way = random.uniform(*OFF), random.uniform(0, math.tau)
        turn = random.uniform(*TURNED) * random.choice((-1, 1))
        if off + abs(turn) < LOOSELY:
            continue
        found = Crooked(tile, (off * math.cos(way), off * math.sin(way)), turn)
        outline = _outline(np.array(tile.cell.center()) + np.array(found.off), turn)
        if all(_common(outline, other) < _SLIVER * _WHOLE for other in lying):
            return found
    return None


def lasts(random: Random) -> float:
    """Return for how many seconds a tile lies there crookedly; short is as likely as long."""
    return math.exp(random.uniform(*map(math.log, SECONDS)))


def _outline(middle: np.ndarray, turn: float) -> Float32s:
    """Return the corners, (6, 2) in edges, of a tile about a middle, (2,)."""
    angles = turn + np.arange(SIDES) * math.tau / SIDES
    return np.asarray(middle + np.column_stack([np.cos(angles), np.sin(angles)]), np.float32)


def _common(one: Float32s, other: Float32s) -> float:
    """Return the area, in edges squared, that two outlines have in common."""
    return float(cv2.intersectConvexConvex(one, other)[0])

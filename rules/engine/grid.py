"""The lattice as numbers: cells of a square grid, and the corners between them.

Tiles that match have orientations of one parity. So on a board without a mismatch every corner of
the lattice has its colour for good, and a tile can lie in three ways only. Corners at 0, 120 and
240 degrees of any cell are *even*, the others *odd*; which of the two is white depends on the
parity of the board. Here the two kinds are just 0 (even) and 1 (odd).

A tile's *turn* t, in 0..2, says that its even tip is at corner ``2 t``; its odd tip is opposite.
"""

from __future__ import annotations

from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from rules.lattice import Cell
from rules.tile import BLUE, WHITE, Color

WIDTH: Final = 256
"""Cells of the grid in each direction; a power of two."""
MIDDLE: Final = WIDTH // 2
CELLS: Final = WIDTH * WIDTH
TURNS: Final = 3
EMPTY: Final = -1
EVEN, ODD = 0, 1

Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]

ZERO: Final = cast("int", np.int64(0))
"""0 as the fast core counts, in numbers of 64 bits.

A function of it is compiled for each kind of number that it is given. A plain 0 is a kind of its
own, as is a number of 32 bits.
"""


def _step(q: int, r: int) -> int:
    return r * WIDTH + q


NEIGHBOURS: Int32s = np.array(
    [_step(*Cell(0, 0).neighbour(edge)) for edge in range(6)], dtype=np.int32
)
"""What leads from a cell's number to those of its six neighbours, in the order of the edges."""

CORNERS: Int32s = 2 * np.array(
    [
        [_step(0, 0), _step(-1, 0), _step(-1, 1)],
        [_step(1, -1), _step(0, 0), _step(1, 0)],
    ],
    dtype=np.int32,
) + np.array([[EVEN], [ODD]], dtype=np.int32)
"""What leads from twice a cell's number to those of its corners: the three even ones, at 0, 120 and
240 degrees, then the three odd ones, at 60, 180 and 300. A corner is named after the cell to the
right or left of which it lies."""


def cell_number(q: int, r: int) -> int:
    """Return the number of a cell, whose place is counted from the grid's middle."""
    return (r + MIDDLE) * WIDTH + q + MIDDLE


def cell_place(number: int) -> tuple[int, int]:
    """Return a cell's place (q, r), counted from the grid's middle."""
    r, q = divmod(number, WIDTH)
    return q - MIDDLE, r - MIDDLE


def turn_of(orientation: int) -> int:
    """Return the turn, 0..2, of a tile with an orientation, 0..5."""
    return (orientation if orientation % 2 == 0 else (orientation + 3) % 6) // 2


def orientation_of(turn: int, parity: int) -> int:
    """Return the orientation of a tile with a turn, on a board of a parity."""
    return 2 * turn if parity == 0 else (2 * turn + 3) % 6


def kind_of(color: Color, parity: int) -> int:
    """Return whether corners of a colour are even or odd, on a board of a parity."""
    return parity if color == WHITE else 1 - parity


def color_of(kind: int, parity: int) -> Color:
    """Return the colour of even or odd corners, on a board of a parity."""
    return WHITE if kind == parity else BLUE

"""The six ways to open Palago, and what is asked of each: whether Blue wins by force."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.board import Board
from rules.lattice import Cell

CELLS: Final = (Cell(0, 0), Cell(1, 0))
"""Where White lays the two tiles; any other pair of cells is this one turned."""
_ORIENTATIONS: Final = {
    "a": ((2, 0),),
    "b": ((4, 4),),
    "c": ((0, 0), (2, 2)),
    "d": ((2, 4), (4, 0)),
    "e": ((0, 4), (4, 2)),
    "f": ((0, 2),),
}


@dataclass(frozen=True)
class Opening:
    """A pair that White may open with.

    Attributes
    ----------
    name
        A letter, a to f.
    board
        The pair, on :data:`CELLS`.
    mirrored
        The same pair in a mirror, on the same cells, where that is another one.
    """

    name: str
    board: Board
    mirrored: Board | None


def openings() -> tuple[Opening, ...]:
    """Return the six openings there are but for turning and mirroring the table.

    The designer's notes call six pairs a to f, and say of a and b that they lose for sure and of f
    that it is safe. Their figure is not at hand; the letters here go by what was found out: first
    the two pairs that fall to a fork, then those that fall to more, then the others.
    """
    return tuple(
        Opening(name, _board(pairs[0]), _board(pairs[1]) if len(pairs) > 1 else None)
        for name, pairs in _ORIENTATIONS.items()
    )


def _board(orientations: tuple[int, int]) -> Board:
    return Board(zip(CELLS, orientations, strict=True))

"""Where tiles can be placed so that they match, whatever the game asks for besides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.board import Board
from rules.lattice import Cell
from rules.move import Tile
from rules.tile import ORIENTATIONS, tiles_match


def places(board: Board) -> tuple[Cell, ...]:
    """Return the empty cells that touch a tile; (0, 0) for an empty board."""
    return board.border() or (Cell(0, 0),)


def fitting_tiles(board: Board, cells: Iterable[Cell]) -> Iterator[Tile]:
    """Yield the tiles on these empty cells that match everything they touch."""
    for cell in cells:
        touched = [board[neighbour] for neighbour in board.touching(cell)]
        for orientation in ORIENTATIONS:
            if all(tiles_match(orientation, other) for other in touched):
                yield Tile(cell, orientation)

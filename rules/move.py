"""A move: the tiles that were placed, removed and rotated between two boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.board import Board
from rules.board_json import cell_to_json, tile_to_json
from rules.lattice import Cell


class Tile(NamedTuple):
    """A tile on a cell: where it lies and how it is turned."""

    cell: Cell
    orientation: int


class MoveError(ValueError):
    """A move that cannot be carried out on a board at all, whatever the rules say."""


@dataclass(frozen=True)
class Move:
    """What a player did on the table in one turn; nothing at all is a pass.

    ``placed`` is in the order of placement where ``ordered`` says so, else in any order.
    ``rotated`` holds the tiles as they lie afterwards.
    """

    placed: tuple[Tile, ...] = ()
    removed: tuple[Cell, ...] = ()
    rotated: tuple[Tile, ...] = ()
    ordered: bool = False

    @property
    def is_pass(self) -> bool:
        """Whether nothing was done."""
        return not (self.placed or self.removed or self.rotated)

    @property
    def placed_cells(self) -> tuple[Cell, ...]:
        """The cells on which tiles were placed."""
        return tuple(tile.cell for tile in self.placed)

    @property
    def rotated_cells(self) -> tuple[Cell, ...]:
        """The cells whose tiles were rotated."""
        return tuple(tile.cell for tile in self.rotated)


def placing(*tiles: tuple[tuple[int, int], int], ordered: bool = False) -> Move:
    """Return the move that places these tiles, each given as a cell and an orientation."""
    placed = tuple(Tile(Cell(*cell), orientation) for cell, orientation in tiles)
    return Move(placed=placed, ordered=ordered)


def difference(before: Board, after: Board) -> Move:
    """Return the move that leads from one board to the other, in no known order.

    A tile taken from one cell and put on another is removed there and placed here.
    """
    new = dict(after.items() - before.items())
    gone = before.keys() - after.keys()
    return Move(
        placed=tuple([Tile(c, k) for c, k in sorted(new.items()) if c not in before]),
        removed=tuple(sorted(gone)),
        rotated=tuple([Tile(c, k) for c, k in sorted(new.items()) if c in before]),
    )


def applied(move: Move, board: Board) -> Board:
    """Return the board after a move, legal or not.

    Raises
    ------
    MoveError
        If a cell is named twice, a tile is taken or turned where none lies, turned to how it lies
        already, or placed where one lies, or an orientation is outside 0..5.
    """
    named: set[Cell] = set()
    for cell in (*move.removed, *move.rotated_cells, *move.placed_cells):
        if cell in named:
            raise MoveError(f"The move names ({cell.q}, {cell.r}) twice; name each cell once.")
        named.add(cell)
    for cell in (*move.removed, *move.rotated_cells):
        if cell not in board:
            done = "taken" if cell in move.removed else "turned"
            raise MoveError(f"No tile lies at ({cell.q}, {cell.r}), so none can be {done} there.")
    for cell, orientation in move.rotated:
        if board[cell] == orientation:
            raise MoveError(f"The tile at ({cell.q}, {cell.r}) lies so already; turn it otherwise.")
    for cell in move.placed_cells:
        if cell in board:
            raise MoveError(f"A tile lies at ({cell.q}, {cell.r}) already; choose an empty cell.")
    try:
        return board.without(*move.removed).with_tiles((*move.rotated, *move.placed))
    except ValueError as error:
        raise MoveError(str(error)) from error


def move_to_json(move: Move, before: Board) -> dict[str, Any]:
    """Return ``placed``, ``removed`` and ``rotated`` (with ``from``) of a move on a board."""
    return {
        "placed": [tile_to_json(*tile) for tile in move.placed],
        "removed": [tile_to_json(cell, before[cell]) for cell in move.removed],
        "rotated": [{**tile_to_json(*tile), "from": before[tile.cell]} for tile in move.rotated],
        **({"order": [cell_to_json(c) for c in move.placed_cells]} if move.ordered else {}),
    }

"""A position of Palago on the fast core, in the words of the plain rules."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rules.board import Board, mismatches
from rules.engine import core, moves, winning
from rules.engine.grid import (
    CELLS,
    Int32s,
    cell_number,
    cell_place,
    kind_of,
    orientation_of,
    turn_of,
)
from rules.engine.limits import MOST_TILES
from rules.faults import named
from rules.lattice import Cell, is_connected
from rules.messages import MessageCode, MessageError, Wording
from rules.move import Move, Tile
from rules.palago.options import STANDARD_SIZE
from rules.tile import COLORS, Color

MOST_THREATS = 64
"""So many moves of a kind are told at most where it only matters that there are some."""


class Unsearchable(MessageCode):
    """Why a position cannot be searched."""

    NOTHING_TO_ANALYSE = Wording("No tile lies on the board, so there is nothing to analyse yet.")
    MISMATCH = Wording("Tiles on the board do not match, at {cells} for one; put them right first.")
    APART = Wording("The tiles on the board do not all hang together; move them together first.")
    CLOSED = Wording("An arch group is closed already, so the game is over.")
    MORE_THAN_THE_GAME_HAS = Wording(
        "{count} tile lies on the board, but the game has {size}.",
        "{count} tiles lie on the board, but the game has {size}.",
    )
    GAME_TOO_LARGE = Wording(
        "A game of {size} tiles is too large to be searched; {most} is the most."
    )
    NO_TILE_LEFT = Wording("All tiles are on the board, so the game is over.")


class PositionError(MessageError, ValueError):
    """A board that cannot be searched; says what to change."""


class FastPosition:
    """A board without a mismatch that tiles are placed on and taken back from.

    It knows of two adjacent tiles a turn, with nothing that a closed group must enclose.
    """

    def __init__(self, board: Board, size: int = STANDARD_SIZE) -> None:
        """Put up a board of a game of so many tiles.

        Raises
        ------
        PositionError
            If it is empty, has a mismatch, hangs not together, has a closed arch group or more
            tiles than the game.
        """
        _check(board, size)
        self.size = size
        self.parity = next(iter(board.values())) % 2
        first = min(board)
        self._q, self._r = first.q, first.r
        self.state = core.new_state()
        for cell, orientation in sorted(board.items()):
            if core.place(self.state, self._number(cell), turn_of(orientation)):
                raise PositionError(Unsearchable.CLOSED())

    @property
    def left(self) -> int:
        """The tiles that are left."""
        return self.size - self.tiles

    @property
    def tiles(self) -> int:
        """The tiles that lie on the board."""
        return int(self.state.laid[0])

    def name(self) -> bytes:
        """Return what tells the position from any other, as it lies."""
        cells = np.sort(self.state.placed[: self.tiles])
        return bytes(cells.tobytes() + self.state.turns[cells].tobytes())

    def board(self) -> Board:
        """Return the board as it is now."""
        state = self.state
        placed = [int(cell) for cell in state.placed[: self.tiles]]
        return Board([self._tile(cell, int(state.turns[cell])) for cell in placed])

    def kind(self, color: Color) -> int:
        """Return which corners are of a colour: 0 for the even, 1 for the odd ones."""
        return kind_of(color, self.parity)

    def place(self, tile: Tile) -> frozenset[Color]:
        """Place a tile on an empty cell; return the colours of the arch groups that it closes."""
        closed = core.place(self.state, self._number(tile.cell), turn_of(tile.orientation))
        return frozenset(color for color in COLORS if closed >> self.kind(color) & 1)

    def undo(self) -> None:
        """Take back the tile that was placed last."""
        core.undo(self.state)

    def legal_rows(self) -> Int32s:
        """Return each legal move once as the core writes it, (n, 4)."""
        rows = np.empty((moves.MOST_MOVES, 4), np.int32)
        return rows[: moves.legal_moves(self.state, self.left, rows)]

    def legal_moves(self) -> list[Move]:
        """Return each legal move once, the tile that is placed first first."""
        return [self.move_of(row) for row in self.legal_rows()]

    def rows_that_win(self, rows: Int32s, mover: Color) -> list[bool]:
        """Tell of moves of a player which are still there and win at once."""
        kind, left = self.kind(mover), self.left
        return [winning.wins_by(self.state, kind, left, row) for row in rows]

    def winning_moves(self, mover: Color, most: int = moves.MOST_MOVES) -> list[Move]:
        """Return moves that win at once for a player if it is their turn."""
        rows = np.empty((most, 4), np.int32)
        count = winning.winning_moves(self.state, self.kind(mover), self.left, rows)
        return [self.move_of(row) for row in rows[:count]]

    def move_of(self, row: Sequence[int] | Int32s) -> Move:
        """Return a move as the core writes it in the words of the rules."""
        numbers = [int(number) for number in row]
        tiles = [Tile(*self._tile(numbers[0], numbers[1]))]
        if numbers[2] != moves.NO_TILE:
            tiles.append(Tile(*self._tile(numbers[2], numbers[3])))
        return Move(placed=tuple(tiles), ordered=True)

    def _tile(self, number: int, turn: int) -> tuple[Cell, int]:
        q, r = cell_place(number)
        return Cell(q + self._q, r + self._r), orientation_of(turn, self.parity)

    def _number(self, cell: Cell) -> int:
        number = cell_number(cell.q - self._q, cell.r - self._r)
        assert 0 <= number < CELLS, "tiles that hang together stay on the grid"
        return number


def _check(board: Board, size: int) -> None:
    if size > MOST_TILES:
        raise PositionError(Unsearchable.GAME_TOO_LARGE(size=size, most=MOST_TILES))
    if not board:
        raise PositionError(Unsearchable.NOTHING_TO_ANALYSE())
    if len(board) > size:
        raise PositionError(Unsearchable.MORE_THAN_THE_GAME_HAS(count=len(board), size=size))
    if wrong := mismatches(board):
        raise PositionError(Unsearchable.MISMATCH(cells=named(sorted(wrong[0])[:1])))
    if not is_connected(board):
        raise PositionError(Unsearchable.APART())
    if len(board) == size:
        raise PositionError(Unsearchable.NO_TILE_LEFT())

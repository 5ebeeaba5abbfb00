"""Board JSON, the exchange format: ``{"tiles": [{"q": 0, "r": 0, "orientation": 4}, ...]}``."""

from __future__ import annotations

from typing import Any

from rules.board import Board
from rules.fields import Fields, FormatError, kind_of
from rules.lattice import SIDES, Cell

MAX_TILES = 1000
"""Far more than any game has; larger boards are taken for a mistake, not computed for minutes."""

MAX_COORDINATE = 999_999_999
"""Farther from the middle than any table reaches, and as much as the notation for moves writes."""

_BOARD_EXAMPLE = '{"tiles": [...]}'
_TILE_EXAMPLE = '{"q": 0, "r": 0, "orientation": 4}'


class BoardFormatError(FormatError):
    """Data that is not a board; the message names the entry at fault and what to do about it."""


def board_from_json(data: object) -> Board:
    """Read a board from decoded JSON.

    Parameters
    ----------
    data
        What ``json.loads`` gave; unknown extra keys are ignored.

    Raises
    ------
    BoardFormatError
        If something is missing, no whole number, out of range, or a cell is given twice. A board
        that breaks rules of play is no format error.
    """
    board = Fields.of(data, "The board", _BOARD_EXAMPLE, BoardFormatError)
    return board_from_tiles(board.entries("tiles"))


def board_from_tiles(entries: list[Any]) -> Board:
    """Read a board from the list that is ``tiles`` in the exchange format."""
    if len(entries) > MAX_TILES:
        raise BoardFormatError(
            f"The board has {len(entries)} tiles, but no game has more than {MAX_TILES}."
        )
    first_entry: dict[Cell, int] = {}
    tiles: dict[Cell, int] = {}
    for number, entry in enumerate(entries):
        cell, orientation = _tile(number, entry)
        if cell in first_entry:
            raise BoardFormatError(
                f"tiles[{number}]: cell ({kind_of(cell.q)}, {kind_of(cell.r)}) is given twice,"
                f" first in tiles[{first_entry[cell]}]; keep one of the two."
            )
        first_entry[cell] = number
        tiles[cell] = orientation
    return Board(tiles)


def board_to_json(board: Board) -> dict[str, Any]:
    """Return the board in the exchange format, tiles sorted by cell."""
    return {"tiles": tiles_to_json(board)}


def tiles_to_json(board: Board) -> list[dict[str, int]]:
    """Return the list that is ``tiles`` in the exchange format, sorted by cell."""
    return [tile_to_json(cell, board[cell]) for cell in sorted(board)]


def tile_to_json(cell: Cell, orientation: int) -> dict[str, int]:
    """Return one tile as the exchange format writes it."""
    return {"q": cell.q, "r": cell.r, "orientation": orientation}


def cell_to_json(cell: Cell) -> list[int]:
    """Return a cell as the pair ``[q, r]``."""
    return [cell.q, cell.r]


def _tile(number: int, entry: object) -> tuple[Cell, int]:
    tile = Fields.of(entry, f"tiles[{number}]", _TILE_EXAMPLE, BoardFormatError)
    q, r = (tile.whole_number(k, low=-MAX_COORDINATE, high=MAX_COORDINATE) for k in ("q", "r"))
    orientation = tile.whole_number("orientation")
    if not 0 <= orientation < SIDES:
        raise BoardFormatError(
            f"tiles[{number}]: orientation {kind_of(orientation)} is outside 0..5, the corner of"
            " the white tip counted counter-clockwise from the right."
        )
    return Cell(q, r), orientation

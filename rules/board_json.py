"""Board JSON, the exchange format: ``{"tiles": [{"q": 0, "r": 0, "orientation": 4}, ...]}``."""

from __future__ import annotations

from typing import Any

from rules.board import Board
from rules.lattice import SIDES, Cell

_KEYS = ("q", "r", "orientation")


class BoardFormatError(ValueError):
    """Data that is not a board; the message names the entry at fault and what to do about it."""


def board_from_json(data: object) -> Board:
    """Read a board from decoded JSON.

    Args:
        data: what ``json.loads`` gave; unknown extra keys are ignored.

    Raises:
        BoardFormatError: something is missing, no whole number, out of range, or a cell is given
            twice. A board that breaks rules of play is no format error.
    """
    if not isinstance(data, dict):
        raise BoardFormatError(
            f'A board is an object like {{"tiles": [...]}}, but this is {_kind(data)}.'
        )
    if "tiles" not in data:
        raise BoardFormatError(
            'The board has no "tiles"; give a list of tiles, which may be empty.'
        )
    entries = data["tiles"]
    if not isinstance(entries, list):
        raise BoardFormatError(f'"tiles" of the board must be a list, but is {_kind(entries)}.')
    first_entry: dict[Cell, int] = {}
    tiles: dict[Cell, int] = {}
    for number, entry in enumerate(entries):
        cell, orientation = _tile(number, entry)
        if cell in first_entry:
            raise BoardFormatError(
                f"tiles[{number}]: cell ({_kind(cell.q)}, {_kind(cell.r)}) is given twice, first in"
                f" tiles[{first_entry[cell]}]; keep one of the two."
            )
        first_entry[cell] = number
        tiles[cell] = orientation
    return Board(tiles)


def board_to_json(board: Board) -> dict[str, Any]:
    """Return the board in the exchange format, tiles sorted by cell."""
    return {"tiles": [tile_to_json(cell, board[cell]) for cell in sorted(board)]}


def tile_to_json(cell: Cell, orientation: int) -> dict[str, int]:
    """Return one tile as the exchange format writes it."""
    return {"q": cell.q, "r": cell.r, "orientation": orientation}


def cell_to_json(cell: Cell) -> list[int]:
    """Return a cell as the pair ``[q, r]``."""
    return [cell.q, cell.r]


def _tile(number: int, entry: object) -> tuple[Cell, int]:
    if not isinstance(entry, dict):
        raise BoardFormatError(
            f'tiles[{number}] must be an object like {{"q": 0, "r": 0, "orientation": 4}},'
            f" but is {_kind(entry)}."
        )
    q, r, orientation = (_whole_number(number, entry, key) for key in _KEYS)
    if not 0 <= orientation < SIDES:
        raise BoardFormatError(
            f"tiles[{number}]: orientation {_kind(orientation)} is outside 0..5, the corner of the"
            " white tip counted counter-clockwise from the right."
        )
    return Cell(q, r), orientation


def _whole_number(number: int, entry: dict[Any, Any], key: str) -> int:
    if key not in entry:
        raise BoardFormatError(f'tiles[{number}] has no "{key}"; give it as a whole number.')
    value = entry[key]
    if isinstance(value, bool) or not isinstance(value, int):
        raise BoardFormatError(
            f'tiles[{number}]: "{key}" must be a whole number, but is {_kind(value)}.'
        )
    return value


def _kind(value: object) -> str:
    """Describe a decoded JSON value for a message, cut short where it is long."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."

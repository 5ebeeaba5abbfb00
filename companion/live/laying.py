"""What people say lies on the table, who play without a camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.live.errors import StartError
from companion.words.language import gettext as _
from rules import Board, BoardFormatError, Cell, board_from_json
from rules.board_json import board_from_tiles
from rules.fields import Fields
from rules.palagonia.judging import DIE

_EXAMPLE = '{"board": {"tiles": [...]}} or {"placed": [...]}'
_FARTHEST = 500
"""No table reaches farther from its first tile than this many cells."""
_MOST_TILES = 200


@dataclass(frozen=True)
class Laid:
    """What people say lies on the table.

    ``boards`` tells, from the table as it lay, those that followed one upon the other; ``die`` is
    Palagonia's roll where one was made before.
    """

    boards: Callable[[Board], Sequence[Board]]
    die: int | None = None


def laid_from_json(data: object) -> Laid:
    """Read from decoded JSON what people say lies there (docs/http_api.md).

    Raises
    ------
    StartError
        If it cannot be read.
    """
    fields = Fields.of(data, "The table", _EXAMPLE, StartError)
    die = fields.whole_number("die", low=min(DIE), high=max(DIE)) if fields.has("die") else None
    try:
        if fields.has("board"):
            board = _checked(board_from_json(fields.value("board", "a board")))
            return Laid(lambda _before: [board], die)
        placed, rotated = _tiles(fields, "placed"), _tiles(fields, "rotated")
    except BoardFormatError as error:
        raise StartError(str(error)) from error
    removed = fields.cells("removed") if fields.has("removed") else []
    one_by_one = fields.flag("ordered")

    def boards(before: Board) -> Sequence[Board]:
        rest = before.without(*(cell for cell in removed if cell in before))
        for cell, orientation in rotated.items():
            rest = rest.with_tile(cell, orientation)
        if not one_by_one:
            return [_with(rest, placed)]
        ordered = list(placed.items())
        return [_with(rest, dict(ordered[: n + 1])) for n in range(len(ordered))] or [rest]

    return Laid(boards, die)


def _tiles(fields: Fields, key: str) -> dict[Cell, int]:
    if not fields.has(key):
        return {}
    # the order in which they are named is the order in which they were laid
    board = _checked(Board(board_from_tiles(fields.entries(key))))
    named = [Cell(tile["q"], tile["r"]) for tile in fields.entries(key)]
    return {cell: board[cell] for cell in named}


def _checked(board: Board) -> Board:
    """Refuse a board that no table has."""
    if len(board) > _MOST_TILES or any(max(map(abs, cell)) > _FARTHEST for cell in board):
        raise StartError(
            _(
                "A table has at most {tiles} tiles, and none farther than {cells} cells from the"
                " first.",
                tiles=_MOST_TILES,
                cells=_FARTHEST,
            )
        )
    return board


def _with(board: Board, tiles: dict[Cell, int]) -> Board:
    return Board({**board, **tiles})

"""A notation for moves that a person can write and read back; docs/notation.md shows it.

Words are separated by blanks: ``0,-1=4`` places a tile, ``x0,-1`` takes one, ``0,-1>2`` turns one,
``pass`` does nothing. ``then`` between all placed tiles says that they were placed in this order.
"""

from __future__ import annotations

import re

from rules.fields import FormatError, kind_of
from rules.lattice import Cell
from rules.move import Move, Tile

_PASS, _THEN = "pass", "then"
_WORD = re.compile(
    r"(?P<take>x)?(?P<q>[-−]?\d{1,9}),(?P<r>[-−]?\d{1,9})(?:(?P<sign>[=>])(?P<k>[0-5]))?"
)


class NotationError(FormatError):
    """Text that is no move in this notation; the message names the word at fault."""


def format_move(move: Move) -> str:
    """Write a move so that ``parse_move`` gives it back."""
    if move.is_pass:
        return _PASS
    placed = [f"{q},{r}={k}" for (q, r), k in move.placed]
    joined = f" {_THEN} ".join(placed) if move.ordered else " ".join(placed)
    taken = [f"x{q},{r}" for q, r in move.removed]
    turned = [f"{q},{r}>{k}" for (q, r), k in move.rotated]
    return " ".join((*taken, *turned, *([joined] if joined else [])))


def parse_move(text: str) -> Move:
    """Read a move.

    Raises
    ------
    NotationError
        If a word is not of the notation, or names a cell that an earlier one named.
    """
    words = text.split()
    if words == [_PASS]:
        return Move()
    if not words:
        raise NotationError(f'There is no move to read; write "{_PASS}" for a pass.')
    placed: list[Tile] = []
    removed: list[Cell] = []
    rotated: list[Tile] = []
    thens = 0
    for number, word in enumerate(words):
        if word == _THEN:
            thens += 1
            _check_then(words, number)
            continue
        cell, sign, orientation = _read(word)
        if cell in (*(tile.cell for tile in (*placed, *rotated)), *removed):
            raise NotationError(f'"{word}" names a cell for the second time; name it once.')
        if sign == "x":
            removed.append(cell)
        else:
            (placed if sign == "=" else rotated).append(Tile(cell, orientation))
    if thens and thens != len(placed) - 1:
        raise NotationError(
            f'"{_THEN}" must stand between all placed tiles or between none; add or leave out some.'
        )
    return Move(tuple(placed), tuple(removed), tuple(rotated), ordered=thens > 0)


def _read(word: str) -> tuple[Cell, str, int]:
    """Return the cell of a word, what is done there, and the orientation where there is one."""
    match = _WORD.fullmatch(word)
    if match is None or (match["take"] is None) == (match["sign"] is None):
        raise NotationError(
            f'{kind_of(word)} is not a part of a move; write "0,-1=4" to place a tile of'
            ' orientation 4 (0 to 5), "x0,-1" to take one, or "0,-1>2" to turn one.'
        )
    cell = Cell(*(int(match[key].replace("−", "-")) for key in ("q", "r")))
    return cell, match["take"] or match["sign"], int(match["k"] or 0)


def _check_then(words: list[str], number: int) -> None:
    """Check that a "then" stands between two placed tiles."""
    around = (words[number - 1 : number] or [""], words[number + 1 : number + 2] or [""])
    if not all("=" in word for (word,) in around):
        raise NotationError(
            f'"{_THEN}" (word {number + 1}) must stand between two placed tiles, as in'
            ' "0,-1=4 then 1,-1=2".'
        )

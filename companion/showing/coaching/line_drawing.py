"""A line of moves drawn on one board, its tiles numbered in the order in which they are played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.drawing.board_drawing import BoardDrawing, draw_board
from companion.showing.table_marks import change_mark, closing_marks
from companion.words.findings import Finding
from rules import Board, Move


@dataclass(frozen=True)
class Numbered:
    """A number on the board: which, and where, in edge lengths, y down."""

    number: int
    x: float
    y: float


@dataclass(frozen=True)
class LineDrawing:
    """A board after a line of moves; what it closed is marked, and so is what was played."""

    board: BoardDrawing
    numbers: tuple[Numbered, ...]
    marked: int
    """So many marks are to be shown."""


def draw_line(board: Board, line: Sequence[Move], played: Board | None = None) -> LineDrawing:
    """Draw a position and a line of moves from it; ``played`` is the position one move earlier."""
    after, before = board, board
    numbers: list[Numbered] = []
    for number, move in enumerate(line, 1):
        before, after = after, after.with_tiles(move.placed)
        for cell in move.placed_cells:
            x, y = cell.center()
            numbers.append(Numbered(number, x, -y))
    findings: tuple[Finding, ...] = (
        *(change_mark(played, board, "last") if played is not None else ()),
        *closing_marks(before, after),
    )
    return LineDrawing(draw_board(after, findings), tuple(numbers), len(findings))

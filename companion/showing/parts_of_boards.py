"""Small boards that show a part of the table: what is asked about or proposed, lit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.drawing.board_drawing import BoardDrawing, draw_board
from companion.showing.table_marks import asked_mark
from rules import Board, Cell

_ROUND_ABOUT = 2
"""So many rings of cells about those that are lit are drawn."""


def drawn_about(
    boards: Sequence[Board], lit: Sequence[frozenset[Cell]], turns: int
) -> list[BoardDrawing]:
    """Draw boards about the cells that are lit on them, all of the same part of the table.

    They are turned by ``turns`` times 60 degrees.
    """
    every = frozenset[Cell]().union(*lit)
    shown = set(every)
    for _ring in range(_ROUND_ABOUT):
        shown |= {neighbour for cell in shown for neighbour in cell.neighbours()}
    cut = [Board({c: k for c, k in board.items() if c in shown}) for board in boards]
    together = Board({c: k for board in cut for c, k in board.items()})
    frame = draw_board(together, asked_mark(every), turns)
    drawn = (draw_board(b, asked_mark(cells), turns) for b, cells in zip(cut, lit, strict=True))
    return [replace(one, view_box=frame.view_box, width=frame.width) for one in drawn]

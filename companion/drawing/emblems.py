"""A small position for each game, to know the games by at a glance."""

from __future__ import annotations

from companion.drawing.board_drawing import BoardDrawing, draw_board
from rules import Board, Cell

_FLOWER = (Cell(0, 0), *Cell(0, 0).neighbours())
_POSITIONS = {
    "palago": Board(dict(zip(_FLOWER, (2, 4, 4, 0, 0, 2, 2), strict=True))),
    "palagem": Board({Cell(0, 0): 2, Cell(1, -1): 4, Cell(1, 0): 0, Cell(2, -1): 2}),
    "palagonia": Board(
        dict(
            zip(
                (*_FLOWER, Cell(2, -1), Cell(1, 1), Cell(2, 0)),
                (2, 4, 4, 0, 0, 4, 0, 4, 2, 2),
                strict=True,
            )
        )
    ),
}


def emblem(game: str) -> BoardDrawing:
    """Return a game's emblem: all edges match, and an island stands on Palagonia's."""
    return draw_board(_POSITIONS[game], ())

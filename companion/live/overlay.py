"""The board as it lies in a picture of the game: outlines that a page draws over it."""

from __future__ import annotations

from cmath import rect
from collections.abc import Collection, Sequence
from math import pi
from typing import Any

from companion.drawing.tile_parts import HEXAGON, PARTS, path
from rules import Board, Cell
from rules.lattice import SIDES
from vision.lattice.projection import Projection

Point = tuple[float, float]


def overlay_to_json(
    projection: Projection,
    board: Board,
    unsure: Collection[Cell] = (),
    hidden: Collection[Cell] = (),
    more: Collection[Cell] = (),
) -> dict[str, Any]:
    """Return the tiles of a board and the cells beside them as outlines (SVG paths) in pixels.

    Parameters
    ----------
    projection
        Where the game's lattice lies in the picture.
    board
        The tiles.
    unsure, hidden
        Cells, with a tile or without, that cannot be seen well or not at all.
    more
        Other cells to outline even where no tile lies.
    """
    beside = {n for cell in board for n in cell.neighbours()} | {*unsure, *hidden, *more}
    return {
        "tiles": [
            {
                "q": cell.q,
                "r": cell.r,
                "orientation": board[cell],
                "sure": cell not in unsure and cell not in hidden,
                "outline": path(projection.places(_placed(HEXAGON, cell, board[cell]))),
                "center": _center(projection, cell),
                "parts": {
                    part: path(projection.places(_placed(outline, cell, board[cell])))
                    for part, outline in PARTS.items()
                },
            }
            for cell in sorted(board)
        ],
        "cells": [
            {
                "q": cell.q,
                "r": cell.r,
                "outline": path(projection.places(_placed(HEXAGON, cell, 0))),
                "center": _center(projection, cell),
                "why": "hidden" if cell in hidden else "unsure" if cell in unsure else "empty",
            }
            for cell in sorted(beside - board.keys())
        ],
    }


def _center(projection: Projection, cell: Cell) -> list[float]:
    x, y = projection.cell_center(cell)
    return [round(x, 1), round(y, 1)]


def _placed(points: Sequence[Point], cell: Cell, orientation: int) -> list[Point]:
    """Return an outline of a tile of orientation 0 as it lies on a cell, in edge lengths, y up."""
    center = complex(*cell.center())
    turn = rect(1, orientation * 2 * pi / SIDES)
    placed = [center + turn * complex(*point) for point in points]
    return [(point.real, point.imag) for point in placed]

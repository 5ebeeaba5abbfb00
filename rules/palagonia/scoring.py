"""What the islands that a move closes are worth to its creator and its helper."""

from __future__ import annotations

from collections.abc import Collection

from rules.board import Board
from rules.lattice import Cell
from rules.shapes import Shape
from rules.verdict import ScoredIsland

CREATOR_FACTOR = 3
HELPER_FACTOR = 2
CONTINENT_VALUE = 15


def islands_closed_by(closed: Collection[Shape], placed: Collection[Cell]) -> tuple[Shape, ...]:
    """Return the islands among the closed shapes of a board that placed tiles closed.

    A shape was closed by a move exactly if one of its corners is on a tile of that move.
    """
    corners = {corner for cell in placed for corner in cell.corners()}
    return tuple(
        shape for shape in closed if shape.is_island and not corners.isdisjoint(shape.corners)
    )


def score_island(shape: Shape, board: Board, *, last_tiles: bool, has_helper: bool) -> ScoredIsland:
    """Return an island with its points.

    Parameters
    ----------
    shape
        An island that a move closed.
    board
        The board with it.
    last_tiles
        Whether that move laid the last tiles, so that it may be a continent.
    has_helper
        Whether somebody moved before; the first move of a game has no helper.
    """
    animals, value = shape.animals or (), shape.value or 0
    continent = last_tiles and shape.territory >= board.keys()
    if continent:
        value = max(CONTINENT_VALUE, value)
    return ScoredIsland(
        color=shape.color,
        limbs=shape.limbs,
        animals=animals,
        value=value,
        continent=continent,
        creator=CREATOR_FACTOR * value,
        helper=HELPER_FACTOR * value if has_helper else 0,
        cells=tuple(sorted(shape.cells)),
    )

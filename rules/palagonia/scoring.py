"""What the islands that a move closes are worth to its creator and its helper."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules.board import Board, mismatches
from rules.groups import Node, find_group, is_closed, tile_nodes
from rules.lattice import Cell
from rules.shapes import Shape, closed_shapes
from rules.verdict import ScoredIsland

CREATOR_FACTOR = 3
HELPER_FACTOR = 2
CONTINENT_VALUE = 15


def islands_closed_by(board: Board, placed: Collection[Cell]) -> tuple[Shape, ...]:
    """Return the islands of a board without holes that placed tiles closed.

    A shape was closed by a move exactly if one of its corners is on a tile of that move. Where
    tiles mismatch no shape can be trusted, and there are none.
    """
    if mismatches(board) or not any(_may_close_an_island(board, cell) for cell in placed):
        return ()
    corners = {corner for cell in placed for corner in cell.corners()}
    return tuple(
        shape
        for shape in closed_shapes(board)
        if shape.is_island and not corners.isdisjoint(shape.corners)
    )


def belong_to_one_island(board: Board, placed: Collection[Cell]) -> bool:
    """Tell whether placed tiles all belong to one island that they close, on such a board."""
    if not all(any(_closed_nodes(board, cell)) for cell in placed):
        return False  # a tile of an island carries a corner of a closed shape
    return any(island.territory.issuperset(placed) for island in islands_closed_by(board, placed))


def _may_close_an_island(board: Board, cell: Cell) -> bool:
    """Tell whether a tile has a part in a closed group that has limbs or can enclose others."""
    groups = (find_group(board, node) for node in _closed_nodes(board, cell))
    return any(group.limbs or group.loops for group in groups)


def _closed_nodes(board: Board, cell: Cell) -> Iterator[Node]:
    """Yield the corners of a tile whose groups are closed."""
    return (node for node in tile_nodes(cell, board[cell]) if is_closed(board, node))


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

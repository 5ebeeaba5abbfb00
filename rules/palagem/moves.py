"""The legal moves of Palagem, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from rules.board import Board
from rules.lattice import SIDES, Cell
from rules.move import Move, Tile, placing
from rules.palagem.judging import EDGES_TO_EXPOSE, TILES_TO_TOUCH
from rules.placing import fitting_tiles, places


def legal_moves(board: Board, tiles_left: int) -> Iterator[Move]:
    """Yield each legal move once.

    Parameters
    ----------
    board
        The position.
    tiles_left
        The tiles left before the move; with none a tile of the table is moved.
    """
    if tiles_left:
        for tile in _placements(board, min(TILES_TO_TOUCH, len(board))):
            yield placing(tile)
        return
    for cell in sorted(board):
        if SIDES - len(board.touching(cell)) >= EDGES_TO_EXPOSE:
            for tile in _placements(board.without(cell), TILES_TO_TOUCH, but=cell):
                yield Move(placed=(tile,), removed=(cell,))


def _placements(standing: Board, touching: int, but: Cell | None = None) -> Iterator[Tile]:
    """Yield the matching tiles on cells that touch enough tiles."""
    cells = [c for c in places(standing) if len(standing.touching(c)) >= touching and c != but]
    yield from fitting_tiles(standing, cells)

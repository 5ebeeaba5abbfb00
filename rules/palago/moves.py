"""The legal moves of Palago, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from rules.board import Board
from rules.lattice import SIDES, Cell
from rules.move import Move, Tile, placing
from rules.palago.closing import Closing
from rules.palago.judging import tiles_due
from rules.palago.options import PalagoOptions, Placement
from rules.placing import fitting_tiles, places


def legal_moves(
    board: Board, tiles_left: int, options: PalagoOptions, closing: Closing
) -> Iterator[Move]:
    """Yield each legal move once.

    Two tiles come in an order in which the first does not end the game; where each alone would,
    the two cannot both be played.

    Parameters
    ----------
    board
        The position.
    tiles_left
        The tiles left before the move.
    options
        How the game is played.
    closing
        Tells which deciding groups some tiles would close.
    """
    due = tiles_due(tiles_left, options)
    singles = [tile for cell in places(board) for tile in fitting_tiles(board, [cell])]
    if due == 1:
        yield from (placing(tile) for tile in singles)
    elif due == 2:
        ending = {tile for tile in singles if closing([tile])}
        alone = singles if len(board) == 1 else [tile for tile in singles if tile in ending]
        yield from (placing(tile) for tile in alone)
        yield from _pairs(board, singles, ending, options)


def _pairs(
    board: Board, singles: list[Tile], ending: set[Tile], options: PalagoOptions
) -> Iterator[Move]:
    """Yield the legal pairs; one tile of a pair always touches the table."""
    anywhere = options.placement is Placement.ANYWHERE
    touching = places(board) if board else ()
    seen: set[frozenset[Tile]] = set()
    for tile in singles:
        with_tile = board.with_tile(*tile)
        cells: set[Cell] = {c for c in tile.cell.neighbours() if c not in with_tile}
        if anywhere:
            cells.update(cell for cell in touching if cell != tile.cell)
        if not board:
            cells = {tile.cell.neighbour(edge) for edge in range(SIDES // 2)}
        for other in fitting_tiles(with_tile, sorted(cells)):
            pair = frozenset((tile, other))
            if pair not in seen and not pair <= ending:
                seen.add(pair)
                first, second = (other, tile) if tile in ending else (tile, other)
                yield placing(first, second, ordered=True)

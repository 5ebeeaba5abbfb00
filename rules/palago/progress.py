"""How far a move of Palago has come."""

from __future__ import annotations

from collections.abc import Sequence

from rules.board import Board
from rules.lattice import Cell
from rules.move import Tile
from rules.palago.judging import judge_palago, tiles_due
from rules.palago.options import PalagoOptions, Placement
from rules.placing import fitting_tiles
from rules.progress import Progress, in_progress, ruled, unchanged
from rules.tile import Color
from rules.verdict import Code

_FATAL = frozenset({Code.EDGE_MISMATCH, Code.SINGLE_HOLE, Code.DISTURBED})
"""What a second tile cannot cure."""


def palago_progress(
    before: Board,
    now: Board,
    *,
    mover: Color,
    tiles_left: int,
    options: PalagoOptions | None = None,
    order: Sequence[Cell] | None = None,
) -> Progress:
    """Tell how far a move has come.

    A first tile that ends the game is a whole move; another one is part of a pair. That holds
    beside the single tile of a server's opening as well, where one tile is legal but two are too.

    Parameters
    ----------
    before
        The board before the move.
    now
        The board on the table.
    mover
        The colour of the player who moves.
    tiles_left
        The tiles left before the move.
    options
        How the game is played.
    order
        The placed cells in the order of placement, where it is known.
    """
    options = options or PalagoOptions()
    due = tiles_due(tiles_left, options)
    if now == before:
        return unchanged(due)
    verdict = judge_palago(
        before, now, mover=mover, tiles_left=tiles_left, options=options, order=order
    )
    missing = due - len(verdict.move.placed)
    if verdict.over or missing <= 0:
        return ruled(verdict)
    if _FATAL.isdisjoint(verdict.codes) and _second_fits(before, verdict.move.placed, options):
        return in_progress(verdict.move, missing)
    return ruled(verdict, curable=[Code.WRONG_COUNT])


def _second_fits(before: Board, placed: Sequence[Tile], options: PalagoOptions) -> bool:
    """Tell whether some second tile makes a legal pair with the one that was placed.

    Neither tile of a pair lies in a hole of one cell unless it ends the game, since the other
    touches it or lies apart; so holes need no look here.
    """
    if len(placed) != 1:
        return False
    (first,) = placed
    board = before.with_tile(*first)
    cells = [cell for cell in first.cell.neighbours() if cell not in board]
    if before and not before.touching(first.cell):
        cells = [cell for cell in cells if before.touching(cell)]
    elif options.placement is Placement.ANYWHERE:
        cells += [cell for cell in before.border() if cell != first.cell]
    return next(fitting_tiles(board, cells), None) is not None

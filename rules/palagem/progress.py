"""How far a move of Palagem has come."""

from __future__ import annotations

from collections.abc import Mapping

from rules.board import Board
from rules.lattice import Cell
from rules.move import Move, Tile, difference
from rules.palagem.judging import PalagemOptions, judge_palagem, rule_on_palagem
from rules.palagem.pattern import Palagem
from rules.placing import fitting_tiles
from rules.progress import Progress, in_progress, ruled, unchanged
from rules.verdict import Code


def palagem_progress(
    before: Board,
    now: Board,
    *,
    mover: str,
    tiles_left: int,
    palagems: Mapping[str, Palagem] | None = None,
    options: PalagemOptions | None = None,
) -> Progress:
    """Tell how far a move has come.

    One tile is a move. With no tiles left a tile that was lifted is part of one, and so is a tile
    that was placed while the one it stands for still lies there.

    Parameters
    ----------
    before
        The board before the move.
    now
        The board on the table.
    mover
        The player who moves.
    tiles_left
        The tiles left before the move.
    palagems
        The players' palagems, where they are known.
    options
        How the game is played.
    """
    move = difference(before, now)
    if move.is_pass:
        return unchanged(1)
    if tiles_left == 0 and _can_be_completed(before, move):
        return in_progress(move, 1)
    verdict = judge_palagem(
        before,
        now,
        mover=mover,
        tiles_left=tiles_left,
        palagems=palagems,
        options=options,
    )
    lifted = tiles_left == 0 and len(move.removed) == 1 and not move.placed
    return ruled(verdict, curable=[Code.WRONG_COUNT] if lifted else ())


def _can_be_completed(before: Board, move: Move) -> bool:
    """Tell whether half of moving a tile, the lifting or the placing, can become a legal move."""
    if move.rotated or len(move.placed) + len(move.removed) != 1:
        return False
    if move.placed:
        return any(_may_be_moved(before, cell, move.placed[0]) for cell in before)
    (lifted,) = move.removed
    standing = before.without(lifted)
    cells = [cell for cell in standing.border() if cell != lifted]
    return any(_may_be_moved(before, lifted, tile) for tile in fitting_tiles(standing, cells))


def _may_be_moved(before: Board, cell: Cell, to: Tile) -> bool:
    """Tell whether the tile of a cell may be lifted and played as ``to``."""
    move = Move(placed=(to,), removed=(cell,))
    return rule_on_palagem(
        before, move, mover="", tiles_left=0, palagems={}, options=PalagemOptions()
    ).legal

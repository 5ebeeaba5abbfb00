"""Ruling on one move of Palago."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.board import Board
from rules.checks import (
    already_apart,
    already_mismatched,
    disturbed,
    edge_mismatches,
    put_right,
    violation,
)
from rules.faults import Fault, named, tiles_placed
from rules.groups import Group, find_groups
from rules.lattice import SIDES, Cell, connected_parts
from rules.move import Move, Tile, difference
from rules.palago.closing import Closing, closing_from_nothing
from rules.palago.options import PalagoOptions, Placement, Tiebreak
from rules.tile import BLUE, WHITE, Color, other_color
from rules.verdict import DRAW, Code, Reason, Verdict, Violation

_DUE = {
    Placement.PAIR: Fault.PAIR_IS_DUE,
    Placement.SINGLE: Fault.ONE_TILE_IS_DUE,
    Placement.ANYWHERE: Fault.TWO_TILES_ARE_DUE,
}


def judge_palago(
    before: Board,
    after: Board,
    *,
    mover: Color,
    tiles_left: int,
    options: PalagoOptions | None = None,
    order: Sequence[Cell] | None = None,
) -> Verdict:
    """Rule on a move from the boards before and after it.

    Parameters
    ----------
    before
        The board before the move; it may be wrong already.
    after
        The board after it, on the same lattice.
    mover
        The colour of the player who moved.
    tiles_left
        The tiles left before the move.
    options
        How the game is played.
    order
        The placed cells in the order of placement, where it is known.
    """
    options = options or PalagoOptions()
    move = difference(before, after)
    if order is not None:
        by_cell = {tile.cell: tile for tile in move.placed}
        move = replace(move, placed=tuple(by_cell[cell] for cell in order), ordered=True)
    verdict = rule_on_palago(
        before,
        move,
        mover=mover,
        tiles_left=tiles_left,
        options=options,
        closing=closing_from_nothing(before, options),
    )
    return replace(verdict, already=already_wrong(before))


def rule_on_palago(
    before: Board,
    move: Move,
    *,
    mover: Color,
    tiles_left: int,
    options: PalagoOptions,
    closing: Closing,
) -> Verdict:
    """Rule on a move, leaving out what was wrong before it.

    Where the first of two tiles is known and alone ends the game, the game ended there: the
    second is not judged.
    """
    placed = _judged_tiles(move, tiles_left, options, closing)
    violations = (
        *edge_mismatches(
            before, put_right(before, Move(placed=placed)), [tile.cell for tile in placed]
        ),
        *_wrong_count(before, placed, tiles_left, options, closing),
        *_not_adjacent(placed, options),
        *_not_touching(before, placed, options),
        *_single_hole(before, move, placed, tiles_left, options, closing),
        *disturbed((*move.removed, *move.rotated_cells)),
    )
    if violations:
        return Verdict(move, violations)
    closed = closing(placed)
    if closed:
        return _closed_verdict(move, closed, mover)
    if len(placed) == tiles_left:
        winner, reason = winner_by_tiles_out(put_right(before, move), options)
        return Verdict(move, winner=winner, reason=reason, over=True)
    return Verdict(move)


def already_wrong(before: Board) -> tuple[Violation, ...]:
    """Return what is wrong with a board before a move."""
    return (*already_mismatched(before), *already_apart(before, Code.NOT_TOUCHING))


def tiles_due(tiles_left: int, options: PalagoOptions) -> int:
    """Return how many tiles a whole move has: one with one tile left, whatever the placement."""
    return min(1 if options.placement is Placement.SINGLE else 2, tiles_left)


def winner_by_tiles_out(board: Board, options: PalagoOptions) -> tuple[str, Reason]:
    """Return who wins, or "draw", and why, where the tiles are out and no group was closed."""
    groups = find_groups(board)
    white, blue = groups.largest(WHITE), groups.largest(BLUE)
    if options.tiebreak is Tiebreak.DRAW or white == blue:
        return DRAW, Reason.TILES_OUT
    larger: Color = WHITE if white > blue else BLUE
    winner = larger if options.tiebreak is Tiebreak.LARGEST else other_color(larger)
    return winner, Reason.LARGEST_GROUP


def _judged_tiles(
    move: Move, tiles_left: int, options: PalagoOptions, closing: Closing
) -> tuple[Tile, ...]:
    """Return the placed tiles up to the one with which the game ended, where that is known."""
    if move.ordered and len(move.placed) == 2 == tiles_due(tiles_left, options):
        first = move.placed[:1]
        if closing(first):
            return first
    return move.placed


def _wrong_count(
    before: Board,
    placed: Sequence[Tile],
    tiles_left: int,
    options: PalagoOptions,
    closing: Closing,
) -> list[Violation]:
    due = tiles_due(tiles_left, options)
    if len(placed) == due:
        return []
    if len(placed) == 1 and due == 2 and (len(before) == 1 or closing(placed)):
        return []
    rule = _DUE[options.placement]
    if due < 2 and options.placement is not Placement.SINGLE:
        rule = Fault.LAST_TILE_IS_DUE if due else Fault.NO_TILE_IS_LEFT
    cells = [tile.cell for tile in placed]
    return [violation(Code.WRONG_COUNT, cells, rule(done=tiles_placed(len(placed))))]


def _not_adjacent(placed: Sequence[Tile], options: PalagoOptions) -> list[Violation]:
    if options.placement is not Placement.PAIR or len(placed) != 2:
        return []
    first, second = (tile.cell for tile in placed)
    if second in first.neighbours():
        return []
    cells = [first, second]
    return [violation(Code.NOT_ADJACENT, cells, Fault.PAIR_NOT_ADJACENT(cells=named(cells)))]


def _not_touching(before: Board, placed: Sequence[Tile], options: PalagoOptions) -> list[Violation]:
    if options.placement is Placement.ANYWHERE:
        apart = _apart(before, placed)
        rule = Fault.TILES_APART
    else:
        touches = not before or any(before.touching(tile.cell) for tile in placed)
        apart = [] if touches else [tile.cell for tile in placed]
        rule = Fault.PAIR_APART
    if not apart:
        return []
    return [violation(Code.NOT_TOUCHING, apart, rule(cells=named(apart), count=len(apart)))]


def _apart(before: Board, placed: Sequence[Tile]) -> list[Cell]:
    """Return the placed cells from which no placed tiles lead to the table's tiles."""
    parts = connected_parts([tile.cell for tile in placed])
    if not before:
        return [cell for part in parts[1:] for cell in part]
    return [
        cell for part in parts if not any(before.touching(cell) for cell in part) for cell in part
    ]


def _single_hole(
    before: Board,
    move: Move,
    placed: Sequence[Tile],
    tiles_left: int,
    options: PalagoOptions,
    closing: Closing,
) -> list[Violation]:
    """Check that the first tile does not fill a hole of one cell without ending the game.

    Where the order is not known this is said only if it holds for whichever tile was the first.
    """
    if options.placement is not Placement.PAIR or tiles_due(tiles_left, options) < 2 or not placed:
        return []
    first_ones = placed[:1] if move.ordered else placed
    for tile in first_ones:
        if len(before.touching(tile.cell)) < SIDES or closing([tile]):
            return []
    cells = [tile.cell for tile in first_ones]
    return [violation(Code.SINGLE_HOLE, cells, Fault.HOLE_FILLED_FIRST(cells=named(cells)))]


def _closed_verdict(move: Move, closed: tuple[Group, ...], mover: Color) -> Verdict:
    colors = {group.color for group in closed}
    if len(colors) > 1:
        winner = other_color(mover)
        return Verdict(
            move, winner=winner, loser=mover, reason=Reason.BOTH_CLOSED, over=True, closed=closed
        )
    (color,) = colors
    return Verdict(move, winner=color, reason=Reason.CLOSED_GROUP, over=True, closed=closed)

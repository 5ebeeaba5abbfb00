"""Ruling on one move of Palagonia."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import lru_cache

from rules.board import Board, mismatches
from rules.checks import (
    already_apart,
    already_holed,
    already_mismatched,
    disturbed,
    edge_mismatches,
    put_right,
    violation,
)
from rules.faults import (
    Fault,
    named,
    tiles_added,
    tiles_placed,
    tiles_taken,
    tiles_turned,
)
from rules.lattice import SIDES, Cell, connected_parts, enclosed_cells, is_connected
from rules.messages import Message
from rules.move import Move, difference
from rules.palagonia.scoring import belong_to_one_island, islands_closed_by, score_island
from rules.verdict import Action, Code, Verdict, Violation

DIE = range(1, 7)
REMOVE_DIE, ROTATE_DIE = 1, 6


def judge_palagonia(before: Board, after: Board, *, die: int | None, tiles_left: int) -> Verdict:
    """Rule on a move from the boards before and after it.

    Parameters
    ----------
    before
        The board before the move; it may be wrong already.
    after
        The board after it, on the same lattice.
    die
        The mover's roll, 1 to 6; where it is not known the roll that fits the move best is assumed,
        so that only what no roll allows is called illegal.
    tiles_left
        The tiles left before the move.
    """
    move = difference(before, after)
    verdicts = [
        rule_on_palagonia(before, move, die=roll, tiles_left=tiles_left, first_move=not before)
        for roll in (DIE if die is None else (die,))
    ]
    verdict = min(verdicts, key=lambda verdict: len(verdict.violations))
    return replace(verdict, already=already_wrong(before))


def rule_on_palagonia(
    before: Board, move: Move, *, die: int, tiles_left: int, first_move: bool = False
) -> Verdict:
    """Rule on a move, leaving out what was wrong before it; a first move has no helper."""
    action = action_asked_for(move, die, tiles_left)
    if move.is_pass:
        return _rule_on_pass(before, move, die=die, tiles_left=tiles_left, asked=action)
    if action is Action.REMOVE:
        return Verdict(move, tuple(_removing(before, move)), action=action)
    if action is Action.ROTATE:
        return Verdict(move, tuple(_rotating(before, move)), action=action)
    return _rule_on_adding(before, move, die=die, tiles_left=tiles_left, has_helper=not first_move)


@lru_cache(maxsize=256)
def already_wrong(before: Board) -> tuple[Violation, ...]:
    """Return what is wrong with a board before a move; the answers of last are remembered."""
    return (
        *already_mismatched(before),
        *already_apart(before, Code.SPLIT_OCEAN),
        *already_holed(before),
    )


def tiles_due(die: int, tiles_left: int) -> int:
    """Return how many tiles a roll of 2 to 5 asks for: so many, or all that are left."""
    return min(die, tiles_left)


def can_act(before: Board, die: int, tiles_left: int) -> bool:
    """Tell whether a mover can do what a roll asks for; who cannot passes.

    A tile can always be added at the outside, and an interior tile always be turned to one of its
    other matching rotations.
    """
    if die == ROTATE_DIE:
        return any(is_interior(before, cell) for cell in before)
    if die == REMOVE_DIE or tiles_left == 0:
        return any(not _removing(before, Move(removed=(cell,))) for cell in before)
    return True


def is_interior(board: Board, cell: Cell) -> bool:
    """Tell whether a tile has no free edge."""
    return len(board.touching(cell)) == SIDES


def action_asked_for(move: Move, die: int, tiles_left: int) -> Action:
    """Return the action that a roll asks for.

    A roll of 2 to 5 above the tiles left allows two; then it is the one that the move attempts.
    With no tiles left and nothing done there is none to name, which is told as a pass.
    """
    if die == REMOVE_DIE:
        return Action.REMOVE
    if die == ROTATE_DIE:
        return Action.ROTATE
    if die > tiles_left and not move.placed:
        if move.removed:
            return Action.REMOVE
        if tiles_left == 0:
            return Action.PASS if move.is_pass else Action.REMOVE
    return Action.ADD


def _rule_on_pass(
    before: Board, move: Move, *, die: int, tiles_left: int, asked: Action
) -> Verdict:
    if not can_act(before, die, tiles_left):
        return Verdict(move, action=Action.PASS)
    could = violation(Code.WRONG_COUNT, (), _what_can_be_done(die, tiles_left))
    return Verdict(move, (could,), action=asked)


def _removing(before: Board, move: Move) -> list[Violation]:
    without = put_right(before, replace(move, placed=()), taken=True)
    return [
        *edge_mismatches(before, put_right(before, move, taken=True), move.placed_cells),
        *_count_of_one(move, move.removed, Fault.TAKING_IS_DUE, tiles_taken),
        *_not_exterior(before, move),
        *_split_by_taking(before, without, move),
        *disturbed(move.rotated_cells),
    ]


def _rotating(before: Board, move: Move) -> list[Violation]:
    board = put_right(before, move, turned=True)
    changed = (*move.rotated_cells, *move.placed_cells)
    return [
        *edge_mismatches(before, board, changed),
        *_count_of_one(move, move.rotated_cells, Fault.TURNING_IS_DUE, tiles_turned),
        *_not_interior(before, move),
        *disturbed(move.removed),
    ]


def _rule_on_adding(
    before: Board, move: Move, *, die: int, tiles_left: int, has_helper: bool
) -> Verdict:
    placed = move.placed_cells
    board = put_right(before, move)
    holes = enclosed_cells(board)
    violations = (
        *edge_mismatches(before, board, placed),
        *_count_of_added(placed, die, tiles_left),
        *_split_by_adding(before, placed),
        *_new_holes(before, holes),
        *([] if holes else _not_together(board, placed)),
        *disturbed((*move.removed, *move.rotated_cells)),
    )
    if violations:
        return Verdict(move, violations, action=Action.ADD)
    islands = () if holes else islands_closed_by(board, placed)
    over = len(placed) == tiles_left
    scored = (
        score_island(island, board, last_tiles=over, has_helper=has_helper) for island in islands
    )
    return Verdict(move, action=Action.ADD, islands=tuple(scored), over=over)


def _what_can_be_done(die: int, tiles_left: int) -> Message:
    """Say what a roll asks for, where the mover passed although it can be done."""
    if die == REMOVE_DIE:
        return Fault.CAN_TAKE()
    if die == ROTATE_DIE:
        return Fault.CAN_TURN()
    if tiles_left == 0:
        return Fault.CAN_TAKE_LAST()
    return Fault.CAN_ADD(count=tiles_due(die, tiles_left))


def _count_of_one(
    move: Move, cells: Collection[Cell], rule: Fault, told: Callable[[int], Message]
) -> list[Violation]:
    """Check that one tile was taken or turned, and none was placed instead or besides."""
    if len(cells) == 1 and not move.placed:
        return []
    done = [told(len(cells))]
    if move.placed:
        done.append(tiles_placed(len(move.placed)))
    return [violation(Code.WRONG_COUNT, (*cells, *move.placed_cells), rule(done=tuple(done)))]


def _count_of_added(placed: Collection[Cell], die: int, tiles_left: int) -> list[Violation]:
    due = tiles_due(die, tiles_left)
    if len(placed) == due:
        return []
    done = tiles_added(len(placed))
    message = Fault.ADDING_IS_DUE(die=die, done=done)
    if die > tiles_left:
        message = Fault.ALL_ARE_DUE(die=die, count=tiles_left, done=done)
    return [violation(Code.WRONG_COUNT, placed, message)]


def _not_exterior(before: Board, move: Move) -> list[Violation]:
    interior = [cell for cell in move.removed if is_interior(before, cell)]
    if not interior:
        return []
    message = Fault.TAKEN_FROM_INSIDE(cells=named(interior), count=len(interior))
    return [violation(Code.NOT_EXTERIOR, interior, message)]


def _not_interior(before: Board, move: Move) -> list[Violation]:
    exterior = [cell for cell in move.rotated_cells if not is_interior(before, cell)]
    if not exterior:
        return []
    message = Fault.TURNED_AT_EDGE(cells=named(exterior), count=len(exterior))
    return [violation(Code.NOT_INTERIOR, exterior, message)]


def _split_by_taking(before: Board, without: Board, move: Move) -> list[Violation]:
    if len(connected_parts(without)) <= len(connected_parts(before)):
        return []
    message = Fault.SPLIT_BY_TAKING(cells=named(move.removed), count=len(move.removed))
    return [violation(Code.SPLIT_OCEAN, move.removed, message)]


def _split_by_adding(before: Board, placed: Collection[Cell]) -> list[Violation]:
    parts = connected_parts(placed)
    if before:
        apart = [part for part in parts if not any(before.touching(cell) for cell in part)]
    else:
        apart = list(parts[1:])
    if not apart:
        return []
    cells = [cell for part in apart for cell in part]
    message = Fault.NOT_JOINED(cells=named(cells), count=len(cells))
    return [violation(Code.SPLIT_OCEAN, cells, message)]


def _new_holes(before: Board, holes: frozenset[Cell]) -> list[Violation]:
    new = holes - enclosed_cells(before)
    if not new:
        return []
    return [violation(Code.INTERIOR_HOLE, new, Fault.HOLE_ENCLOSED(cells=named(new)))]


def _not_together(board: Board, placed: Collection[Cell]) -> list[Violation]:
    """Check that added tiles form one patch or all belong to one island that they close.

    Where tiles mismatch nobody knows the islands, so it is not asked.
    """
    if is_connected(placed) or mismatches(board) or belong_to_one_island(board, placed):
        return []
    return [violation(Code.NOT_TOGETHER, placed, Fault.ADDED_NOT_TOGETHER(cells=named(placed)))]

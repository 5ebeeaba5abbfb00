"""Ruling on one move of Palagem."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.board import Board
from rules.checks import (
    already_mismatched,
    disturbed,
    edge_mismatches,
    put_right,
    violation,
)
from rules.faults import Fault, FaultPart, named, tiles_placed, tiles_taken
from rules.lattice import SIDES
from rules.move import Move, difference
from rules.palagem.pattern import Palagem, completed_palagems
from rules.verdict import Code, Reason, Verdict, Violation

TILES_TO_TOUCH = 2
EDGES_TO_EXPOSE = 3


@dataclass(frozen=True)
class PalagemOptions:
    """How a game of Palagem is played.

    Attributes
    ----------
    inversion
        Whether a palagem counts with its two colours swapped as well.
    """

    inversion: bool = False


def judge_palagem(
    before: Board,
    after: Board,
    *,
    mover: str,
    tiles_left: int,
    palagems: Mapping[str, Palagem] | None = None,
    options: PalagemOptions | None = None,
) -> Verdict:
    """Rule on a move from the boards before and after it.

    Parameters
    ----------
    before
        The board before the move; it may be wrong already.
    after
        The board after it, on the same lattice.
    mover
        The player who moved.
    tiles_left
        The tiles left before the move; with none a tile of the table is moved.
    palagems
        The players' palagems, where they are known.
    options
        How the game is played.
    """
    verdict = rule_on_palagem(
        before,
        difference(before, after),
        mover=mover,
        tiles_left=tiles_left,
        palagems=palagems or {},
        options=options or PalagemOptions(),
    )
    return replace(verdict, already=already_wrong(before))


def rule_on_palagem(
    before: Board,
    move: Move,
    *,
    mover: str,
    tiles_left: int,
    palagems: Mapping[str, Palagem],
    options: PalagemOptions,
) -> Verdict:
    """Rule on a move, leaving out what was wrong before it."""
    moving = tiles_left == 0
    board = put_right(before, move, taken=moving)
    standing = put_right(before, replace(move, placed=()), taken=moving)
    violations = (
        *edge_mismatches(before, board, move.placed_cells),
        *_wrong_count(move, moving=moving),
        *_touch_two(standing, move, moving=moving),
        *(_not_exposed(before, move) if moving else ()),
        *disturbed((*(() if moving else move.removed), *move.rotated_cells)),
    )
    if violations:
        return Verdict(move, violations)
    (tile,) = move.placed
    players = completed_palagems(board, tile.cell, palagems, inversion=options.inversion)
    if not players:
        return Verdict(move)
    if len(players) > 1:
        return Verdict(move, loser=mover, reason=Reason.MOVER_LOSES, palagems=players, over=True)
    return Verdict(move, winner=players[0], reason=Reason.PALAGEM, palagems=players, over=True)


def already_wrong(before: Board) -> tuple[Violation, ...]:
    """Return what is wrong with a board before a move; tiles may lie apart in Palagem."""
    return tuple(already_mismatched(before))


def _wrong_count(move: Move, *, moving: bool) -> list[Violation]:
    if len(move.placed) == 1 and (not moving or len(move.removed) == 1):
        return []
    done = tiles_placed(len(move.placed))
    message = Fault.ONE_TILE_IS_DUE(done=done)
    if moving:
        message = Fault.MOVING_IS_DUE(done=(tiles_taken(len(move.removed)), done))
    cells = (*move.placed_cells, *(move.removed if moving else ()))
    return [violation(Code.WRONG_COUNT, cells, message)]


def _touch_two(standing: Board, move: Move, *, moving: bool) -> list[Violation]:
    """Check each placed tile against the tiles that stand when it is placed."""
    needed = TILES_TO_TOUCH if moving else min(TILES_TO_TOUCH, len(standing))
    touched = {cell: len(standing.touching(cell)) for cell in move.placed_cells}
    short = {cell: number for cell, number in touched.items() if number < needed}
    if not short:
        return []
    rule = Fault.SECOND_MUST_TOUCH
    if needed == TILES_TO_TOUCH:
        rule = Fault.MOVED_MUST_TOUCH_TWO if moving and move.removed else Fault.MUST_TOUCH_TWO
    faults = tuple(
        (FaultPart.TOUCHES_ONE if number else FaultPart.TOUCHES_NONE)(cell=name)
        for cell, number in short.items()
        for name in named([cell])
    )
    return [violation(Code.TOUCH_TWO, short, rule(faults=faults))]


def _not_exposed(before: Board, move: Move) -> list[Violation]:
    """Check that a lifted tile had three free edges; of several, one that had may be the one."""
    free = {cell: SIDES - len(before.touching(cell)) for cell in move.removed}
    if not free or max(free.values()) >= EDGES_TO_EXPOSE:
        return []
    faults = tuple(
        FaultPart.FREE_EDGES(cell=name, count=number)
        for cell, number in free.items()
        for name in named([cell])
    )
    return [violation(Code.NOT_EXPOSED, free, Fault.TOO_FEW_FREE_EDGES(faults=faults))]

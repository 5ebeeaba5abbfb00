"""How far a move of Palagonia has come."""

from __future__ import annotations

from dataclasses import replace

from rules.board import Board
from rules.lattice import Cell
from rules.move import Move, Tile, difference
from rules.palagonia.completing import can_be_completed
from rules.palagonia.judging import (
    DIE,
    REMOVE_DIE,
    ROTATE_DIE,
    already_wrong,
    rule_on_palagonia,
    tiles_due,
)
from rules.progress import Progress, Stage, in_progress, ruled, unchanged
from rules.tile import matching_orientations
from rules.verdict import Code, Verdict

_FATAL = frozenset({Code.EDGE_MISMATCH, Code.DISTURBED})
"""What further tiles cannot cure."""

_CURABLE = frozenset({Code.SPLIT_OCEAN, Code.INTERIOR_HOLE, Code.NOT_TOGETHER})
"""What further tiles may cure: they may join what lies apart, and fill a hole."""


def palagonia_progress(
    before: Board, now: Board, *, die: int | None, tiles_left: int, first_move: bool = False
) -> Progress:
    """Tell how far a move has come.

    Parameters
    ----------
    before
        The board before the move.
    now
        The board on the table.
    die
        The mover's roll, 1 to 6; where it is not known, a move is never complete, and illegal only
        if no roll could make it legal.
    tiles_left
        The tiles left before the move.
    first_move
        Whether nobody moved before, so that there is no helper.
    """
    move = difference(before, now)
    if die is None:
        return _of_unknown_roll(before, move, tiles_left)
    if move.is_pass:
        adds = die not in (REMOVE_DIE, ROTATE_DIE) and tiles_left > 0
        return unchanged(tiles_due(die, tiles_left) if adds else 1)
    return _of_roll(before, move, die, tiles_left, first_move)


def _of_unknown_roll(before: Board, move: Move, tiles_left: int) -> Progress:
    if move.is_pass:
        return unchanged(0)
    possible = []
    for die in DIE:
        progress = _of_roll(before, move, die, tiles_left, first_move=not before)
        if progress.stage is not Stage.ILLEGAL:
            return in_progress(move, 0)
        possible.append(progress)
    nearest = min(possible, key=lambda progress: len(_violations(progress)))
    if nearest.verdict is None or Code.EDGE_MISMATCH not in nearest.verdict.codes:
        return nearest
    # the count and the shape depend on what was rolled; edges mismatch whatever it was
    return ruled(nearest.verdict, curable=[code for code in Code if code != Code.EDGE_MISMATCH])


def _of_roll(before: Board, move: Move, die: int, tiles_left: int, first_move: bool) -> Progress:
    verdict = rule_on_palagonia(before, move, die=die, tiles_left=tiles_left, first_move=first_move)
    if verdict.legal:
        return ruled(_complete(verdict, before))
    if die == ROTATE_DIE and len(move.removed) == 1 and not move.placed and not move.rotated:
        return _of_lifted(before, move, tiles_left)
    missing = tiles_due(die, tiles_left) - len(move.placed)
    if die in (REMOVE_DIE, ROTATE_DIE) or not move.placed or missing <= 0:
        return ruled(_complete(verdict, before))
    if not _FATAL.isdisjoint(verdict.codes):
        return ruled(_complete(verdict, before), curable=[Code.WRONG_COUNT, *_CURABLE])
    if can_be_completed(before, move.placed, missing, die=die, tiles_left=tiles_left):
        return in_progress(move, missing)
    return ruled(_complete(verdict, before), curable=[Code.WRONG_COUNT])


def _of_lifted(before: Board, move: Move, tiles_left: int) -> Progress:
    """Tell how far a turning has come where the tile to turn was lifted to do so."""
    (cell,) = move.removed
    verdicts = [
        rule_on_palagonia(before, turned, die=ROTATE_DIE, tiles_left=tiles_left)
        for turned in _turnings(before, cell)
    ]
    if any(verdict.legal for verdict in verdicts):
        return in_progress(move, 1)
    return ruled(_complete(replace(verdicts[0], move=move), before))


def _turnings(before: Board, cell: Cell) -> list[Move]:
    lies = before[cell]
    return [
        Move(rotated=(Tile(cell, orientation),))
        for orientation in matching_orientations(lies)
        if orientation != lies
    ]


def _complete(verdict: Verdict, before: Board) -> Verdict:
    """Return a verdict with what was wrong before the move."""
    return replace(verdict, already=already_wrong(before))


def _violations(progress: Progress) -> tuple[object, ...]:
    return progress.verdict.violations if progress.verdict else ()

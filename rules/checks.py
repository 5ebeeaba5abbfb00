"""Checks that several games share, each giving the violations it finds."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rules.board import Board, mismatches
from rules.faults import Fault, FaultPart, named
from rules.lattice import Cell, connected_parts, enclosed_cells
from rules.messages import Message
from rules.move import Move
from rules.verdict import Code, Violation


def violation(code: Code, cells: Iterable[Cell], message: Message) -> Violation:
    """Return a violation with its cells sorted, each once."""
    return Violation(code, tuple(sorted(set(cells))), message)


def put_right(before: Board, move: Move, *, taken: bool = False, turned: bool = False) -> Board:
    """Return the table after a move with everything undone that was not the mover's to do.

    What a placed tile is worth is judged on this board, so that a tile pushed aside does not make
    the tiles beside it wrong.

    Parameters
    ----------
    before
        The board before the move.
    move
        What was done.
    taken
        Whether taking tiles was the mover's to do.
    turned
        Whether turning tiles was the mover's to do.
    """
    kept = before.without(*move.removed) if taken else before
    return kept.with_tiles((*(move.rotated if turned else ()), *move.placed))


def edge_mismatches(before: Board, board: Board, cells: Collection[Cell]) -> list[Violation]:
    """Check that tiles placed or turned match all that they touch.

    Parameters
    ----------
    before
        The board before the move; an edge that mismatched there is not held against it.
    board
        The board to look at.
    cells
        Where the tiles lie.
    """
    at_fault: list[Cell] = []
    faults = []
    for cell in sorted(cells):
        known = before.mismatched_neighbours(cell) if cell in before else ()
        wrong = [other for other in board.mismatched_neighbours(cell) if other not in known]
        untold = [other for other in wrong if other not in at_fault]
        if wrong:
            at_fault.append(cell)
        if untold:
            (at,) = named([cell])
            faults.append(
                FaultPart.DOES_NOT_MATCH(cell=at, others=named(untold), count=len(untold))
            )
    if not faults:
        return []
    return [violation(Code.EDGE_MISMATCH, at_fault, Fault.TILES_MISMATCH(faults=tuple(faults)))]


def disturbed(cells: Collection[Cell]) -> list[Violation]:
    """Report tiles that should have stayed as they lay."""
    if not cells:
        return []
    message = Fault.TILES_DISTURBED(cells=named(cells), count=len(cells))
    return [violation(Code.DISTURBED, cells, message)]


def already_mismatched(before: Board) -> list[Violation]:
    """Report tiles that did not match before the move."""
    cells = {cell for pair in mismatches(before) for cell in pair}
    if not cells:
        return []
    return [violation(Code.EDGE_MISMATCH, cells, Fault.MISMATCHED_BEFORE(cells=named(cells)))]


def already_apart(before: Board, code: Code) -> list[Violation]:
    """Report tiles that lay apart from the largest part of the table before the move."""
    parts = sorted(connected_parts(before), key=lambda part: (-len(part), sorted(part)))
    if len(parts) < 2:
        return []
    apart = [cell for part in parts[1:] for cell in part]
    return [violation(code, apart, Fault.APART_BEFORE(cells=named(apart), count=len(apart)))]


def already_holed(before: Board) -> list[Violation]:
    """Report holes that were there before the move."""
    cells = enclosed_cells(before)
    if not cells:
        return []
    return [violation(Code.INTERIOR_HOLE, cells, Fault.HOLED_BEFORE(cells=named(cells)))]


def is_faultless(board: Board) -> bool:
    """Tell whether a board has no mismatch, hangs together and has no hole: what advice needs."""
    return not (
        *already_mismatched(board),
        *already_apart(board, Code.SPLIT_OCEAN),
        *already_holed(board),
    )

"""Checks that several games share, each giving the violations it finds."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rules.board import Board, mismatches
from rules.explain import cell_names, counted, listed
from rules.lattice import Cell, connected_parts, enclosed_empty_cells
from rules.move import Move
from rules.verdict import Code, Violation


def violation(code: Code, cells: Iterable[Cell], message: str) -> Violation:
    """Return a violation with its cells sorted, each once."""
    return Violation(code, tuple(sorted(set(cells))), message)


def put_right(before: Board, move: Move, *, taken: bool = False, turned: bool = False) -> Board:
    """Return the table after a move with everything undone that was not the mover's to do.

    What a placed tile is worth is judged on this board, so that a tile pushed aside does not make
    the tiles beside it wrong.

    Args:
        before: the board before the move.
        move: what was done.
        taken: whether taking tiles was the mover's to do.
        turned: whether turning tiles was the mover's to do.
    """
    kept = before.without(*move.removed) if taken else before
    return kept.with_tiles((*(move.rotated if turned else ()), *move.placed))


def edge_mismatches(before: Board, board: Board, cells: Collection[Cell]) -> list[Violation]:
    """Check that tiles placed or turned match all that they touch.

    Args:
        before: the board before the move; an edge that mismatched there is not held against it.
        board: the board to look at.
        cells: where the tiles lie.
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
            faults.append(f"the tile at {cell_names([cell])} does not match {tiles_at(untold)}")
    if not faults:
        return []
    message = f"Tiles that touch must match, white to white and colour to colour: {listed(faults)}."
    return [violation(Code.EDGE_MISMATCH, at_fault, message)]


def disturbed(cells: Collection[Cell]) -> list[Violation]:
    """Report tiles that should have stayed as they lay."""
    if not cells:
        return []
    were = "it was" if len(cells) == 1 else "they were"
    message = f"Tiles on the table stay as they lie: put back {tiles_at(cells)} as {were}."
    return [violation(Code.DISTURBED, cells, message)]


def already_mismatched(before: Board) -> list[Violation]:
    """Report tiles that did not match before the move."""
    cells = {cell for pair in mismatches(before) for cell in pair}
    if not cells:
        return []
    message = f"Tiles that touch must match, but before this move {tiles_at(cells)} did not."
    return [violation(Code.EDGE_MISMATCH, cells, message)]


def already_apart(before: Board, code: Code) -> list[Violation]:
    """Report tiles that lay apart from the largest part of the table before the move."""
    parts = sorted(connected_parts(before), key=lambda part: (-len(part), sorted(part)))
    if len(parts) < 2:
        return []
    apart = [cell for part in parts[1:] for cell in part]
    message = f"All tiles hang together, but before this move {tiles_at(apart)} lay apart."
    return [violation(code, apart, message)]


def already_holed(before: Board) -> list[Violation]:
    """Report holes that were there before the move."""
    cells = [cell for hole in enclosed_empty_cells(before) for cell in hole]
    if not cells:
        return []
    message = f"The ocean has no hole inside, but before this move it had: {cell_names(cells)}."
    return [violation(Code.INTERIOR_HOLE, cells, message)]


def tiles_were(number: int, verb: str) -> str:
    """Return, say, ``1 tile was placed``, ``2 tiles were placed`` or ``no tile was placed``."""
    if number == 0:
        return f"no tile was {verb}"
    return f"{counted(number, 'tile', 'tiles')} {'was' if number == 1 else 'were'} {verb}"


def tiles_at(cells: Collection[Cell]) -> str:
    """Return, say, ``the tile at (0, 0)`` or ``the tiles at (0, 0) and (1, 0)``."""
    return f"the {'tile' if len(cells) == 1 else 'tiles'} at {cell_names(cells)}"

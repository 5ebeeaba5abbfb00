"""What a ruling rests on, so that none is made on a cell that nobody is sure of."""

from __future__ import annotations

from collections.abc import Mapping

from rules import (
    Board,
    Cell,
    Move,
    Palagem,
    Progress,
    Reason,
    Verdict,
    closed_shapes,
    completed_palagems,
)

Cells = frozenset[Cell]


def changed_cells(move: Move) -> Cells:
    """Return the cells on which a move did something."""
    return frozenset((*move.placed_cells, *move.removed, *move.rotated_cells))


def rests_on(
    progress: Progress,
    now: Board,
    palagems: Mapping[str, Palagem] | None = None,
    *,
    inversion: bool = False,
) -> Cells:
    """Return the cells that what is said of a move rests on.

    These are the cells that changed, the tiles that touch them, those a violation names, and all
    that a win or an island's value depends on.

    Parameters
    ----------
    progress
        How far the move has come.
    now
        The board on the table.
    palagems, inversion
        Palagem's, where it is played.
    """
    changed = changed_cells(progress.move)
    cells = set(changed)
    for cell in changed:
        cells.update(now.touching(cell))
    verdict = progress.verdict
    if verdict is None:
        return frozenset(cells)
    for violation in verdict.violations:
        cells.update(violation.cells)
    cells |= _of_outcome(verdict, now)
    cells |= _of_islands(verdict, now)
    if verdict.palagems:
        cells |= _of_palagems(verdict, now, palagems or {}, inversion)
    return frozenset(cells)


def _of_outcome(verdict: Verdict, now: Board) -> Cells:
    """Return the cells that the end of a game of Palago rests on."""
    if verdict.reason in (Reason.LARGEST_GROUP, Reason.TILES_OUT):
        return frozenset(now)
    decided = {group.corners for group in verdict.closed}
    if not decided:
        return frozenset()
    shapes = [shape for shape in closed_shapes(now) if shape.corners in decided]
    return frozenset().union(*(shape.territory for shape in shapes))


def _of_islands(verdict: Verdict, now: Board) -> Cells:
    """Return the cells that scored islands and what lies within them rest on."""
    scored = {island.cells for island in verdict.islands}
    if not scored:
        return frozenset()
    shapes = [shape for shape in closed_shapes(now) if tuple(sorted(shape.cells)) in scored]
    return frozenset().union(*(shape.territory for shape in shapes))


def _of_palagems(
    verdict: Verdict, now: Board, palagems: Mapping[str, Palagem], inversion: bool
) -> Cells:
    """Return the cells without which fewer palagems would stand on the board."""
    (placed,) = verdict.move.placed_cells

    def standing(board: Board) -> tuple[str, ...]:
        return completed_palagems(board, placed, palagems, inversion=inversion)

    near = {placed, *placed.neighbours()}
    near |= {cell for neighbour in near for cell in neighbour.neighbours()}
    return frozenset(
        {placed}
        | {
            cell
            for cell in near
            if cell in now and cell != placed and standing(now.without(cell)) != verdict.palagems
        }
    )

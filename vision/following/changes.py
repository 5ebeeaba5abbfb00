"""What can have come to a board's cells, by where the picture is not what it was."""

from __future__ import annotations

from collections.abc import Iterable, Set

from rules.board import Board
from rules.lattice import Cell
from vision.following.cell_looks import Beliefs, hidden_cells, middle_of
from vision.following.overhang import Hanging
from vision.following.places import Places
from vision.following.thresholds import FEW_TILES, MANY_HIDDEN
from vision.lattice.cluster import LatticeCluster


def newly_hidden(
    beliefs: Beliefs, before: frozenset[Cell], lattice: LatticeCluster, changed: Places | None
) -> set[Cell]:
    """Return the cells that something may have come over.

    They lie in the picture and cannot be seen. Where the picture is as it was, nothing came: a
    cloth may puzzle the cell network wherever a board grows to.

    Parameters
    ----------
    beliefs
        What a look says of each cell.
    before
        The cells that could not be seen when the table was last settled.
    lattice
        Where the cells lie now.
    changed
        Where the picture is not what it was then; None where nobody knows.
    """
    hidden = hidden_cells(beliefs.values()) - before
    if changed is None:
        return hidden
    return {cell for cell in hidden if changed.touches(middle_of(lattice.cell_corners(cell)))}


def has_come_over(came: Set[Cell], board: Board) -> bool:
    """Tell whether something has come over a board by the cells that it may have come over."""
    return len(came) >= MANY_HIDDEN or not came.isdisjoint(board)


def unlaid(tiles: Iterable[Cell], lattice: LatticeCluster, hanging: Hanging) -> frozenset[Cell]:
    """Return the cells with a tile that nobody was seen to lay there.

    On a table that is settled for the first time that holds of few tiles: marks of a table that
    seem tiles are few. Later it holds of all where the picture is what it was.
    """
    found = list(tiles)
    if hanging.is_first:
        return frozenset(found if len(found) <= FEW_TILES else ())
    if hanging.changed is None:
        return frozenset()
    changed = hanging.changed
    return frozenset(cell for cell in found if not changed.touches(lattice.cell_corners(cell)))

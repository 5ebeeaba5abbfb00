"""Where a board may go on out of sight: beside its tiles, and beyond what hides several cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from rules.lattice import Cell
from vision.arrays import Float32s
from vision.networks.cells import EMPTY, HIDDEN

MOST_BEYOND = 4
"""So many hidden cells in a row are followed beyond those beside tiles, as under hand and wrist."""


def beside(cells: Iterable[Cell]) -> set[Cell]:
    """Return the neighbours of some cells, those among them that are neighbours included."""
    return {neighbour for cell in cells for neighbour in cell.neighbours()}


def beyond(unseen: Iterable[Cell], is_hidden: Callable[[Cell], bool]) -> set[Cell]:
    """Return the cells beside those that are hidden in a row, the first being beside tiles.

    Parameters
    ----------
    unseen
        The cells beside tiles that may hide one.
    is_hidden
        Tells whether a cell was looked at and cannot be seen.
    """
    found = reached = set(filter(is_hidden, unseen))
    for _ in range(MOST_BEYOND):
        reached = set(filter(is_hidden, beside(reached) - found))
        found = found | reached
    return beside(found)


def mostly_outside(chances: Float32s) -> Float32s:
    """Return what looks at cells say, (n, 8), that lie mostly outside the picture: not much."""
    result = chances.copy()
    result[:, EMPTY] = np.maximum(result[:, EMPTY] + result[:, HIDDEN], 0.6)
    result[:, HIDDEN] = 0.0
    return np.asarray(result / result.sum(axis=1, keepdims=True), np.float32)

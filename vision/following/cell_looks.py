"""What is asked of cells, one or all, as one look shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import cv2
import numpy as np

from rules.lattice import Cell
from vision.arrays import Grey, Image, Points
from vision.following.cell_memory import CellMemory
from vision.following.thresholds import BURNT_GREY, MIDDLE, MOSTLY_BURNT
from vision.recognition.cells import CellBelief

Beliefs = Mapping[Cell, CellBelief]


def grey(patch: Image) -> Grey:
    """Return the picture of a cell, (40, 40, 3), in grey, (40, 40)."""
    return np.asarray(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), np.uint8)


def is_washed_out(patch: Grey) -> bool:
    """Tell whether a cell, (40, 40), is so bright that what lies there may show nothing of it."""
    return float((patch >= BURNT_GREY).mean()) > MOSTLY_BURNT


def near_tiles(cells: Mapping[Cell, CellMemory]) -> dict[Cell, CellMemory]:
    """Keep tiles and the cells beside them, so that what is remembered stays bounded."""
    tiles = {cell for cell, memory in cells.items() if memory.orientation is not None}
    near = tiles | {n for cell in tiles for n in cell.neighbours()}
    if not tiles:
        return dict(cells)
    return {cell: memory for cell, memory in cells.items() if cell in near}


def tiles_of(beliefs: Beliefs) -> dict[Cell, int]:
    """Return the orientations of what is believed to be tiles."""
    return {cell: belief.orientation for cell, belief in beliefs.items() if belief.is_tile}


def hidden_cells(beliefs: Iterable[CellBelief]) -> set[Cell]:
    """Return the cells that lie in the picture and cannot be seen all the same."""
    return {
        b.cell for b in beliefs if b.hidden > 0.5 and b.seen > 0.9 and not (b.is_tile or b.burnt)
    }


def middle_of(corners: Points) -> Points:
    """Return the outline of the middle of a cell, which a tile laid beside it does not reach."""
    center = corners.mean(axis=0)
    return np.asarray(center + MIDDLE * (corners - center), np.float64)

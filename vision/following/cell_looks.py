"""What is asked of cells, one or all, as one look shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import cv2
import numpy as np

from rules.lattice import Cell
from vision.arrays import Grey, Image, Points
from vision.following.cell_memory import CellMemory, renamed
from vision.following.thresholds import (
    BRIGHTENED,
    BURNT_GREY,
    LIT_GREY,
    LIT_SHARE,
    MIDDLE,
    MOSTLY_BURNT,
)
from vision.recognition.cells import CellBelief

INNER = (slice(10, 30), slice(10, 30))
"""Of a cell's patch, (40, 40), what a tile beside it does not reach."""
Beliefs = Mapping[Cell, CellBelief]


def grey(patch: Image) -> Grey:
    """Return the picture of a cell, (40, 40, 3), in grey, (40, 40)."""
    return np.asarray(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), np.uint8)


def is_washed_out(patch: Grey) -> bool:
    """Tell whether a cell, (40, 40), is so bright that what lies there may show nothing of it."""
    return _burnt_share(patch) > MOSTLY_BURNT


def stayed(cells: Mapping[Cell, CellMemory], beliefs: Beliefs) -> dict[Cell, Grey]:
    """Return how cells looked, each grey, (40, 40), that hold by another look what they held."""
    tiles = tiles_of(beliefs)
    return {
        cell: memory.patch
        for cell, memory in cells.items()
        if memory.patch is not None and memory.orientation == tiles.get(cell)
    }


def brightened(before: Mapping[Cell, Grey], now: Mapping[Cell, Grey]) -> set[Cell]:
    """Return the cells that grew brighter than most did, or all of them where most grew much so.

    Parameters
    ----------
    before, now
        How the same cells looked and look, each grey, (40, 40). None of them holds anything else;
        what lies beside them may differ.
    """
    if not before:
        return set()
    burnt, bright = (
        {c: measure(now[c][INNER]) - measure(patch[INNER]) for c, patch in before.items()}
        for measure in (_burnt_share, np.mean)
    )
    usual, usually_burnt = (float(np.median(list(rose.values()))) for rose in (bright, burnt))
    if usual > BRIGHTENED:
        return set(before)
    return {
        cell
        for cell in before
        if bright[cell] > usual + LIT_GREY or burnt[cell] > usually_burnt + LIT_SHARE
    }


def _burnt_share(patch: Grey) -> float:
    return float((patch >= BURNT_GREY).mean())


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


def all_renamed(beliefs: Beliefs, turns: int, shift: tuple[int, int]) -> Beliefs:
    """Return beliefs about the same cells as the game names them."""
    named = (renamed(belief, turns, shift) for belief in beliefs.values())
    return {belief.cell: belief for belief in named}


def hidden_cells(beliefs: Iterable[CellBelief]) -> set[Cell]:
    """Return the cells that lie in the picture and cannot be seen all the same."""
    return {
        b.cell for b in beliefs if b.hidden > 0.5 and b.seen > 0.9 and not (b.is_tile or b.burnt)
    }


def middle_of(corners: Points) -> Points:
    """Return the outline of the middle of a cell, which a tile laid beside it does not reach."""
    center = corners.mean(axis=0)
    return np.asarray(center + MIDDLE * (corners - center), np.float64)

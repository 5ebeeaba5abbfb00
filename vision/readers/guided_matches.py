"""Tiles that a lattice led to, though no detection told of them: what it is fitted to once more.

A lattice of which a few tiles were detected is known only near those. A cell or two on, it may lie
a third of a tile off, and what lies there looks like none. But the tiles next to the detected ones
are read, a little beside their cells, and where their figures are seen tells better how the lattice
goes on. That is guided matching (R. Hartley and A. Zisserman, Multiple View Geometry in Computer
Vision, section 4.8): a model is fitted, what agrees with it is looked for, and it is fitted anew.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import compress

import numpy as np

from rules.lattice import Cell
from vision.arrays import Float64s
from vision.detection import Detection, Point
from vision.readers.thresholds import (
    CLEAR_FIGURE,
    ENOUGH_FOR_A_PERSPECTIVE,
    MOST_OFF,
    OFF_ITS_CELL,
    PLAIN_FIGURE,
)
from vision.recognition.cells import CellBelief, ClusterReader
from vision.recognition.figure_fit import fit_figures
from vision.recognition.set_colors import TilePatch

_Match = tuple[ClusterReader, Cell, TilePatch]


def guided_matches(readers: Sequence[ClusterReader]) -> tuple[Detection, ...]:
    """Return the tiles that were read without a detection, each where its figure is seen.

    That is asked of lattices that are fitted to few tiles: of others it is known how they go on,
    and a figure is off its cell where a finger or a lamp's image lies across it. None at all are
    returned if all tiles lie on their cells: then there is nothing to mend. Their score is 1; they
    tell where a tile lies, not whether one does.

    Parameters
    ----------
    readers
        Those that have read a photo's lattices.
    """
    matches: list[_Match] = [
        (reader, cell, patch)
        for reader in readers
        if _detected(reader) < ENOUGH_FOR_A_PERSPECTIVE
        for cell, patch in zip(reader.orientations(), reader.tiles(), strict=True)
        if _is_undetected(reader.beliefs[cell]) and patch.shown is None
    ]
    if not matches:
        return ()
    patches = [patch for _, _, patch in matches]
    fit = fit_figures(
        np.stack([patch.pixels for patch in patches]), [patch.orientation for patch in patches]
    )
    ways = np.where(fit.misfit[:, None, None] < PLAIN_FIGURE, fit.maps, np.eye(2))
    middles = np.linalg.solve(ways, -fit.shifts[..., None])[..., 0]
    off = np.hypot(middles[:, 0], middles[:, 1])
    clear = (fit.misfit < CLEAR_FIGURE) & (off < MOST_OFF)
    if not clear.any() or off[clear].max() <= OFF_ITS_CELL:
        return ()
    placed = zip(matches, middles, np.linalg.inv(ways), strict=True)
    return tuple(_placed(*each) for each in compress(placed, clear))


def _detected(reader: ClusterReader) -> int:
    """Return of how many tiles on a lattice detections told."""
    return sum(b.detected is not None for b in reader.beliefs.values() if b.is_tile)


def _is_undetected(belief: CellBelief) -> bool:
    """Tell whether no detection told of a tile, and nothing speaks against its lying there."""
    return belief.detected is None and not belief.doubtful


def _placed(match: _Match, middle: Float64s, way: Float64s) -> Detection:
    """Return a tile as it is seen: its middle about its cell's, what way leads from it there."""
    reader, cell, patch = match
    turns = math.pi / 3 * patch.orientation + np.array([0.0, math.pi / 2])
    ends = np.vstack([(0.0, 0.0), np.column_stack([np.cos(turns), np.sin(turns)])])
    center, tip, side = reader.cluster.project(np.add(cell.center(), middle) + ends @ way.T)
    return Detection(_point(center), _point(tip - center), _point(side - center), 1.0)


def _point(place: Float64s) -> Point:
    x, y = place.tolist()
    return x, y

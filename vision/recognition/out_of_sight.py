"""Where a board may go on out of sight: beyond what hides several cells, or outside the picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np

from rules.lattice import SIDES, Cell
from vision.arrays import Float32s, Float64s, Points
from vision.lattice.cluster import LatticeCluster
from vision.networks.cells import EMPTY, HIDDEN
from vision.pictures.patches import Pyramid

_STEPS = np.arange(-13, 14) / 14
_ACROSS, _ALONG = (grid.ravel() for grid in np.meshgrid(_STEPS, _STEPS * (math.sqrt(3) / 2)))
_SPOTS: Points = np.column_stack([_ACROSS, _ALONG])[
    np.abs(_ALONG) / math.sqrt(3) + np.abs(_ACROSS) < 1
][::4]
"""Spots spread over a cell, about its centre, in edge lengths."""
_RIGHT, _DOWN = (0.02, 0.0), (0.0, 0.02)
"""Two short ways on the lattice, in edge lengths, that tell how large a spot of it is seen."""
_CORNERS: Points = np.array([Cell(0, 0).corner(k).position() for k in range(SIDES)])

MOST_BEYOND = 4
"""So many hidden cells in a row are followed beyond those beside tiles, as under hand and wrist."""


def beside(cells: Iterable[Cell]) -> set[Cell]:
    """Return the neighbours of some cells, those among them that are neighbours included."""
    return {neighbour for cell in cells for neighbour in cell.neighbours()}


def beyond_hidden(unseen: Iterable[Cell], is_hidden: Callable[[Cell], bool]) -> set[Cell]:
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


def shares_in_picture(cluster: LatticeCluster, pyramid: Pyramid, centers: Points) -> Float64s:
    """Return the shares of a cluster's cells, their centres (n, 2), inside the picture, (n,)."""
    seen = np.ones(len(centers))
    corners = cluster.project(centers[:, None] + _CORNERS)
    cut = np.flatnonzero(~pyramid.surely_shows(corners))
    spots = centers[cut, None] + _SPOTS
    pixels, right, down = map(cluster.project, (spots, spots + _RIGHT, spots + _DOWN))
    (ax, ay), (bx, by) = (np.moveaxis(way - pixels, -1, 0) for way in (right, down))
    areas = np.abs(ax * by - ay * bx)
    seen[cut] = (pyramid.shows(pixels) * areas).sum(axis=1) / areas.sum(axis=1)
    return seen

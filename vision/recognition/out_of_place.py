"""Tiles that two witnesses see elsewhere than in their cells, however badly they are seen.

A tile that leans or is held over the board may be seen so squeezed, or so much covered, that its
figure alone tells nothing. Where the detector drew it tells something as well, and so does blue
where a tile turned so would be white: neither glare nor a hand makes a white place blue, but
another tile that lies across it does. What two of them say is doubted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rules.lattice import Cell
from vision.arrays import Float64s, Mask, Points
from vision.detection import Detection
from vision.lattice.cluster import LatticeCluster
from vision.recognition.figure_fit import FigureFit
from vision.recognition.raised import (
    Deviation,
    deviations,
    size_stretch_and_turn,
    with_the_usual,
)
from vision.recognition.thresholds import (
    BADLY_FIT,
    BLUE_IN_WHITE,
    BOTH_NEARER,
    BOTH_OFF,
    BOTH_STRETCHED,
    BOTH_TURNED,
)


@dataclass(frozen=True)
class Drawn:
    """How the detector drew n tiles, in the frames of their own cells; NaN where it found none.

    Attributes
    ----------
    maps
        What turns a tile that fills its cell into the one that was drawn, (n, 2, 2): its columns
        are the ways from the centre to the white tip, and across.
    shifts
        How far its centre is from that of the cell, (n, 2), in edge lengths.
    """

    maps: Float64s
    shifts: Points


def drawn_in_their_cells(
    cluster: LatticeCluster, cells: Sequence[tuple[Cell, int]], finds: Sequence[Detection | None]
) -> Drawn:
    """Return how the detector drew tiles of a cluster, given their cells and orientations."""
    maps = np.full((len(cells), 2, 2), np.nan)
    shifts = np.full((len(cells), 2), np.nan)
    for index, ((cell, orientation), find) in enumerate(zip(cells, finds, strict=True)):
        if find is None:
            continue
        center, axis, side = (np.array(way) for way in (find.center, find.axis, find.side))
        ends = np.array([axis, -axis, side, -side]) / 2 + center
        places = cluster.locate(np.vstack([ends, center]))
        angle = orientation * math.pi / 3
        back = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
        maps[index] = back @ np.column_stack([places[0] - places[1], places[2] - places[3]])
        shifts[index] = places[4] - cell.center()
    return Drawn(maps, shifts)


def which_are_out_of_place(
    fit: FigureFit, drawn: Drawn, blue_in_white: Float64s, clusters: Sequence[int]
) -> Mask:
    """Tell which tiles two witnesses see elsewhere than in their cells, (n,).

    Parameters
    ----------
    fit, drawn
        How the figures of n tiles are seen, and how the detector drew them.
    blue_in_white
        The share of each one's white places that have the set's blue, (n,).
    clusters
        The number of each one's cluster, (n,), as :func:`vision.recognition.raised.with_the_usual`
        takes it.
    """
    result = np.zeros(len(clusters), np.bool_)
    for of_cluster, usual in with_the_usual(clusters):
        figure = deviations(fit, usual)
        is_odd = (blue_in_white > BLUE_IN_WHITE) & (figure.misfit > BADLY_FIT)
        result |= of_cluster & (is_odd | _drawn_off_too(figure, drawn, usual))
    return result


def _drawn_off_too(figure: Deviation, drawn: Drawn, usual: Mask) -> Mask:
    """Tell which tiles are off in the same way in their figures and as the detector drew them.

    It draws outlines too round, so that all are held against the median of the cluster.
    """
    known = np.isfinite(drawn.shifts[:, 0])
    result = np.zeros(len(known), np.bool_)
    if not (known & usual).any():
        return result
    maps = drawn.maps[known] @ np.linalg.inv(np.median(drawn.maps[known & usual], axis=0))
    size, stretch, turn = size_stretch_and_turn(maps)
    shifts = drawn.shifts[known]
    least_figure, least_drawn = BOTH_STRETCHED
    stretched = figure.in_its_colors & (figure.stretch > least_figure)
    off = np.minimum(figure.shift[known], np.hypot(*shifts.T)) > BOTH_OFF
    turned = np.minimum(np.abs(figure.turn[known]), np.abs(turn)) > BOTH_TURNED
    result[known] = (
        (stretched[known] & (stretch > least_drawn))
        | (off & (np.einsum("nk,nk->n", figure.moved[known], shifts) > 0))
        | (np.minimum(figure.nearer[known], size) > BOTH_NEARER)
        | (turned & (figure.turn[known] * turn > 0))
    )
    return result

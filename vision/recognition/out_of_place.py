"""Tiles that two witnesses see elsewhere than in their cells, however badly they are seen.

A tile that leans or is held over the board may be seen so squeezed, or so much covered, that its
figure alone tells nothing. Where the detector drew it tells something as well, and so does blue
where a tile turned so would be white: neither glare nor a hand makes a white place blue, but
another tile that lies across it does. What two of them say is doubted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rules.lattice import Cell
from vision.arrays import Float64s, Mask, Points
from vision.detection import Detection
from vision.lattice.cluster import LatticeCluster
from vision.recognition.figure_fit import FigureFit
from vision.recognition.medians import median
from vision.recognition.raised import (
    Comparison,
    Deviation,
    size_stretch_and_turn,
)
from vision.recognition.thresholds import (
    BADLY_FIT,
    BLUE_IN_WHITE,
    BOTH_NEARER,
    BOTH_OFF,
    BOTH_STRETCHED,
    BOTH_TURNED,
    LEANING,
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
    scores
        How certain it was of each, 0..1, (n,).
    """

    maps: Float64s
    shifts: Points
    scores: Float64s


def drawn_in_their_cells(
    cluster: LatticeCluster, cells: Sequence[tuple[Cell, int]], finds: Sequence[Detection | None]
) -> Drawn:
    """Return how the detector drew tiles of a cluster, given their cells and orientations."""
    maps = np.full((len(cells), 2, 2), np.nan)
    shifts = np.full((len(cells), 2), np.nan)
    scores = np.array([0.0 if find is None else find.score for find in finds])
    known = [index for index, find in enumerate(finds) if find is not None]
    if not known:
        return Drawn(maps, shifts, scores)
    frames = np.array([(f.center, f.axis, f.side) for f in finds if f is not None])
    center, axis, side = (frames[:, k] for k in range(3))
    halves = np.stack([axis, -axis, side, -side, 0 * axis], axis=1) / 2
    ahead, behind, left, right, middle = cluster.locate(center[:, None] + halves).swapaxes(0, 1)
    angles = np.array([cells[index][1] for index in known]) * (math.pi / 3)
    c, s = np.cos(angles), np.sin(angles)
    back = np.stack([np.stack([c, s], axis=1), np.stack([-s, c], axis=1)], axis=1)
    maps[known] = back @ np.stack([ahead - behind, left - right], axis=2)
    shifts[known] = middle - [cells[index][0].center() for index in known]
    return Drawn(maps, shifts, scores)


def which_are_out_of_place(
    fit: FigureFit,
    drawn: Drawn,
    blue_in_white: Callable[[int], float],
    comparisons: Sequence[Comparison],
) -> Mask:
    """Tell which tiles two witnesses see elsewhere than in their cells, (n,).

    Parameters
    ----------
    fit, drawn
        How the figures of n tiles are seen, and how the detector drew them.
    blue_in_white
        Gives the share of the white places that have the set's blue, for any of them.
    comparisons
        How they differ from what is usual (:func:`vision.recognition.raised.compared`).
    """
    result = np.zeros(len(fit.misfit), np.bool_)
    for compared_with in comparisons:
        figure, of_cluster = compared_with.found, compared_with.of_cluster
        off_too = _drawn_off_too(figure, fit.turns, drawn, compared_with.usual)
        result |= of_cluster & fit.whole & off_too
        for index in np.flatnonzero(of_cluster & (figure.misfit > BADLY_FIT)).tolist():
            result[index] |= blue_in_white(index) > BLUE_IN_WHITE
    return result


def _drawn_off_too(figure: Deviation, turns: Float64s, drawn: Drawn, usual: Mask) -> Mask:
    """Tell which tiles are off in the same way in their figures and as the detector drew them.

    It draws outlines too round, so that all are held against the median of the cluster. ``turns``
    are those of the tiles' own frames (:class:`vision.recognition.figure_fit.FigureFit`).
    """
    known = np.isfinite(drawn.shifts[:, 0])
    result = np.zeros(len(known), np.bool_)
    if not (known & usual).any():
        return result
    way = how_drawn(drawn, turns, known, usual)
    shifts = drawn.shifts[known]
    least_figure, least_drawn = BOTH_STRETCHED
    stretched = figure.legible & (figure.stretch > least_figure)
    off = np.minimum(figure.shift[known], np.hypot(*shifts.T)) > BOTH_OFF
    turned = np.minimum(np.abs(figure.turn[known]), np.abs(way.turn)) > BOTH_TURNED
    change = np.zeros_like(figure.change)
    change[known] = way.change
    result[known] = (
        _lean(figure, change, drawn)[known]
        | (stretched[known] & (way.stretch > least_drawn))
        | (off & (np.einsum("nk,nk->n", figure.moved[known], shifts) > 0))
        | (np.minimum(figure.nearer[known], way.size) > BOTH_NEARER)
        | (turned & (figure.turn[known] * way.turn > 0))
    )
    return result


@dataclass(frozen=True)
class WayDrawn:
    """How the detector drew m tiles otherwise than it mostly draws those of their cluster.

    Attributes
    ----------
    size, stretch
        Logarithms of how much larger each is, and longer one way than the other, (m,).
    turn
        How far it is turned, in degrees, (m,).
    change
        What is added to a place of its face, as a map of it, (m, 2, 2), in its cell's frame.
    """

    size: Float64s
    stretch: Float64s
    turn: Float64s
    change: Float64s


def how_drawn(drawn: Drawn, turns: Float64s, known: Mask, usual: Mask) -> WayDrawn:
    """Return how the ``known`` ones of n tiles were drawn, against the median of the ``usual``.

    ``turns`` are those of all n tiles' own frames, (n, 2, 2)
    (:class:`vision.recognition.figure_fit.FigureFit`).
    """
    maps = drawn.maps[known] @ np.linalg.inv(median(drawn.maps[known & usual]))
    size, stretch, turn = size_stretch_and_turn(maps)
    change = turns[known] @ (maps - np.eye(2)) @ turns[known].transpose(0, 2, 1)
    return WayDrawn(size, stretch, turn, np.asarray(change, np.float64))


def _lean(figure: Deviation, change: Float64s, drawn: Drawn) -> Mask:
    """Tell which tiles lean: both see all corners off alike, if the figure is not seen clearly.

    ``change`` is that of the tiles as they were drawn, as :class:`Deviation` has it.
    """
    least_off, least_misfit, least_score, most_pale = LEANING
    along = figure.off_along(change, np.nan_to_num(drawn.shifts))
    is_known = (drawn.scores > least_score) & (np.abs(figure.paleness) < most_pale)
    return np.asarray(is_known & (along > least_off**2) & (figure.misfit > least_misfit))

"""How likely a tile of a board is over the table, or on others: every witness weighed.

A tile in the air, one that leans and one that lies on others are seen elsewhere than in their
cells: by their figures, by the detector, and by the whole face, where one is seen. Each of these
is off for other reasons, too: a hand, glare, a tile laid askew, a table seen much aslant. So what
they say is added up in log odds, with what speaks for such reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Float64s, Mask, Points
from vision.recognition.figure_fit import FigureFit
from vision.recognition.out_of_place import Drawn, how_drawn
from vision.recognition.raised import Comparison, Deviation
from vision.recognition.thresholds import (
    ALOFT,
    ALOFT_WEIGHTS,
    CLEAR_MISFIT,
    DRAWN_OFF,
    FURTHEST_OFF,
    MOST_TURNED_ALOFT,
    TOO_FLAT,
    WORST_MISFIT,
    AloftWeights,
)


@dataclass(frozen=True)
class Seen:
    """How n tiles are seen, (n,) each: flat or round, whole faces off their cells, how certain.

    Attributes
    ----------
    flatness
        How wide each is seen one way, as a share of the other way.
    faces_off
        How far their whole faces are off (:mod:`vision.recognition.whole_faces`), 0 for none.
    looked
        What the cell network gives the likeliest class.
    """

    flatness: Float64s
    faces_off: Float64s
    looked: Float64s


def evidence_of_being_aloft(
    fit: FigureFit,
    drawn: Drawn,
    seen: Seen,
    comparisons: Sequence[Comparison],
    weights: AloftWeights = ALOFT_WEIGHTS,
) -> Float64s:
    """Return the log odds that tiles are in the air or on others, (n,).

    Minus infinity where too few tiles tell how those on the table are seen. What is seen as a
    sliver may be aloft, but is never said to be.

    Parameters
    ----------
    fit, drawn, seen
        How the figures of n tiles are seen, how the detector drew them, and what else is seen.
    comparisons
        How they differ from what is usual (:func:`vision.recognition.raised.compared`).
    weights
        How the witnesses are weighed.
    """
    result = np.full(len(fit.misfit), -np.inf)
    for compared_with in comparisons:
        figure, of_cluster = compared_with.found, compared_with.of_cluster
        odds = _of_the_figure(figure, fit.misfit < CLEAR_MISFIT, weights)
        odds += _of_the_detector(figure, fit, drawn, compared_with.usual, weights)
        odds += weights.any_tile + weights.flatness * seen.flatness + weights.looked * seen.looked
        odds += weights.face_off * np.clip(seen.faces_off - DRAWN_OFF, 0, FURTHEST_OFF)
        result[of_cluster] = odds[of_cluster]
    return np.where(seen.flatness > TOO_FLAT, result, np.minimum(result, ALOFT))


def _of_the_figure(figure: Deviation, clear: Mask, weights: AloftWeights) -> Float64s:
    """Return what the figures alone say, (n,); ``clear`` are those that fit well."""
    off = np.minimum(figure.off, FURTHEST_OFF)
    misfit = np.minimum(np.log(figure.misfit), WORST_MISFIT)
    return np.asarray(
        weights.misfit * misfit
        + weights.moved * np.minimum(figure.shift, FURTHEST_OFF)
        + weights.clearly_off * np.where(clear, off, 0.0)
        + weights.bright_contrast * np.clip(figure.paleness, 0, 1),
        np.float64,
    )


def _of_the_detector(
    figure: Deviation, fit: FigureFit, drawn: Drawn, usual: Mask, weights: AloftWeights
) -> Float64s:
    """Return what the detector says, and what it and the figures agree in, (n,)."""
    known = np.isfinite(drawn.shifts[:, 0])
    result = np.zeros(len(known))
    if not (known & usual).any():
        return result
    way = how_drawn(drawn, fit.turns, known, usual)
    off = np.minimum(_corners_off(way.change, drawn.shifts[known]), figure.off[known])
    turned = np.minimum(np.abs(way.turn), np.abs(figure.turn[known]))
    turned = np.where(way.turn * figure.turn[known] > 0, turned, 0.0)
    result[known] += (
        weights.drawn_larger * np.clip(way.size, -0.5, 0.5)
        + weights.off_for_both * np.minimum(off, FURTHEST_OFF)
        + weights.turned_for_both * np.minimum(turned, MOST_TURNED_ALOFT)
    )
    return result


def _corners_off(change: Float64s, moved: Points) -> Float64s:
    """Return how far corners are off by a map's change, (m, 2, 2), and a move, (m, 2): (m,)."""
    turned = np.einsum("nij,nij->n", change, change) / 2
    return np.asarray(np.sqrt(turned + np.einsum("nk,nk->n", moved, moved)), np.float64)

"""Whether what is read as a tile lies flat in its cell, as its neighbours do in theirs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, auto
from functools import cached_property

import numpy as np

from vision.arrays import Float64s, Mask, Points
from vision.recognition.figure_fit import FigureFit
from vision.recognition.medians import median
from vision.recognition.thresholds import (
    AMONG_THEMSELVES,
    CLEAR_MISFIT,
    ENOUGH_TO_LIE,
    FAR_OFF,
    NEARER,
    NO_SUCH_FIGURE,
    OFF_ITS_CELL,
    STRETCHED,
    STRETCHED_ALL,
    SURELY_RAISED,
    TURNED_IN_CELL,
    UNLIKE_A_FIGURE,
    USUAL_CONTRAST,
)


class Lie(IntEnum):
    """How a tile lies: flat on the table; perhaps; in the air, so that it is none of the board."""

    FLAT = auto()
    DOUBTFUL = auto()
    RAISED = auto()


@dataclass(frozen=True)
class Deviation:
    """How tiles differ from what is usual on their lattice, (n,) each.

    Attributes
    ----------
    nearer
        The logarithm of how much larger each is.
    stretch
        The logarithm of how much longer it is one way than the other.
    turn, moved
        How far it is turned in its cell, in degrees, and moved, (n, 2), in edge lengths.
    maps
        What turns a place of its face into the one where it is seen by all but that move, the other
        way round, (n, 2, 2).
    misfit
        How many times as badly its figure fits.
    paleness
        The logarithm of how much further apart its colours are.
    legible
        Whether they are as far apart as usual, and enough of its figure lies in the picture.
    clear
        Whether its figure is seen clearly as well.
    """

    nearer: Float64s
    stretch: Float64s
    turn: Float64s
    moved: Points
    maps: Float64s
    misfit: Float64s
    paleness: Float64s
    legible: Mask
    clear: Mask

    @cached_property
    def change(self) -> Float64s:
        """What is added to a place of its face by all but the move, as a map of it, (n, 2, 2)."""
        return np.asarray(np.linalg.pinv(self.maps) - np.eye(2), np.float64)

    @cached_property
    def shift(self) -> Float64s:
        """How far each is moved, (n,), in edge lengths."""
        return np.asarray(np.hypot(*self.moved.T), np.float64)

    @property
    def off(self) -> Float64s:
        """How far their corners are moved, (n,), in edge lengths: the root mean square."""
        return np.sqrt(np.maximum(self.off_along(self.change, self.moved), 0.0))

    def off_along(self, change: Float64s, moved: Points) -> Float64s:
        """Return the mean over a tile's corners of how far they are moved in another's way, (n,).

        The other way is told as ``change`` and ``moved`` tell this one. In squared edge lengths:
        what both say is large, what one alone says is not, and below 0 they contradict.
        """
        turned = np.einsum("nij,nij->n", self.change, change) / 2
        return np.asarray(turned + np.einsum("nk,nk->n", self.moved, moved), np.float64)


def deviations(fit: FigureFit, usual: Mask) -> Deviation:
    """Return how tiles differ from the median of those that ``usual``, (n,), marks.

    A blurred figure is seen a little stretched along its own axes, a table that is not fitted well
    along the lattice's. Both are taken off, one after the other.
    """
    back = fit.turns.transpose(0, 2, 1)
    own = back @ fit.maps @ fit.turns
    own = own @ np.linalg.inv(median(own[usual]))
    maps = fit.turns @ own @ back
    maps = maps @ np.linalg.inv(median(maps[usual]))
    moved = median(fit.shifts[usual]) - fit.shifts
    size, stretch, turn = size_stretch_and_turn(maps)
    misfit = fit.misfit / median(fit.misfit[usual])
    paleness = np.log(fit.contrast / median(fit.contrast[usual]))
    legible = (np.abs(paleness) < -math.log(USUAL_CONTRAST)) & fit.whole
    return Deviation(
        nearer=-size,
        stretch=stretch,
        turn=-turn,
        moved=moved,
        maps=maps,
        misfit=misfit,
        paleness=np.asarray(paleness, np.float64),
        clear=np.asarray((fit.misfit < CLEAR_MISFIT) & legible),
        legible=np.asarray(legible),
    )


def size_stretch_and_turn(maps: Float64s) -> tuple[Float64s, Float64s, Float64s]:
    """Return by how much maps of the plane, (n, 2, 2), enlarge, stretch and turn, (n,) each.

    The first two are logarithms, of the mean of the two main scales and of their ratio; the turn is
    in degrees.
    """
    long, short = np.linalg.svd(maps, compute_uv=False).clip(1e-3, 1e3).T
    turn = np.arctan2(maps[:, 1, 0] - maps[:, 0, 1], maps[:, 0, 0] + maps[:, 1, 1])
    return 0.5 * np.log(long * short), np.log(long / short), np.degrees(turn)


@dataclass(frozen=True)
class Comparison:
    """Tiles of a cluster, and how they differ from those that tell how such tiles are seen.

    Attributes
    ----------
    of_cluster
        Which tiles are meant, (n,).
    usual
        Which tell how such tiles are seen, (n,).
    found
        How all differ from those.
    """

    of_cluster: Mask
    usual: Mask
    found: Deviation


def compared(fit: FigureFit, clusters: Sequence[int]) -> list[Comparison]:
    """Hold tiles against those that tell how they are seen.

    All that are held against the same ones come at once: a cloth may be read as many lone tiles.

    Parameters
    ----------
    fit
        How the figures of n tiles are seen.
    clusters
        The number of each one's cluster, (n,). Those of too few tiles are held against the largest;
        nothing is compared where that, too, is of too few.
    """
    numbers = np.array(clusters)
    names, counts = np.unique(numbers, return_counts=True)
    if not len(names) or counts.max() < ENOUGH_TO_LIE:
        return []
    large = names[counts >= ENOUGH_TO_LIE].tolist()
    found = {name: deviations(fit, numbers == name) for name in large}
    result = [Comparison(numbers == name, numbers == name, found[name]) for name in large]
    of_small = np.isin(numbers, names[counts < ENOUGH_TO_LIE])
    if of_small.any():
        largest = names[np.argmax(counts)].item()
        result.append(Comparison(of_small, numbers == largest, found[largest]))
    return result


def how_tiles_lie(fit: FigureFit, comparisons: Sequence[Comparison]) -> list[Lie]:
    """Tell how each tile lies, by its figure (``fit``) and what it was compared with."""
    lies = [Lie.FLAT] * len(fit.misfit)
    for compared_with in comparisons:
        found = compared_with.found
        plain = [
            bool(of_usual and found.clear[index]) and _lie(found, _USUAL, index) is Lie.FLAT
            for index, of_usual in enumerate(compared_with.usual.tolist())
        ]
        limits = _limits(fit, compared_with, np.array(plain))
        for index in np.flatnonzero(compared_with.of_cluster).tolist():
            lies[index] = _lie(found, limits, index)
    return lies


def usual_offset(comparisons: Sequence[Comparison]) -> float:
    """Return how far tiles' corners are mostly seen off their cells, in edge lengths.

    0 where too few tiles tell.
    """
    off = [compared_with.found.off[compared_with.of_cluster] for compared_with in comparisons]
    return float(median(np.concatenate(off))) if off else 0.0


@dataclass(frozen=True)
class _Limits:
    """By how much a tile that lies flat may differ from what is usual, as :class:`Deviation`."""

    nearer: float
    stretch: float
    turn: float
    shift: float


_USUAL = _Limits(NEARER, STRETCHED, TURNED_IN_CELL, OFF_ITS_CELL)


def _limits(fit: FigureFit, known: Comparison, flat: Mask) -> _Limits:
    """Return the limits that hold for a set, by how much tiles that lie ``flat``, (n,), differ.

    Figures that were drawn by hand, or printed askew, are seen now larger and now longer.
    """
    if flat.sum() < ENOUGH_TO_LIE:
        return _USUAL
    as_known = np.array_equal(flat, known.usual)
    found = known.found if as_known else deviations(fit, flat)
    return _Limits(
        max(NEARER, AMONG_THEMSELVES * _usual(found.nearer[flat])),
        max(STRETCHED, STRETCHED_ALL * _usual(found.stretch[flat])),
        max(TURNED_IN_CELL, AMONG_THEMSELVES * _usual(found.turn[flat])),
        max(OFF_ITS_CELL, AMONG_THEMSELVES * _usual(found.shift[flat])),
    )


def _usual(differences: Float64s) -> float:
    """Return how much tiles mostly differ, by the differences, (n,), of each."""
    return float(median(np.abs(differences)))


def _lie(found: Deviation, limits: _Limits, index: int) -> Lie:
    off = max(
        float(found.nearer[index]) / limits.nearer,
        abs(float(found.turn[index])) / limits.turn,
        float(found.shift[index]) / limits.shift,
    )
    if found.clear[index]:
        if off > SURELY_RAISED:
            return Lie.RAISED
        return Lie.DOUBTFUL if off > 1 or found.stretch[index] > limits.stretch else Lie.FLAT
    if not found.legible[index]:
        return Lie.FLAT
    far_off = found.misfit[index] > UNLIKE_A_FIGURE and found.shift[index] > FAR_OFF
    misfit, stretch, turn = NO_SUCH_FIGURE
    is_another = found.misfit[index] > misfit and found.stretch[index] > stretch
    return Lie.DOUBTFUL if far_off or (is_another and abs(found.turn[index]) > turn) else Lie.FLAT

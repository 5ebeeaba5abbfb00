"""Finding many tiles again that all went the same way, as those of a picture do with the camera."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Mask, Matrix
from vision.detection import Detection, Point
from vision.following.thresholds import ALIKE_ANGLE, ALIKE_SPOT, LEAST_ALIKE, MOST_GONE, SEEDS

_Poses: TypeAlias = NDArray[np.complex128]
"""Centres and axes of tiles in pixels, as complex numbers, (n, 2)."""
_REFINED = 3


def way_gone(before: Sequence[Detection], now: Sequence[Detection]) -> Matrix | None:
    """Return how pixels went, an affine map (2, 3), if most of some tiles are found again.

    Each pair of a tile and one that may be it tells a way: how far, and by which turn. Where the
    camera looks aslant, that holds near the tile only; so the best is fitted to all that are found
    by it, and these are found anew.

    Parameters
    ----------
    before, now
        The tiles that lay there, and all that are seen now.
    """
    if len(before) < LEAST_ALIKE or len(now) < LEAST_ALIKE:
        return None
    lay, lie = _poses(before), _poses(now)
    ways = (_way_of(a, b) for a in lay[:SEEDS] for b in lie)
    best = max(ways, key=lambda way: int(_partners(way, lay, lie)[0].sum()))
    for _ in range(_REFINED):
        held, partners = _partners(best, lay, lie)
        if held.sum() < LEAST_ALIKE:
            return None
        best = _fitted(lay[held, 0], lie[partners[held], 0])
    found = int(_partners(best, lay, lie)[0].sum())
    return best if found >= max(LEAST_ALIKE, (1 - MOST_GONE) * len(before)) else None


def moved(tile: Detection, way: Matrix) -> Detection:
    """Return a tile as it is seen after pixels went a way, (2, 3)."""
    x, y = way[:, :2] @ tile.center + way[:, 2]
    (ax, ay), (sx, sy) = way[:, :2] @ tile.axis, way[:, :2] @ tile.side
    return Detection(
        (float(x), float(y)), (float(ax), float(ay)), (float(sx), float(sy)), tile.score
    )


def _poses(tiles: Sequence[Detection]) -> _Poses:
    def number(point: Point) -> complex:
        return complex(*point)

    return np.array([(number(tile.center), number(tile.axis)) for tile in tiles])


def _way_of(lay: _Poses, lies: _Poses) -> Matrix:
    """Return the similarity, (2, 3), that brings one pose, (2,), to another one."""
    turn = lies[1] / lay[1]
    shift = lies[0] - turn * lay[0]
    return np.array([[turn.real, -turn.imag, shift.real], [turn.imag, turn.real, shift.imag]])


def _partners(way: Matrix, lay: _Poses, lie: _Poses) -> tuple[Mask, NDArray[np.intp]]:
    """Tell which tiles are found by a way, (n,), and the nearest tile to each, (n,)."""
    spots = np.stack([lay.real, lay.imag], axis=-1) @ way[:, :2].T
    centers = spots[:, 0] @ (1, 1j) + complex(*way[:, 2])
    axes = spots[:, 1] @ (1, 1j)
    apart = np.abs(centers[:, None] - lie[:, 0]) / np.abs(lie[:, 1])
    turned = np.abs(np.angle(lie[:, 1] / axes[:, None]))
    apart = np.where(turned < ALIKE_ANGLE, apart, np.inf)
    return apart.min(axis=1) < ALIKE_SPOT, apart.argmin(axis=1)


def _fitted(lay: NDArray[np.complex128], lie: NDArray[np.complex128]) -> Matrix:
    """Return the affine map, (2, 3), that brings points, (n,), closest to others, (n,)."""
    known = np.stack([lay.real, lay.imag, np.ones(len(lay))], axis=-1)
    wanted = np.stack([lie.real, lie.imag], axis=-1)
    fit, *_ = np.linalg.lstsq(known, wanted, rcond=None)
    return np.asarray(fit.T, np.float64)

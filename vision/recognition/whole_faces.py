"""Tiles whose whole face is seen, though not in their cells.

A tile half under a hand is seen in its cell as far as it is seen at all; its figure, fitted there,
may drift. A tile that is held, leans or lies on others shows its whole face, only elsewhere. So the
figure is fitted once more, in the frame in which the detector drew the tile: where it fits as well
as those of other tiles do, a whole face is seen, and the fit tells where.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rules.lattice import SIDES, Cell
from vision.arrays import Float64s, Points
from vision.detection import Detection
from vision.lattice.cluster import LatticeCluster
from vision.pictures.patches import CELL_SIDE, Pyramid, cut_patches, detection_places
from vision.recognition.figure_fit import fit_figures
from vision.recognition.thresholds import CLEAR_MISFIT, DRAWN_OFF, MISFIT_OF_A_FACE

_ANGLES = np.arange(SIDES) * (np.pi / 3)
_CORNERS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)


def how_far_faces_are_off(
    pyramid: Pyramid,
    cluster: LatticeCluster,
    tiles: Sequence[tuple[Cell, int]],
    finds: Sequence[Detection | None],
    usual_misfit: float,
) -> Float64s:
    """Return how far the whole faces of tiles are seen off their cells.

    Parameters
    ----------
    pyramid
        The picture.
    cluster
        The lattice on which the tiles are read.
    tiles, finds
        The cell and the orientation, 0..5, of n tiles, and what the detector found of each.
    usual_misfit
        What the figures of tiles on this table mostly leave unexplained
        (:class:`vision.recognition.figure_fit.FigureFit`).

    Returns
    -------
    (n,)
        The root mean square of the six corners' ways, in edge lengths; 0 where the detector drew
        the tile in its cell, or no whole face is seen.
    """
    result = np.zeros(len(tiles))
    corners = _corners(tiles)
    drawn = [index for index, find in enumerate(finds) if find is not None]
    if not drawn:
        return result
    frames = np.array([(f.center, f.axis, f.side) for f in finds if f is not None])
    seen = cluster.locate(_pixels(frames, np.broadcast_to(_CORNERS, (len(drawn), SIDES, 2))))
    is_off = _apart(seen, corners[drawn]) > DRAWN_OFF
    frames, off = frames[is_off], np.array(drawn)[is_off]
    if not len(off):
        return result
    places = detection_places(frames[:, 0], frames[:, 1], frames[:, 2])
    fit = fit_figures(cut_patches(pyramid, places, CELL_SIDE), [0] * len(off))
    back = np.linalg.pinv(fit.maps).transpose(0, 2, 1)
    seen = cluster.locate(_pixels(frames, (_CORNERS - fit.shifts[:, None]) @ back))
    is_whole = fit.misfit < min(CLEAR_MISFIT, MISFIT_OF_A_FACE * usual_misfit)
    result[off] = np.where(is_whole, _apart(seen, corners[off]), 0.0)
    return result


def _corners(tiles: Sequence[tuple[Cell, int]]) -> Points:
    """Return the corners of n tiles on their lattice, from their white tips on, (n, 6, 2)."""
    turned = np.array([orientation for _, orientation in tiles], np.intp)
    centers = np.array([cell.center() for cell, _ in tiles]).reshape(-1, 1, 2)
    corners = _CORNERS[(turned[:, None] + np.arange(SIDES)) % SIDES]
    return np.asarray(corners + centers, np.float64)


def _pixels(frames: Float64s, places: Float64s) -> Float64s:
    """Return the pixels of places, (n, 6, 2), in the frames of detections, (n, 3, 2)."""
    return np.asarray(frames[:, :1] + places @ frames[:, 1:], np.float64)


def _apart(places: Float64s, others: Float64s) -> Float64s:
    """Return how far corners, (n, 6, 2), are from others: the root mean square, (n,)."""
    return np.asarray(np.sqrt(((places - others) ** 2).sum(axis=2).mean(axis=1)), np.float64)

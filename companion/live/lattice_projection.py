"""Where the lattice of a game lies in a picture, as a homography that can be kept as JSON."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import cv2
import numpy as np

from rules import Cell
from vision.arrays import Float64s
from vision.lattice.cluster import LatticeCluster

Point = tuple[float, float]


class LatticeProjection:
    """From points of the lattice (edge lengths, y up) to pixels of one picture."""

    def __init__(self, matrix: Sequence[Sequence[float]] | Float64s) -> None:
        """Take a homography, 3 x 3.

        Raises
        ------
        ValueError
            If it is none.
        """
        self._matrix = np.array(matrix, np.float64)
        if self._matrix.shape != (3, 3) or not np.isfinite(self._matrix).all():
            raise ValueError("A projection is a matrix of 3 by 3 finite numbers.")

    def __call__(self, points: Sequence[Point]) -> tuple[Point, ...]:
        """Return the pixels of points of the lattice."""
        homogeneous = np.column_stack([np.array(points), np.ones(len(points))]) @ self._matrix.T
        pixels = homogeneous[:, :2] / homogeneous[:, 2:]
        return tuple((float(x), float(y)) for x, y in pixels)

    def scaled(self, factor: float) -> LatticeProjection:
        """Return the projection to the same picture made larger by a factor."""
        return LatticeProjection(np.diag([factor, factor, 1.0]) @ self._matrix)

    def to_json(self) -> list[list[float]]:
        """Return the matrix as plain lists."""
        rows: list[list[float]] = self._matrix.tolist()
        return rows


def projection_of(cluster: LatticeCluster, cells: Collection[Cell]) -> LatticeProjection | None:
    """Return where a cluster's lattice lies in its picture; None where that cannot be told.

    A lens bends straight lines a little, which a homography cannot; it is fitted to the corners
    of ``cells``, so that it is nearest to the truth there.
    """
    corners = sorted({corner for cell in cells for corner in cell.corners()})
    if not corners:
        return None
    points = np.array([corner.position() for corner in corners])
    matrix, _inliers = cv2.findHomography(points, cluster.project(points))
    found = np.array(matrix, np.float64)  # of nan where there is none
    return LatticeProjection(found / found[2, 2]) if np.isfinite(found).all() else None

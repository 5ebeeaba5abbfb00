"""Where cells and tiles lie in a picture, told from what was read in it.

A fitted lattice knows that best (:class:`vision.lattice.cluster.LatticeCluster`, whose table model
includes the lens). Where only a reading is left of it, its tiles' corners tell: by a homography
from the lattice to the picture, or from one tile to the picture; near a cell by an affine map.

Points of a lattice are in edge lengths, y up; so are those of a tile, about its centre and with its
white tip at (1, 0). Points of a picture are pixels, y down.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike

from rules.lattice import SIDES, Cell
from vision.arrays import Matrix, Points
from vision.detection import Point
from vision.lattice.cluster import LatticeCluster
from vision.reading import ClusterReading, TileReading

HEXAGON: Points = np.array([(np.cos(a), np.sin(a)) for a in np.arange(SIDES) * np.pi / 3])
"""The corners of a tile, (6, 2), its white tip's first."""

_NEAR_TILES = 5


class Projection:
    """A homography from points of a lattice, or of a tile, to the pixels of one picture."""

    def __init__(self, matrix: ArrayLike) -> None:
        """Take a homography, (3, 3).

        Raises
        ------
        ValueError
            If it is none.
        """
        self.matrix: Matrix = np.array(matrix, np.float64)
        if self.matrix.shape != (3, 3) or not np.isfinite(self.matrix).all():
            raise ValueError("A projection is a matrix of 3 by 3 finite numbers.")

    def project(self, points: ArrayLike) -> Points:
        """Return the pixels of points, both (n, 2)."""
        flat = np.asarray(points, np.float64)
        homogeneous = np.column_stack([flat, np.ones(len(flat))]) @ self.matrix.T
        return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float64)

    def places(self, points: Sequence[Point]) -> tuple[Point, ...]:
        """Return the pixels of points, one by one."""
        return tuple((float(x), float(y)) for x, y in self.project(points))

    def cell_center(self, cell: Cell) -> Point:
        """Return the pixel at which the centre of a cell of the lattice is seen."""
        ((x, y),) = self.places([cell.center()])
        return x, y

    def cell_corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the pixels of the six corners of a cell, corner 0 of the lattice first."""
        return self.places([corner.position() for corner in cell.corners()])

    def scaled(self, factor: float) -> Projection:
        """Return the projection to the same picture made larger by a factor."""
        return Projection(np.diag([factor, factor, 1.0]) @ self.matrix)


def projection_between(points: ArrayLike, pixels: ArrayLike) -> Projection | None:
    """Return the projection that fits pairs of points, (n, 2) both, in the least-squares sense.

    None where they tell none, as fewer than four or points of one line do.
    """
    source, target = (np.asarray(given, np.float64) for given in (points, pixels))
    if len(source) < 4:
        return None
    matrix, _inliers = cv2.findHomography(source, target)
    found = np.array(matrix, np.float64)  # of nan where there is none
    return Projection(found) if np.isfinite(found).all() else None


def tile_projection(tile: TileReading) -> Projection:
    """Return the projection from a tile that was read to its picture.

    Raises
    ------
    ValueError
        If the tile's corners lie on one line.
    """
    return _told(projection_between(HEXAGON, tile.corners))


def reading_projection(cluster: ClusterReading) -> Projection:
    """Return the projection from the lattice of a cluster that was read to its picture.

    Raises
    ------
    ValueError
        If it has no tiles, or all their corners lie on one line.
    """
    return _told(projection_between(*corners_of(cluster.tiles)))


def corners_of(tiles: Sequence[TileReading]) -> tuple[Points, Points]:
    """Return the corners of tiles that were read: on their lattice and in the picture, (n, 2)."""
    on_lattice = [
        tile.cell.corner(tile.orientation + number).position()
        for tile in tiles
        for number in range(SIDES)
    ]
    in_picture = [corner for tile in tiles for corner in tile.corners]
    return np.array(on_lattice).reshape(-1, 2), np.array(in_picture).reshape(-1, 2)


def lattice_projection(cluster: LatticeCluster, cells: Collection[Cell]) -> Projection | None:
    """Return where a fitted lattice lies in its picture; None where that cannot be told.

    A lens bends straight lines a little, which a homography cannot; it is fitted to the corners
    of ``cells``, so that it is nearest to the truth there.
    """
    corners = sorted({corner for cell in cells for corner in cell.corners()})
    points = np.array([corner.position() for corner in corners]).reshape(-1, 2)
    return projection_between(points, cluster.project(points))


def outline_beside(cluster: ClusterReading, cell: Cell) -> Points:
    """Return the corners, pixels of shape (6, 2), of a cell that only its neighbours can place.

    The cluster's nearest tiles say how the lattice lies there: an affine map, fitted to their
    corners. A cluster without tiles gives no corner.
    """
    middle = np.array(cell.center())
    near = sorted(
        cluster.tiles, key=lambda tile: float(np.sum((np.array(tile.cell.center()) - middle) ** 2))
    )[:_NEAR_TILES]
    if not near:
        return np.empty((0, 2))
    source, target = corners_of(near)
    ones = np.ones((len(source), 1))
    fit = np.linalg.lstsq(np.hstack([source, ones]), target, rcond=None)[0]
    corners = np.array([corner.position() for corner in cell.corners()])
    return np.asarray(np.hstack([corners, np.ones((SIDES, 1))]) @ fit, dtype=np.float64)


def _told(projection: Projection | None) -> Projection:
    if projection is None:
        raise ValueError("The corners of the tiles in a reading lie on one line.")
    return projection

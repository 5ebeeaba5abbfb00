"""Looking into the parts of a tile that was read: colours at places inside its arches."""

from __future__ import annotations

import numpy as np

from vision.arrays import Colors, Image, Points
from vision.lattice.projection import HEXAGON, Projection, tile_projection
from vision.reading import TileReading

BLUE_ARCH: Points = np.array(
    [(0.2, 0.0), (0.25, 0.35), (0.25, -0.35), (0.3, 0.6), (0.3, -0.6), (0.15, 0.2), (0.15, -0.2)]
)
"""Points well inside the blue arch of a tile of edge 1 with its white tip at (1, 0), y up."""
WHITE_ARCH: Points = BLUE_ARCH * (-1.0, 1.0)


def sampled(image: Image, tile: TileReading, places: Points) -> Colors:
    """Return the colours, RGB, (n, 3), at those places of a tile that lie in the picture."""
    return _sampled(image, tile_projection(tile), places)


def arches(image: Image, tile: TileReading) -> tuple[Colors, Colors]:
    """Return the colours of a tile's white and of its blue arch, as :func:`sampled` does."""
    projection = tile_projection(tile)
    return _sampled(image, projection, WHITE_ARCH), _sampled(image, projection, BLUE_ARCH)


def _sampled(image: Image, projection: Projection, places: Points) -> Colors:
    height, width = image.shape[:2]
    columns, rows = np.round(projection.project(places)).astype(int).T
    inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
    return image[rows[inside], columns[inside], ::-1].astype(np.float64)


def foreshortening(tile: TileReading) -> tuple[float, float]:
    """Return a tile's edge, px, where it is seen largest, and how much shorter it is across that.

    The latter, 0..1, is the sine of how high the camera stands above the table.
    """
    corners = np.array(tile.corners)
    linear = np.linalg.lstsq(HEXAGON, corners - corners.mean(axis=0), rcond=None)[0]
    large, small = np.linalg.svd(linear)[1]
    return float(large), float(small / large)

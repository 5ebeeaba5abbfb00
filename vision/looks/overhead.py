"""Looking at a photo's table once more, as if from straight above.

Where the table is seen aslant, far tiles are slivers: the detector misses some and sees others a
little beside their place, too far for their lattice. Once it is known about how the table is seen,
a picture of it from straight above can be made, in which all tiles are round and of one size, and
be searched for tiles again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Image, Mask, PlanePoints, Points
from vision.detection import Detection, Point
from vision.lattice.table_model import TableModel
from vision.looks.look import Finder, Look
from vision.looks.thresholds import MOST_BLOCKS, OVERHEAD_MARGIN, OVERHEAD_TILE
from vision.networks.detector import Detections
from vision.pictures.patches import Pyramid, cut_patches, projected_places

_BLOCK = 32


@dataclass(frozen=True)
class OverheadView:
    """A picture of part of the table as seen from straight above.

    Attributes
    ----------
    table
        How the table appears in the photo.
    corner
        Where the upper left corner of the picture lies on the table's plane.
    scale
        Pixels per circumradius of a tile.
    rows, columns
        Size of the picture in blocks of 32 px.
    """

    table: TableModel
    corner: complex
    scale: float
    rows: int
    columns: int

    @property
    def pixels(self) -> int:
        """How many the picture has."""
        return self.rows * self.columns * _BLOCK**2

    def draw(self, pyramid: Pyramid, *, keeps_slivers: bool = False) -> Image:
        """Return the picture, BGR, (32 rows, 32 columns, 3).

        ``keeps_slivers`` as in :func:`vision.pictures.patches.cut_patches`.
        """
        columns, rows = np.meshgrid(np.arange(self.columns), np.arange(self.rows))
        corners = np.stack([columns.ravel(), -rows.ravel()], axis=-1) * _BLOCK
        middles = np.add(corners, np.array([1, -1]) * (_BLOCK - 1) / 2)
        places = projected_places(
            lambda points: self.in_photo(points * (1, -1)), middles, _BLOCK / 2, _BLOCK
        )
        blocks = cut_patches(pyramid, places, _BLOCK, keeps_slivers=keeps_slivers)
        grid = blocks.reshape(self.rows, self.columns, _BLOCK, _BLOCK, 3)
        return grid.swapaxes(1, 2).reshape(self.rows * _BLOCK, self.columns * _BLOCK, 3)

    def in_photo(self, points: Points) -> Points:
        """Turn pixels of the picture, (..., 2), into pixels of the photo, (..., 2)."""
        x, y = ((points[..., axis] + 0.5) / self.scale for axis in (0, 1))
        plane = np.asarray(self.corner + x - 1j * y, np.complex128)
        return self.table.to_picture(plane)

    def in_view(self, points: Sequence[Point]) -> Points:
        """Turn pixels of the photo, (n, 2), into pixels of the picture, (n, 2)."""
        plane = self.table.to_plane(np.array(points).reshape(-1, 2)) - self.corner
        return np.stack([plane.real, -plane.imag], axis=-1) * self.scale - 0.5

    def shows(self, points: Sequence[Point]) -> Mask:
        """Tell which pixels of the photo, (n, 2), lie in the picture, (n,)."""
        places = self.in_view(points)
        size = np.array([self.columns, self.rows]) * _BLOCK
        return np.asarray(((places >= 0) & (places < size)).all(axis=1))

    def detections_in_photo(self, tiles: Sequence[Detection]) -> tuple[Detection, ...]:
        """Return tiles found in the picture as they lie in the photo."""
        frames = np.array([(t.center, t.axis, t.side) for t in tiles]).reshape(-1, 3, 2)
        center, axis, side = frames.swapaxes(0, 1)
        around = np.stack([center, center + axis, center - axis, center + side, center - side])
        middle, tip, back, left, right = self.in_photo(around)
        seen = np.stack([middle, (tip - back) / 2, (left - right) / 2], axis=1).tolist()
        return tuple(
            Detection((x, y), (ax, ay), (sx, sy), tile.score)
            for tile, ((x, y), (ax, ay), (sx, sy)) in zip(tiles, seen, strict=True)
        )


@dataclass(frozen=True)
class OverheadLook:
    """What was found from overhead, and, where that picture does not reach, in the photo.

    ``tiles`` are in the photo's pixels, ``found`` what the detector made of the picture, in its.
    """

    view: OverheadView
    found: Detections
    photo: Look
    tiles: tuple[Detection, ...]

    def heat_near(self, center: Point, reach: float) -> float:
        """Return the greatest heat of either look within ``reach`` pixels of a place."""
        place, beside = self.view.in_view([center, (center[0] + reach, center[1])])
        there = self.found.heat_near((float(place[0]), float(place[1])), math.dist(place, beside))
        return max(there, self.photo.heat_near(center, reach))


def look_from_overhead(
    detector: Finder,
    pyramid: Pyramid,
    photo: Look,
    view: OverheadView,
) -> OverheadLook:
    """Look at the table from straight above."""
    found = detector.detect(view.draw(pyramid), _BLOCK * max(view.rows, view.columns))
    seen = view.detections_in_photo(found.tiles)
    shown = view.shows([tile.center for tile in photo.tiles]) if photo.tiles else ()
    beyond = tuple(t for t, inside in zip(photo.tiles, shown, strict=True) if not inside)
    return OverheadLook(view, found, photo, (*seen, *beyond))


def overhead_view(table: TableModel, tiles: Sequence[Detection]) -> OverheadView:
    """Return the view that shows the table about where some tiles are known to lie."""
    places = table.to_plane([tile.center for tile in tiles])
    return view_about(table, places, OVERHEAD_MARGIN, OVERHEAD_TILE / 2, MOST_BLOCKS)


def view_about(
    table: TableModel, places: PlanePoints, margin: float, scale: float, most_blocks: int
) -> OverheadView:
    """Return the view that shows the table about some places on its plane, (n,).

    Parameters
    ----------
    margin
        How much is shown around them, in circumradii of a tile.
    scale
        Pixels to a circumradius; fewer where that takes too many blocks.
    most_blocks
        So many blocks of 32 by 32 px at most.
    """
    left, right = places.real.min() - margin, places.real.max() + margin
    low, high = places.imag.min() - margin, places.imag.max() + margin
    wide, tall = float(right - left), float(high - low)
    drawn = min(scale, math.sqrt(most_blocks / (wide * tall)) * _BLOCK)
    rows, columns = (max(1, math.ceil(length * drawn / _BLOCK)) for length in (tall, wide))
    return OverheadView(table, complex(left, high), drawn, rows, columns)

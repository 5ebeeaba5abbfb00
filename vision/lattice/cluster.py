"""A cluster: the tiles of one lattice, and where every cell of that lattice is in the picture."""

from __future__ import annotations

import cmath
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from rules.lattice import SIDES, Cell
from vision.arrays import Mask, PlanePoints, Points
from vision.detection import Detection, Point
from vision.lattice.assignment import (
    TURN,
    PlacedTile,
    lattice_point,
    nearest_cell,
    nearest_centers,
)
from vision.lattice.table_model import TableModel
from vision.lattice.thresholds import MAY_TOUCH, ON_A_CLOTH


def lie_touching(first: PlanePoints, second: PlanePoints, pitch: float) -> bool:
    """Tell whether any of some tiles may touch any of some others.

    ``first`` and ``second`` are their centres on the table's plane, (n,) and (m,), ``pitch`` the
    edge length of the lattices there.
    """
    apart = np.abs(first[:, None] - second[None, :])
    return bool(apart.size and apart.min() < MAY_TOUCH * pitch)


@dataclass(frozen=True)
class FittedTile:
    """A detection in its place on the lattice.

    Attributes
    ----------
    detection
        What was found.
    orientation
        0..5: the corner of its cell at which the white tip lies.
    offset
        How far its centre lies from that of its cell, in circumradii of the tile.
    turn
        How far it is turned from the orientation, in degrees, -30..30, counter-clockwise.
    size
        Its size on the table against that of a tile of this table: 1 when it fits.
    overlapped
        It lies partly on a tile that fits better, which real tiles on a table cannot.
    """

    detection: Detection
    orientation: int
    offset: float
    turn: float
    size: float
    overlapped: bool


@dataclass(frozen=True)
class LatticeCluster:
    """Tiles of one lattice.

    Attributes
    ----------
    table
        How the table appears in the picture; all clusters of a picture share it.
    angle, origin, pitch
        Where the lattice lies on the table's plane: a lattice point p (x = 1.5 q,
        y = -sqrt(3) (r + q/2), y up, as complex x + iy) lies at
        ``origin + pitch * exp(i angle) * p``; a tile's circumradius is 1 there.
    tiles
        The tiles by their cells, at least one.
    """

    table: TableModel
    angle: float
    origin: complex
    pitch: float
    tiles: Mapping[Cell, FittedTile]

    def __len__(self) -> int:
        return len(self.tiles)

    def renamed(self, turns: int, shift: Cell) -> LatticeCluster:
        """Return the same cluster with other names for its cells.

        A cell is named as it is after ``turns`` sixths of a turn about cell (0, 0), then ``shift``;
        orientations turn with it.
        """
        angle = self.angle - turns * TURN
        return replace(
            self,
            angle=angle,
            origin=self.origin - cmath.rect(self.pitch, angle) * lattice_point(shift),
            tiles={
                cell.rotated(turns).translated(*shift): replace(
                    tile, orientation=(tile.orientation + turns) % SIDES
                )
                for cell, tile in self.tiles.items()
            },
        )

    @property
    def score(self) -> float:
        """The detector's certainty of the surest tile."""
        return max(tile.detection.score for tile in self.tiles.values())

    def position(self, cell: Cell) -> complex:
        """Return where a cell's centre lies on the table's plane."""
        return self.origin + cmath.rect(self.pitch, self.angle) * lattice_point(cell)

    @cached_property
    def placed_tiles(self) -> tuple[PlacedTile, ...]:
        """The tiles as they lie on the table's plane, in the order of ``tiles``."""
        centers = self.table.to_plane([tile.detection.center for tile in self.tiles.values()])
        return tuple(
            PlacedTile(
                center,
                self.angle + tile.orientation * TURN + math.radians(tile.turn),
                cell,
                tile.orientation,
            )
            for (cell, tile), center in zip(self.tiles.items(), centers.tolist(), strict=True)
        )

    def project(self, points: ArrayLike) -> Points:
        """Return the pixels, shape (..., 2), of points of the lattice plane, shape (..., 2)."""
        flat = np.asarray(points, dtype=np.float64)
        plane = self.origin + cmath.rect(self.pitch, self.angle) * (
            flat[..., 0] + 1j * flat[..., 1]
        )
        return self.table.to_picture(np.asarray(plane, dtype=np.complex128))

    def locate(self, pixels: ArrayLike) -> Points:
        """Return the points of the lattice plane, shape (..., 2), seen at pixels, (..., 2)."""
        plane = (self.table.to_plane(pixels) - self.origin) / cmath.rect(self.pitch, self.angle)
        return np.stack([plane.real, plane.imag], axis=-1)

    def holds(self, detections: Sequence[Detection]) -> Mask:
        """Tell which of n things lie in cells of this lattice, turned and as large as tiles, (n,).

        That is asked of a whole cloth: where it lies in folds its pattern is somewhat off.
        """
        if not detections:
            return np.zeros(0, np.bool_)
        frames = np.array(
            [(found.center, np.add(found.center, found.axis)) for found in detections]
        )
        centers, tips = self.locate(frames).swapaxes(0, 1)
        middles = centers[:, 0] + 1j * centers[:, 1]
        ways = tips - centers
        turns = np.degrees(np.arctan2(ways[:, 1], ways[:, 0])) % 60
        sizes = np.hypot(*ways.T) * self.pitch
        most_off, most_turned, most_larger = ON_A_CLOTH
        return np.asarray(
            (np.abs(middles - nearest_centers(middles)) < most_off)
            & (np.minimum(turns, 60 - turns) < most_turned)
            & (np.maximum(sizes, 1 / np.maximum(sizes, 1e-6)) < most_larger)
        )

    def cell_center(self, cell: Cell) -> Point:
        """Return the pixel at which a cell's centre is seen, whether a tile lies there or not."""
        x, y = self.project(cell.center())
        return float(x), float(y)

    def cell_corners(self, cell: Cell) -> Points:
        """Return the six corners of a cell in pixels, (6, 2), corner 0 of the lattice first."""
        return np.asarray(self.corners_of([cell])[0], np.float64)

    def corners_of(self, cells: Sequence[Cell]) -> Points:
        """Return the six corners of each of some cells, as ``cell_corners`` does, (n, 6, 2)."""
        middles = np.array([complex(*cell.center()) for cell in cells]).reshape(-1, 1)
        turns = middles + np.exp(1j * np.pi / 3 * np.arange(SIDES))
        return self.project(np.stack([turns.real, turns.imag], axis=-1))

    def tile_outlines(self, cells: Sequence[Cell]) -> Points:
        """Return the centres and corners of tiles that lie exactly on cells, in pixels, (n, 7, 2).

        The centre comes first, then the corners, corner 0 of the lattice first.
        """
        middles = np.array([cell.center() for cell in cells]).reshape(-1, 1, 2)
        turns = np.exp(1j * np.pi / 3 * np.arange(SIDES)) / self.pitch
        outline = np.vstack([(0.0, 0.0), np.stack([turns.real, turns.imag], axis=-1)])
        return self.project(middles + outline)

    def cell_at(self, pixel: Point) -> Cell:
        """Return the cell that is seen at a pixel."""
        return self.nearest_cell(complex(self.table.to_plane(pixel)))

    def nearest_cell(self, position: complex) -> Cell:
        """Return the cell that lies at a point of the table's plane."""
        return nearest_cell((position - self.origin) / cmath.rect(self.pitch, self.angle))

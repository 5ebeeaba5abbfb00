"""The reading drawn over its photo: the parts of each tile where the picture shows them.

A tile's six corners in the picture give the projection of that tile, so its arches lie where they
are seen even when tiles are pushed together carelessly. Cells without a tile (holes, hidden places)
are placed by the projection of the whole cluster. Units are pixels of the upright photo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees

import numpy as np

from companion.drawing.board_drawing import zigzag
from companion.drawing.tile_parts import PARTS, Part, Point, parts_of, path
from companion.words.findings import Finding
from rules import Cell
from rules.lattice import SIDES
from vision.lattice.projection import (
    Projection,
    corners_of,
    reading_projection,
    tile_projection,
)
from vision.reading import ClusterReading, TileReading


@dataclass(frozen=True)
class PhotoTile:
    """One tile on the photo: its outline, and each part's."""

    outline: str
    parts: dict[Part, str]
    sure: bool


@dataclass(frozen=True)
class PhotoMark:
    """What lights up on the photo for one finding."""

    finding: int
    kind: str
    parts: tuple[tuple[Part, str], ...]
    cells: tuple[str, ...]
    centers: tuple[tuple[float, float, float], ...]
    """Of each cell x, y and the smaller of its width and height."""
    edges: tuple[str, ...]


@dataclass(frozen=True)
class PhotoDrawing:
    """One cluster ready to be drawn over its photo as SVG."""

    tiles: tuple[PhotoTile, ...]
    marks: tuple[PhotoMark, ...]


def draw_on_photo(cluster: ClusterReading, findings: Sequence[Finding]) -> PhotoDrawing:
    """Place a cluster's tiles, and what there is to say about it, on the photo."""
    tiles = {tile.cell: tile for tile in cluster.tiles}
    projections = {cell: tile_projection(tile) for cell, tile in tiles.items()}
    lattice = reading_projection(cluster)
    return PhotoDrawing(
        tiles=tuple(_tile(tile, projections[tile.cell]) for tile in cluster.tiles),
        marks=tuple(
            _mark(number, finding, cluster, tiles, projections, lattice)
            for number, finding in enumerate(findings)
        ),
    )


def turns_towards_photo(cluster: ClusterReading) -> int:
    """Return how many steps of 60 degrees turn the lattice to lie as the photo shows it."""
    on_lattice, in_picture = corners_of(cluster.tiles)
    lattice = on_lattice[:, 0] - 1j * on_lattice[:, 1]
    picture = in_picture[:, 0] + 1j * in_picture[:, 1]
    turn = np.vdot(lattice - lattice.mean(), picture - picture.mean())
    clockwise = degrees(atan2(turn.imag, turn.real))
    return round(-clockwise / 60) % SIDES


def _tile(tile: TileReading, projection: Projection) -> PhotoTile:
    return PhotoTile(
        outline=path(tile.corners),
        parts={part: path(projection.places(points)) for part, points in PARTS.items()},
        sure=tile.sure,
    )


def _mark(
    number: int,
    finding: Finding,
    cluster: ClusterReading,
    tiles: dict[Cell, TileReading],
    projections: dict[Cell, Projection],
    lattice: Projection,
) -> PhotoMark:
    board = cluster.board()
    parts = [
        (part, path(projections[cell].places(PARTS[part])))
        for shape in finding.shapes
        for cell, part in parts_of(shape, board)
    ]
    cells = [
        tiles[cell].corners if cell in tiles else lattice.cell_corners(cell)
        for cell in finding.cells
    ]
    return PhotoMark(
        finding=number,
        kind=finding.kind,
        parts=tuple(parts),
        cells=tuple(path(corners) for corners in cells),
        centers=tuple(_center_and_size(corners) for corners in cells),
        edges=tuple(_edge(tiles[first], second) for first, second in finding.edges),
    )


def _center_and_size(corners: Sequence[Point]) -> tuple[float, float, float]:
    xs, ys = zip(*corners, strict=True)
    size = min(max(xs) - min(xs), max(ys) - min(ys))
    return sum(xs) / SIDES, sum(ys) / SIDES, size


def _edge(tile: TileReading, neighbour: Cell) -> str:
    """Return the edge of a tile towards a neighbour as a zigzag."""
    index = (tile.cell.neighbours().index(neighbour) - tile.orientation) % SIDES
    return zigzag(tile.corners[index], tile.corners[(index + 1) % SIDES])

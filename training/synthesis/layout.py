"""Random positions: clusters of tiles laid on the table, legal looking or not."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rules.lattice import Cell
from vision.arrays import Points


@dataclass(frozen=True)
class LaidTile:
    """One face-up tile: its cell and orientation, and where it really lies (mm, radians)."""

    cell: Cell
    orientation: int
    centre: Points
    angle: float


@dataclass(frozen=True)
class LaidCluster:
    """Tiles of one lattice; ``angle`` is its turn on the table, ``pitch`` its edge (mm)."""

    tiles: tuple[LaidTile, ...]
    origin: Points
    angle: float
    pitch: float

    def position(self, cell: Cell) -> Points:
        """Return where a cell's centre is on the table, (2,) in mm."""
        x, y = cell.center()
        c, s = math.cos(self.angle), math.sin(self.angle)
        return self.origin + self.pitch * np.array([c * x - s * y, s * x + c * y])


def random_cells(count: int, rng: np.random.Generator) -> list[Cell]:
    """Grow a connected patch of cells, anything from a snake to a disc."""
    compactness = rng.uniform(-1.5, 3.0)
    cells = [Cell(0, 0)]
    while len(cells) < count:
        taken = set(cells)
        rim = sorted({n for cell in cells for n in cell.neighbours()} - taken)
        touching = np.array([sum(n in taken for n in cell.neighbours()) for cell in rim])
        weights = np.exp(compactness * np.minimum(touching, 4).astype(float))
        cells.append(rim[int(rng.choice(len(rim), p=weights / weights.sum()))])
    return cells


def random_orientations(cells: list[Cell], rng: np.random.Generator) -> dict[Cell, int]:
    """Turn each tile: all matching, but for some pictures with wrongly laid tiles."""
    parity = int(rng.integers(2))
    wrong = rng.uniform(0.05, 0.6) if rng.random() < 0.3 else 0.0
    return {
        cell: (2 * int(rng.integers(3)) + parity + int(rng.random() < wrong)) % 6 for cell in cells
    }


def lay_cluster(
    orientations: dict[Cell, int],
    origin: Points,
    angle: float,
    radius: float,
    gap: float,
    sloppiness: float,
    rng: np.random.Generator,
) -> LaidCluster:
    """Put tiles on the table, each a little off its place (``sloppiness`` 0..1)."""
    bare = LaidCluster((), origin, angle, radius * (1 + gap))
    tiles = []
    for cell, orientation in orientations.items():
        shift = rng.normal(size=2) * radius * (0.004 + 0.018 * sloppiness)
        turn = math.radians(rng.normal() * (0.4 + 2.2 * sloppiness))
        turn = max(min(turn, math.radians(6)), math.radians(-6))
        tiles.append(
            LaidTile(
                cell,
                orientation,
                bare.position(cell) + shift,
                angle + orientation * math.pi / 3 + turn,
            )
        )
    return LaidCluster(tuple(tiles), origin, angle, radius * (1 + gap))


def is_clear(centre: Points, distance: float, clusters: list[LaidCluster]) -> bool:
    """Tell whether no tile's centre lies within ``distance`` (mm) of a point."""
    return all(
        float(np.hypot(*(tile.centre - centre))) > distance
        for cluster in clusters
        for tile in cluster.tiles
    )


def random_layout(
    count: int, radius: float, gap: float, sloppiness: float, rng: np.random.Generator
) -> list[LaidCluster]:
    """Lay a main cluster of ``count`` tiles at the origin, sometimes with small ones about it."""
    cells = random_cells(count, rng)
    clusters = [
        lay_cluster(
            random_orientations(cells, rng),
            np.zeros(2),
            rng.uniform(0, 6.3),
            radius,
            gap,
            sloppiness,
            rng,
        )
    ]
    wanted = int(rng.choice([0, 0, 0, 0, 0, 0, 1, 2, 4, 6]))
    reach = max(float(np.hypot(*tile.centre)) for tile in clusters[0].tiles) + 6 * radius
    for _ in range(wanted * 8):
        if len(clusters) > wanted:
            break
        small = random_cells(int(rng.choice([1, 2, 3, 4, 4, 4, 6])), rng)
        origin = rng.uniform(-reach, reach, 2)
        cluster = lay_cluster(
            random_orientations(small, rng),
            origin,
            rng.uniform(0, 6.3),
            radius,
            gap,
            sloppiness,
            rng,
        )
        if all(is_clear(tile.centre, 2.15 * radius, clusters) for tile in cluster.tiles):
            clusters.append(cluster)
    return clusters

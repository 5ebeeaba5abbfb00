"""Positions as people lay them: gaps and turns that the tiles have room for."""

from __future__ import annotations

import math

import numpy as np

from rules.lattice import Cell
from training.synthesis.layout import (
    LaidCluster,
    LaidTile,
    is_clear,
    random_cells,
    random_orientations,
)
from training.synthesis.unseen.families import Family
from vision.arrays import Points

_RHOMBUS = (Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1))
APART = 2.75
"""Edges between tiles of two clusters, at least: bare table shows between them."""


def most_turn(gap: float, limit: float = 5.0) -> float:
    """Return by how much (radians) tiles ``gap`` edges apart may be turned, ``limit`` degrees.

    A hexagon turned by t reaches cos(30° - t) edges towards its neighbour instead of cos(30°).
    """
    room = 0.75 * gap * math.sqrt(3) / 2
    reach = min(math.cos(math.pi / 6) + room, 1.0)
    return min(math.pi / 6 - math.acos(reach), math.radians(limit))


def lay(
    cells: list[Cell],
    origin: Points,
    radius: float,
    gap: float,
    rng: np.random.Generator,
    turn: float = 5.0,
) -> LaidCluster:
    """Lay tiles on cells, each a little off its place and turned, as far as the gaps allow.

    ``turn`` (degrees) is the most that any is turned.
    """
    most = most_turn(gap, turn)
    angle = rng.uniform(0, 2 * math.pi)
    bare = LaidCluster((), origin, angle, radius * (1 + gap))
    care = rng.uniform(0.2, 1.0)
    tiles = []
    for cell, orientation in random_orientations(cells, rng).items():
        aside = rng.uniform(-1, 1) * most * care
        shift = rng.uniform(-1, 1, 2) * 0.2 * gap * radius
        tiles.append(
            LaidTile(
                cell,
                orientation,
                bare.position(cell) + shift,
                angle + orientation * math.pi / 3 + aside,
            )
        )
    return LaidCluster(tuple(tiles), origin, angle, radius * (1 + gap))


def random_position(
    family: Family, radius: float, gap: float, rng: np.random.Generator
) -> list[LaidCluster]:
    """Lay a board for a family: a main cluster, perhaps small ones and palagems about it."""
    low, high = family.tiles
    count = int(rng.integers(low, high + 1))
    clusters = []
    if count:
        cells = random_cells(count, rng)
        clusters.append(lay(cells, np.zeros(2), radius, gap, rng, family.turn))
    gems = int(rng.integers(2, 7)) if family.name == "palagems" else 0
    if family.groups and rng.random() < family.groups:
        gems = int(rng.integers(1, 3))
    spots = [tile.centre for cluster in clusters for tile in cluster.tiles]
    reach = max([float(np.hypot(*spot)) for spot in spots], default=0.0) + 3.5 * radius
    tries = 0
    while gems and tries < 60:
        tries += 1
        cells = list(_RHOMBUS)
        if family.name != "palagems":
            cells = random_cells(int(rng.integers(1, 5)), rng)
        way, far = rng.uniform(0, 2 * math.pi), reach * (1 + tries / 25)
        origin = np.array([math.cos(way), math.sin(way)]) * rng.uniform(0.7, 1.0) * far
        small = lay(cells, origin, radius, gap, rng)
        if all(is_clear(tile.centre, APART * radius, clusters) for tile in small.tiles):
            clusters.append(small)
            gems -= 1
    return clusters

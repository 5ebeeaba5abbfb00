"""Whether tiles are parted into clusters rightly.

Which lone tiles are no clusters, and when the clusters that were read may be others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from rules.lattice import Cell, connected_parts
from vision.lattice.cluster import LatticeCluster, lie_touching
from vision.lattice.joining import same_lattice
from vision.recognition.cells import CellBelief
from vision.recognition.thresholds import (
    BESIDE_ITS_CELL,
    ENOUGH_TO_COMPARE,
    LOOSEST_DOUBT,
    MOST_HELD,
    MOST_TURNED,
    MOSTLY_SEEN,
    ODD_SIZE,
)

Beliefs = Mapping[Cell, CellBelief]
ReadCluster = tuple[LatticeCluster, Beliefs]
"""A cluster and what is believed of its cells."""


def is_of_odd_size(cluster: LatticeCluster, largest: LatticeCluster) -> bool:
    """Tell whether a lone tile is far too small or large for the set that lies on the table."""
    sizes = [tile.size for tile in cluster.tiles.values()]
    alone = len(sizes) == 1 and len(largest) >= ENOUGH_TO_COMPARE
    return alone and not 1 / ODD_SIZE < sizes[0] < ODD_SIZE


def is_cut_off(cluster: LatticeCluster, boards: Sequence[ReadCluster]) -> bool:
    """Tell whether a lone tile is one of a board that runs out of the picture there.

    Where it lies is not seen well when much of it is cut off: it seems to lie on no lattice.
    """
    if len(cluster) > 1:
        return False
    (tile,) = cluster.tiles.values()
    for board, beliefs in boards:
        place = board.locate(np.array([tile.detection.center]))[0]
        tiles = tiles_of(beliefs)
        for cell, belief in beliefs.items():
            beside = not tiles.isdisjoint(cell.neighbours())
            near = math.dist(place, cell.center()) < BESIDE_ITS_CELL
            if near and beside and belief.seen < MOSTLY_SEEN and cell not in tiles:
                return True
    return False


def may_be_held(beliefs: Beliefs) -> bool:
    """Tell whether one or two tiles have something over the table beside them: a hand, perhaps."""
    tiles = tiles_of(beliefs)
    beside = {neighbour for cell in tiles for neighbour in cell.neighbours()}.difference(tiles)
    looks = [beliefs[cell] for cell in beside.intersection(beliefs)]
    covered = any(look.hidden > 0.5 and look.seen > MOSTLY_SEEN for look in looks)
    return covered and len(tiles) <= MOST_HELD


def may_be_parted_otherwise(clusters: Sequence[ReadCluster]) -> bool:
    """Tell whether the clusters may be others than these: fewer, more, or with other tiles.

    Players keep clusters apart: where two seem to touch, the table is seen wrongly. Two that fit
    one lattice may go on to one another unseen.
    """
    if not all(_hangs_together(*cluster) for cluster in clusters):
        return True
    return any(_may_be_one(*pair) for pair in combinations(clusters, 2))


def _may_be_one(one: ReadCluster, other: ReadCluster) -> bool:
    """Tell whether two clusters may be one; loose tiles may lie anyhow."""
    first, second = (
        np.array([cluster.position(cell) for cell in tiles_of(beliefs)])
        for cluster, beliefs in (one, other)
    )
    if len(first) == len(second) == 1:
        return False
    if lie_touching(first, second, one[0].pitch):
        return True
    goes_on = all(
        any(belief.hidden > 0.5 and not belief.is_tile for belief in beliefs.values())
        for _, beliefs in (one, other)
    )
    return goes_on and same_lattice(one[0], other[0], LOOSEST_DOUBT) is not None


def _hangs_together(cluster: LatticeCluster, beliefs: Beliefs) -> bool:
    """Tell whether a cluster's tiles are joined, if only out of sight, and lie on its lattice."""
    tiles = tiles_of(beliefs)
    unseen = {cell for cell, belief in beliefs.items() if belief.hidden > 0.5}
    parts = [part for part in connected_parts(tiles | unseen) if not tiles.isdisjoint(part)]
    turns = [abs(tile.turn) for cell, tile in cluster.tiles.items() if cell in tiles]
    return len(parts) <= 1 and max(turns, default=0.0) <= MOST_TURNED


def tiles_of(beliefs: Beliefs) -> set[Cell]:
    """Return the cells on which a tile is believed to lie."""
    return {cell for cell, belief in beliefs.items() if belief.is_tile}

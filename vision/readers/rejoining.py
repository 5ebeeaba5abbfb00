"""Two parts of a board that a hand parts are read as one, if the table may be seen so."""

from __future__ import annotations

import math
from itertools import combinations

from vision.lattice.budget import fit_work
from vision.lattice.cluster import LatticeCluster
from vision.lattice.joining import SharedLattice, easiest_way, same_lattice
from vision.lattice.rejoining import fitted_as_one
from vision.lattice.thresholds import REFITTED_TILTS
from vision.readers.attempt import Attempt
from vision.readers.effort import Effort
from vision.readers.thresholds import (
    HARDEST_WAY,
    JOINING_WORK,
    LEAST_REJOINING_EVIDENCE,
    MOST_REJOINED_PARTS,
)
from vision.recognition.cells import ClusterReader
from vision.recognition.thresholds import LOOSEST_DOUBT


def rejoined_parts(attempt: Attempt, effort: Effort) -> tuple[LatticeCluster, ...] | None:
    """Return the clusters of an attempt with two of them as one, if that is likelier than not.

    Those are asked that may go on to one another unseen. None where none do.
    """
    readers = [reader for reader in attempt.readers if reader.orientations()]
    if not 2 <= len(readers) <= MOST_REJOINED_PARTS:
        return None
    clusters = [reader.cluster for reader in readers]
    likeliest: tuple[LatticeCluster, ...] | None = None
    most = LEAST_REJOINING_EVIDENCE
    for pair in combinations(range(len(readers)), 2):
        first, other = (readers[number] for number in pair)
        shared = same_lattice(first.cluster, other.cluster, LOOSEST_DOUBT)
        if shared is None or not (_goes_on(first) and _goes_on(other)):
            continue
        way = hidden_way(first, other.cluster, shared, effort)
        if way > HARDEST_WAY:
            continue
        effort.spend(2 * len(REFITTED_TILTS) * fit_work(sum(map(len, clusters))))
        found = fitted_as_one(clusters, pair, shared)
        if found.evidence - way > most:
            likeliest, most = found.clusters, found.evidence - way
    return likeliest


def hidden_way(
    reader: ClusterReader, other: LatticeCluster, shared: SharedLattice, effort: Effort
) -> float:
    """Return how hard it is to get from one cluster to another over tiles that are not seen.

    It is minus the logarithm of how likely all cells on the easiest way hold one.

    Parameters
    ----------
    reader
        One that looks at cells of the first.
    other, shared
        The second, and how its lattice continues that of the first.
    effort
        What work is counted by.
    """
    effort.spend(JOINING_WORK + len(set(shared.between).difference(reader.beliefs)))
    doubts = {
        cell: -math.log(max(belief.hidden, belief.tile_probability, 1e-6))
        for cell, belief in reader.look_at(shared.between).items()
    }
    moved = {cell.rotated(shared.turns).translated(*shared.shift) for cell in other.tiles}
    return easiest_way(reader.cluster.tiles, moved, doubts)


def _goes_on(reader: ClusterReader) -> bool:
    return any(b.hidden > 0.5 and not b.is_tile for b in reader.beliefs.values())

"""Whether two parts of a picture are one board, by how well the table can be seen so.

A hand over a board leaves a few tiles on either side of it. Each part tells its lattice badly, and
all of them tell badly how the table is tilted, so that the two do not fit each other as the table
was fitted. Were they one, the table would be seen a little otherwise: it is fitted once more to
that, and what counts is how much worse all tiles fit then.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules.lattice import Cell
from vision.detection import Detection
from vision.lattice.assignment import Placement
from vision.lattice.cluster import LatticeCluster
from vision.lattice.fitting import clusters_of
from vision.lattice.joining import SharedLattice, join
from vision.lattice.refinement import Refined, refine
from vision.lattice.starts import Fitted
from vision.lattice.table_model import TableModel, TileFrames, normalised_frames
from vision.lattice.thresholds import NOISE, REFITTED_TILTS


@dataclass(frozen=True)
class Rejoined:
    """The clusters of a picture, two of them read as one, and what speaks for that.

    ``evidence`` is the logarithm of how much likelier all tiles fit as they do if the two are one
    than by chance.
    """

    clusters: tuple[LatticeCluster, ...]
    evidence: float


def fitted_as_one(
    clusters: Sequence[LatticeCluster], pair: tuple[int, int], shared: SharedLattice
) -> Rejoined:
    """Fit the table anew as it is seen if two of a picture's clusters are one.

    Parameters
    ----------
    clusters
        All of the picture.
    pair
        The numbers of the two.
    shared
        How the lattice of the second continues that of the first.
    """
    first, second = (clusters[number] for number in pair)
    tiles = [tile.detection for cluster in clusters for tile in cluster.tiles.values()]
    numbers = {detection: number for number, detection in enumerate(tiles)}
    table = first.table
    frames = normalised_frames(tiles, table.picture)
    others = [cluster for number, cluster in enumerate(clusters) if number not in pair]
    apart = _refitted(frames, [_placements(cluster, numbers) for cluster in clusters], table)
    lattices = [_placements(cluster, numbers) for cluster in (join(first, second, shared), *others)]
    together = _refitted(frames, lattices, table)
    by_chance = shared.evidence + shared.misfit / 2
    evidence = by_chance - (together.cost - apart.cost) / 2
    return Rejoined(clusters_of(tiles, frames, Fitted(lattices, together), table.picture), evidence)


def _placements(cluster: LatticeCluster, numbers: Mapping[Detection, int]) -> dict[int, Placement]:
    return {
        numbers[tile.detection]: (cell, tile.orientation) for cell, tile in cluster.tiles.items()
    }


def _refitted(
    frames: TileFrames, lattices: Sequence[Mapping[int, tuple[Cell, int]]], table: TableModel
) -> Refined:
    """Fit table and lattices from several tilts; return what fits best."""
    vanishing = table.vanishing
    guesses = (
        np.array([tilt * vanishing.real, tilt * vanishing.imag, table.distortion, *table.stretch])
        for tilt in REFITTED_TILTS
    )
    fits = (refine(frames, lattices, guess, NOISE) for guess in guesses)
    return min(fits, key=lambda fit: fit.cost if math.isfinite(fit.cost) else math.inf)

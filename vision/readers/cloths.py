"""Cloths that show tiles themselves: more of them on one lattice than two sets have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress

from vision.detection import Detection
from vision.lattice.cluster import LatticeCluster
from vision.readers.thresholds import WELL_FITTED
from vision.recognition.thresholds import MOST_TILES

Fit = Callable[[Sequence[Detection]], Sequence[LatticeCluster]]
"""Fits lattices to tiles, the largest first."""


def cloth_of(
    tiles: Sequence[Detection], likely: Sequence[Detection], fit: Fit
) -> LatticeCluster | None:
    """Return the lattice of a cloth that shows tiles, None where no such cloth is seen.

    A pattern is seen all over the table, and what is found best of it mostly here and there: that
    tells about where its lattice lies. What is found on it tells it exactly.

    Parameters
    ----------
    tiles
        What was found in a photo.
    likely
        Those that are likeliest, no more than two sets have.
    fit
        Fits lattices to some of them.
    """
    cloth: LatticeCluster | None = None
    for _ in range(2):
        parts = fit(likely)
        held = parts[0].holds(tiles) if parts else None
        if held is None or held.sum() <= MOST_TILES:
            break
        cloth = parts[0]
        likely = list(compress(tiles, held))[:WELL_FITTED]
    return cloth

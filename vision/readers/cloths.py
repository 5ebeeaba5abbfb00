"""Cloths that show tiles themselves: more than two sets have, or beneath others of another size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress

import numpy as np

from vision.arrays import Float64s
from vision.detection import Detection
from vision.lattice.cluster import LatticeCluster
from vision.looks.scales import diameter
from vision.readers.finds import worth_a_look
from vision.readers.sight import Sight
from vision.readers.thresholds import (
    ENOUGH_OF_A_CLOTH,
    HARD_BY,
    LIKELY,
    MOST_CLOTHS,
    OTHER_SIZE,
    RIMS_OF_A_CLOTH,
    WELL_FITTED,
)
from vision.recognition.thresholds import ENOUGH_TO_COMPARE, MOST_TILES

Fit = Callable[[Sequence[Detection]], Sequence[LatticeCluster]]
"""Fits lattices to tiles, the largest first."""
ShowPlainly = Callable[[Sequence[Detection]], bool]
"""Tells whether one of some detections shows a tile plainly by itself."""


def beside_cloths(sight: Sight) -> Sight:
    """Return what is seen of a photo, passing over what cloths show."""
    for _ in range(MOST_CLOTHS):
        cloth = _cloth_in(sight)
        if cloth is None:
            break
        sight = sight.passing_over(cloth)
    return sight


def _cloth_in(sight: Sight) -> LatticeCluster | None:
    """Return the lattice of a cloth that shows tiles, None where no such cloth is seen."""
    height, width = sight.pyramid.image.shape[:2]
    fit = sight.fitted
    tiles = [tile for tile in sight.found.tiles if tile.score >= LIKELY[0]]
    likely = sight.finds.likely(worth_a_look(sight.found.tiles, width, height))
    many = cloth_of(tiles, likely, fit) if len(tiles) > MOST_TILES else None
    return many or cloth_beneath(likely, fit, sight.finds.show_plainly, width, height)


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


def rims_reached(tiles: Sequence[Detection], width: int, height: int) -> int:
    """Return to how many of a picture's four rims tiles come as near as one is large.

    ``width`` and ``height`` are the picture's, in pixels.
    """
    if not tiles:
        return 0
    rooms = [
        np.array([x, width - x, y, height - y]) - diameter(tile)
        for tile in tiles
        for x, y in [tile.center]
    ]
    return int((np.min(rooms, axis=0) < 0).sum())


def cloth_beneath(
    tiles: Sequence[Detection],
    fit: Fit,
    show_plainly: ShowPlainly,
    width: int,
    height: int,
) -> LatticeCluster | None:
    """Return the lattice of a cloth on which tiles of another size lie; None where none is seen.

    All tiles of a set are as large. Of two sizes those that surround the others and go on beyond
    the picture are printed. The others are tiles where they lie on a lattice of their own, or where
    a smaller one is plainly a tile: a larger one may be held over a board.

    Parameters
    ----------
    tiles
        What is likely a tile.
    fit
        Fits lattices to some of them.
    show_plainly
        Tells whether one of some is plainly a tile.
    width, height
        Of the picture, in pixels.
    """
    if rims_reached(tiles, width, height) < RIMS_OF_A_CLOTH:
        return None
    cloth = next(iter(fit(tiles)), None)
    if cloth is None or len(cloth) < ENOUGH_TO_COMPARE:
        return None
    held = cloth.holds(tiles)
    if rims_reached(list(compress(tiles, held)), width, height) < RIMS_OF_A_CLOTH:
        return None
    sizes = _sizes_on(cloth, tiles)
    if show_plainly(list(compress(tiles, ~held & (sizes < 1 / OTHER_SIZE)))):
        return cloth
    beside = list(compress(tiles, ~held & (np.maximum(sizes, 1 / sizes) > OTHER_SIZE)))
    if len(cloth) < ENOUGH_OF_A_CLOTH or len(beside) < ENOUGH_TO_COMPARE:
        return None
    others = next(iter(fit(beside)), None)
    return cloth if others is not None and len(others) >= ENOUGH_TO_COMPARE else None


def _sizes_on(cloth: LatticeCluster, tiles: Sequence[Detection]) -> Float64s:
    """Return how large n things are against a lattice's tiles, if they lie on those or hard by.

    What lies elsewhere is 1.
    """
    frames = np.array([(tile.center, np.add(tile.center, tile.axis)) for tile in tiles])
    centers, tips = cloth.locate(frames).swapaxes(0, 1)
    sizes = np.maximum(np.hypot(*(tips - centers).T) * cloth.pitch, 1e-6)
    ways = centers[:, None] - [cell.center() for cell in cloth.tiles]
    is_near = np.hypot(ways[..., 0], ways[..., 1]).min(axis=1) < HARD_BY * (1 + sizes)
    return np.where(is_near, sizes, 1.0)

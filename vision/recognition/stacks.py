"""Telling the topmost tile of a stack from one that lies on the table by itself.

All tiles of a set are as thick: where the sides below a face reach much further down than those of
others in the photo, it is on more tiles than one. How far they are seen to reach depends on how
steeply the camera looks down there, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.arrays import Float64s, Indices, Mask, Patches, Points
from vision.networks.heights import SOFTENED, HeightJudge, SeenSides
from vision.pictures.patches import HEIGHT_SIDE, cut_patches, height_places
from vision.recognition.cells import ClusterReader
from vision.recognition.lie_thresholds import (
    BARE_BEFORE_A_TILE,
    BEFORE_A_TILE,
    HEIGHTS_COMPARED,
    LEAST_HEIGHT,
    LEAST_SLOPE,
    LEAST_SPREAD,
    ODDS_A_SPREAD,
    SLOPE_ASTRAY,
    SLOPE_SPREAD,
    SURELY_ON_NO_STACK,
    TOPS_A_STACK,
)
from vision.recognition.thresholds import (
    MOST_HELD,
)


def tell_stacks(
    readers: Sequence[ClusterReader], network: Sequence[Float64s], judge: HeightJudge
) -> None:
    """Tell readers how likely their lone tiles are the topmost of stacks.

    Parameters
    ----------
    readers
        Those that read the boards and lone tiles of a photo, each with a tile at least.
    network
        The lie network's log odds that each of their tiles is aloft, (n,) each.
    judge
        The height network.
    """
    highs = higher_than_others(readers, judge)
    for reader, odds, above in zip(readers, network, highs, strict=True):
        reader.tell_stacked(odds_of_a_stack(above, odds))


def odds_of_a_stack(above: Float64s, aloft: Float64s) -> Float64s:
    """Return the log odds that faces so much higher than others top stacks, (n,) each.

    Stripes of a table that go on from a tile's edges look like sides: the lie network, whose log
    odds are ``aloft``, must not take what it sees for flat.
    """
    return np.minimum(ODDS_A_SPREAD * (above - TOPS_A_STACK), aloft - SURELY_ON_NO_STACK)


def higher_than_others(readers: Sequence[ClusterReader], judge: HeightJudge) -> list[Float64s]:
    """Return by how much readers' tiles seem higher than the others of their photo, (n,) each.

    In so many spreads of what tells it. Only lone tiles are asked about; of others, and where there
    is nothing to compare with, it is minus infinity.

    Parameters
    ----------
    readers
        Those that read the boards and lone tiles of a photo, each with a tile at least.
    judge
        The height network.
    """
    lone = [len(reader.orientations()) <= MOST_HELD for reader in readers]
    results = [np.full(len(reader.orientations()), -np.inf) for reader in readers]
    if not any(lone):
        return results
    count = sum(len(reader.orientations()) for reader in readers)
    ways = [_toward_camera(reader, count) for reader in readers]
    asked = [
        np.flatnonzero(is_bare_before(_centers(reader), downs))[
            : None if is_lone else HEIGHTS_COMPARED
        ]
        for reader, downs, is_lone in zip(readers, ways, lone, strict=True)
    ]
    told = judge.judge(
        np.concatenate([_patches(*each) for each in zip(readers, ways, asked, strict=True)])
    )
    slopes = np.concatenate([_slopes(r)[own] for r, own in zip(readers, asked, strict=True)])
    ends = np.cumsum([len(own) for own in asked])
    for number, end in enumerate(ends.tolist()):
        if lone[number]:
            for place, tile in enumerate(asked[number].tolist(), end - len(asked[number])):
                results[number][tile] = _above_others(told, slopes, place)
    return results


def _above_others(told: SeenSides, slopes: Float64s, place: int) -> float:
    """Return by how many spreads one face seems higher than the others do.

    How high these are is the median of what is seen of each, those counting more that tell it best.
    It is told no more exactly than they tell, and than it is known how steeply each is seen.
    """
    others = np.arange(len(slopes)) != place
    if not others.any():
        return -np.inf
    spreads = np.maximum(told.spreads, LEAST_SPREAD)
    heights = told.lengths[others] / slopes[others]
    weights = np.minimum(slopes[others], 1.0) / (told.spreads[others] + LEAST_SPREAD)
    length = max(_weighted_median(heights, weights), LEAST_HEIGHT) * slopes[place]
    slope_spread = math.hypot(SLOPE_SPREAD, SLOPE_ASTRAY / slopes[place])
    by_slopes = slope_spread * length / (length + SOFTENED)
    variance = spreads[place] ** 2 + 1 / (spreads[others] ** -2).sum() + by_slopes**2
    return float((told.logarithms[place] - np.log(length + SOFTENED)) / np.sqrt(variance))


def _weighted_median(values: Float64s, weights: Float64s) -> float:
    """Return the least value that with all smaller ones has half of the weight, (n,) each."""
    order = np.argsort(values)
    sums = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(sums, sums[-1] / 2)])


def _toward_camera(reader: ClusterReader, count: int) -> Points:
    """Return the ways on a lattice's plane that lead towards the camera, unit vectors, (n, 2).

    ``count`` is how many tiles tell how the table lies.
    """
    centers = np.array(reader.tile_centers())
    down = centers - reader.cluster.table.upward(centers, count)
    ways = reader.cluster.locate(down) - reader.cluster.locate(centers)
    return np.asarray(ways / np.linalg.norm(ways, axis=1, keepdims=True), np.float64)


def _slopes(reader: ClusterReader) -> Float64s:
    """Return how far away from the camera a step up leads on the table at each tile, (n,)."""
    flatness = reader.cluster.table.flatness(np.array(reader.tile_centers()))
    slopes = np.sqrt(np.maximum(1 / np.maximum(flatness, 1e-3) ** 2 - 1, 0.0))
    return np.maximum(slopes, LEAST_SLOPE)


def is_bare_before(centers: Points, downs: Points) -> Mask:
    """Tell before which of a lattice's or a table's tiles no other one lies, (n,).

    ``centers`` are their middles in edge lengths, ``downs`` the ways that lead towards the camera
    there, unit vectors, (n, 2) each.
    """
    across = np.stack([downs[:, 1], -downs[:, 0]], axis=1)
    bare = np.ones(len(centers), np.bool_)
    for aside in (-0.5, 0.0, 0.5):
        spots = centers + BEFORE_A_TILE * downs + aside * across
        apart = np.linalg.norm(spots[:, None] - centers, axis=-1)
        np.fill_diagonal(apart, np.inf)
        bare &= apart.min(axis=1) > BARE_BEFORE_A_TILE
    return bare


def _centers(reader: ClusterReader) -> Points:
    """Return the middles of a reader's tiles on its lattice's plane, (n, 2)."""
    return np.array([cell.center() for cell in reader.orientations()])


def _patches(reader: ClusterReader, downs: Points, asked: Indices) -> Patches:
    """Return the patches of some of a reader's tiles, (n, side, side, 3)."""
    centers = _centers(reader)
    places = height_places(reader.cluster.project, centers[asked], downs[asked])
    return cut_patches(reader.pyramid, places, HEIGHT_SIDE)

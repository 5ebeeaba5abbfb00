"""Clusters on one lattice with nothing between them: whether they fit, and joining them.

A missed tile in a bridge, a hand or a mug parts a lattice in two. Whether two clusters that fit one
lattice are one is for the reader to say, who can look at what lies between them.
"""

from __future__ import annotations

import cmath
import heapq
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from rules.lattice import SIDES, Cell
from vision.lattice.assignment import (
    TURN,
    evidence_for_one,
    fit_pose,
    lattice_point,
    mismatch,
)
from vision.lattice.cluster import LatticeCluster
from vision.lattice.thresholds import (
    DETOUR,
    GOOD_FIT,
    LOOSEST_FIT,
    MOST_JOINED,
    MOST_SHIFT,
    MOST_STEPS_BETWEEN,
    MOST_TURN,
    NOISE,
)


@dataclass(frozen=True)
class SharedLattice:
    """How the lattice of a second cluster continues that of a first one.

    Attributes
    ----------
    turns, shift
        A cell of the second is ``cell.rotated(turns).translated(*shift)`` of the first.
    gap
        Steps between the nearest two tiles, at least 1; 2 when one cell is missing between them.
    misfit
        Chi squared (3 degrees of freedom) of how the two lattices disagree half way between them.
    evidence
        The logarithm of how much likelier they fit as they do if they are one than by chance.
    between
        The free cells, in the first one's coordinates, on the shortest ways between the two and on
        ways not much longer.
    """

    turns: int
    shift: tuple[int, int]
    gap: int
    misfit: float
    evidence: float
    between: tuple[Cell, ...]


def same_lattice(
    first: LatticeCluster, second: LatticeCluster, loosest: float = LOOSEST_FIT
) -> SharedLattice | None:
    """Tell whether, and how, two clusters of one picture fit one lattice.

    Parameters
    ----------
    first, second
        The two clusters.
    loosest
        The largest misfit (:class:`SharedLattice`) at which they are said to fit.

    Returns
    -------
    SharedLattice or None
        None when they do not fit, when they would lie on one another, or when they are more than
        eight steps apart, where neither says much about the other.
    """
    turns = round((second.angle - first.angle) / TURN)
    if abs(second.angle - first.angle - turns * TURN) > MOST_TURN:
        return None
    near, far = _nearest_tiles(first, second)
    target = first.nearest_cell(second.position(far))
    if abs(first.position(target) - second.position(far)) > MOST_SHIFT:
        return None
    turned = far.rotated(turns)
    shift = (target.q - turned.q, target.r - turned.r)
    moved = [cell.rotated(turns).translated(*shift) for cell in second.tiles]
    if not set(moved).isdisjoint(first.tiles):
        return None
    gap = near.steps_to(target)
    if gap > MOST_STEPS_BETWEEN:
        return None
    middle = (lattice_point(near) + lattice_point(target)) / 2
    offset = lattice_point(Cell(*shift))
    middle_of_second = (middle - offset) * cmath.rect(1.0, -turns * TURN)
    noise = replace(NOISE, bend=NOISE.bend * gap, twist=NOISE.twist * gap)
    meeting = (
        fit_pose(first.placed_tiles, first.pitch, noise),
        middle,
        fit_pose(second.placed_tiles, second.pitch, noise),
        middle_of_second,
        noise,
    )
    misfit = mismatch(*meeting)
    if misfit > loosest:
        return None
    detour = DETOUR if misfit < GOOD_FIT else min(len(first), len(second), 2) - 1
    between = _between(first.tiles, moved, gap + detour)
    return SharedLattice(turns, shift, gap, misfit, evidence_for_one(*meeting), between)


def join(first: LatticeCluster, second: LatticeCluster, shared: SharedLattice) -> LatticeCluster:
    """Return one cluster of both, in the first one's coordinates; see :func:`same_lattice`."""
    moved = (
        replace(
            tile,
            cell=tile.cell.rotated(shared.turns).translated(*shared.shift),
            orientation=(tile.orientation + shared.turns) % SIDES,
        )
        for tile in second.placed_tiles
    )
    placed = [*first.placed_tiles, *moved]
    pose = fit_pose(placed, first.pitch, NOISE)
    fitted = [*first.tiles.values(), *second.tiles.values()]
    tiles = {
        tile.cell: replace(
            old,
            orientation=tile.orientation,
            offset=abs(tile.position - pose.position(lattice_point(tile.cell))),
            turn=math.degrees(
                math.remainder(tile.angle - pose.angle - tile.orientation * TURN, math.tau)
            ),
        )
        for tile, old in zip(placed, fitted, strict=True)
    }
    return replace(first, angle=pose.angle, origin=pose.position(0j), tiles=tiles)


def join_where(
    clusters: Sequence[LatticeCluster],
    is_one: Callable[[LatticeCluster, LatticeCluster, SharedLattice], bool],
) -> tuple[LatticeCluster, ...]:
    """Join the clusters that share a lattice wherever the reader agrees, the nearest first.

    Parameters
    ----------
    clusters
        Of one picture, largest first; those after the first ``MOST_JOINED`` stay as they are.
    is_one
        Asked of each pair that fits one lattice whether they are one: by what can be seen between
        them.

    Returns
    -------
    tuple of LatticeCluster
        Largest first.
    """
    parts = dict(enumerate(clusters[:MOST_JOINED]))
    offers = _offers(parts, combinations(parts, 2))
    while offers:
        pair = min(offers, key=lambda pair: (offers[pair].gap, offers[pair].misfit))
        shared = offers.pop(pair)
        first, second = (parts[number] for number in pair)
        if not is_one(first, second, shared):
            continue
        del parts[pair[0]], parts[pair[1]]
        offers = {other: offer for other, offer in offers.items() if set(other) <= set(parts)}
        number = max([*parts, *pair]) + 1
        parts[number] = join(first, second, shared)
        offers |= _offers(parts, ((other, number) for other in parts if other != number))
    joined = [*parts.values(), *clusters[MOST_JOINED:]]
    return tuple(sorted(joined, key=lambda part: (-len(part), -part.score)))


def easiest_way(
    first: Collection[Cell], second: Collection[Cell], costs: Mapping[Cell, float]
) -> float:
    """Return the least sum of costs of cells on a way from one set of tiles to another.

    Infinite where cells with a cost make no way; ways step from neighbour to neighbour (Dijkstra).
    """
    spent = dict.fromkeys(costs, math.inf)
    spent |= {c: costs[c] for c in costs if not set(first).isdisjoint(c.neighbours())}
    waiting = [(cost, cell) for cell, cost in spent.items() if cost < math.inf]
    heapq.heapify(waiting)
    while waiting:
        cost, cell = heapq.heappop(waiting)
        if not set(second).isdisjoint(cell.neighbours()):
            return cost
        for neighbour in cell.neighbours():
            further = cost + costs.get(neighbour, math.inf)
            if further < spent.get(neighbour, 0.0):
                spent[neighbour] = further
                heapq.heappush(waiting, (further, neighbour))
    return math.inf


def _offers(
    parts: Mapping[int, LatticeCluster], pairs: Iterable[tuple[int, int]]
) -> dict[tuple[int, int], SharedLattice]:
    """Return what pairs of parts, given by their numbers, share; those that share nothing not."""
    shared = {pair: same_lattice(parts[pair[0]], parts[pair[1]]) for pair in pairs}
    return {pair: offer for pair, offer in shared.items() if offer is not None}


def _nearest_tiles(first: LatticeCluster, second: LatticeCluster) -> tuple[Cell, Cell]:
    positions = [
        np.array([tile.position for tile in cluster.placed_tiles]) for cluster in (first, second)
    ]
    apart = np.abs(positions[0][:, None] - positions[1][None, :])
    near, far = np.unravel_index(np.argmin(apart), apart.shape)
    return first.placed_tiles[int(near)].cell, second.placed_tiles[int(far)].cell


def _between(first: Iterable[Cell], second: Iterable[Cell], most: int) -> tuple[Cell, ...]:
    """Return the free cells on ways of at most so many steps between two parts."""
    to_first, to_second = _distances(first, most), _distances(second, most)
    return tuple(
        cell
        for cell, steps in to_first.items()
        if steps and to_second.get(cell, 0) and steps + to_second[cell] <= most
    )


def _distances(cells: Iterable[Cell], most: int) -> dict[Cell, int]:
    """Return how many steps cells are away from the nearest of some, up to ``most``."""
    steps = dict.fromkeys(cells, 0)
    rim = list(steps)
    for away in range(1, most + 1):
        rim = [n for n in {n for cell in rim for n in cell.neighbours()} if n not in steps]
        steps |= dict.fromkeys(rim, away)
    return steps

"""Clusters on one lattice with nothing between them: whether they fit, and joining them.

A missed tile in a bridge, a hand or a mug parts a lattice in two. Whether two clusters that fit one
lattice are one is for the reader to say, who can look at what lies between them.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rules.lattice import Cell
from vision.lattice_assignment import (
    TURN,
    fit_pose,
    lattice_point,
    mismatch,
)
from vision.lattice_cluster import LatticeCluster
from vision.lattice_fit import NOISE

_LOOSEST_FIT = 14.0


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
    between
        The cells, in the first one's coordinates, on the way between tiles that are nearest.
    """

    turns: int
    shift: tuple[int, int]
    gap: int
    misfit: float
    between: tuple[Cell, ...]


def same_lattice(first: LatticeCluster, second: LatticeCluster) -> SharedLattice | None:
    """Tell whether, and how, two clusters of one picture fit one lattice.

    Returns
    -------
    SharedLattice or None
        None when they do not fit, or when they would lie on one another.
    """
    near, far = _nearest_tiles(first, second)
    turns = round((second.angle - first.angle) / TURN)
    target = first.nearest_cell(second.position(far))
    turned = far.rotated(turns)
    shift = (target.q - turned.q, target.r - turned.r)
    moved = [cell.rotated(turns).translated(*shift) for cell in second.tiles]
    if not set(moved).isdisjoint(first.tiles):
        return None
    gap = _steps(near, target)
    middle = (lattice_point(near) + lattice_point(target)) / 2
    offset = lattice_point(Cell(*shift))
    middle_of_second = (middle - offset) * cmath.rect(1.0, -turns * TURN)
    noise = replace(NOISE, bend=NOISE.bend * gap, twist=NOISE.twist * gap)
    misfit = mismatch(
        fit_pose(first.placed_tiles(), first.pitch, noise),
        middle,
        fit_pose(second.placed_tiles(), second.pitch, noise),
        middle_of_second,
        noise,
    )
    if misfit > _LOOSEST_FIT:
        return None
    return SharedLattice(turns, shift, gap, misfit, _between(near, target))


def join(first: LatticeCluster, second: LatticeCluster, shared: SharedLattice) -> LatticeCluster:
    """Return one cluster of both, in the first one's coordinates; see :func:`same_lattice`."""
    placed = first.placed_tiles() + [
        replace(
            tile,
            cell=tile.cell.rotated(shared.turns).translated(*shared.shift),
            orientation=(tile.orientation + shared.turns) % 6,
        )
        for tile in second.placed_tiles()
    ]
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
        Of one picture.
    is_one
        Asked of each pair that fits one lattice whether they are one: by what can be seen between
        them.

    Returns
    -------
    tuple of LatticeCluster
        Largest first.
    """
    parts = dict(enumerate(clusters))
    denied: set[tuple[int, int]] = set()
    while True:
        offers = [
            (shared.gap, shared.misfit, pair, shared)
            for pair in combinations(parts, 2)
            if pair not in denied and (shared := _offer(parts, pair)) is not None
        ]
        for *_, pair, shared in sorted(offers, key=lambda offer: offer[:2]):
            first, second = (parts[number] for number in pair)
            if is_one(first, second, shared):
                del parts[pair[0]], parts[pair[1]]
                parts[max([*parts, *pair]) + 1] = join(first, second, shared)
                break
            denied.add(pair)
        else:
            return tuple(sorted(parts.values(), key=lambda part: (-len(part), -part.score)))


def _offer(parts: dict[int, LatticeCluster], pair: tuple[int, int]) -> SharedLattice | None:
    return same_lattice(parts[pair[0]], parts[pair[1]])


def _nearest_tiles(first: LatticeCluster, second: LatticeCluster) -> tuple[Cell, Cell]:
    return min(
        ((a, b) for a in first.tiles for b in second.tiles),
        key=lambda pair: abs(first.position(pair[0]) - second.position(pair[1])),
    )


def _steps(first: Cell, second: Cell) -> int:
    q, r = second.q - first.q, second.r - first.r
    return max(abs(q), abs(r), abs(q + r))


def _between(first: Cell, second: Cell) -> tuple[Cell, ...]:
    """Return the cells on shortest ways between two cells, themselves left out."""
    gap = _steps(first, second)
    reach = range(-gap, gap + 1)
    around = (first.translated(q, r) for q in reach for r in reach)
    return tuple(
        cell
        for cell in around
        if cell not in (first, second) and _steps(first, cell) + _steps(cell, second) == gap
    )

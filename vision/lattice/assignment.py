"""Which tiles lie on one lattice, and on which cell of it each of them lies.

Works on the table's plane, where every tile is a regular hexagon of circumradius 1 (see
:mod:`vision.lattice.table_model`). Tiles that touch stand a pitch apart in one of six directions
that both tiles' own rotations foretell. Groups of tiles grow by such links, the surest first, and a
link is taken only when the two groups, each seen as a rigid piece of lattice with its own
uncertainty, agree where it joins them. So neighbouring clusters at other rotations stay apart even
when two of their tiles happen to lie well.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rules.lattice import SIDES, Cell
from vision.arrays import Float64s, PlanePoints

TURN = math.pi / 3
NEIGHBOUR_DISTANCE = math.sqrt(3)


@dataclass(frozen=True)
class Noise:
    """How exactly tiles lie on their lattice: standard deviations.

    ``position`` (circumradii), ``angle`` (radians) and ``size`` (logarithm of the circumradius)
    are of one tile: how players lay it and how it was detected. ``bend`` and ``twist`` are what
    the plane itself may be wrong by from one patch of the lattice to the next.
    """

    position: float
    angle: float
    size: float
    bend: float
    twist: float


@dataclass(frozen=True)
class PlacedTile:
    """A tile's place on the plane, and on the lattice of its group."""

    position: complex
    angle: float
    cell: Cell
    orientation: int


@dataclass(frozen=True)
class Pose:
    """Where a piece of lattice lies on the plane.

    ``position(point)`` of a lattice point (complex, edge length 1, y up) is
    ``center + pitch * exp(i angle) * (point - anchor)``. ``center_variance`` and
    ``angle_variance`` say how exactly that is known.
    """

    angle: float
    center: complex
    anchor: complex
    pitch: float
    center_variance: float
    angle_variance: float

    def position(self, point: complex) -> complex:
        """Return where a lattice point lies on the plane."""
        return self.center + self.lever(point)

    def lever(self, point: complex) -> complex:
        """Return the way on the plane from ``center`` to a lattice point."""
        return cmath.rect(self.pitch, self.angle) * (point - self.anchor)


@lru_cache(maxsize=4096)
def lattice_point(cell: Cell) -> complex:
    """Return a cell's centre on the lattice plane: edge length 1, y up."""
    return complex(*cell.center())


_SEVEN = np.array([lattice_point(cell) for cell in (Cell(0, 0), *Cell(0, 0).neighbours())])
"""The ways from a cell's centre to its own and to those of its neighbours, (7,)."""


def nearest_cell(point: complex) -> Cell:
    """Return the cell that holds a point of the lattice plane."""
    q = point.real / 1.5
    rounded = Cell(round(q), round(-point.imag / math.sqrt(3) - q / 2))
    around = (rounded, *rounded.neighbours())
    return min(around, key=lambda cell: abs(lattice_point(cell) - point))


def nearest_centers(points: PlanePoints) -> PlanePoints:
    """Return the centres of the cells that hold some points of the lattice plane, (n,) each."""
    q = np.rint(points.real / 1.5)
    r = np.rint(-points.imag / math.sqrt(3) - points.real / 3)
    rounded = 1.5 * q - 1j * math.sqrt(3) * (r + q / 2)
    around = rounded[:, None] + _SEVEN
    nearest = np.abs(around - points[:, None]).argmin(axis=1)
    return np.asarray(around[np.arange(len(points)), nearest], np.complex128)


def fit_pose(tiles: Sequence[PlacedTile], pitch: float, noise: Noise) -> Pose:
    """Fit the pose of the lattice to at least one tile, by their centres and their rotations."""
    if len(tiles) == 1:
        return _pose_of_one(tiles[0], pitch, noise)
    count = len(tiles)
    points, positions = 0j, 0j
    by_position, by_angle, spread = 0j, 0j, 0.0
    for tile in tiles:
        point = lattice_point(tile.cell)
        points += point
        positions += tile.position
        by_position += point.conjugate() * tile.position
        by_angle += cmath.rect(1.0, tile.angle - tile.orientation * TURN)
        spread += point.real * point.real + point.imag * point.imag
    anchor, center = points / count, positions / count
    # Both are about the middle of all.
    by_position -= count * anchor.conjugate() * center
    spread -= count * (anchor.real * anchor.real + anchor.imag * anchor.imag)
    precision = pitch / noise.position**2
    pull = by_position * precision + by_angle / noise.angle**2
    information = spread * pitch * precision + count / noise.angle**2
    return Pose(
        cmath.phase(pull), center, anchor, pitch, noise.position**2 / count, 1 / information
    )


def _pose_of_one(tile: PlacedTile, pitch: float, noise: Noise) -> Pose:
    """Return the pose of the lattice that a lone tile lies on, just as it should."""
    precision = 1 / noise.angle**2
    pull = cmath.rect(1.0, tile.angle - tile.orientation * TURN) / noise.angle**2
    anchor, variance = lattice_point(tile.cell), noise.position**2
    return Pose(cmath.phase(pull), tile.position, anchor, pitch, variance, 1 / precision)


def mismatch(
    first: Pose, first_point: complex, second: Pose, second_point: complex, noise: Noise
) -> float:
    """Return how badly two pieces of lattice disagree where they meet, as chi squared (3 degrees).

    ``first_point`` and ``second_point`` name the same spot in the two pieces' own coordinates;
    rotations are compared modulo 60 degrees.
    """
    return _disagreement(first, first_point, second, second_point, noise)[0]


def evidence_for_one(
    first: Pose, first_point: complex, second: Pose, second_point: complex, noise: Noise
) -> float:
    """Return how much likelier two pieces fit as they do if they are of one lattice.

    The logarithm of how often as likely as if the second lay anyhow; parameters as of `mismatch`.
    """
    chi_squared, volume = _disagreement(first, first_point, second, second_point, noise)
    spread = math.log((2 * math.pi) ** 3 * volume)
    anyhow = 1.5 * math.sqrt(3) * first.pitch**2 * TURN
    return math.log(anyhow) - (chi_squared + spread) / 2


def _disagreement(
    first: Pose, first_point: complex, second: Pose, second_point: complex, noise: Noise
) -> tuple[float, float]:
    """Weigh shift and turn between two pieces where they meet.

    Returns their chi squared, and the determinant of their covariance, which is solved by cofactors
    here: this is asked hundreds of times a photo, and a call of NumPy takes as long as all of it.
    """
    first_lever, second_lever = first.lever(first_point), second.lever(second_point)
    shift = first.center + first_lever - second.center - second_lever
    turn = math.remainder(first.angle - second.angle, TURN)
    spread = first.center_variance + second.center_variance + noise.bend**2
    xx = yy = spread
    xy = xt = yt = 0.0
    tt = noise.twist**2
    for pose, lever in ((first, first_lever), (second, second_lever)):
        across, along, variance = -lever.imag, lever.real, pose.angle_variance
        xx += variance * across * across
        xy += variance * across * along
        yy += variance * along * along
        xt += variance * across
        yt += variance * along
        tt += variance
    of_x, of_y, of_t = yy * tt - yt * yt, xx * tt - xt * xt, xx * yy - xy * xy
    of_xy, of_xt, of_yt = xt * yt - xy * tt, xy * yt - xt * yy, xy * xt - xx * yt
    volume = xx * of_x + xy * of_xy + xt * of_xt
    x, y = shift.real, shift.imag
    squares = of_x * x * x + of_y * y * y + of_t * turn * turn
    products = of_xy * x * y + of_xt * x * turn + of_yt * y * turn
    return (squares + 2 * products) / volume, volume


@dataclass(frozen=True)
class _Link:
    first: int
    second: int
    cost: float


Placement = tuple[Cell, int]


def assign_cells(
    positions: Sequence[complex],
    angles: Sequence[float],
    sizes: Sequence[float],
    pitch: float,
    noise: Noise,
    *,
    most: float = 18.0,
) -> list[dict[int, Placement]]:
    """Part tiles into lattices and give each its cell and orientation.

    Parameters
    ----------
    positions, angles, sizes
        Centres on the plane, directions of the white tips in radians, and circumradii, about 1.
    pitch
        Edge length of the lattice; tiles that touch are ``sqrt(3) * pitch`` apart.
    noise
        How exactly tiles are expected to lie.
    most
        Links and merges with a chi squared above this are refused.

    Returns
    -------
    list of dict
        A lattice each, largest first: from the tile's index to its cell and orientation. Lattices
        start at any cell, in any of the six rotations.
    """
    growth = _Growth(positions, angles, pitch, noise, most)
    places = np.array(positions), np.array(angles), np.log(sizes)
    growth.run(_find_links(*places, pitch, noise, most))
    return sorted(growth.groups(), key=len, reverse=True)


def _find_links(
    positions: PlanePoints,
    angles: Float64s,
    log_sizes: Float64s,
    pitch: float,
    noise: Noise,
    most: float,
) -> list[_Link]:
    """Return the pairs that may touch, the best first."""
    ways = positions[None, :] - positions[:, None]
    long = NEIGHBOUR_DISTANCE * pitch
    stretch = (np.abs(ways) - long) / math.hypot(noise.position * math.sqrt(2), noise.bend)
    directions = np.angle(ways) - TURN / 2
    turns = directions - angles[:, None]
    turns -= np.round(turns / TURN) * TURN
    sway = math.hypot(noise.angle, noise.position * math.sqrt(2) / long, noise.twist)
    growth = (log_sizes[None, :] - log_sizes[:, None]) / (noise.size * math.sqrt(2))
    cost = stretch**2 + (turns / sway) ** 2 + (turns.T / sway) ** 2 + growth**2
    first, second = np.nonzero(np.triu(cost < most, 1))
    links = [_Link(int(i), int(j), float(cost[i, j])) for i, j in zip(first, second, strict=True)]
    return sorted(links, key=lambda link: link.cost)


class _Growth:
    """Groups of tiles that merge link by link."""

    def __init__(
        self,
        positions: Sequence[complex],
        angles: Sequence[float],
        pitch: float,
        noise: Noise,
        most: float,
    ) -> None:
        self._pitch = pitch
        self._noise = noise
        self._most = most
        self._reach = 2.6 * NEIGHBOUR_DISTANCE * pitch
        self._tiles = [
            PlacedTile(complex(position), float(angle), Cell(0, 0), 0)
            for position, angle in zip(positions, angles, strict=True)
        ]
        self._members: dict[int, list[int]] = {index: [index] for index in range(len(self._tiles))}
        self._group = list(range(len(self._tiles)))

    def groups(self) -> list[dict[int, Placement]]:
        return [
            {index: (self._tiles[index].cell, self._tiles[index].orientation) for index in members}
            for members in self._members.values()
        ]

    def run(self, links: Sequence[_Link]) -> None:
        """Take links while any can be taken: one refused by two lone tiles may hold later."""
        waiting = list(links)
        while waiting:
            refused = [link for link in waiting if not self._take(link)]
            if len(refused) == len(waiting):
                return
            waiting = refused

    def _take(self, link: _Link) -> bool:
        """Merge the groups a link joins; tell whether nothing is left to do for it."""
        first, second = self._group[link.first], self._group[link.second]
        if first == second:
            return True
        if len(self._members[first]) < len(self._members[second]):
            return self._merge(second, link.second, first, link.first)
        return self._merge(first, link.first, second, link.second)

    def _merge(self, large: int, near: int, small: int, far: int) -> bool:
        spot = (self._tiles[near].position + self._tiles[far].position) / 2
        base = fit_pose(self._around(large, spot), self._pitch, self._noise)
        added = fit_pose(self._around(small, spot), self._pitch, self._noise)
        turns = round((added.angle - base.angle) / TURN)
        way = self._tiles[far].position - self._tiles[near].position
        edge = round((cmath.phase(way) - base.angle) / TURN - 0.5)
        near_cell, far_cell = self._tiles[near].cell, self._tiles[far].cell
        target = near_cell.neighbour(edge)
        base_point = (lattice_point(near_cell) + lattice_point(target)) / 2
        back = far_cell.neighbour(edge + SIDES // 2 - turns)
        added_point = (lattice_point(far_cell) + lattice_point(back)) / 2
        if mismatch(base, base_point, added, added_point, self._noise) > self._most:
            return False
        turned = far_cell.rotated(turns)
        shift = target.q - turned.q, target.r - turned.r
        moved = {
            index: self._tiles[index].cell.rotated(turns).translated(*shift)
            for index in self._members[small]
        }
        if not self._free(large, moved.values()):
            return False
        self._adopt(large, small, moved, turns)
        return True

    def _around(self, group: int, spot: complex) -> list[PlacedTile]:
        """Return the tiles of a group near a spot: far off the plane may be bent by more."""
        tiles = [self._tiles[index] for index in self._members[group]]
        if len(tiles) == 1:
            return tiles
        return [tile for tile in tiles if abs(tile.position - spot) < self._reach]

    def _free(self, group: int, cells: Iterable[Cell]) -> bool:
        taken = {self._tiles[index].cell for index in self._members[group]}
        return taken.isdisjoint(cells)

    def _adopt(self, large: int, small: int, moved: Mapping[int, Cell], turns: int) -> None:
        for index, cell in moved.items():
            tile = self._tiles[index]
            orientation = (tile.orientation + turns) % SIDES
            self._tiles[index] = PlacedTile(tile.position, tile.angle, cell, orientation)
            self._group[index] = large
        self._members[large] += self._members.pop(small)

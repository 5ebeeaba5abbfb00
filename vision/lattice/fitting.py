"""From loose detections to lattices: what hangs together, on which cells, seen how.

All tiles lie on one table, seen by one camera, and have one size. A first guess of the table comes
from the tiles' sizes and shapes; on its plane tiles are linked into lattices; table and lattices
are fitted together; and on the better plane the linking is done again, more strictly, until it
stays the same. Lattices that touch although they do not fit each other tell that the table is seen
wrongly: other guesses of its tilt are tried, and tiles may lie less exactly.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product

import numpy as np

from rules.lattice import SIDES, Cell
from vision.arrays import Float64s
from vision.detection import Detection, one_on_each_spot
from vision.lattice.assignment import (
    NEIGHBOUR_DISTANCE,
    TURN,
    Noise,
    Placement,
    assign_cells,
    lattice_point,
    nearest_cell,
)
from vision.lattice.budget import FitBudget
from vision.lattice.cluster import FittedTile, LatticeCluster, lie_touching
from vision.lattice.refinement import Refined, refine
from vision.lattice.table_model import (
    PictureFrame,
    TableModel,
    TileFrames,
    first_guess,
    normalised_frames,
    rectify_frames,
    rounded_by_neighbours,
)
from vision.lattice.thresholds import (
    ADOPTED_OFFSET,
    ADOPTED_SIZE,
    FIRST_NOISE,
    LOOSER_NOISE,
    NOISE,
    OTHER_TILTS,
    OVERLAPPING,
    SAME_TILE,
    TILES_A_STRAY,
    USUAL_PITCH,
    WORST_OFFSET,
)

_MOST_ROUNDS = 4
# In half diagonals of the picture: far outside it, and a tile of a pixel or two.
_FURTHEST = 2.0
_LEAST_AREA = 1e-6


def fit_clusters(
    detections: Sequence[Detection], width: int, height: int, budget: FitBudget | None = None
) -> tuple[LatticeCluster, ...]:
    """Part detections into lattices and fit how the table appears in the picture.

    Parameters
    ----------
    detections
        In any order. Of several on one tile the one with the best score is kept; one far outside
        the picture, or whose side is not counter-clockwise of its axis, which no face-up tile
        shows, is left out.
    width, height
        Size of the picture in pixels.
    budget
        Shared by all calls for one picture; by default this is the only one.

    Returns
    -------
    tuple of LatticeCluster
        Largest first. Tiles that fit no lattice are clusters of one. Clusters that lie on one
        lattice with cells missing between them are not joined: see
        :func:`vision.lattice.joining.same_lattice`.
    """
    picture = PictureFrame(width, height)
    usable = _without_duplicates(detections, picture)
    if not usable:
        return ()
    frames = normalised_frames(usable, picture)
    scores = np.clip([detection.score for detection in usable], 0.05, 1.0)
    guess = first_guess(frames, scores)
    start = _Start.at(guess, frames)
    best = start.fitted(usable, frames, picture, NOISE)
    others = [(LOOSER_NOISE, 1.0), *product((NOISE, LOOSER_NOISE), OTHER_TILTS)]
    left = FitBudget() if budget is None else budget
    tried = {(NOISE, start.partition)}
    for noise, tilt in others:
        if not _touching_pairs(best):
            break
        other = guess.copy()
        other[:2] *= tilt
        start = _Start.at(other, frames)
        # Where tiles are parted as before, the fit would end as before.
        if (noise, start.partition) in tried:
            continue
        if not left.spend(len(usable)):
            break
        tried.add((noise, start.partition))
        best = min(best, start.fitted(usable, frames, picture, noise), key=_disorder)
    return best


Partition = frozenset[frozenset[tuple[int, Placement]]]
"""Which tiles are of one lattice and where on it, whatever cells each is counted from."""


@dataclass(frozen=True)
class _Start:
    """A guess of how the table is seen, and the lattices that tiles lie on if it is right."""

    guess: Float64s
    lattices: Sequence[Mapping[int, Placement]]

    @classmethod
    def at(cls, guess: Float64s, frames: TileFrames) -> _Start:
        """Start from a guess, corrected by the ways between neighbours."""
        distance = NEIGHBOUR_DISTANCE * USUAL_PITCH
        rounded = rounded_by_neighbours(frames.centers, guess, distance)
        return cls(rounded, _assign(frames, rounded, USUAL_PITCH, FIRST_NOISE))

    @cached_property
    def partition(self) -> Partition:
        """How it parts the tiles."""
        return _partition(self.lattices)

    def fitted(
        self,
        usable: Sequence[Detection],
        frames: TileFrames,
        picture: PictureFrame,
        noise: Noise,
    ) -> tuple[LatticeCluster, ...]:
        """Fit table and lattices; ``noise`` is how exactly tiles lie once the table is fitted."""
        lattices = self.lattices
        refined = refine(frames, lattices, self.guess, NOISE)
        for _ in range(_MOST_ROUNDS):
            again = _assign(frames, refined.parameters, refined.pitch, noise)
            if _partition(lattices) == _partition(again):
                break
            lattices = again
            refined = refine(frames, lattices, refined.parameters, NOISE)
        return _clusters(usable, frames, lattices, refined, picture)


def _touching_pairs(clusters: Sequence[LatticeCluster]) -> int:
    """Return how many pairs of clusters touch that tell of a table seen wrongly.

    Two loose tiles may lie beside each other anyhow. One that touches a large board may be in the
    air, or the pattern of a cloth: many tiles know better how the table is tilted than few strays.
    """
    positions = [np.array([t.position for t in cluster.placed_tiles]) for cluster in clusters]
    touching = [
        (len(first), number)
        for number, first in enumerate(positions)
        for second in positions[number + 1 :]
        if len(first) > 1 and len(second) == 1
        if lie_touching(first, second, clusters[0].pitch)
    ]
    strays = Counter(number for _, number in touching)
    parts = [part for part in positions if len(part) > 1]
    return sum(size < TILES_A_STRAY * strays[number] for size, number in touching) + sum(
        lie_touching(first, second, clusters[0].pitch) for first, second in combinations(parts, 2)
    )


def _disorder(clusters: Sequence[LatticeCluster]) -> tuple[int, int]:
    """Return what is less the better tiles fit together: by their company, then touching parts."""
    return -sum(len(cluster) ** 2 for cluster in clusters), _touching_pairs(clusters)


def _without_duplicates(detections: Sequence[Detection], picture: PictureFrame) -> list[Detection]:
    """Return the usable detections, the best of each tile, the surest first."""
    ranked = sorted(detections, key=lambda detection: -detection.score)
    frames = normalised_frames(ranked, picture)
    areas = frames.areas()
    usable = np.flatnonzero((np.abs(frames.centers) < _FURTHEST) & (areas > _LEAST_AREA))
    # Distances within the tile's own plane: a tilted tile is foreshortened.
    ways = frames.centers[usable] - frames.centers[usable, None]
    along = (ways * np.conj(frames.sides[usable, None])).imag
    across = (ways * np.conj(frames.axes[usable, None])).imag
    lie_on = np.hypot(along, across) <= SAME_TILE * areas[usable, None]
    return [ranked[index] for index in usable[one_on_each_spot(lie_on)].tolist()]


def _assign(
    frames: TileFrames, parameters: Float64s, pitch: float, noise: Noise
) -> list[dict[int, Placement]]:
    flat = rectify_frames(frames, parameters)
    sizes = np.sqrt(np.maximum(flat.areas(), 1e-9))
    return assign_cells(flat.centers.tolist(), flat.angles().tolist(), sizes.tolist(), pitch, noise)


def _partition(lattices: Sequence[Mapping[int, Placement]]) -> Partition:
    """Return which tiles are of one lattice and where on it."""
    return frozenset(map(_canonical, lattices))


def _canonical(lattice: Mapping[int, Placement]) -> frozenset[tuple[int, Placement]]:
    """Return the assignment with its first tile on (0, 0) in orientation 0."""
    cell, turns = lattice[min(lattice)]
    return frozenset(
        (index, (other.translated(-cell.q, -cell.r).rotated(-turns), (k - turns) % SIDES))
        for index, (other, k) in lattice.items()
    )


@dataclass(frozen=True)
class _Lattice:
    """A lattice on the plane with its tiles, before they are described."""

    angle: float
    origin: complex
    pitch: float
    tiles: Mapping[int, Placement]

    def position(self, cell: Cell) -> complex:
        spin = complex(math.cos(self.angle), math.sin(self.angle))
        return self.origin + self.pitch * spin * lattice_point(cell)

    def nearest_cell(self, position: complex) -> Cell:
        spin = complex(math.cos(self.angle), math.sin(self.angle))
        return nearest_cell((position - self.origin) / (self.pitch * spin))

    def counted_afresh(self) -> _Lattice:
        """Return the same lattice, turned to within 30 degrees of upright, a tile at (0, 0)."""
        turns = round(self.angle / TURN)
        cells = {index: cell.rotated(turns) for index, (cell, _) in self.tiles.items()}
        q = sum(cell.q for cell in cells.values()) / len(cells)
        r = sum(cell.r for cell in cells.values()) / len(cells)
        middle = min(
            cells.values(),
            key=lambda c: ((c.q - q) ** 2 + (c.q - q) * (c.r - r) + (c.r - r) ** 2, c),
        )
        angle = self.angle - turns * TURN
        upright = _Lattice(angle, self.origin, self.pitch, {})
        return _Lattice(
            angle,
            upright.position(middle),
            self.pitch,
            {
                index: (cells[index].translated(-middle.q, -middle.r), (k + turns) % SIDES)
                for index, (_, k) in self.tiles.items()
            },
        )


def _clusters(
    detections: Sequence[Detection],
    frames: TileFrames,
    lattices: Sequence[Mapping[int, Placement]],
    refined: Refined,
    picture: PictureFrame,
) -> tuple[LatticeCluster, ...]:
    parameters = refined.parameters
    table = TableModel(
        picture,
        complex(parameters[0], parameters[1]),
        float(parameters[2]),
        (float(parameters[3]), float(parameters[4]), float(parameters[5])),
    )
    flat = rectify_frames(frames, parameters)
    placed = _TilesOnPlane(detections, flat)
    parts = [
        part
        for tiles, (angle, origin) in zip(lattices, refined.poses, strict=True)
        for part in placed.with_strays_apart(_Lattice(angle, origin, refined.pitch, tiles))
    ]
    found = placed.with_strays_adopted(parts)
    overlapped = placed.overlapped(found)
    clusters = [
        LatticeCluster(
            table,
            lattice.angle,
            lattice.origin,
            lattice.pitch,
            placed.described(lattice, overlapped),
        )
        for lattice in map(_Lattice.counted_afresh, found)
    ]
    return tuple(sorted(clusters, key=lambda cluster: (-len(cluster), -cluster.score)))


class _TilesOnPlane:
    """The detections where they lie on the plane, to be held against their lattices."""

    def __init__(self, detections: Sequence[Detection], flat: TileFrames) -> None:
        self._detections = detections
        self._centers = flat.centers
        self._angles = flat.angles()
        self._sizes = np.sqrt(np.maximum(flat.areas(), 0.0))

    def with_strays_apart(self, lattice: _Lattice) -> list[_Lattice]:
        """Return the lattice without tiles that do not fit it, and each of those on its own."""
        strays = [
            index
            for index, (cell, _) in lattice.tiles.items()
            if abs(self._centers[index] - lattice.position(cell)) > WORST_OFFSET
        ]
        if not strays or len(lattice.tiles) == 1:
            return [lattice]
        kept = {index: tile for index, tile in lattice.tiles.items() if index not in strays}
        parts = [_Lattice(lattice.angle, lattice.origin, lattice.pitch, kept)] if kept else []
        alone: Placement = (Cell(0, 0), 0)
        for index in strays:
            angle, origin = float(self._angles[index]), complex(self._centers[index])
            parts.append(_Lattice(angle, origin, lattice.pitch, {index: alone}))
        return parts

    def with_strays_adopted(self, lattices: Sequence[_Lattice]) -> list[_Lattice]:
        """Return the lattices with lone tiles taken in that lie on a free cell beside a tile.

        A tile that fills a gap of its size cannot be turned much: if it seems to be, its axis was
        misread. Its orientation is still the one that comes nearest to it.
        """
        grown = [lattice for lattice in lattices if len(lattice.tiles) > 1]
        lone = [lattice for lattice in lattices if len(lattice.tiles) == 1]
        waiting: list[_Lattice] = []
        while len(waiting) != len(lone):
            waiting, lone = lone, []
            for stray in waiting:
                (index,) = stray.tiles
                homes = (number for number, home in enumerate(grown) if self._fits(index, home))
                home = next(homes, None)
                if home is None:
                    lone.append(stray)
                else:
                    grown[home] = self._with_tile(grown[home], index)
        return grown + lone

    def _fits(self, index: int, lattice: _Lattice) -> bool:
        center = complex(self._centers[index])
        cell = lattice.nearest_cell(center)
        taken = {other for other, _ in lattice.tiles.values()}
        return (
            abs(center - lattice.position(cell)) < ADOPTED_OFFSET
            and abs(self._sizes[index] - 1) < ADOPTED_SIZE
            and cell not in taken
            and not taken.isdisjoint(cell.neighbours())
        )

    def _with_tile(self, lattice: _Lattice, index: int) -> _Lattice:
        cell = lattice.nearest_cell(complex(self._centers[index]))
        orientation = round((float(self._angles[index]) - lattice.angle) / TURN) % SIDES
        tiles = {**lattice.tiles, index: (cell, orientation)}
        return replace(lattice, tiles=tiles)

    def overlapped(self, lattices: Sequence[_Lattice]) -> set[int]:
        """Return the detections that lie on a tile with more behind it: company, then score."""
        company = {index: len(lattice.tiles) for lattice in lattices for index in lattice.tiles}
        ranked = sorted(company, key=lambda i: (-company[i], -self._detections[i].score))
        standing: list[int] = []
        lying: set[int] = set()
        for index in ranked:
            ways = np.abs(self._centers[standing] - self._centers[index])
            if standing and ways.min() < OVERLAPPING:
                lying.add(index)
            else:
                standing.append(index)
        return lying

    def described(self, lattice: _Lattice, overlapped: set[int]) -> dict[Cell, FittedTile]:
        tiles: dict[Cell, FittedTile] = {}
        for index, (cell, orientation) in lattice.tiles.items():
            turn = math.remainder(
                float(self._angles[index]) - lattice.angle - orientation * TURN, 2 * math.pi
            )
            tiles[cell] = FittedTile(
                detection=self._detections[index],
                orientation=orientation,
                offset=float(abs(self._centers[index] - lattice.position(cell))),
                turn=math.degrees(turn),
                size=float(self._sizes[index]),
                overlapped=index in overlapped,
            )
        return tiles

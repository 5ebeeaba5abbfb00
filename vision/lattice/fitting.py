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
from itertools import combinations, product

import numpy as np

from rules.lattice import SIDES, Cell
from vision.detection import Detection, one_on_each_spot
from vision.lattice.assignment import (
    TURN,
    Placement,
    lattice_point,
    nearest_cell,
)
from vision.lattice.budget import FitBudget
from vision.lattice.cluster import FittedTile, LatticeCluster, lie_touching
from vision.lattice.starts import Fitted, Starts
from vision.lattice.table_model import (
    PictureFrame,
    TableModel,
    TileFrames,
    first_guess,
    normalised_frames,
    rectify_frames,
)
from vision.lattice.thresholds import (
    ADOPTED_OFFSET,
    ADOPTED_SIZE,
    LOOSER_NOISE,
    NOISE,
    OTHER_TILTS,
    OVERLAPPING,
    SAME_TILE,
    TILES_A_STRAY,
    WORST_OFFSET,
)

_STARTS = ((NOISE, 1.0), (LOOSER_NOISE, 1.0), *product((NOISE, LOOSER_NOISE), OTHER_TILTS))
"""How exactly tiles lie, and how much more the table is tilted than it seems, one after another."""
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
    starts = Starts(frames, first_guess(frames, scores))
    left = FitBudget() if budget is None else budget
    best: tuple[LatticeCluster, ...] = ()
    for noise, tilt in _STARTS:
        if best and not (left.allows_another(len(usable)) and _touching_pairs(best)):
            break
        before = starts.work
        fitted = starts.fitted(tilt, noise) if starts.is_new(tilt, noise) else None
        left.spend(starts.work - before, is_first=not best)
        if fitted is not None:
            found = clusters_of(usable, frames, fitted, picture)
            best = min(best, found, key=_disorder) if best else found
    return best


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


def clusters_of(
    detections: Sequence[Detection],
    frames: TileFrames,
    fitted: Fitted,
    picture: PictureFrame,
) -> tuple[LatticeCluster, ...]:
    """Describe what was fitted to a picture's detections, which ``frames`` has normalised."""
    refined = fitted.refined
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
        for tiles, (angle, origin) in zip(fitted.lattices, refined.poses, strict=True)
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
        if abs(self._sizes[index] - 1) >= ADOPTED_SIZE:
            return False
        center = complex(self._centers[index])
        cell = lattice.nearest_cell(center)
        if abs(center - lattice.position(cell)) >= ADOPTED_OFFSET:
            return False
        taken = {other for other, _ in lattice.tiles.values()}
        return cell not in taken and not taken.isdisjoint(cell.neighbours())

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

"""One attempt at reading a photo: a fit of the table, and what was read of the lattices on it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vision.detection import Detection, Point
from vision.lattice.cluster import LatticeCluster
from vision.lattice.table_model import TableModel
from vision.looks.scales import diameter
from vision.readers.finds import Finds
from vision.reading import ClusterReading
from vision.recognition.cells import ClusterReader
from vision.recognition.doubts import ReadCluster, tiles_of
from vision.recognition.faint import faint_margin
from vision.recognition.overlooked import margin_of_overlooked
from vision.recognition.set_colors import SetColors
from vision.recognition.thresholds import ENOUGH_TO_COMPARE, LEAST_SURE_TILES


@dataclass(frozen=True)
class Attempt:
    """What became of fitting the table to ``likely``, and reading the lattices on it.

    ``count`` is the number of tiles in the fit, ``colors`` those of the set, if they are known.
    ``raised`` tiles are over the table, or on others; ``aloft`` counts those too that may be.
    ``patterned`` places looked like tiles and are the table's pattern. ``rejoined`` tells whether
    parts are read as one of which it is not seen that they are.
    """

    likely: tuple[Detection, ...]
    parts: tuple[LatticeCluster, ...]
    readers: tuple[ClusterReader, ...]
    colors: SetColors | None
    readings: tuple[ClusterReading, ...]
    table: TableModel | None
    count: int
    raised: int
    aloft: int
    patterned: int = 0
    rejoined: bool = False

    def outnumbers(self, other: Attempt) -> bool:
        """Tell whether more tiles were read than in another one, those included that are aloft.

        A cell that a lamp burnt counts as one: no other look will say that it lies flat there.
        """
        return self.tile_count > other.tile_count + other.raised

    def hangs_together_better(self, other: Attempt) -> bool:
        """Tell whether more tiles were read than in another one, or as many on fewer lattices.

        A tile in the air may spoil a fit so that it seems to lie flat there.
        """
        if self.outnumbers(other):
            return True
        own, others = (sum(len(part) ** 2 for part in a.parts) for a in (self, other))
        return not other.raised and self.tile_count == other.tile_count and own > others

    def parted_as(self, other: Attempt) -> bool:
        """Tell whether as many clusters were read as in another one, or more."""
        return len(self.readings) >= len(other.readings)

    @property
    def tile_count(self) -> int:
        """How many tiles were read, and cells that a lamp burnt."""
        burnt = sum(len(reader.burnt_centers()) for reader in self.readers)
        return sum(len(cluster.tiles) for cluster in self.readings) + burnt

    def unread(self, tiles: Iterable[Detection]) -> list[Detection]:
        """Return the detections that lie on no tile that was read, nor where one is burnt."""
        burnt = [center for reader in self.readers for center in reader.burnt_centers()]
        faces = _faces(self.readings)
        return [
            tile
            for tile in tiles
            if not _is_of_a_face(tile, faces)
            and not any(math.dist(tile.center, spot) < diameter(tile) / 2 for spot in burnt)
        ]


def colors_of_the_set(readers: Sequence[ClusterReader]) -> SetColors | None:
    """Return the colours of the set, or None when too few tiles are sure to tell them.

    Single tiles that fit no others may be letters or ornaments, which would vouch for each other.
    """
    if not any(reader.is_in_company for reader in readers):
        return None
    sure = [tile for reader in readers for tile in reader.sure_tiles()]
    return SetColors(sure) if len(sure) >= LEAST_SURE_TILES else None


def with_tiles(readers: Sequence[ClusterReader]) -> list[ReadCluster]:
    """Return the clusters on which tiles are believed to lie, the largest first."""
    kept = [(r.cluster, r.beliefs) for r in readers if tiles_of(r.beliefs)]
    return sorted(kept, key=lambda cluster: -len(tiles_of(cluster[1])))


def margins_of_unread(finds: Finds, seen: Sequence[Detection], attempt: Attempt) -> list[float]:
    """Return how far detections that lie on no tile that is read are from being tiles."""
    faint = attempt.unread(seen)
    table = attempt.table if attempt.count >= ENOUGH_TO_COMPARE else None
    misfits = {} if attempt.readings else finds.misfits(faint)
    by_itself = (
        faint_margin(tile, patch, said, table, attempt.colors, misfit=misfits.get(tile))
        for tile, (patch, said) in zip(faint, finds.looks(faint), strict=True)
    )
    return [
        min([margin, *(margin_of_overlooked(tile, reader) for reader in attempt.readers)])
        for tile, margin in zip(faint, by_itself, strict=True)
    ]


def is_of_a_tile(faint: Detection, clusters: Sequence[ClusterReading]) -> bool:
    """Tell whether a faint detection lies on a tile that is read anyway."""
    return _is_of_a_face(faint, _faces(clusters))


def _faces(clusters: Sequence[ClusterReading]) -> list[tuple[Point, float]]:
    """Return the middles of tiles that are read, and how far their white tips are from those."""
    tiles = [tile for cluster in clusters for tile in cluster.tiles]
    return [(tile.center, math.dist(tile.center, tile.white_tip)) for tile in tiles]


def _is_of_a_face(faint: Detection, faces: Sequence[tuple[Point, float]]) -> bool:
    reach = diameter(faint) / 2
    return any(math.dist(center, faint.center) < max(reach, tip) for center, tip in faces)

"""What the reader made of one photo, stage by stage, and whether another look would help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.lattice import Cell
from vision.detection import Detection
from vision.lattice.cluster import LatticeCluster
from vision.lattice.table_model import TableModel
from vision.looks.look import Look
from vision.looks.stretched import Part, flat_part
from vision.networks.cells import CellJudge
from vision.networks.detector import Detections, DieDetection
from vision.networks.dice import DieJudge
from vision.pictures.patches import Pyramid
from vision.pictures.quality import Unfit
from vision.profiles.tile_colors import sure_tiles
from vision.readers.thresholds import ALONE_ASLANT, ASLANT, ENOUGH_ALONE, FAR_ASLANT
from vision.reading import DieReading, Reading
from vision.recognition.cells import CellBelief, ClusterReader
from vision.recognition.dice import read_dice
from vision.recognition.doubts import ReadCluster
from vision.recognition.set_colors import SetColors
from vision.recognition.thresholds import MOST_TILES


@dataclass(frozen=True)
class Examination:
    """What each stage made of one photo: detections, parts of lattices, cells, the reading.

    Attributes
    ----------
    pyramid
        The photo in all its sizes.
    detections
        What was found in the photo as it is.
    look
        What the reading rests on: the same, or what was found from overhead.
    likely
        The tiles among it that went into the fit.
    parts, clusters
        The lattices as fitted; those that were read, parts joined, with what is believed of their
        cells.
    colors
        Those of the set, if enough tiles are sure to tell them.
    reading
        What comes of it.
    judge, die_judge
        The networks that looked at cells and at dice, to look closer with.
    work
        What it took, in looks at single cells.
    unfit
        Why the photo cannot show tiles, so that nothing in it is sure; None where it can.
    """

    pyramid: Pyramid
    detections: Detections
    look: Look
    likely: tuple[Detection, ...]
    parts: tuple[LatticeCluster, ...]
    clusters: tuple[ReadCluster, ...]
    colors: SetColors | None
    reading: Reading
    judge: CellJudge
    die_judge: DieJudge
    work: float = 0.0
    unfit: Unfit | None = None

    def look_closer(self, cluster: LatticeCluster, cells: Sequence[Cell]) -> dict[Cell, CellBelief]:
        """Return what is believed of some cells of any lattice on the table."""
        reader = ClusterReader(
            self.pyramid, self.judge, cluster, self.look, self.likely, colors=self.colors
        )
        return reader.look_at(cells)

    def look_for_dice(self, spots: Sequence[DieDetection]) -> tuple[DieReading, ...]:
        """Return the dice at some spots, of those that may be dice.

        Where no tile is read, what fits a lattice tells how large dice are only if it is about as
        large as tiles: not where more dice are read without it.
        """
        count = sum(map(len, self.parts))
        sized = read_dice(self.die_judge, self.pyramid, spots, self.table, count)
        if not count or self.reading.clusters:
            return sized
        return max(sized, read_dice(self.die_judge, self.pyramid, spots, None, 0), key=len)

    def as_empty(self, before: Examination) -> Examination | None:
        """Return it where the table is surely empty without what it was examined with ``before``.

        A lone thing that was left out lies on the table all the same, and tells dice how that is
        seen. None where a tile is read, or may be one.
        """
        if not self.reading.sure or self.reading.clusters:
            return None
        return replace(self, parts=before.parts) if sum(map(len, before.parts)) == 1 else self

    @property
    def table(self) -> TableModel | None:
        """How the table appears in the photo; None where no tile was found."""
        return self.parts[0].table if self.parts else None

    @property
    def company(self) -> int:
        """How much hangs together: for each tile, the others of its cluster."""
        sizes = [len(cluster.tiles) for cluster in self.reading.clusters]
        return sum(size * (size - 1) for size in sizes)

    @property
    def merit(self) -> tuple[int, int, bool, int]:
        """What readings of one photo are compared by: the better one is greater.

        One that is sure with fewer tiles than another saw is not to be trusted.
        """
        count = sum(len(cluster.tiles) for cluster in self.reading.clusters)
        return self.company, count, self.reading.sure, len(sure_tiles(self.reading))

    @property
    def calls_for_overhead_look(self) -> bool:
        """Whether the table, as far as it is known how it is seen, should be seen from above.

        So it is where something is unsure, or where tiles are seen much aslant, of which some may
        have been missed. A few tiles of which none is read beside another say too little of the
        table, lone things of which none is read as a tile say nothing, and more tiles than two sets
        have are a cloth's.
        """
        count = sum(len(cluster.tiles) for cluster in self.reading.clusters)
        if self.table is None or count > MOST_TILES:
            return False
        largest = max((len(cluster.tiles) for cluster in self.reading.clusters), default=0)
        too_few = len(self.parts) < ENOUGH_ALONE or largest == 0
        if len(self.parts[0]) == 1 and largest < 2 and too_few:
            return False
        return not self.reading.sure or self.is_seen_aslant

    @property
    def is_seen_aslant(self) -> bool:
        """Whether some of the tiles on the table are seen much flatter than wide."""
        if self.table is None:
            return False
        centers = [tile.center for tile in self.likely]
        return bool(self.table.flatness(centers).min() < ASLANT)

    @property
    def seen_flat(self) -> Part | None:
        """The part of the picture in which the table is seen flat, where tiles tell that surely.

        None where something is unsure, as that may lie anywhere, or where no two lie together.
        """
        if self.table is None or not (self.company and self.reading.sure):
            return None
        return flat_part(self.table, self.reading.width, self.reading.height)

    @property
    def may_show_slivers(self) -> bool:
        """Whether tiles may lie where they are seen too flat to be known for tiles.

        A single tile tells too little of how the table is seen if something of it is unsure, or if
        it is seen a little aslant: others beside it may be so more than it seems to be.
        """
        if self.table is None:
            return False
        if self.is_seen_aslant or not (self.company or self.reading.sure):
            return True
        if not self.company:
            seen = [tile.center for cluster in self.reading.clusters for tile in cluster.tiles]
            if seen and self.table.flatness(seen).min() < ALONE_ASLANT:
                return True
        across, down = (
            np.linspace(0, size - 1, 5) for size in (self.reading.width, self.reading.height)
        )
        everywhere = np.stack(np.meshgrid(across, down), axis=-1)
        return bool(np.nanmin(self.table.flatness(everywhere)) < FAR_ASLANT)

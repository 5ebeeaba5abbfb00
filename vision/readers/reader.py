"""The reader: a photo in, a :class:`vision.reading.Reading` out.

Find tiles (``networks.detector``), fit the lattices they lie on (``lattice.fitting``), look at
every cell of those lattices (``judging.cells``), say what is sure. Nothing here knows what is
legal.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from rules.lattice import SIDES
from vision.arrays import Image, Mask, Points
from vision.detection import Detection, Point
from vision.lattice.cluster import LatticeCluster
from vision.lattice.fitting import FitBudget, fit_clusters
from vision.lattice.joining import SharedLattice, easiest_way, join_where
from vision.lattice.table_model import TableModel
from vision.looks.look import Look
from vision.looks.overhead import look_from_overhead
from vision.looks.scales import diameter, look_at
from vision.looks.stretched import StretchedLook, flattened, look_stretched
from vision.looks.thresholds import HUGE, LEAST_HUGE_SCORE, STRETCH_DIRECTIONS
from vision.networks.cells import CellJudge
from vision.networks.detector import Detector
from vision.networks.dice import DieJudge
from vision.networks.inference import NETWORKS
from vision.pictures.patches import Pyramid
from vision.readers.examination import Examination
from vision.readers.finds import Finds, worth_a_look
from vision.readers.picture_reader import ReadPicture
from vision.readers.sight import Sight
from vision.readers.thresholds import (
    ENOUGH_HINTS,
    HINT,
    LEAST_JOINING_EVIDENCE,
    LIKELIEST,
    LIKELY,
    MANY_GROUPS,
    MOST_OVERHEAD_LOOKS,
)
from vision.reading import ClusterReading, Reading, TileReading
from vision.recognition.cells import CellBelief, ClusterReader
from vision.recognition.dice import read_dice
from vision.recognition.doubts import (
    Beliefs,
    ReadCluster,
    is_cut_off,
    is_of_odd_size,
    may_be_held,
    may_be_parted_otherwise,
    tiles_of,
)
from vision.recognition.faint import faint_margin
from vision.recognition.lying import tell_how_tiles_lie
from vision.recognition.set_colors import SetColors
from vision.recognition.sureness import margin_of_reading, promised, reason_for_doubt
from vision.recognition.thresholds import ENOUGH_TO_COMPARE, LEAST_SURE_TILES, MOST_TILES

Rated = tuple[Detection, float]
"""A detection, and how likely the find network takes it for a tile."""


@dataclass(frozen=True)
class Attempt:
    """What became of fitting the table to ``likely``, and reading the lattices on it.

    ``count`` is the number of tiles in the fit, ``colors`` those of the set, if they are known.
    ``raised`` tiles are over the table, or on others; ``aloft`` counts those too that may be.
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

    def outnumbers(self, other: Attempt) -> bool:
        """Tell whether more tiles were read than in another one, those included that are aloft."""
        own, others = (sum(len(c.tiles) for c in a.readings) for a in (self, other))
        return own > others + other.raised

    def unread(self, tiles: Iterable[Detection]) -> list[Detection]:
        """Return the detections that lie on no tile that was read."""
        return [tile for tile in tiles if not _is_of_a_tile(tile, self.readings)]


class Reader:
    """Reads photos. Holds the networks and nothing else; any number of threads may use it."""

    def __init__(self, models: Path = NETWORKS) -> None:
        """Load the networks from a folder."""
        self.detector = Detector(models / "detector.onnx")
        self._finds = CellJudge(models / "finds.onnx")
        self._cells = CellJudge(models / "cells.onnx")
        self.die_judge = DieJudge(models / "dice.onnx")

    def read(self, image: Image) -> Reading:
        """Read one photo.

        Parameters
        ----------
        image
            BGR, upright, (height, width, 3), as :func:`vision.pictures.images.load_image` gives it.
        """
        return self.examine(image).reading

    def look(self, image: Image) -> ReadPicture:
        """Read one photo, as any :class:`vision.readers.picture_reader.PictureReader` does."""
        examination = self.examine(image)
        return ReadPicture(examination.reading, examination, image)

    def examine(self, image: Image, shown: Mask | None = None) -> Examination:
        """Read one photo, and keep what every stage found.

        ``shown``, (height, width), marks the pixels that show anything; by default all of them.
        """
        began = time.perf_counter()
        pyramid = Pyramid(image, shown)
        finds = Finds(pyramid, self._finds)
        found = look_at(self.detector, image, finds.chances)
        sight = Sight(pyramid, finds, FitBudget(), found, found)
        best, attempt = self._examined(sight, found)
        if not best.reading.clusters:
            best, attempt = self._hinted(sight) or (best, attempt)
        if not best.reading.clusters or best.may_show_slivers:
            drawn_out = self._drawn_out(sight, best)
            if drawn_out is not None:
                closer, its_attempt = self._examined(replace(sight, seen=drawn_out), drawn_out)
                if closer.merit > best.merit:
                    best, attempt = closer, its_attempt
                    sight = replace(sight, seen=drawn_out)
        first = last = best
        again = best.calls_for_overhead_look
        for _ in range(MOST_OVERHEAD_LOOKS):
            if not again or last.table is None:
                break
            look = look_from_overhead(self.detector, pyramid, sight.seen, last.table, last.likely)
            before, (last, its_attempt) = last, self._examined(sight, look)
            # A tile in the air may spoil the next fit so that it seems to lie flat there.
            is_settled = its_attempt.aloft >= attempt.aloft
            if last.merit > best.merit and (is_settled or its_attempt.outnumbers(attempt)):
                best, attempt = last, its_attempt
            grown = last.company > before.company
            again = grown or (before is first and not best.reading.sure)
            again &= len(last.reading.clusters) <= MANY_GROUPS
        dice = read_dice(self.die_judge, pyramid, found.dice, attempt.table, attempt.count)
        beliefs = [beliefs for _, beliefs in _with_tiles(attempt.readers)]
        elapsed = (time.perf_counter() - began) * 1000
        reading = replace(promised(best.reading, beliefs), elapsed_ms=elapsed, dice=dice)
        return replace(best, reading=reading)

    def _hinted(self, sight: Sight) -> tuple[Examination, Attempt] | None:
        """Read a table of which no tile was read as finds that fit one lattice tell it is seen.

        Seen far off and aslant, tiles are slivers that the find network does not know. None where
        no such finds are, or no tiles are read that way either.
        """
        height, width = sight.pyramid.image.shape[:2]
        hints = [t for t in worth_a_look(sight.found.tiles, width, height) if t.score > HINT]
        parts = fit_clusters(hints, width, height, sight.budget)
        if not parts or len(parts[0]) < ENOUGH_HINTS:
            return None
        table = parts[0].table
        look = look_from_overhead(self.detector, sight.pyramid, sight.found, table, hints)
        examination, attempt = self._examined(sight, look)
        return (examination, attempt) if examination.company else None

    def _drawn_out(self, sight: Sight, before: Examination) -> StretchedLook | None:
        """Look at the photo drawn out as the tiles in it are flattened, if any are read.

        Otherwise in the direction in which most tiles seem to lie there; None if too few do.
        """
        if before.reading.clusters:
            directions = [flattened(before.likely)]
        else:
            directions = [math.pi * n / STRETCH_DIRECTIONS for n in range(STRETCH_DIRECTIONS)]
        image = sight.pyramid.image
        looks = [look_stretched(self.detector, image, sight.found, each) for each in directions]
        counts = [sight.finds.likely_count(look.tiles) for look in looks]
        if max(counts) < (1 if before.reading.clusters else ENOUGH_HINTS):
            return None
        return looks[int(np.argmax(counts))]

    def _examined(self, sight: Sight, look: Look) -> tuple[Examination, Attempt]:
        """Make a reading, without dice, of the tiles seen at one look; return its fit as well."""
        height, width = sight.pyramid.image.shape[:2]
        scored = worth_a_look(look.tiles, width, height)
        rated = list(zip(scored, sight.finds.chances(scored), strict=True))
        attempt = self._best_attempt(sight, look, rated)
        # What one look shows and another does not stays a doubt.
        seen = dict.fromkeys([*scored, *worth_a_look(sight.seen.tiles, width, height)])
        faint = _margins_of_unread(sight.finds, list(seen), attempt)
        left_out = [t for t in look.tiles if t.score >= LIKELIEST[0] and t not in seen]
        least = HUGE * min(width, height)
        huge = [t for t in seen if t.score >= LEAST_HUGE_SCORE and diameter(t) > least]
        faint += [-math.inf for _ in attempt.unread([*left_out, *huge])]
        beliefs = [reader.beliefs for reader in attempt.readers]
        reason = reason_for_doubt(
            beliefs,
            attempt.readings,
            sum(margin < 0 for margin in faint),
            may_be_parted_otherwise(_with_tiles(attempt.readers)),
            attempt.raised,
        )
        sure = reason is None
        margin = margin_of_reading(beliefs, faint, doubted=not sure)
        reading = Reading(width, height, sure, reason, 0.0, attempt.readings, (), margin)
        examination = Examination(
            sight.pyramid,
            sight.found,
            look,
            attempt.likely,
            attempt.parts,
            tuple((reader.cluster, reader.beliefs) for reader in attempt.readers),
            attempt.colors,
            reading,
            self._cells,
            self.die_judge,
        )
        return examination, attempt

    def _best_attempt(self, sight: Sight, look: Look, rated: Sequence[Rated]) -> Attempt:
        """Read all that is likely a tile; what is likeliest alone, where that leaves less unread.

        The find network has looked at each detection first: a page of print or a chequered cloth
        may hold dozens of false ones, and a single one can spoil the fit of a small board.
        """
        likely, likeliest = (
            tuple(t for t, chance in rated if t.score >= least_score and chance > least_chance)
            for least_score, least_chance in (LIKELY, LIKELIEST)
        )
        attempt = self._attempt(sight, look, likely)
        if len(likeliest) == len(likely) or not attempt.unread(likeliest):
            return attempt
        other = self._attempt(sight, look, likeliest)
        return min(attempt, other, key=lambda attempt: len(attempt.unread(likeliest)))

    def _attempt(self, sight: Sight, look: Look, likely: tuple[Detection, ...]) -> Attempt:
        """Fit the table to some of the detections, and read the lattices on it."""
        pyramid = sight.pyramid
        height, width = pyramid.image.shape[:2]
        parts = fit_clusters(likely, width, height, sight.budget)
        joined = join_where(parts, partial(self._is_one, pyramid, look, likely))
        clusters = [cluster for cluster in joined if not is_of_odd_size(cluster, joined[0])]
        readers = self._read_clusters(pyramid, clusters, look, likely)
        colors = _colors_of_the_set(readers)
        for reader in readers:
            if colors is None:
                reader.weigh_alone()
            else:
                reader.weigh(colors)
        raised, aloft = tell_how_tiles_lie(readers, colors)
        count = sum(len(cluster) for cluster in joined)
        readings = tuple(_describe(*cluster) for cluster in _with_tiles(readers))
        table = joined[0].table if joined else None
        return Attempt(likely, parts, tuple(readers), colors, readings, table, count, raised, aloft)

    def _read_clusters(
        self,
        pyramid: Pyramid,
        clusters: Sequence[LatticeCluster],
        look: Look,
        likely: Sequence[Detection],
    ) -> list[ClusterReader]:
        """Read clusters one after the other, largest first.

        A spot belongs to the first on it, or to a later one that fits tiles there. Once there are
        more tiles than two sets have, no other is read.
        """
        readers: list[ClusterReader] = []
        taken: list[Point] = []
        for number, cluster in enumerate(clusters):
            if is_cut_off(cluster, [(reader.cluster, reader.beliefs) for reader in readers]):
                continue
            fitted = [
                tile.detection.center
                for other in clusters[number + 1 :]
                if len(other) >= ENOUGH_TO_COMPARE
                for tile in other.tiles.values()
            ]
            reader = ClusterReader(pyramid, self._cells, cluster, look, likely, [*taken, *fitted])
            reader.read()
            readers.append(reader)
            taken += reader.tile_centers()
            if len(taken) > MOST_TILES:
                break
        return readers

    def _is_one(
        self,
        pyramid: Pyramid,
        look: Look,
        likely: Sequence[Detection],
        first: LatticeCluster,
        other: LatticeCluster,
        shared: SharedLattice,
    ) -> bool:
        """Tell whether two clusters are one: how well they fit, and what is seen between them.

        Every cell on a way from one to the other must hide a tile, or hold one unnoticed.
        """
        if shared.evidence < LEAST_JOINING_EVIDENCE:
            return False
        reader = ClusterReader(pyramid, self._cells, first, look, likely)
        looks = reader.look_at(shared.between)
        doubts = {
            cell: -math.log(max(belief.hidden, belief.tile_probability, 1e-6))
            for cell, belief in looks.items()
        }
        moved = {cell.rotated(shared.turns).translated(*shared.shift) for cell in other.tiles}
        return shared.evidence - easiest_way(first.tiles, moved, doubts) > LEAST_JOINING_EVIDENCE


def _colors_of_the_set(readers: Sequence[ClusterReader]) -> SetColors | None:
    """Return the colours of the set, or None when too few tiles are sure to tell them.

    Single tiles that fit no others may be letters or ornaments, which would vouch for each other.
    """
    if not any(reader.is_in_company for reader in readers):
        return None
    sure = [tile for reader in readers for tile in reader.sure_tiles()]
    return SetColors(sure) if len(sure) >= LEAST_SURE_TILES else None


def _with_tiles(readers: Sequence[ClusterReader]) -> list[ReadCluster]:
    """Return the clusters on which tiles are believed to lie, the largest first."""
    kept = [(r.cluster, r.beliefs) for r in readers if tiles_of(r.beliefs)]
    return sorted(kept, key=lambda cluster: -len(tiles_of(cluster[1])))


def _margins_of_unread(finds: Finds, seen: Sequence[Detection], attempt: Attempt) -> list[float]:
    """Return how far detections that lie on no tile that is read are from being tiles."""
    faint = attempt.unread(seen)
    table = attempt.table if attempt.count >= ENOUGH_TO_COMPARE else None
    return [
        faint_margin(
            tile, patch, said, table, attempt.colors, on_an_empty_table=not attempt.readings
        )
        for tile, (patch, said) in zip(faint, finds.looks(faint), strict=True)
    ]


def _is_of_a_tile(faint: Detection, clusters: Sequence[ClusterReading]) -> bool:
    """Tell whether a faint detection lies on a tile that is read anyway."""
    reach = diameter(faint) / 2
    return any(
        math.dist(tile.center, faint.center) < max(reach, math.dist(tile.center, tile.white_tip))
        for cluster in clusters
        for tile in cluster.tiles
    )


def _describe(cluster: LatticeCluster, beliefs: Beliefs) -> ClusterReading:
    tiles = [belief for belief in beliefs.values() if belief.is_tile]
    beside = {neighbour for belief in tiles for neighbour in belief.cell.neighbours()}
    hidden = tuple(
        sorted(
            cell
            for cell, belief in beliefs.items()
            if cell in beside and not belief.is_tile and belief.hidden > 0.5
        )
    )
    held = may_be_held(beliefs)
    tiles.sort(key=lambda belief: belief.cell)
    outlines = cluster.tile_outlines([belief.cell for belief in tiles])
    read = tuple(
        _tile(belief, outline, held) for belief, outline in zip(tiles, outlines, strict=True)
    )
    return ClusterReading(read, hidden)


def _tile(belief: CellBelief, outline: Points, held: bool) -> TileReading:
    """Describe a tile; ``outline`` is its centre and its corners in pixels, (7, 2)."""
    k = belief.orientation
    x, y = outline[0].tolist()
    points = tuple((x, y) for x, y in np.roll(outline[1:], -k, axis=0).tolist())
    return TileReading(
        cell=belief.cell,
        orientation=k,
        center=(x, y),
        white_tip=points[0],
        blue_tip=points[SIDES // 2],
        corners=points,
        confidence=float(belief.probabilities[k + 1]),
        sure=belief.is_sure and not held,
        probabilities=tuple(float(p) for p in belief.probabilities),
    )

"""The reader: a photo in, a :class:`vision.reading.Reading` out.

Find tiles (``networks.detector``), fit the lattices they lie on (``lattice.fitting``), look at all
cells of those (``recognition.cells``), say what is sure. Nothing here knows what is legal.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from vision.arrays import Image, Mask
from vision.detection import Detection, Point
from vision.lattice.budget import FitBudget
from vision.lattice.cluster import LatticeCluster
from vision.lattice.joining import SharedLattice, join_where
from vision.looks.look import Look
from vision.looks.overhead import look_from_overhead, overhead_view
from vision.looks.scales import first_look
from vision.looks.stretched import StretchedLook, flattened, look_stretched
from vision.looks.thresholds import STRETCH_DIRECTIONS
from vision.networks.cells import CellJudge
from vision.networks.detector import Detector
from vision.networks.dice import DieJudge
from vision.networks.inference import NETWORKS
from vision.pictures.levels import levels_of
from vision.pictures.patches import Pyramid
from vision.pictures.quality import SHOW_NOTHING, quality_of
from vision.profiles.tile_colors import sure_tiles
from vision.readers.attempt import Attempt, colors_of_the_set, with_tiles
from vision.readers.below_dice import unless_below_dice
from vision.readers.cloths import beside_cloths
from vision.readers.concluding import concluded
from vision.readers.describing import described
from vision.readers.effort import (
    CountedFinder,
    Effort,
    cluster_work,
    drawing_work,
    lying_work,
    overhead_work,
    pattern_work,
)
from vision.readers.examination import Examination
from vision.readers.far_off import seen_far_off, unless_far_behind, unless_far_off
from vision.readers.finds import Finds, worth_a_look
from vision.readers.guided_matches import guided_matches
from vision.readers.hard_light import checked_in_hard_light
from vision.readers.look_alikes import Telling, hints_of, look_alikes, looked_at_closer
from vision.readers.picture_reader import Beside, ReadPicture
from vision.readers.rejoining import hidden_way, rejoined_parts
from vision.readers.sight import Sight
from vision.readers.small_things import far_too_small
from vision.readers.thresholds import (
    AGAIN,
    ENOUGH_DRAWN_OUT,
    ENOUGH_HINTS,
    JOINING_WORK,
    LEAST_JOINING_EVIDENCE,
    LIKELIEST,
    LIKELY,
    MANY_GROUPS,
    MOST_GUIDED_FITS,
    MOST_OVERHEAD_LOOKS,
    MOST_REJOINED_PARTS,
    STRETCH_WORK,
    STRETCHED_LOOK,
)
from vision.reading import Reading
from vision.recognition.cells import ClusterReader
from vision.recognition.doubts import is_cut_off, is_of_odd_size
from vision.recognition.lying import LieJudges, tell_how_tiles_lie
from vision.recognition.repeats import tell_patterns
from vision.recognition.sureness import (
    in_unfit_picture,
    on_a_cloth_of_tiles,
    promised,
    unless,
)
from vision.recognition.thresholds import ENOUGH_TO_COMPARE, MOST_TILES

Rated = tuple[Detection, float]
"""A detection, and how likely the find network takes it for a tile."""


class Reader:
    """Reads photos. Holds the networks and nothing else; any number of threads may use it."""

    def __init__(self, models: Path = NETWORKS) -> None:
        """Load the networks from a folder."""
        self.detector = Detector(models / "detector.onnx")
        self._finds = CellJudge(models / "finds.onnx")
        self._cells = CellJudge(models / "cells.onnx")
        self._lies = LieJudges.load(models)
        self.die_judge = DieJudge(models / "dice.onnx", models / "marks.onnx")

    def read(self, image: Image) -> Reading:
        """Read one photo.

        Parameters
        ----------
        image
            BGR, upright, (height, width, 3), as :func:`vision.pictures.images.load_image` gives it.
        """
        return self.examine(image).reading

    def look(self, image: Image, beside: Beside | None = None) -> ReadPicture:
        """Read one photo, as any :class:`vision.readers.picture_reader.PictureReader` does."""
        examination = self.examine(image, beside=beside)
        return ReadPicture(examination.reading, examination, image)

    def examine(
        self, image: Image, shown: Mask | None = None, beside: Beside | None = None
    ) -> Examination:
        """Read one photo, and keep what every stage found.

        ``shown``, (height, width), marks the pixels that show anything; by default all of them.
        ``beside`` tells which detections are passed over; by default none.
        """
        began = time.perf_counter()
        unfit = quality_of(image, shown).unfit
        sight = self._at_first_sight(image, shown)
        if beside is not None:
            sight = sight.without(beside(sight.found.tiles))
        found = sight.found
        sight = beside_cloths(sight)
        best, attempt = self._examined(sight, sight.found)
        far: tuple[Detection, ...] = ()
        if not best.reading.clusters:
            sight, best, attempt = self._empty_without(look_alikes, sight, best, attempt)
            far = seen_far_off(sight, self.detector)
            hinted = self._hinted(sight, hints_of(sight)) or self._hinted(sight, far)
            best, attempt = hinted or (best, attempt)
        if unfit not in SHOW_NOTHING and (not best.reading.clusters or best.may_show_slivers):
            sight, best, attempt = self._looked_drawn_out(sight, best, attempt)
        best, attempt = self._looked_from_overhead(sight, best, attempt)
        dice = best.look_for_dice(found.dice)
        small = far_too_small(dice, sight.found.dice)
        _, best, attempt = self._empty_without(lambda _: small, sight, best, attempt)
        beliefs = [beliefs for _, beliefs in with_tiles(attempt.readers)]
        seen = unless_far_off(best.reading, far)
        promise = promised(unless(sight.effort.was_short, seen), beliefs)
        promise = on_a_cloth_of_tiles(promise) if sight.cloths else promise
        reading = replace(looked_at_closer(promise, sight), dice=dice)
        reading = reading if unfit is None else in_unfit_picture(reading, unfit)
        reading = checked_in_hard_light(reading, sight, self._finds)
        reading = unless_below_dice(reading, sight, self._finds, self._cells)
        reading = unless_far_behind(reading, sight, best.table, self.detector, self._finds)
        elapsed = (time.perf_counter() - began) * 1000
        return replace(best, reading=replace(reading, elapsed_ms=elapsed), unfit=unfit)

    def glimpse(self, image: Image) -> int:
        """Return how many likely tiles a photo shows at first sight, none of which is read.

        An empty table is looked at again and again before it is read as one, and here only once.
        """
        sight = self._at_first_sight(image)
        return len(sight.finds.likely(sight.found.tiles))

    def _at_first_sight(self, image: Image, shown: Mask | None = None) -> Sight:
        """Look for tiles and dice in a photo as it is."""
        image = levels_of(image, shown).spread(image)
        pyramid = Pyramid(image, shown)
        effort = Effort()
        finds = Finds(pyramid, self._finds, effort)
        finder = CountedFinder(self.detector, effort)
        found = first_look(finder, pyramid, finds.chances)
        return Sight(pyramid, finds, finder, FitBudget(), effort, found, found)

    def _looked_drawn_out(
        self, sight: Sight, best: Examination, attempt: Attempt
    ) -> tuple[Sight, Examination, Attempt]:
        """Look at the photo drawn out; keep what was read so far if that shows nothing better."""
        look = self._drawn_out(sight, best)
        if look is None:
            return sight, best, attempt
        if best.reading.sure and not sight.finds.likely(attempt.unread(look.tiles)):
            return sight, best, attempt
        if not sight.effort.allows(AGAIN * best.work):
            return sight, best, attempt
        closer = replace(sight, seen=look)
        examination, its_attempt = self._examined(closer, look)
        if examination.merit > best.merit:
            return closer, examination, its_attempt
        return sight, best, attempt

    def _looked_from_overhead(
        self, sight: Sight, best: Examination, attempt: Attempt
    ) -> tuple[Examination, Attempt]:
        """Look at the table from overhead as often as that helps; return the best reading."""
        first = last = best
        again = best.calls_for_overhead_look
        for _ in range(MOST_OVERHEAD_LOOKS):
            if not again or last.table is None:
                break
            view = overhead_view(last.table, last.likely)
            if not sight.effort.allows(AGAIN * last.work + overhead_work(view.pixels)):
                break
            look = sight.shown(look_from_overhead(sight.finder, sight.pyramid, sight.seen, view))
            sight.effort.spend(drawing_work(view.pixels))
            before, (last, its_attempt) = last, self._examined(sight, look)
            # A tile in the air may spoil the next fit so that it seems to lie flat there.
            is_settled = its_attempt.aloft >= attempt.aloft
            if last.merit > best.merit and (is_settled or its_attempt.outnumbers(attempt)):
                best, attempt = last, its_attempt
            grown = last.company > before.company
            again = grown or (before is first and not best.reading.sure)
            again &= len(last.reading.clusters) <= MANY_GROUPS
        return best, attempt

    def _empty_without(
        self, tells: Telling, sight: Sight, best: Examination, attempt: Attempt
    ) -> tuple[Sight, Examination, Attempt]:
        """Return an empty table for a doubted one if it is so without what is told to be no tile.

        What shows a tile plainly by itself is not left out.
        """
        is_known = best.reading.sure or best.company or sure_tiles(best.reading)
        things, work = None if is_known else tells(sight), AGAIN * best.work
        if things is None or sight.shows_plainly(things) or not sight.effort.allows(work):
            return sight, best, attempt
        beside = sight.without(things)
        examination, its_attempt = self._examined(beside, beside.found)
        empty = examination.as_empty(best)
        return (sight, best, attempt) if empty is None else (beside, empty, its_attempt)

    def _hinted(
        self, sight: Sight, hints: Sequence[Detection]
    ) -> tuple[Examination, Attempt] | None:
        """Read a table of which no tile was read as finds that fit one lattice tell it is seen.

        Seen far off and aslant, tiles are slivers that the find network does not know. None where
        no such finds are, or no tiles are read that way either.
        """
        parts = sight.fitted(hints)
        if not parts or len(parts[0]) < ENOUGH_HINTS:
            return None
        table = parts[0].table
        view = overhead_view(table, hints)
        sight.effort.spend(drawing_work(view.pixels))
        look = sight.shown(look_from_overhead(sight.finder, sight.pyramid, sight.found, view))
        examination, attempt = self._examined(sight, look)
        return (examination, attempt) if examination.company else None

    def _drawn_out(self, sight: Sight, before: Examination) -> StretchedLook | None:
        """Look at the photo drawn out as the tiles in it are flattened, if any are read.

        Otherwise in the direction in which most tiles seem to lie there; None if too few do, or
        where too little effort is left.
        """
        if before.reading.clusters:
            directions = [flattened(before.likely)]
        else:
            directions = [math.pi * n / STRETCH_DIRECTIONS for n in range(STRETCH_DIRECTIONS)]
        if not sight.effort.allows(STRETCHED_LOOK * len(directions)):
            return None
        image = sight.pyramid.image
        sight.effort.spend(STRETCH_WORK * len(directions))
        looks = [
            sight.shown(look_stretched(sight.finder, image, sight.found, each, before.seen_flat))
            for each in directions
        ]
        counts = [len(sight.finds.likely(look.tiles)) for look in looks]
        if max(counts) < (1 if before.reading.clusters else ENOUGH_DRAWN_OUT):
            return None
        return looks[int(np.argmax(counts))]

    def _examined(self, sight: Sight, look: Look) -> tuple[Examination, Attempt]:
        """Make a reading, without dice, of the tiles seen at one look; return its fit as well."""
        height, width = sight.pyramid.image.shape[:2]
        before = sight.effort.left
        scored = worth_a_look(look.tiles, width, height)
        rated = list(zip(scored, sight.finds.chances(scored), strict=True))
        attempt = self._best_attempt(sight, look, rated)
        unguided = sight.effort.left
        attempt = self._guided(sight, look, attempt, before - unguided)
        attempt = self._rejoined(sight, look, attempt, before - unguided)
        before -= unguided - sight.effort.left  # another look does not fit so often
        reading = concluded(sight, attempt, (look, sight.seen))
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
            before - sight.effort.left,
        )
        return examination, attempt

    def _guided(self, sight: Sight, look: Look, attempt: Attempt, work: float) -> Attempt:
        """Fit the table to what its lattices led to as well, as long as that shows more of them.

        What no detection told of still is not detected then: it tells where tiles lie. So much
        effort is left as two more looks take, after an attempt that took so much ``work``.
        """
        for _ in range(MOST_GUIDED_FITS):
            if sight.effort.left < (1 + 2 * AGAIN) * work:
                break
            matches = guided_matches(attempt.readers)
            if not matches:
                break
            guided = self._attempt(sight, look, attempt.likely, matches)
            if not guided.hangs_together_better(attempt):
                break
            attempt = guided
        return attempt

    def _rejoined(self, sight: Sight, look: Look, attempt: Attempt, work: float) -> Attempt:
        """Read parts as one board that a hand may part, as long as there is effort left for it."""
        for _ in range(MOST_REJOINED_PARTS):
            if sight.effort.left < (1 + AGAIN) * work:
                break
            parts = rejoined_parts(attempt, sight.effort)
            if parts is None:
                break
            again = replace(self._attempt(sight, look, attempt.likely, parts=parts), rejoined=True)
            if again.tile_count < attempt.tile_count or again.parted_as(attempt):
                break
            attempt = again
        return attempt

    def _best_attempt(self, sight: Sight, look: Look, rated: Sequence[Rated]) -> Attempt:
        """Read all that is likely a tile; what is likeliest alone, where that leaves less unread.

        The find network has looked at each detection first: a page of print or a chequered cloth
        may hold dozens of false ones, and a single one can spoil the fit of a small board.
        """
        likely, likeliest = (
            tuple(t for t, chance in rated if t.score >= least_score and chance > least_chance)
            for least_score, least_chance in (LIKELY, LIKELIEST)
        )
        before = sight.effort.left
        attempt = self._attempt(sight, look, likely)
        if len(likeliest) == len(likely) or not attempt.unread(likeliest):
            return attempt
        if not sight.effort.allows(before - sight.effort.left):
            return attempt
        other = self._attempt(sight, look, likeliest)
        return min(attempt, other, key=lambda attempt: len(attempt.unread(likeliest)))

    def _attempt(
        self,
        sight: Sight,
        look: Look,
        likely: tuple[Detection, ...],
        matches: tuple[Detection, ...] = (),
        parts: tuple[LatticeCluster, ...] = (),
    ) -> Attempt:
        """Fit the table to some of the detections, and read the lattices on it.

        ``matches`` are tiles that no detection told of, to fit it to as well; ``parts`` are what
        it was fitted to already.
        """
        parts = parts or sight.fitted((*likely, *matches))
        joined = join_where(parts, partial(self._is_one, sight, look, likely, {}))
        least = ENOUGH_TO_COMPARE if sight.cloths else 1
        clusters = [
            cluster
            for cluster in joined
            if not is_of_odd_size(cluster, joined[0]) and len(cluster) >= min(least, len(joined[0]))
        ]
        readers = self._read_clusters(sight, clusters, look, likely)
        colors = colors_of_the_set(readers)
        for reader in readers:
            if colors is None:
                reader.weigh_alone()
            else:
                reader.weigh(colors)
        patterned, asked = tell_patterns(readers, sight.pyramid, likely)
        sight.effort.spend(pattern_work(asked))
        raised, aloft = tell_how_tiles_lie(readers, self._lies, colors)
        sight.effort.spend(lying_work(sum(len(reader.orientations()) for reader in readers)))
        count = sum(len(cluster) for cluster in joined)
        readings = tuple(described(*cluster) for cluster in with_tiles(readers))
        table = joined[0].table if joined else None
        return Attempt(
            likely, parts, tuple(readers), colors, readings, table, count, raised, aloft, patterned
        )

    def _read_clusters(
        self,
        sight: Sight,
        clusters: Sequence[LatticeCluster],
        look: Look,
        likely: Sequence[Detection],
    ) -> list[ClusterReader]:
        """Read clusters one after the other, largest first.

        A spot belongs to the first on it, or to a later one that fits tiles there. Once there are
        more tiles than two sets have, no other is read, nor once the photo's effort is spent.
        """
        readers: list[ClusterReader] = []
        taken: list[Point] = []
        for number, cluster in enumerate(clusters):
            if is_cut_off(cluster, [(reader.cluster, reader.beliefs) for reader in readers]):
                continue
            after = lying_work(len(taken) + len(cluster))
            if readers and not sight.effort.allows(cluster_work(len(cluster)) + after):
                break
            fitted = [
                tile.detection.center
                for other in clusters[number + 1 :]
                if len(other) >= ENOUGH_TO_COMPARE
                for tile in other.tiles.values()
            ]
            spots = [*taken, *fitted]
            reader = ClusterReader(sight.pyramid, self._cells, cluster, look, likely, spots)
            sight.effort.spend(cluster_work(len(reader.read().keys() - reader.beyond)))
            readers.append(reader)
            taken += reader.tile_centers()
            if len(taken) > MOST_TILES:
                break
        return readers

    def _is_one(
        self,
        sight: Sight,
        look: Look,
        likely: Sequence[Detection],
        readers: dict[int, ClusterReader],
        first: LatticeCluster,
        other: LatticeCluster,
        shared: SharedLattice,
    ) -> bool:
        """Tell whether two clusters are one: how well they fit, and what is seen between them.

        Every cell on a way from one to the other must hide a tile, or hold one unnoticed.
        ``readers`` are those that looked at cells of a first cluster before, by its identity.
        """
        if shared.evidence < LEAST_JOINING_EVIDENCE:
            return False
        reader = readers.setdefault(
            id(first), ClusterReader(sight.pyramid, self._cells, first, look, likely)
        )
        work = JOINING_WORK + len(set(shared.between).difference(reader.beliefs))
        if not sight.effort.allows(work):
            return False
        way = hidden_way(reader, other, shared, sight.effort)
        return shared.evidence - way > LEAST_JOINING_EVIDENCE

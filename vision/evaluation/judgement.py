"""Holding what was read in a photo against what truly lies there.

A tile is asked for when at least half of its face can be seen and its two colours can be told
apart there. A photo is read *exactly* when every such tile is found, turned the right way, in the
right cluster and on the right cell of its lattice, and nothing else is called a tile. Other tiles
may be read or left out, but not turned wrongly and sure. A *silent error* is a photo that is not
exact though it and all its tiles are marked sure, or a value that no die shows marked sure.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rules.lattice import SIDES, Cell
from vision.evaluation.labelled_photos import LabelledTile, Truth
from vision.reading import DieReading, Reading, TileReading

NEAR = 0.45
"""How far a tile that was read may lie from the true one, in distances from centre to corner."""


@dataclass(frozen=True)
class Pair:
    """A tile that truly lies there and the tile that was read there.

    ``cluster`` and ``cluster_read`` number the clusters they are in.
    """

    cluster: int
    true: LabelledTile
    cluster_read: int
    read: TileReading

    @property
    def is_turned(self) -> bool:
        """Whether the white tip was read at another corner."""
        distances = [math.dist(self.read.white_tip, corner) for corner in self.true.corners]
        return distances.index(min(distances)) != 0

    @property
    def turns_of_lattice(self) -> int | None:
        """How far the lattice that was read is turned against the true one, by this tile.

        In steps of 60 degrees, 0..5; None for a tile that was read turned or is not asked for.
        """
        if self.is_turned or not self.true.counts:
            return None
        return (self.read.orientation - self.true.orientation) % SIDES


@dataclass(frozen=True)
class Judgement:
    """How right the reading of one photo is.

    Attributes
    ----------
    tiles
        How many tiles a reader is asked for.
    pairs
        The tiles that were found, each with what was read there.
    missed
        The tiles asked for that were not found.
    turned
        The pairs that were read turned wrongly: of tiles asked for, and others that were sure.
    extra
        What was called a tile where none lies.
    split
        How many true clusters were read as tiles of several.
    displaced
        How many others have tiles on cells that fit no rotation and shift of the true lattice.
    merged
        Whether tiles of several true clusters were read as one.
    sure
        Whether the photo and all its tiles are marked sure.
    dice_true, dice_read
        The values of the dice that can be seen, and those that were read; both sorted.
    dice_wrong_and_sure
        The values marked sure that no die shows.
    """

    tiles: int
    pairs: tuple[Pair, ...]
    missed: tuple[LabelledTile, ...]
    turned: tuple[Pair, ...]
    extra: tuple[TileReading, ...]
    split: int
    displaced: int
    merged: bool
    sure: bool
    dice_true: tuple[int, ...]
    dice_read: tuple[int, ...]
    dice_wrong_and_sure: tuple[int, ...]

    @property
    def exact(self) -> bool:
        """Whether all tiles were read as they lie."""
        faults = self.missed or self.turned or self.extra
        return not (faults or self.split or self.displaced or self.merged)

    @property
    def silent(self) -> bool:
        """Whether something is wrong and nothing says so."""
        return (self.sure and not self.exact) or bool(self.dice_wrong_and_sure)

    @property
    def has_dice(self) -> bool:
        """Whether a die can be seen or was read."""
        return bool(self.dice_true or self.dice_read)

    @property
    def dice_right(self) -> bool:
        """Whether the dice that were read are those that can be seen."""
        return self.dice_true == self.dice_read

    @property
    def is_miss(self) -> bool:
        """Whether anything at all was read wrongly."""
        return not self.exact or not self.dice_right or self.silent


def judge(truth: Truth, reading: Reading) -> Judgement:
    """Hold a reading against the truth."""
    true = [(number, tile) for number, tiles in enumerate(truth.clusters) for tile in tiles]
    read = [(number, t) for number, cluster in enumerate(reading.clusters) for t in cluster.tiles]
    partners = _partners([tile for _, tile in true], [tile for _, tile in read])
    pairs = tuple(Pair(*true[i], *read[j]) for i, j in sorted(partners.items()))
    found = set(partners.values())
    split, displaced = _lattice_faults(pairs)
    return Judgement(
        tiles=sum(tile.counts for _, tile in true),
        pairs=pairs,
        missed=tuple(t for i, (_, t) in enumerate(true) if t.counts and i not in partners),
        turned=tuple(p for p in pairs if p.is_turned and (p.true.counts or p.read.sure)),
        extra=tuple(tile for j, (_, tile) in enumerate(read) if j not in found),
        split=split,
        displaced=displaced,
        merged=_is_merged(pairs),
        sure=reading.sure and all(tile.sure for _, tile in read),
        dice_true=tuple(sorted(die.value for die in truth.dice if die.counts)),
        dice_read=tuple(sorted(die.value for die in reading.dice)),
        dice_wrong_and_sure=_wrong_and_sure(truth, reading.dice),
    )


def _partners(true: Sequence[LabelledTile], read: Sequence[TileReading]) -> dict[int, int]:
    """Pair true tiles with tiles that were read, the closest first; return numbers of both."""
    candidates = []
    for i, tile in enumerate(true):
        reach = max(tile.reach, 1e-6)
        distances = [math.dist(tile.center, other.center) / reach for other in read]
        candidates += [(d, i, j) for j, d in enumerate(distances) if d <= NEAR]
    partners: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in sorted(candidates):
        if i not in partners and j not in taken:
            partners[i] = j
            taken.add(j)
    return partners


def _lattice_faults(pairs: Sequence[Pair]) -> tuple[int, int]:
    """Return how many true clusters were read as several, and how many on wrong cells."""
    split = displaced = 0
    for cluster in {pair.cluster for pair in pairs}:
        own = [pair for pair in pairs if pair.cluster == cluster]
        if len({pair.cluster_read for pair in own}) > 1:
            split += 1
        elif not any(_fits(own, turns) for turns in range(SIDES)):
            displaced += 1
    return split, displaced


def _fits(pairs: Sequence[Pair], turns: int) -> bool:
    """Tell whether the cells read are the true ones, turned so many times and shifted."""
    if any(pair.turns_of_lattice not in (None, turns) for pair in pairs):
        return False
    return len({_shift(pair.true.cell.rotated(turns), pair.read.cell) for pair in pairs}) == 1


def _shift(start: Cell, end: Cell) -> tuple[int, int]:
    return end.q - start.q, end.r - start.r


def _is_merged(pairs: Sequence[Pair]) -> bool:
    """Tell whether one cluster that was read is where several true ones begin.

    Each true cluster is known by the first of its tiles that was found: one that was also split
    counts as split alone.
    """
    first = {pair.cluster: pair.cluster_read for pair in reversed(pairs)}
    return len(set(first.values())) < len(first)


def _wrong_and_sure(truth: Truth, dice: Sequence[DieReading]) -> tuple[int, ...]:
    sure = Counter(die.value for die in dice if die.sure)
    return tuple(sorted((sure - Counter(die.value for die in truth.dice)).elements()))

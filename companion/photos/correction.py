"""What a person put right in a reading, and the reading that follows from it.

What was seen stays as it is; a correction is kept beside it. In its JSON form it is written like a
reading, with no more of each tile than a person can say:

    {"clusters": [{"tiles": [{"q": 0, "r": 0, "orientation": 4, "sure": true}]}],
     "dice": [{"value": 3, "sure": true}]}

There is one entry for each cluster of the reading, in its order and on its lattice. ``sure`` says
that the person stands by it, which is taken for granted where nothing is said; what is left out,
``clusters`` or ``dice``, is right as it was read.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.words.language import gettext as _
from rules import Board, BoardFormatError, Cell, FormatError, board_from_json
from rules.fields import Fields
from rules.lattice import SIDES, connected_parts
from vision.lattice.projection import outline_beside
from vision.reading import ClusterReading, Point, Reading, TileReading

_EXAMPLE = '{"clusters": [{"tiles": [...]}], "dice": [...]}'
_CLUSTER_EXAMPLE = '{"tiles": [...]}'
_TILE_EXAMPLE = '{"q": 0, "r": 0, "orientation": 4}'
_DIE_EXAMPLE = '{"value": 3}'
_MOST_DICE = 12
# Of the distance from centre to corner: a tile this near to a cell is the one that lies there.
_IN_PLACE = 0.5


class CorrectionError(FormatError):
    """Data that are no correction of this reading; the text says what to change."""


@dataclass(frozen=True)
class CorrectedCluster:
    """The tiles of one cluster as a person says that they lie, on the lattice of the reading.

    ``unchecked`` are cells whose tiles the reader is not sure of and the person has not judged.
    """

    board: Board
    unchecked: frozenset[Cell] = frozenset()


@dataclass(frozen=True)
class CorrectedDie:
    """The value of a die; ``sure`` unless neither the reader nor the person stands by it."""

    value: int
    sure: bool = True


@dataclass(frozen=True)
class Correction:
    """What a person says of a photo: one entry for each cluster of its reading, and the dice."""

    clusters: tuple[CorrectedCluster, ...]
    dice: tuple[CorrectedDie, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether the person stands by every tile and die: then it is the truth about the photo."""
        return all(die.sure for die in self.dice) and not any(c.unchecked for c in self.clusters)


def confirmation(reading: Reading) -> Correction:
    """Return the correction that changes nothing: everything is right as it was read."""
    return Correction(
        tuple(CorrectedCluster(cluster.board()) for cluster in reading.clusters),
        tuple(CorrectedDie(die.value) for die in reading.dice),
    )


def correction_from_json(data: object, reading: Reading) -> Correction:
    """Read the correction of a reading from decoded JSON.

    Raises
    ------
    CorrectionError
        If it is none, or does not go with this reading.
    """
    fields = Fields.of(data, _("The correction"), _EXAMPLE, CorrectionError)
    as_read = confirmation(reading)
    clusters, dice = as_read.clusters, as_read.dice
    if fields.has("clusters"):
        entries = fields.entries("clusters")
        if len(entries) != len(reading.clusters):
            raise CorrectionError(
                _(
                    "The correction has {given} clusters, but the reading has {count}: give one for"
                    " each, in the same order; one that holds no tile has none.",
                    given=len(entries),
                    count=len(reading.clusters),
                )
            )
        clusters = tuple(
            _cluster_from_json(entry, reading, number) for number, entry in enumerate(entries)
        )
    if fields.has("dice"):
        dice = tuple(_dice_from_json(fields.entries("dice")))
    return Correction(clusters, dice)


def correction_to_json(correction: Correction) -> dict[str, Any]:
    """Return a correction as JSON data."""
    return {
        "clusters": [
            {
                "tiles": [
                    {
                        "q": cell.q,
                        "r": cell.r,
                        "orientation": cluster.board[cell],
                        "sure": cell not in cluster.unchecked,
                    }
                    for cell in sorted(cluster.board)
                ]
            }
            for cluster in correction.clusters
        ],
        "dice": [{"value": die.value, "sure": die.sure} for die in correction.dice],
    }


def corrected(reading: Reading, correction: Correction) -> Reading:
    """Return a reading as a person has put it right.

    Tiles that the person stands by are sure. A tile that was turned keeps its place in the picture;
    one that was added lies where the tiles around it say. The dice are left to the correction,
    since a person says their values and not where they lie.
    """
    clusters = corrected_clusters(reading, correction)
    return replace(
        reading,
        sure=correction.is_complete or reading.sure,
        reason=None,
        clusters=tuple(sorted((c for c in clusters if c.tiles), key=lambda c: -len(c.tiles))),
        dice=(),
    )


def corrected_clusters(reading: Reading, correction: Correction) -> tuple[ClusterReading, ...]:
    """Return what a correction makes of each cluster, in the reading's order; some may be empty."""
    return tuple(
        _corrected_cluster(reading, number, cluster)
        for number, cluster in enumerate(correction.clusters)
    )


@dataclass(frozen=True)
class Changes:
    """How a correction differs from what was seen, in tiles.

    ``joined`` counts tiles that were read on one board and belong to another; ``checked`` those the
    reader was not sure of, that lie as it took them to and that the person stands by.
    """

    turned: int = 0
    removed: int = 0
    added: int = 0
    joined: int = 0
    checked: int = 0
    dice: bool = False

    def __bool__(self) -> bool:
        return bool(self.turned or self.removed or self.added or self.joined or self.dice)


def changes(reading: Reading, correction: Correction) -> Changes:
    """Count what a correction changes in a reading."""
    seen = {
        frozenset(tile.corners): (number, tile)
        for number, cluster in enumerate(reading.clusters)
        for tile in cluster.tiles
    }
    turned = added = joined = checked = 0
    for number, cluster in enumerate(corrected_clusters(reading, correction)):
        for tile in cluster.tiles:
            # A tile that was read keeps its corners, in whatever order.
            home, read = seen.pop(frozenset(tile.corners), (number, None))
            if read is None:
                added += 1
                continue
            joined += home != number
            if tile.corners[0] != read.corners[0]:
                turned += 1
            else:
                checked += tile.sure and not read.sure
    values_read = sorted(die.value for die in reading.dice)
    values = sorted(die.value for die in correction.dice)
    return Changes(turned, len(seen), added, joined, checked, values != values_read)


def _cluster_from_json(data: object, reading: Reading, number: int) -> CorrectedCluster:
    place = f"clusters[{number}]"
    try:
        board = board_from_json(data)
    except BoardFormatError as error:
        raise CorrectionError(f"{place}: {error}") from error
    _refuse_stray_tiles(board, reading.clusters[number], place)
    unchecked = set()
    cluster = Fields.of(data, place, _CLUSTER_EXAMPLE, CorrectionError)
    for index, entry in enumerate(cluster.entries("tiles")):
        tile = Fields.of(entry, f"tiles[{index}] of {place}", _TILE_EXAMPLE, CorrectionError)
        if tile.has("sure") and not tile.flag("sure"):
            cell = Cell(entry["q"], entry["r"])
            read = _read_at(cell, reading, number)
            if read is not None and not read.sure and read.orientation == board[cell]:
                unchecked.add(cell)
    return CorrectedCluster(board, frozenset(unchecked))


def _refuse_stray_tiles(board: Board, seen: ClusterReading, place: str) -> None:
    """Refuse tiles that hang together with no place of the cluster: nothing says where they lie."""
    known = {tile.cell for tile in seen.tiles} | set(seen.hidden)
    beside = {neighbour for cell in known for neighbour in cell.neighbours()}
    for part in connected_parts(sorted(board)):
        if part.isdisjoint(known | beside):
            q, r = min(part)
            raise CorrectionError(
                _(
                    "{place}: the tile on cell ({q}, {r}) lies apart from all that was read; add"
                    " tiles beside those of the cluster.",
                    place=place,
                    q=q,
                    r=r,
                )
            )


def _dice_from_json(entries: Sequence[object]) -> Iterable[CorrectedDie]:
    if len(entries) > _MOST_DICE:
        raise CorrectionError(
            _("The correction has {count} dice; no table has so many.", count=len(entries))
        )
    for number, entry in enumerate(entries):
        die = Fields.of(entry, f"dice[{number}]", _DIE_EXAMPLE, CorrectionError)
        sure = die.flag("sure") if die.has("sure") else True
        yield CorrectedDie(die.whole_number("value", low=1, high=SIDES), sure)


def _corrected_cluster(
    reading: Reading, number: int, correction: CorrectedCluster
) -> ClusterReading:
    seen = reading.clusters[number]
    tiles = []
    for cell, orientation in sorted(correction.board.items()):
        read = _read_at(cell, reading, number)
        if read is not None and cell in correction.unchecked:
            tiles.append(read)
            continue
        outline = _outline(seen, cell) if read is None else _turned(read.corners, -read.orientation)
        tiles.append(_checked_tile(cell, orientation, outline))
    hidden = tuple(cell for cell in seen.hidden if cell not in correction.board)
    return ClusterReading(tuple(tiles), hidden)


def _read_at(cell: Cell, reading: Reading, number: int) -> TileReading | None:
    """Return the tile that was read on a cell of a cluster.

    Where one board was read as two, that may be a tile of another cluster that lies there; it is
    returned as it lies on this one's lattice.
    """
    cluster = reading.clusters[number]
    for tile in cluster.tiles:
        if tile.cell == cell:
            return tile
    outline = _outline(cluster, cell)
    center = _middle(outline)
    reach = max(math.dist(center, corner) for corner in outline)
    for other in reading.clusters:
        for tile in other.tiles:
            if other is not cluster and math.dist(tile.center, center) < _IN_PLACE * reach:
                distances = [math.dist(tile.white_tip, corner) for corner in outline]
                return _on_lattice(tile, cell, distances.index(min(distances)))
    return None


def _on_lattice(tile: TileReading, cell: Cell, orientation: int) -> TileReading:
    """Return the same tile in the picture, named on another lattice."""
    turns = orientation - tile.orientation
    empty, *tiles = tile.probabilities
    probabilities = (empty, *(tiles[(k - turns) % SIDES] for k in range(SIDES)))
    return replace(tile, cell=cell, orientation=orientation, probabilities=probabilities)


def _outline(cluster: ClusterReading, cell: Cell) -> tuple[Point, ...]:
    """Return where a cell lies in the picture by the tiles around it, from the lattice's corner 0.

    The corners of a tile are those of its cell, from the one so many on as its orientation says.
    """
    return tuple((float(x), float(y)) for x, y in outline_beside(cluster, cell))


def _checked_tile(cell: Cell, orientation: int, outline: Sequence[Point]) -> TileReading:
    corners = _turned(outline, orientation)
    return TileReading(
        cell=cell,
        orientation=orientation,
        center=_middle(corners),
        white_tip=corners[0],
        blue_tip=corners[SIDES // 2],
        corners=corners,
        confidence=1.0,
        sure=True,
        probabilities=tuple(float(index == 1 + orientation) for index in range(1 + SIDES)),
    )


def _turned(corners: Sequence[Point], steps: int) -> tuple[Point, ...]:
    """Return corners in the order they have from the one so many steps on."""
    return tuple(corners[(index + steps) % SIDES] for index in range(SIDES))


def _middle(corners: Sequence[Point]) -> Point:
    xs, ys = zip(*corners, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)

"""What a photo shows of how tiles lie is told to those who read its clusters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.arrays import Float64s, Indices, Mask, Patches
from vision.networks.heights import HeightJudge
from vision.networks.lies import LieJudge
from vision.pictures.patches import CELL_SIDE, LIE_SIDE, cut_patches, lie_places
from vision.recognition.cells import ClusterReader
from vision.recognition.figure_fit import fit_figures
from vision.recognition.lie import Lie
from vision.recognition.lie_thresholds import (
    ALOFT,
    ANOTHER_SIZE,
    CROWDED,
    ENOUGH_TO_LIE,
    IN_SIGHT,
    LARGER_ON_A_STACK,
    LEAST_IN_PLAY,
    MAY_BE_ALOFT,
    MAY_TOP_A_STACK,
    NO_ROOM,
    PLAINLY_SEEN,
)
from vision.recognition.medians import median
from vision.recognition.mirror_images import Group, rather_images, which_are_images
from vision.recognition.misfits import odds_of_misfits
from vision.recognition.set_colors import SetColors
from vision.recognition.stacks import tell_stacks
from vision.recognition.thresholds import ENOUGH_TO_COMPARE, MOST_HELD


@dataclass(frozen=True)
class LieJudges:
    """The networks that say how tiles lie: whether aloft, and how high their faces are."""

    aloft: LieJudge
    heights: HeightJudge

    @classmethod
    def load(cls, models: Path) -> LieJudges:
        """Load them from a folder."""
        return cls(LieJudge(models / "lies.onnx"), HeightJudge(models / "heights.onnx"))


def tell_how_tiles_lie(
    readers: Sequence[ClusterReader], judges: LieJudges, colors: SetColors | None
) -> tuple[int, int]:
    """Tell readers which of their tiles are in the air, lie on others, or are seen in a mirror.

    Returns how many tiles are raised, and how many are or may be. Where there is no board nothing
    but its height is told of a lone tile: its lattice is where it was seen itself. Of two together
    each is seen beside the other, but which of them lies askew is not told.

    Parameters
    ----------
    readers
        Those that read the boards and lone tiles of a photo.
    judges
        The networks that are asked.
    colors
        Those of the set, if they are known.
    """
    with_tiles = [reader for reader in readers if reader.orientations()]
    if not with_tiles:
        return 0, 0
    network = _network_says(judges.aloft, with_tiles)
    tell_stacks(with_tiles, network, judges.heights)
    if max(len(reader.orientations()) for reader in with_tiles) <= MOST_HELD:
        return 0, _doubt_pairs(with_tiles, network)
    images, likely_images = _images(with_tiles)
    rooms = [
        _room(reader, [other for other in with_tiles if other is not reader])
        for reader in with_tiles
    ]
    odds = [what_it_sees(says, room) for says, room in zip(network, rooms, strict=True)]
    count = sum(len(room) for room in rooms)
    in_play = max(len(room) for room in rooms) >= LEAST_IN_PLAY
    lies = []
    for reader, says, sees, room in zip(with_tiles, network, odds, rooms, strict=True):
        sizes, plainly = _sizes(reader), _plainly_told(reader, count)
        own = how_they_lie(sees, room, sizes, plainly)
        own = doubt_misfits(own, sees + odds_of_misfits(reader, sees, colors))
        lies.append(doubt_top_of_stack(own, says, room, sizes) if in_play and plainly else own)
    raised = aloft = likely_images
    for reader, own, says, image in zip(with_tiles, lies, odds, images, strict=True):
        if image is Lie.FLAT:
            raised += own.count(Lie.RAISED)
            aloft += len(own) - own.count(Lie.FLAT)
        reader.tell(own if image is Lie.FLAT else [image] * len(own), says)
    return raised, aloft


def _doubt_pairs(readers: Sequence[ClusterReader], network: Sequence[Float64s]) -> int:
    """Tell readers of two tiles each which of them may be aloft; return how many these are."""
    doubted = 0
    for reader, odds in zip(readers, network, strict=True):
        if len(odds) > 1:
            lies = [min(lie_of(one), Lie.DOUBTFUL) for one in odds.tolist()]
            reader.tell(lies, odds)
            doubted += lies.count(Lie.DOUBTFUL)
    return doubted


def what_it_sees(odds: Float64s, room: Float64s) -> Float64s:
    """Return the lie network's log odds of a reader's tiles, (n,), less where it sees little.

    A lone tile that lies far from boards is seen among no neighbours: what would be aloft beside
    some is doubted then. ``room`` is how far each tile is from others' boards, (n,).
    """
    return np.where(_is_far_alone(room), odds - (ALOFT - MAY_BE_ALOFT), odds)


def _is_far_alone(room: Float64s) -> Mask:
    """Tell which of a reader's tiles, (n,), are lone ones that lie far from others' boards."""
    return np.asarray((len(room) <= MOST_HELD) & (room >= IN_SIGHT))


def how_they_lie(odds: Float64s, room: Float64s, sizes: Float64s, plainly: bool) -> list[Lie]:
    """Return how a reader's tiles lie: by the lie network's log odds, room and sizes, (n,) each.

    On one table no two overlap: a lone one that lies across a tile of another's board is none of
    the table, however badly it is seen, if it is ``plainly`` told where tiles lie. All tiles of a
    set are as large: a lone one that seems to be of another size, against 1 for those of the
    table, is held nearer to the camera, or is none.
    """
    by_network = [lie_of(one) for one in odds.tolist()]
    if len(odds) > MOST_HELD:
        return by_network
    across = Lie.RAISED if plainly else Lie.DOUBTFUL
    by_room = [
        across if off < NO_ROOM else Lie.DOUBTFUL if off < CROWDED else Lie.FLAT
        for off in room.tolist()
    ]
    other = np.abs(sizes - 1) > (ANOTHER_SIZE if plainly else np.inf)
    by_size = [Lie.DOUBTFUL if is_other else Lie.FLAT for is_other in other.tolist()]
    return [max(told) for told in zip(by_network, by_room, by_size, strict=True)]


def doubt_misfits(lies: Sequence[Lie], odds: Float64s) -> list[Lie]:
    """Return how a reader's tiles lie, (n,) each, not sure where these log odds speak against it.

    They are the lie network's that it is in the air, and what it is off its cell besides.
    """
    doubts = (odds > MAY_BE_ALOFT).tolist()
    return [max(lie, Lie.DOUBTFUL) if d else lie for lie, d in zip(lies, doubts, strict=True)]


def doubt_top_of_stack(
    lies: Sequence[Lie], odds: Float64s, room: Float64s, sizes: Float64s
) -> list[Lie]:
    """Return how a reader's tiles lie, (n,) each, if a stack stands beside a board in play.

    A lone one far from boards that seems larger than theirs, and perhaps aloft, may be its topmost.
    ``odds`` are the lie network's.
    """
    tops = _is_far_alone(room) & (odds + LARGER_ON_A_STACK * (sizes - 1) > MAY_TOP_A_STACK)
    return [
        max(lie, Lie.DOUBTFUL) if top else lie for lie, top in zip(lies, tops.tolist(), strict=True)
    ]


def _plainly_told(reader: ClusterReader, count: int) -> bool:
    """Tell whether so many tiles in all tell how others are seen, and these little aslant."""
    flatness = reader.cluster.table.flatness(np.array(reader.tile_centers()))
    return count >= ENOUGH_TO_LIE and bool(flatness.min() > PLAINLY_SEEN)


def lie_of(odds: float) -> Lie:
    """Return how a tile lies by the lie network's log odds that it is aloft."""
    if odds > ALOFT:
        return Lie.RAISED
    return Lie.DOUBTFUL if odds > MAY_BE_ALOFT else Lie.FLAT


def _network_says(judge: LieJudge, readers: Sequence[ClusterReader]) -> list[Float64s]:
    """Return the lie network's log odds that each reader's tiles are aloft, (n,) each.

    All are looked at together: a cloth may be read as many lone tiles.
    """
    patches = [_patches(reader) for reader in readers]
    ends = np.cumsum([len(own) for own in patches])
    return np.split(judge.judge(np.concatenate(patches)), ends[:-1])


def _patches(reader: ClusterReader) -> Patches:
    """Return a reader's tiles among their neighbours, (n, side, side, 3)."""
    tiles = reader.orientations()
    centers = np.array([cell.center() for cell in tiles])
    turns = np.array(list(tiles.values())) * (math.pi / 3)
    places = lie_places(reader.cluster.project, centers, turns)
    return cut_patches(reader.pyramid, places, LIE_SIDE)


def _sizes(reader: ClusterReader) -> Float64s:
    """Return how large a reader's tiles seem on the table, (n,); 1 where none was detected."""
    found = reader.cluster.tiles
    return np.array([found[cell].size if cell in found else 1.0 for cell in reader.orientations()])


def _room(reader: ClusterReader, others: Sequence[ClusterReader]) -> Float64s:
    """Return how far a reader's tiles are from the nearest tile of others' boards, (n,).

    In edge lengths of the others' tiles; infinity where there are none.
    """
    centers = np.array(reader.tile_centers())
    result = np.full(len(centers), np.inf)
    for other in others:
        cells = list(other.orientations())
        if len(cells) >= ENOUGH_TO_COMPARE:
            ways = other.cluster.locate(centers)[:, None] - [cell.center() for cell in cells]
            result = np.minimum(result, np.hypot(ways[..., 0], ways[..., 1]).min(axis=1))
    return result


def _images(readers: Sequence[ClusterReader]) -> tuple[list[Lie], int]:
    """Return which readers' tiles are images in a mirror: all those of a reader, or none.

    With how many tiles that are likely images, and not surely, so that they leave a photo unsure.
    """
    tiles = [(number, tile) for number, reader in enumerate(readers) for tile in reader.tiles()]
    if len(readers) < 2 or len(tiles) < ENOUGH_TO_LIE:
        return [Lie.FLAT] * len(readers), 0
    numbers: Indices = np.array([number for number, _ in tiles])
    whole = np.ones(CELL_SIDE**2, np.bool_)
    fit = fit_figures(
        np.stack([tile.pixels for _, tile in tiles]),
        [tile.orientation for _, tile in tiles],
        np.stack([whole if tile.shown is None else tile.shown for _, tile in tiles]),
    )
    groups = [
        Group(
            reader.orientations(),
            float(median(fit.brightness[numbers == number])),
            float(median(fit.contrast[numbers == number])),
        )
        for number, reader in enumerate(readers)
    ]
    lies = which_are_images(groups)
    likely = rather_images(groups, lies)
    told = [Lie.RAISED if is_one else lie for is_one, lie in zip(likely, lies, strict=True)]
    return told, sum(
        len(group.tiles) for group, is_one in zip(groups, likely, strict=True) if is_one
    )

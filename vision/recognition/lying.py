"""What a photo shows of how tiles lie is told to those who read its clusters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Float64s, Indices, Mask
from vision.detection import Detection
from vision.pictures.patches import CELL_SIDE
from vision.recognition.aloft import Seen, evidence_of_being_aloft
from vision.recognition.cells import ClusterReader
from vision.recognition.figure_fit import FigureFit, fit_figures
from vision.recognition.medians import median
from vision.recognition.mirror_images import Group, which_are_images
from vision.recognition.out_of_place import (
    Drawn,
    drawn_in_their_cells,
    which_are_out_of_place,
)
from vision.recognition.raised import (
    Comparison,
    Lie,
    compared,
    how_tiles_lie,
    usual_offset,
)
from vision.recognition.set_colors import SetColors, TilePatch
from vision.recognition.thresholds import (
    ALOFT,
    AMONG_THEMSELVES,
    CROWDED,
    ENOUGH_TO_COMPARE,
    ENOUGH_TO_LIE,
    FAINTLY_DRAWN,
    MAY_BE_ALOFT,
    MOST_HELD,
    NO_ROOM,
    PLAINLY_SEEN,
    SOMEWHAT_FADED,
    SURELY_FLAT,
    USUAL_CONTRAST,
    WHOLE_FACE_OFF,
)
from vision.recognition.whole_faces import how_far_faces_are_off


def tell_how_tiles_lie(
    readers: Sequence[ClusterReader], colors: SetColors | None
) -> tuple[int, int]:
    """Tell readers which of their tiles are in the air or in a mirror.

    Returns how many tiles are raised, and how many are or may be. Too few tiles on the table do not
    tell how one that lies on it is seen. Of those of a board, all witnesses are weighed together;
    of a lone tile, whose lattice is where it was seen itself, each says what it can. ``colors`` are
    those of the set, if they are known.
    """
    with_tiles = [reader for reader in readers if reader.orientations()]
    tiles = [(number, tile) for number, reader in enumerate(with_tiles) for tile in reader.tiles()]
    if len(tiles) <= ENOUGH_TO_COMPARE:
        return 0, 0
    patches = np.stack([tile.pixels for _, tile in tiles])
    whole = np.ones(CELL_SIDE**2, np.bool_)
    shown = np.stack([whole if tile.shown is None else tile.shown for _, tile in tiles])
    fit = fit_figures(patches, [tile.orientation for _, tile in tiles], shown)
    numbers = np.array([number for number, _ in tiles])
    comparisons = compared(fit, numbers.tolist())
    finds = [reader.finds() for reader in with_tiles]
    drawn = _drawn(with_tiles, finds)
    flatness = with_tiles[0].cluster.table.flatness(np.array([tile.center for _, tile in tiles]))
    plainly = [flatness[numbers == n].min() > PLAINLY_SEEN for n in range(len(with_tiles))]
    lies = _by_figures(fit, numbers, comparisons, plainly)
    for index in _doubted(drawn, tiles, fit, comparisons, colors):
        lies[index] = max(lies[index], Lie.DOUBTFUL)
    faces_off = _faces_off(with_tiles, finds, fit, numbers)
    limit = max(WHOLE_FACE_OFF, AMONG_THEMSELVES * usual_offset(comparisons))
    for index, lie in _elsewhere(with_tiles, numbers, faces_off > limit, plainly).items():
        lies[index] = max(lies[index], lie)
    seen = Seen(flatness, faces_off, _looked(with_tiles))
    faded = which_are_faded(drawn, comparisons)
    for index, odds in _odds_of_being_aloft(fit, drawn, seen, numbers, comparisons).items():
        lies[index] = agreed(lies[index], odds, is_faded=bool(faded[index]))
    raised = aloft = 0
    images = _images(with_tiles, fit, numbers)
    for number, reader in enumerate(with_tiles):
        own = [lies[index] for index in np.flatnonzero(numbers == number).tolist()]
        if images[number] is Lie.FLAT:
            raised += own.count(Lie.RAISED)
            aloft += len(own) - own.count(Lie.FLAT)
        else:
            own = [images[number]] * len(own)
        reader.tell(own)
    return raised, aloft


def agreed(lie: Lie, odds: float, *, is_faded: bool = False) -> Lie:
    """Return how a tile of a board lies: what one witness or two say of it, and all of them.

    One that ``is_faded`` is in the air surely or not at all: what fades it spoils the rest.
    """
    if odds < SURELY_FLAT:
        return Lie.FLAT
    if odds > ALOFT:
        return Lie.RAISED
    said = max(lie, Lie.DOUBTFUL) if odds > MAY_BE_ALOFT else lie
    return Lie.FLAT if is_faded and said is Lie.DOUBTFUL else said


def which_are_faded(drawn: Drawn, comparisons: Sequence[Comparison]) -> Mask:
    """Tell of which tiles glare, a hand or the like makes the colours nearer to each other, (n,).

    Their figures are spoilt by that, and so is what the detector draws of them. Light falls on a
    tile in the air as on the others.
    """
    result = np.zeros(len(drawn.scores), np.bool_)
    is_faint = (drawn.scores > 0) & (drawn.scores < FAINTLY_DRAWN)
    limit = np.log(np.where(is_faint, SOMEWHAT_FADED, USUAL_CONTRAST))
    for compared_with in comparisons:
        result |= compared_with.of_cluster & (compared_with.found.paleness < limit)
    return result


def _looked(readers: Sequence[ClusterReader]) -> Float64s:
    """Return what the cell network gives the likeliest class of each reader's tiles, (n,)."""
    beliefs = [reader.beliefs[cell] for reader in readers for cell in reader.orientations()]
    return np.array([belief.looked.max() for belief in beliefs], np.float64)


def _odds_of_being_aloft(
    fit: FigureFit,
    drawn: Drawn,
    seen: Seen,
    numbers: Indices,
    comparisons: Sequence[Comparison],
) -> dict[int, float]:
    """Return the log odds by all witnesses of the tiles of boards, if enough tell the usual."""
    odds = evidence_of_being_aloft(fit, drawn, seen, comparisons)
    of_boards = np.bincount(numbers)[numbers] > MOST_HELD
    told = np.flatnonzero(of_boards & np.isfinite(odds) & fit.whole).tolist()
    return {index: float(odds[index]) for index in told}


def _by_figures(
    fit: FigureFit,
    numbers: Indices,
    comparisons: Sequence[Comparison],
    plainly: Sequence[bool],
) -> list[Lie]:
    """Return how tiles lie by their figures; of those that are seen much aslant they tell nothing.

    ``numbers`` are those of the tiles' readers, (n,), and ``plainly`` says of which readers all are
    seen so little aslant that their figures tell how they lie, here and below.
    """
    lies = how_tiles_lie(fit, comparisons)
    return [
        lie if plainly[number] else Lie.FLAT
        for lie, number in zip(lies, numbers.tolist(), strict=True)
    ]


def _doubted(
    drawn: Drawn,
    tiles: Sequence[tuple[int, TilePatch]],
    fit: FigureFit,
    comparisons: Sequence[Comparison],
    colors: SetColors | None,
) -> list[int]:
    """Return which tiles two witnesses see elsewhere than in their cells."""

    def blue_in_white(index: int) -> float:
        return 0.0 if colors is None else colors.blue_in_white(tiles[index][1])

    out = which_are_out_of_place(fit, drawn, blue_in_white, comparisons)
    return [int(index) for index in np.flatnonzero(out)]


def _faces_off(
    readers: Sequence[ClusterReader],
    finds: Sequence[Sequence[Detection | None]],
    fit: FigureFit,
    numbers: Indices,
) -> Float64s:
    """Return how far whole faces are seen off their cells, (n,); 0 of lone tiles, which have none.

    The lattice of a lone tile is where the tile itself was seen. ``finds`` are each reader's.
    """
    usual_misfit = float(median(fit.misfit))
    result = np.zeros(len(numbers))
    for number, (reader, found) in enumerate(zip(readers, finds, strict=True)):
        if (numbers == number).sum() > MOST_HELD:
            result[numbers == number] = how_far_faces_are_off(
                reader.pyramid,
                reader.cluster,
                list(reader.orientations().items()),
                found,
                usual_misfit,
            )
    return result


def _elsewhere(
    readers: Sequence[ClusterReader],
    numbers: Indices,
    is_off: Mask,
    plainly: Sequence[bool],
) -> dict[int, Lie]:
    """Return how tiles lie whose whole faces are seen elsewhere, or that others leave no room.

    ``is_off`` says whose whole faces are, (n,).

    On one table no two overlap: a lone one that lies across a board's tile is none of the table,
    however badly it is seen.
    """
    lies: dict[int, Lie] = {}
    for number, reader in enumerate(readers):
        own = np.flatnonzero(numbers == number)
        surely = len(numbers) >= ENOUGH_TO_LIE and plainly[number]
        off = Lie.RAISED if surely else Lie.DOUBTFUL
        if len(own) <= MOST_HELD:
            boards = [r for r in readers if len(r.orientations()) >= ENOUGH_TO_COMPARE]
            room = _room(reader, boards)
            lies |= dict.fromkeys(own[room < CROWDED].tolist(), Lie.DOUBTFUL)
            lies |= dict.fromkeys(own[room < NO_ROOM].tolist(), off)
            continue
        lies |= dict.fromkeys(own[is_off[own]].tolist(), off)
    return lies


def _room(reader: ClusterReader, others: Sequence[ClusterReader]) -> Float64s:
    """Return how far the middles of a reader's tiles are from the nearest of others', (n,).

    In edge lengths of the others' tiles; infinity where there are none.
    """
    centers = np.array(reader.tile_centers())
    result = np.full(len(centers), np.inf)
    for other in others:
        cells = list(other.orientations())
        ways = other.cluster.locate(centers)[:, None] - [cell.center() for cell in cells]
        result = np.minimum(result, np.hypot(ways[..., 0], ways[..., 1]).min(axis=1))
    return result


def _images(readers: Sequence[ClusterReader], fit: FigureFit, numbers: Indices) -> list[Lie]:
    """Return which readers' tiles are images in a mirror: all those of a reader, or none."""
    if len(numbers) < ENOUGH_TO_LIE:
        return [Lie.FLAT] * len(readers)
    return which_are_images(
        [
            Group(
                reader.orientations(),
                float(median(fit.brightness[numbers == number])),
                float(median(fit.contrast[numbers == number])),
            )
            for number, reader in enumerate(readers)
        ]
    )


def _drawn(readers: Sequence[ClusterReader], finds: Sequence[Sequence[Detection | None]]) -> Drawn:
    """Return how the detector drew the tiles of some readers, one after the other.

    Of a tile that the picture's rim cuts it cannot be certain.
    """
    parts = [
        drawn_in_their_cells(reader.cluster, list(reader.orientations().items()), found)
        for reader, found in zip(readers, finds, strict=True)
    ]
    whole = [reader.beliefs[cell].seen == 1 for reader in readers for cell in reader.orientations()]
    return Drawn(
        np.concatenate([part.maps for part in parts]),
        np.concatenate([part.shifts for part in parts]),
        np.concatenate([part.scores for part in parts]) * whole,
    )

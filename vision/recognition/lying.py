"""What a photo shows of how tiles lie is told to those who read its clusters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.recognition.cells import ClusterReader
from vision.recognition.figure_fit import fit_figures
from vision.recognition.mirror_images import Group, which_are_images
from vision.recognition.out_of_place import (
    Drawn,
    drawn_in_their_cells,
    which_are_out_of_place,
)
from vision.recognition.raised import Lie, how_tiles_lie
from vision.recognition.set_colors import SetColors
from vision.recognition.thresholds import ENOUGH_TO_LIE, PLAINLY_SEEN


def tell_how_tiles_lie(
    readers: Sequence[ClusterReader], colors: SetColors | None
) -> tuple[int, int]:
    """Tell readers which of their tiles are in the air or in a mirror.

    Returns how many tiles are raised, and how many are or may be. Too few tiles on the table do not
    tell how one that lies on it is seen. Of tiles that are seen much aslant a figure alone tells
    nothing, but two witnesses do. ``colors`` are those of the set, if they are known.
    """
    tiles = [(number, tile) for number, reader in enumerate(readers) for tile in reader.tiles()]
    if len(tiles) < ENOUGH_TO_LIE:
        return 0, 0
    patches = np.stack([tile.pixels for _, tile in tiles])
    fit = fit_figures(patches, [tile.orientation for _, tile in tiles])
    numbers = np.array([number for number, _ in tiles])
    lies = how_tiles_lie(fit, numbers.tolist())

    def blue_in_white(index: int) -> float:
        return 0.0 if colors is None else colors.blue_in_white(tiles[index][1])

    drawn = _drawn([reader for number, reader in enumerate(readers) if number in numbers])
    doubted = which_are_out_of_place(fit, drawn, blue_in_white, numbers.tolist())
    groups = [
        Group(
            reader.orientations(),
            float(np.median(fit.brightness[numbers == number])),
            float(np.median(fit.contrast[numbers == number])),
        )
        for number, reader in enumerate(readers)
        if number in numbers
    ]
    named = [number for number in range(len(readers)) if number in numbers]
    images = dict(zip(named, which_are_images(groups), strict=True))
    raised = aloft = 0
    for number in named:
        own = [lies[index] for index in np.flatnonzero(numbers == number).tolist()]
        if not _are_seen_plainly(readers[number]):
            own = [Lie.FLAT] * len(own)
        own = [
            Lie.DOUBTFUL if lie is Lie.FLAT and is_doubted else lie
            for lie, is_doubted in zip(own, doubted[numbers == number].tolist(), strict=True)
        ]
        if images[number] is Lie.FLAT:
            raised += own.count(Lie.RAISED)
            aloft += len(own) - own.count(Lie.FLAT)
        else:
            own = [images[number]] * len(own)
        readers[number].tell(own)
    return raised, aloft


def _drawn(readers: Sequence[ClusterReader]) -> Drawn:
    """Return how the detector drew the tiles of some readers, one after the other."""
    parts = [
        drawn_in_their_cells(reader.cluster, list(reader.orientations().items()), reader.finds())
        for reader in readers
    ]
    maps = np.concatenate([part.maps for part in parts])
    return Drawn(maps, np.concatenate([part.shifts for part in parts]))


def _are_seen_plainly(reader: ClusterReader) -> bool:
    """Tell whether all tiles are seen so little aslant that their figures tell how they lie."""
    flatness = reader.cluster.table.flatness(np.array(reader.tile_centers()))
    return bool(flatness.min() > PLAINLY_SEEN)

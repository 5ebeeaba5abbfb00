"""How little what is read as a tile is like one that lies in its cell.

A tile in the air, or one that lies on others, is seen beside its cell, turned, or of another size,
and it covers parts of those about it, so that blue is seen where one of them is white. Each of that
befalls tiles that lie flat, too: it counts only beside what the lie network sees.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Float64s
from vision.lattice.cluster import FittedTile
from vision.recognition.cells import ClusterReader
from vision.recognition.lie_thresholds import (
    MOST_OFF,
    NOT_QUITE_FLAT,
    ODDS_OF_BLUE,
    ODDS_OFF,
    SIZE_OFF,
    STEP_OFF,
    TURN_OFF,
)
from vision.recognition.set_colors import SetColors


def odds_of_misfits(reader: ClusterReader, odds: Float64s, colors: SetColors | None) -> Float64s:
    """Return by how much more a reader's tiles may be in the air for how little they fit, (n,).

    Parameters
    ----------
    reader
        One that reads a board.
    odds
        The lie network's log odds that each of its tiles is in the air, (n,).
    colors
        Those of the set, if they are known.
    """
    tiles = reader.orientations()
    fitted = reader.cluster.tiles
    flatness = reader.cluster.table.flatness(np.array(reader.tile_centers()))
    # Where the rim cuts a tile, it was not seen exactly where it lies.
    is_whole = [cell in fitted and reader.beliefs[cell].seen == 1 for cell in tiles]
    off = [
        how_far_off(fitted[cell]) if whole else 0.0
        for cell, whole in zip(tiles, is_whole, strict=True)
    ]
    more = ODDS_OFF * np.minimum(np.array(off) * flatness**2, MOST_OFF)
    if colors is not None:
        for number, (cell, orientation) in enumerate(tiles.items()):
            if odds[number] > NOT_QUITE_FLAT:
                blue = colors.blue_on_white(reader.patch(cell, orientation))
                more[number] += ODDS_OF_BLUE * blue
    return np.asarray(more, np.float64)


def how_far_off(tile: FittedTile) -> float:
    """Return how far a tile is off its cell, its size and its turn: chi squared of all three."""
    return (
        (tile.offset / STEP_OFF) ** 2
        + ((tile.size - 1) / SIZE_OFF) ** 2
        + (tile.turn / TURN_OFF) ** 2
    )

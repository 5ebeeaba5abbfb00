"""How little what is read as a tile is like one that lies in its cell.

A tile in the air, or one that lies on others, is seen beside its cell, turned, or of another size,
and it covers parts of those about it, so that blue is seen where one of them is white. What it lies
on peeks out on a free cell. Each of that befalls tiles that lie flat, too: it counts only beside
what the lie network sees.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.lattice import SIDES, Cell
from vision.arrays import Float64s
from vision.lattice.cluster import FittedTile
from vision.recognition.cells import ClusterReader
from vision.recognition.lie_thresholds import (
    MOST_OFF,
    MOST_PEEKING,
    NOT_QUITE_FLAT,
    ODDS_OF_BLUE,
    ODDS_OF_PEEKING,
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
    doubted = odds > NOT_QUITE_FLAT
    if colors is not None and doubted.any():
        peeking = how_much_peeks_out(reader, colors)
        for number, (cell, orientation) in enumerate(tiles.items()):
            if doubted[number]:
                blue = colors.blue_on_white(reader.patch(cell, orientation))
                more[number] += ODDS_OF_BLUE * blue + ODDS_OF_PEEKING * peeking[number]
    return np.asarray(more, np.float64)


def how_much_peeks_out(reader: ClusterReader, colors: SetColors) -> Float64s:
    """Return how much of another tile is seen below each of a reader's tiles, 0..1, (n,).

    One that a tile lies on shows both of the set's colours on a free cell, hard by that tile. It is
    the most of any free side of it, up to a limit, less twice what three quarters of the board's
    free sides show at most: a cloth may have the set's colours.
    """
    sides = [list(_free_sides(reader, colors, cell)) for cell in reader.orientations()]
    usual = float(np.quantile([seen for own in sides for seen in own] or [0.0], 0.75))
    most = np.array([max(own, default=0.0) for own in sides])
    return np.clip(most - 2 * usual, 0.0, MOST_PEEKING)


def _free_sides(reader: ClusterReader, colors: SetColors, cell: Cell) -> Iterator[float]:
    """Return how much of both colours lies beside a tile, for each side on which it is seen."""
    for number, beside in enumerate(cell.neighbours()):
        belief = reader.beliefs.get(beside)
        if belief is None or belief.is_tile or belief.hidden > 0.5 or belief.seen < 1:
            continue
        yield colors.seen_towards(reader.patch(beside, 0), (number + SIDES // 2) % SIDES)


def how_far_off(tile: FittedTile) -> float:
    """Return how far a tile is off its cell, its size and its turn: chi squared of all three."""
    return (
        (tile.offset / STEP_OFF) ** 2
        + ((tile.size - 1) / SIZE_OFF) ** 2
        + (tile.turn / TURN_OFF) ** 2
    )

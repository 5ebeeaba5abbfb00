"""Whether a die lies on a tile that is not read for it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from vision.detection import Point
from vision.looks.below_dice import WithoutADie, without_the_die
from vision.looks.scales import diameter
from vision.looks.thresholds import PAINTED_OVER
from vision.networks.cells import CellJudge
from vision.networks.detector import DieDetection
from vision.readers.attempt import is_of_a_tile
from vision.readers.drawn_anew import DrawnAnew
from vision.readers.sight import Sight
from vision.readers.thresholds import LEAST_BELOW_A_DIE, MOST_DICE_LIFTED
from vision.reading import Reading
from vision.recognition.sureness import below_a_die
from vision.recognition.thresholds import DOUBTED_BELOW_A_DIE


def unless_below_dice(reading: Reading, sight: Sight, judge: CellJudge) -> Reading:
    """Return a reading as it is, or unsure where what lies about a die looks like a tile below it.

    A die on a tile that is read hides none: no die is as large as two. Each other one is drawn out
    of a small picture of what lies about it.

    Parameters
    ----------
    reading
        What is said so far.
    sight
        The photo.
    judge
        The find network.
    """
    if not reading.sure:
        return reading
    margins = (
        margin
        for die, way in product(_beside_the_tiles(reading, sight), PAINTED_OVER)
        for margin in _margins(reading, sight, without_the_die(sight.pyramid, die, *way), judge)
    )
    return below_a_die(reading, min(margins, default=math.inf))


def _beside_the_tiles(reading: Reading, sight: Sight) -> list[DieDetection]:
    """Return what was found of dice that are read, the likeliest, and lie on no tile that is."""
    tiles = [tile for cluster in reading.clusters for tile in cluster.tiles]
    beside = [
        die.center
        for die in sorted(reading.dice, key=lambda die: -die.confidence)
        if all(
            math.dist(die.center, tile.center) > math.dist(tile.center, tile.white_tip)
            for tile in tiles
        )
    ]
    nearest = dict.fromkeys(_found_at(center, sight) for center in beside)
    return list(nearest)[:MOST_DICE_LIFTED]


def _found_at(center: Point, sight: Sight) -> DieDetection:
    """Return what was found of a die that is read."""
    return min(sight.found.dice, key=lambda die: math.dist(die.center, center))


def _margins(
    reading: Reading, sight: Sight, drawn: WithoutADie, judge: CellJudge
) -> Iterator[float]:
    """Return how far what may lie below a die is from being a tile."""
    picture = DrawnAnew(drawn.picture, drawn.in_photo, (len(drawn.picture),), drawn.covered)
    for tile, margin in picture.margins(sight, judge):
        is_large = diameter(tile) > LEAST_BELOW_A_DIE * drawn.die.radius
        if is_large and not is_of_a_tile(tile, reading.clusters):
            yield margin + DOUBTED_BELOW_A_DIE

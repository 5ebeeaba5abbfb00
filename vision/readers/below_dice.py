"""Whether a die lies on a tile that is not read for it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, product

from vision.looks.below_dice import WithoutADie, without_the_die
from vision.looks.scales import diameter
from vision.looks.thresholds import CLOSE_ABOUT_A_DIE, FAINT_BELOW_A_DIE, LIFTED, PAINTED_OVER
from vision.networks.cells import CellJudge
from vision.networks.detector import DieDetection
from vision.readers.attempt import is_of_a_tile
from vision.readers.drawn_anew import DrawnAnew
from vision.readers.finds import Finds
from vision.readers.sight import Sight
from vision.readers.thresholds import LEAST_BELOW_A_DIE, MOST_DICE_LIFTED
from vision.reading import DieReading, Reading
from vision.recognition.faint import margin_with_the_die
from vision.recognition.sureness import below_a_die
from vision.recognition.thresholds import DOUBTED_BELOW_A_DIE


def unless_below_dice(
    reading: Reading, sight: Sight, judge: CellJudge, cells: CellJudge
) -> Reading:
    """Return a reading as it is, or unsure where what lies about a die looks like a tile below it.

    A die on a tile that is read hides none: no die is as large as two. Each other one is drawn out
    of a small picture of what lies about it. What that shows is a tile if it looks like one there.
    Where no tile is read it is one, too, if it looks like one in the photo itself: the networks
    know a tile with a die on it once they are told where.

    Parameters
    ----------
    reading
        What is said so far.
    sight
        The photo.
    judge, cells
        The find network and the cell network.
    """
    if not reading.sure:
        return reading
    dice = _beside_the_tiles(reading)
    drawn = (
        margin
        for die, way in product(dict.fromkeys(_found_at(die, sight) for die in dice), PAINTED_OVER)
        for margin in _margins(reading, sight, without_the_die(sight.pyramid, die, *way), judge)
    )
    in_photo = Finds(sight.pyramid, cells, sight.effort)
    faces = [] if reading.clusters else [_face_of(die, sight) for die in dice]
    seen = (
        margin
        for die, way in product(faces, LIFTED)
        for margin in _margins_in_photo(
            reading,
            sight,
            without_the_die(sight.pyramid, die, *way, about=CLOSE_ABOUT_A_DIE),
            in_photo,
        )
    )
    return below_a_die(reading, min(chain(drawn, seen), default=math.inf))


def _beside_the_tiles(reading: Reading) -> list[DieReading]:
    """Return the dice that are read, the likeliest, and lie on no tile that is."""
    tiles = [tile for cluster in reading.clusters for tile in cluster.tiles]
    beside = [
        die
        for die in sorted(reading.dice, key=lambda die: -die.confidence)
        if all(
            math.dist(die.center, tile.center) > math.dist(tile.center, tile.white_tip)
            for tile in tiles
        )
    ]
    return beside[:MOST_DICE_LIFTED]


def _found_at(die: DieReading, sight: Sight) -> DieDetection:
    """Return what was found of a die that is read."""
    return min(sight.found.dice, key=lambda found: math.dist(found.center, die.center))


def _face_of(die: DieReading, sight: Sight) -> DieDetection:
    """Return where the face of a die is that is read: what was found is only near it."""
    found = _found_at(die, sight)
    return DieDetection(die.center, die.radius or found.radius, found.score)


def _anew(drawn: WithoutADie) -> DrawnAnew:
    return DrawnAnew(drawn.picture, drawn.in_photo, (len(drawn.picture),), drawn.covered)


def _margins(
    reading: Reading, sight: Sight, drawn: WithoutADie, judge: CellJudge
) -> Iterator[float]:
    """Return how far what may lie below a die is from being a tile, as it is drawn without it."""
    for tile, margin in _anew(drawn).margins(sight, judge):
        is_large = diameter(tile) > LEAST_BELOW_A_DIE * drawn.die.radius
        if is_large and not is_of_a_tile(tile, reading.clusters):
            yield margin + DOUBTED_BELOW_A_DIE


def _margins_in_photo(
    reading: Reading, sight: Sight, drawn: WithoutADie, cells: Finds
) -> Iterator[float]:
    """Return how far it is from being one as it is seen with the die on it."""
    found = replace(_anew(drawn), least=FAINT_BELOW_A_DIE).found(sight)
    tiles = [
        tile
        for tile in map(drawn.in_photo, found)
        if diameter(tile) > LEAST_BELOW_A_DIE * drawn.die.radius
        and not is_of_a_tile(tile, reading.clusters)
    ]
    return map(margin_with_the_die, sight.finds.chances(tiles), cells.chances(tiles))

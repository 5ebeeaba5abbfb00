"""What only looks like a tile, as a closer look tells, where no board lies."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from vision.detection import Detection, outline_of
from vision.profiles.tile_colors import sure_tiles
from vision.readers.finds import Finds, worth_a_look
from vision.readers.picture_reader import PassedOver
from vision.readers.sight import Sight
from vision.readers.thresholds import HINT, LIKELY, MOST_SEEN_CLOSER, PLAIN_WIDTH
from vision.reading import Reading, TileReading
from vision.recognition.sureness import on_a_closer_look
from vision.recognition.thresholds import MOST_HELD

Telling = Callable[[Sight], PassedOver | None]
"""Tells which things in a photo are no tiles; None where nothing is told of any."""


def is_plain(tile: Detection) -> bool:
    """Tell whether a detection is seen about as high as wide: so a tile that is not seen aslant."""
    width, height = math.hypot(*tile.axis), math.hypot(*tile.side)
    return PLAIN_WIDTH < width / max(height, 1e-6) < 1 / PLAIN_WIDTH


def look_alikes(sight: Sight) -> PassedOver | None:
    """Return what tells the things that are no tiles on a closer look.

    Of what is seen aslant, or is cut by the picture's rim, too little is seen to tell. None where
    what is likely a tile holds out, where nothing is looked at, or too much would be.
    """
    height, width = sight.pyramid.image.shape[:2]
    seen = worth_a_look(sight.found.tiles, width, height)
    least_chance = LIKELY[1]
    taken = (t for t, p in zip(seen, sight.finds.chances(seen), strict=True) if p > least_chance)
    plain = [t for t in taken if is_plain(t) and sight.pyramid.shows(outline_of(t)).all()]
    likely = sight.finds.likely(seen)
    if not plain or len(plain) > MOST_SEEN_CLOSER or not set(likely) <= set(plain):
        return None
    margins: dict[Detection, float] = {}
    for tile in likely:
        margins |= sight.finds.margins_otherwise([tile])
        if margins[tile] >= 0:
            return None
    margins |= sight.finds.margins_otherwise([tile for tile in plain if tile not in margins])
    return lambda tile: margins.get(tile, 0.0) < 0


def looked_at_closer(reading: Reading, sight: Sight) -> Reading:
    """Return a reading as it is, or unsure of a tile or two that hardly look so on a closer look.

    More of them, on a board or beside each other, tell of one another.
    """
    if sum(len(cluster.tiles) for cluster in reading.clusters) > MOST_HELD:
        return reading
    seen = {_detected(tile): tile for tile in sure_tiles(reading)}
    margins = sight.finds.margins_otherwise(list(seen))
    return on_a_closer_look(reading, {seen[each]: margin for each, margin in margins.items()})


def _detected(tile: TileReading) -> Detection:
    """Return a tile that is read as the detector would have found it there."""
    center, first, second = (np.array(at) for at in (tile.center, tile.white_tip, tile.corners[1]))
    axis = first - center
    side = (second - center - axis / 2) / (math.sqrt(3) / 2)
    (ax, ay), (sx, sy) = axis.tolist(), side.tolist()
    return Detection(tile.center, (ax, ay), (sx, sy), tile.confidence)


def hints_of(sight: Sight) -> list[Detection]:
    """Return what may hint at tiles in a photo of which none is read."""
    height, width = sight.pyramid.image.shape[:2]
    return hints_among(worth_a_look(sight.found.tiles, width, height), sight.finds)


def hints_among(tiles: Sequence[Detection], finds: Finds) -> list[Detection]:
    """Return those of some detections that may hint at tiles seen so flat that nobody knows them.

    What is not seen flat the find network knows; where it takes that for nothing, it is no hint.
    """
    scored = [tile for tile in tiles if tile.score > HINT]
    known = set(finds.that_matter(scored))
    return [tile for tile in scored if tile in known or not is_plain(tile)]

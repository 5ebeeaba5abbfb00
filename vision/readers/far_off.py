"""What may be a board far off, seen almost edge on, where no tile is read."""

from __future__ import annotations

import math
from dataclasses import replace

from vision.detection import Detection
from vision.looks.far_off import look_far_off
from vision.looks.look import Finder
from vision.readers.sight import Sight
from vision.readers.thresholds import ENOUGH_FAR_OFF, HINT
from vision.reading import Reading
from vision.recognition.sureness import Doubt


def seen_far_off(sight: Sight, detector: Finder) -> tuple[Detection, ...]:
    """Return what ``detector`` finds of a photo that may be tiles seen almost edge on.

    Of fewer than a board may have it is nothing. That is two narrow bands, however busy the table
    is: it is not counted as effort.
    """
    tiles = look_far_off(detector, sight.pyramid.image)
    likely = tuple(tile for tile in tiles if tile.score > HINT)
    far = sight.shown(replace(sight.found, tiles=likely)).tiles
    return far if len(far) >= ENOUGH_FAR_OFF else ()


def unless_far_off(reading: Reading, far: tuple[Detection, ...]) -> Reading:
    """Return a reading as it is, or unsure where something was seen ``far`` off.

    What is read of that may be right, and others may lie beside it that nothing shows.
    """
    if not (reading.sure and far):
        return reading
    return replace(reading, sure=False, reason=Doubt.FAR_OFF(), margin=-math.inf)

"""What is far too small for a tile, by the dice that lie beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.detection import Detection
from vision.looks.scales import diameter
from vision.networks.detector import DieDetection
from vision.readers.look_alikes import is_plain
from vision.readers.picture_reader import PassedOver
from vision.readers.thresholds import FAR_TOO_SMALL
from vision.reading import DieReading


def far_too_small(dice: Sequence[DieReading], found: Sequence[DieDetection]) -> PassedOver | None:
    """Return what tells things that are far too small for tiles; None where no die is sure.

    No set has dice much larger than its tiles. What is seen aslant may be far off, and a tile for
    all that: it is not told.

    Parameters
    ----------
    dice
        Those that are read.
    found
        What was found of dice, with their sizes.
    """
    sure = [die.center for die in dice if die.sure]
    if not sure:
        return None
    radii = [min(found, key=lambda die: math.dist(die.center, at)).radius for at in sure]
    least = FAR_TOO_SMALL * min(radii)

    def tells(tile: Detection) -> bool:
        return is_plain(tile) and diameter(tile) < least

    return tells

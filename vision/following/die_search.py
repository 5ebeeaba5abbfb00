"""Looking for the die where the picture has changed.

A die on a busy cloth may escape the detector, which sees the whole picture, though the die network,
looking closely, knows it. Between two looks a die comes to lie where nothing else was laid.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import Points
from vision.following.overhang import Places, parts_of
from vision.following.thresholds import LARGE_SHARE, MOST_SPOTS, SMALLEST_SPOT, USUAL_DIE
from vision.networks.detector import DieDetection
from vision.readers.examination import Examination
from vision.reading import DieReading
from vision.recognition.thresholds import SURE_DIE_SCORE


class DieSearch:
    """Looks for dice that the reader did not see for sure, and remembers where they lie.

    What is found so is never sure: only one witness has seen it.
    """

    def __init__(self) -> None:
        """Start with nothing found."""
        self._spots: tuple[DieDetection, ...] = ()

    def dice(
        self, examination: Examination, changed: Places | None, tiles: Sequence[Points]
    ) -> tuple[DieReading, ...]:
        """Return the dice of a look.

        Parameters
        ----------
        examination
            The look.
        changed
            Where the picture is not as it was when the table was last settled; None where nobody
            knows.
        tiles
            Outlines of the tiles that are seen, each (6, 2) in pixels.
        """
        read = examination.reading.dice
        if any(die.sure for die in read):
            self._spots = ()
            return read
        came = () if changed is None else _changed_spots(changed, tiles)
        spots = (*self._spots, *came)
        found = examination.look_for_dice(spots)
        self._spots = tuple(replace(_nearest(spots, die), center=die.center) for die in found)
        return (*read, *(die for die in found if not _is_any_of(read, die, spots)))


def _changed_spots(changed: Places, tiles: Sequence[Points]) -> Sequence[DieDetection]:
    """Return the places where a thing of a die's size came, the largest first."""
    edges = [float(np.hypot(*(tile - tile.mean(axis=0)).T).mean()) for tile in tiles]
    size = USUAL_DIE * float(np.mean(edges)) if edges else 0.0
    areas = [math.prod(np.ptp(tile, axis=0)) for tile in tiles]
    most = max(areas, default=0.0) / changed.step**2 or LARGE_SHARE * changed.mask.size
    found = []
    for part in sorted(parts_of(changed.mask), key=lambda part: -int(part.sum())):
        place = Places(part, changed.step)
        if SMALLEST_SPOT <= part.sum() <= most and not any(place.touches(tile) for tile in tiles):
            row, column = (float(places.mean()) for places in np.nonzero(part))
            center = ((column + 0.5) * changed.step, (row + 0.5) * changed.step)
            radius = size or math.sqrt(part.sum()) * changed.step / 2
            found.append(DieDetection(center, radius, SURE_DIE_SCORE))
    return found[:MOST_SPOTS]


def _nearest(spots: Sequence[DieDetection], die: DieReading) -> DieDetection:
    return min(spots, key=lambda spot: math.dist(spot.center, die.center))


def _is_any_of(read: Sequence[DieReading], die: DieReading, spots: Sequence[DieDetection]) -> bool:
    """Tell whether a die that was found is one that was read anyway."""
    reach = 2 * _nearest(spots, die).radius
    return any(math.dist(die.center, other.center) < reach for other in read)

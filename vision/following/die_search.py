"""Looking for the die where the picture has changed, and knowing it where it has not.

A die on a busy cloth may escape the detector, which sees the whole picture, though the die network,
looking closely, knows it. Between two looks a die comes to lie where nothing else was laid.
A dark die on a dark cloth changes the picture so little that only its details tell it is gone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import Image, Points
from vision.following.die_marks import DieMarks
from vision.following.lying_dice import LyingDie, lying_at
from vision.following.places import Places, parts_of
from vision.following.thresholds import (
    CAME_DIE_SCORE,
    LARGE_SHARE,
    MOST_SPOTS,
    SMALLEST_SPOT,
    SPOT_RIM,
    USUAL_DIE,
)
from vision.networks.detector import DieDetection
from vision.readers.examination import Examination
from vision.reading import DieReading


class DieSearch:
    """Looks for dice that the reader did not see for sure, and remembers those that lie there.

    What is found so is never sure: only one witness has seen it. Where the picture stays as it was,
    and shows the details that it did, a die lies as it lay, unless another number is seen on it.
    And where it has stayed so since dice were last seen for sure none has come to lie: what is
    taken for one there, but not surely, is a mark of the table: see `DieMarks`, too.
    """

    def __init__(self) -> None:
        """Start with nothing found."""
        self._lying: tuple[LyingDie, ...] = ()
        self._altered: Places | None = None
        self._marks = DieMarks()

    @property
    def faces(self) -> tuple[DieDetection, ...]:
        """The faces of the dice of the last look, in the pixels of what was looked at."""
        return tuple(one.spot for one in self._lying)

    def dice(
        self,
        examination: Examination,
        picture: Image,
        changed: Places | None,
        tiles: Sequence[Points],
    ) -> tuple[DieReading, ...]:
        """Return the dice of a look.

        Parameters
        ----------
        examination
            The look.
        picture
            What was looked at, BGR (height, width, 3).
        changed
            Where the picture is not as it was when the table was last settled; None where nobody
            knows.
        tiles
            Outlines of the tiles that are seen, each (6, 2) in pixels.
        """
        read = self._marks.doubted(examination.reading.dice, picture, examination.detections.dice)
        sure = [die for die in read if die.sure]
        if sure:
            self._lying = lying_at(picture, sure, examination.detections.dice)
            self._altered = _none_of(changed)
            return read
        self._altered = _either(self._altered, changed)
        came = () if changed is None else _changed_spots(changed, tiles)
        spots = [*(one.spot for one in self._lying), *came]
        found_there = examination.look_for_dice(spots)
        seen = [*read, *(replace(die, sure=False) for die in found_there)]
        stayed = [
            one
            for one in self._lying
            if changed is not None
            and not changed.touches(one.around)
            and one.is_shown_by(picture)
            and all(die.value == one.die.value for die in seen if one.is_at(die))
        ]
        found: list[LyingDie] = stayed
        for one in lying_at(picture, seen, [*spots, *examination.detections.dice]):
            if not any(other.is_at(one.die) for other in found) and self._may_have_come(one):
                found.append(one)
        self._lying = tuple(found)
        return tuple(one.die for one in found)

    def _may_have_come(self, one: LyingDie) -> bool:
        """Tell whether a die lay there, or the picture has changed there, or nobody knows."""
        lay = any(other.is_at(one.die) for other in self._lying)
        return lay or self._altered is None or self._altered.touches(one.around)


def _none_of(changed: Places | None) -> Places | None:
    """Return no place of the picture; None where nobody knows what has changed."""
    return None if changed is None else Places(np.zeros_like(changed.mask), changed.step)


def _either(altered: Places | None, changed: Places | None) -> Places | None:
    """Return what has changed now or before; of what nobody knows only what changes after it."""
    if altered is None or changed is None or altered.mask.shape != changed.mask.shape:
        return changed
    return Places(altered.mask | changed.mask, changed.step)


def _changed_spots(changed: Places, tiles: Sequence[Points]) -> Sequence[DieDetection]:
    """Return the places where a thing of a die's size came, the largest first.

    A die that is thrown close to where it lay changes the picture there, too, in one part.
    """
    edges = [float(np.hypot(*(tile - tile.mean(axis=0)).T).mean()) for tile in tiles]
    size = USUAL_DIE * float(np.mean(edges)) if edges else 0.0
    areas = [math.prod(np.ptp(tile, axis=0) / changed.step + 2 * SPOT_RIM) for tile in tiles]
    most = max(areas, default=0.0) or LARGE_SHARE * changed.mask.size
    one = (math.sqrt(2) * size / changed.step + 2 * SPOT_RIM) ** 2
    found = []
    for part in sorted(parts_of(changed.mask), key=lambda part: -int(part.sum())):
        place = Places(part, changed.step)
        if SMALLEST_SPOT <= part.sum() <= most and not any(place.touches(tile) for tile in tiles):
            radius = size or math.sqrt(part.sum()) * changed.step / 2
            count = max(1, round(part.sum() / one)) if size else 1
            found += [
                DieDetection((x, y), radius, CAME_DIE_SCORE) for x, y in _spread(place, count)
            ]
    return found[:MOST_SPOTS]


def _spread(place: Places, count: int) -> Points:
    """Return so many points, (count, 2) in pixels, that lie evenly along a part of a picture."""
    rows, columns = np.nonzero(place.mask)
    cells = (np.column_stack([columns, rows]) + 0.5) * place.step
    way = np.linalg.svd(cells - cells.mean(axis=0), full_matrices=False)[2][0]
    along = np.argsort(cells @ way, kind="stable")
    return np.array([cells[part].mean(axis=0) for part in np.array_split(along, count)])

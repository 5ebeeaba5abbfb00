"""Pictures of little contrast, spread over all grey levels.

In a dim room, or behind a dull window or lens, a picture uses few of its 256 grey levels. What
is held against a number of grey levels, and what the networks learned, is of pictures that use most
of them. So such a picture is spread, all channels alike: its colours stay, and its noise grows.

What is brighter than almost all of it may be a lamp, or just as well a tile on a dark table. So it
keeps some of its levels, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.arrays import Grey, Image, Mask, Spots
from vision.pictures.channels import highest, lowest

LEAST_RANGE = 160.0
"""A picture is spread whose darkest and brightest spots are fewer grey levels apart."""
FAINTEST_RANGE = 15.0
"""Where they are so few apart, nothing is seen but noise: a covered lens, a dark room."""
DARKEST, BRIGHTEST, TOP = 1.0, 99.0, 99.95
"""The shares of a picture, in percent, up to which it counts as darkest, and from which on as
brightest and as its top. A lamp in the picture is a small part of it; a tile may be smaller."""
BLACK, WHITE, BURNT = 10.0, 220.0, 255.0
"""The grey levels that these become."""
LEAST_WHITE = BLACK + LEAST_RANGE
"""However far the top lies above the brightest, that becomes no darker than this grey level."""
_SPOTS = 120
"""So many rows of a picture, about, tell its levels."""


@dataclass(frozen=True)
class Levels:
    """What becomes black in a picture that is spread, and what white, in grey levels.

    From ``brightest`` on levels are spread less, so that those up to ``top`` stay apart. The nearer
    to that they lie, the more evenly all are spread.
    """

    darkest: float = 0.0
    brightest: float = 255.0
    top: float = 255.0

    @property
    def are_few(self) -> bool:
        """Whether a picture of these levels is to be spread."""
        return FAINTEST_RANGE <= self.brightest - self.darkest < LEAST_RANGE

    def spread(self, picture: Image) -> Image:
        """Return a picture, (height, width, 3), spread over all levels; itself if it is already."""
        return np.asarray(cv2.LUT(picture, self._table), np.uint8) if self.are_few else picture

    @cached_property
    def below(self) -> float:
        """How many levels below 0 a spread picture would show what has no light at all."""
        if not self.are_few:
            return 0.0
        return self._gain * self.darkest - BLACK

    @property
    def _white(self) -> float:
        evenly = (WHITE - BLACK) / (max(self.top, self.brightest) - self.darkest)
        return max(BLACK + (self.brightest - self.darkest) * evenly, LEAST_WHITE)

    @property
    def _gain(self) -> float:
        return (self._white - BLACK) / (self.brightest - self.darkest)

    @cached_property
    def _table(self) -> Grey:
        white, gain = self._white, self._gain
        room = max(self.top - self.brightest, (BURNT - white) / gain)
        above = (BURNT - white) / room
        beyond = np.arange(256) - self.brightest
        levels = white + np.where(beyond < 0, gain, above) * beyond
        return np.asarray(np.clip(np.round(levels), 0, 255), np.uint8)


def levels_of(picture: Image, shown: Mask | None = None) -> Levels:
    """Return the darkest and the brightest levels of a picture, (height, width, 3).

    ``shown``, (height, width), marks the pixels that show anything; by default all of them.
    """
    spots = spots_of(picture)
    if shown is not None:
        step = _step(picture)
        spots = spots[shown[::step, ::step]]
    return levels_of_spots(spots)


def levels_of_spots(spots: Spots) -> Levels:
    """Return the darkest and the brightest levels of some pixels, (..., 3); all levels of none."""
    if not spots.size:
        return Levels()
    darkest = np.percentile(lowest(spots), DARKEST)
    brightest, top = np.percentile(highest(spots), (BRIGHTEST, TOP))
    return Levels(float(darkest), float(brightest), float(top))


def spots_of(picture: Image) -> Spots:
    """Return some pixels all over a picture, (rows, columns, 3), that tell its levels."""
    step = _step(picture)
    return picture[::step, ::step]


def _step(picture: Image) -> int:
    height: int = picture.shape[0]
    return max(1, height // _SPOTS)

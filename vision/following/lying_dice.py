"""Dice that lie in a picture, and how it looks there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float32s, Image, Points
from vision.following.details import details, likeness
from vision.following.thresholds import AROUND_DIE, COARSE, DIE_PLACES, PIPS, SHOWN_DIE
from vision.networks.detector import DieDetection
from vision.reading import DieReading
from vision.recognition.thresholds import SURE_DIE_SCORE


@dataclass(frozen=True)
class LyingDie:
    """A die that lies there, the radius of its face, in pixels, and the details it shows."""

    die: DieReading
    radius: float
    shows: Float32s

    def is_at(self, other: DieReading) -> bool:
        """Tell whether another die lies where this one does."""
        return math.dist(self.die.center, other.center) < 2 * self.radius

    def is_shown_by(self, picture: Image) -> bool:
        """Tell whether a picture still shows, where it lay, what was seen there."""
        now = details_at(picture, self.die.center, self.radius)
        return likeness(now, self.shows) > SHOWN_DIE

    @property
    def spot(self) -> DieDetection:
        """Where to look for it."""
        return DieDetection(self.die.center, self.radius, SURE_DIE_SCORE)

    @property
    def around(self) -> Points:
        """The outline of what the die covers, (4, 2) in pixels."""
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        return np.array(self.die.center) + self.radius * square


def lying_at(
    picture: Image, dice: Iterable[DieReading], spots: Sequence[DieDetection]
) -> tuple[LyingDie, ...]:
    """Return dice with the radii of the spots that they were found at, and how they look there."""
    found = []
    for die in dice if spots else ():
        radius = min(spots, key=lambda spot: math.dist(spot.center, die.center)).radius
        found.append(LyingDie(die, radius, details_at(picture, die.center, radius)))
    return tuple(found)


def details_at(picture: Image, center: tuple[float, float], radius: float) -> Float32s:
    """Return the details of a picture where a die lies, and close around it, (24, 24).

    The picture is uint8, BGR (height, width, 3) or grey (height, width); the place and the radius
    of the die's face are in its pixels.
    """
    step = 2 * AROUND_DIE * radius / DIE_PLACES
    x, y = (place - step * (DIE_PLACES - 1) / 2 for place in center)
    way = np.array([[step, 0, x], [0, step, y]])
    size = (DIE_PLACES, DIE_PLACES)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    small = cv2.warpAffine(picture, way, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    grey = small if small.ndim == 2 else small.mean(axis=2)
    smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), PIPS)
    found = details(np.asarray(smooth, np.float32), 2 * COARSE)
    return np.asarray(found - found.mean(), np.float32)

"""How much work a photo may make, counted in looks at single cells.

A patterned cloth may show any number of things that look like tiles, each of which asks for another
fit, another look and more cells. So what goes beyond the first look at a photo is done as long as
there is effort left for it. It is counted, not timed: the same photo is read the same way anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.arrays import Image
from vision.looks.look import Finder
from vision.networks.detector import Detections
from vision.readers.thresholds import (
    ATTEMPT_WORK,
    CLUSTER_WORK,
    DRAWN_PIXELS,
    LIE_WORK,
    MOST_WORK,
    PATTERN_WORK,
    PIXELS_A_CELL,
)


@dataclass
class Effort:
    """What may still be done for one photo.

    Attributes
    ----------
    left
        Looks at single cells; below 0 where what was begun took more than was left.
    was_short
        Whether something was left out because too little was left.
    """

    left: float = MOST_WORK
    was_short: bool = False

    def spend(self, work: float) -> None:
        """Count work that is done."""
        self.left -= work

    def allows(self, work: float) -> bool:
        """Tell whether there is enough left for some work; if not, it is left out."""
        self.was_short |= self.left < work
        return self.left >= work


def cluster_work(cells: int) -> float:
    """Return how much work it is to read so many cells of a cluster."""
    return CLUSTER_WORK + cells


def lying_work(tiles: int) -> float:
    """Return how much work it is to tell how so many tiles lie, all of a photo together."""
    return ATTEMPT_WORK + LIE_WORK * tiles


def pattern_work(tiles: int) -> float:
    """Return how much work it is to tell of so many whether they are the table's pattern."""
    return PATTERN_WORK[0] + PATTERN_WORK[1] * tiles if tiles else 0.0


def drawing_work(pixels: int) -> float:
    """Return how much work it is to draw so many pixels of the table as seen from overhead."""
    return pixels / DRAWN_PIXELS


def overhead_work(pixels: int) -> float:
    """Return how much work it is to draw so many pixels and to search them for tiles."""
    return drawing_work(pixels) + pixels / PIXELS_A_CELL


@dataclass(frozen=True)
class CountedFinder:
    """Finds tiles and dice as another one does, and counts the work."""

    finder: Finder
    effort: Effort

    def detect(self, image: Image, long_side: int) -> Detections:
        """Find tiles and dice."""
        height, width = image.shape[:2]
        scale = min(1.0, long_side / max(height, width))
        self.effort.spend(height * width * scale**2 / PIXELS_A_CELL)
        return self.finder.detect(image, long_side)

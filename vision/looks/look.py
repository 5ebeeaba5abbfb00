"""What every look at the table has to say, however it was taken."""

from __future__ import annotations

from typing import Protocol

from vision.arrays import Image
from vision.detection import Detection, Point
from vision.networks.detector import Detections


class Look(Protocol):
    """One look at the table: the tiles it showed, and how near it came to showing others.

    All in the photo's pixels.
    """

    @property
    def tiles(self) -> tuple[Detection, ...]:
        """What was found."""

    def heat_near(self, center: Point, reach: float) -> float:
        """Return how likely the middle of a tile is within ``reach`` pixels of a place, 0..1."""


class Finder(Protocol):
    """What finds tiles and dice in a picture: the network, or who counts its work."""

    def detect(self, image: Image, long_side: int) -> Detections:
        """Find them in a picture, its longer side scaled to so many pixels."""

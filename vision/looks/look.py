"""What every look at the table has to say, however it was taken."""

from __future__ import annotations

from typing import Protocol

from vision.detection import Detection, Point


class Look(Protocol):
    """One look at the table: the tiles it showed, and how near it came to showing others.

    All in the photo's pixels.
    """

    @property
    def tiles(self) -> tuple[Detection, ...]:
        """What was found."""

    def heat_near(self, center: Point, reach: float) -> float:
        """Return how likely the middle of a tile is within ``reach`` pixels of a place, 0..1."""

"""The part of a picture that is worth looking at: the tiles, with some table around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.drawing.tile_parts import Point
from vision.reading import Reading

_MARGIN = 0.12
_WORTH_CROPPING = 0.75
_STEPS = 16
"""A view of a fixed shape begins and ends at one of so many steps of the picture's height, so that
it does not move with every tile."""
_FEWEST = 5
"""So many steps high: of fewer nothing would be left of the picture's detail."""
_SHAPE = 4 / 3


@dataclass(frozen=True)
class View:
    """A part of a picture in pixels; ``whole`` where it is all of it."""

    x: int
    y: int
    width: int
    height: int
    whole: bool

    @property
    def box(self) -> str:
        """The part as an SVG view box."""
        return f"{self.x} {self.y} {self.width} {self.height}"


def whole_view(width: int, height: int) -> View:
    """Return all of a picture, given its size in pixels."""
    return View(0, 0, width, height, whole=True)


def view_of(reading: Reading) -> View:
    """Return the part of the photo that holds the tiles, with some table around them."""
    corners = [c for cluster in reading.clusters for tile in cluster.tiles for c in tile.corners]
    if not corners:
        return whole_view(reading.width, reading.height)
    xs, ys = zip(*corners, strict=True)
    margin = _MARGIN * max(max(xs) - min(xs), max(ys) - min(ys))
    left, top = max(0, round(min(xs) - margin)), max(0, round(min(ys) - margin))
    width = min(reading.width, round(max(xs) + margin)) - left
    height = min(reading.height, round(max(ys) + margin)) - top
    if width * height > _WORTH_CROPPING * reading.width * reading.height:
        return whole_view(reading.width, reading.height)
    return View(left, top, width, height, whole=False)


def view_around(points: Sequence[Point], width: int, height: int) -> View:
    """Return the smallest part of a picture that holds points and is as wide as 4 to 3.

    As its shape does not change, nothing on a page moves when the board grows. It is upright in an
    upright picture, and all of the picture where there are no points, or hardly less.
    """
    if not points:
        return whole_view(width, height)
    step = height / _STEPS
    shape = _SHAPE if width >= height else 1 / _SHAPE
    for high in range(_FEWEST, _STEPS + 1):
        wide = high * shape
        left = _start([x / step for x, _y in points], wide, width / step)
        top = _start([y / step for _x, y in points], high, _STEPS)
        if left is not None and top is not None:
            if wide * high * step**2 > _WORTH_CROPPING * width * height:
                break
            x, y, across, down = (round(step * one) for one in (left, top, wide, high))
            return View(x, y, across, down, whole=False)
    return whole_view(width, height)


def _start(along: Sequence[float], length: float, end: float) -> float | None:
    """Return where a view of a length begins that holds all along one side, in steps.

    What lies beyond the picture's edges, at 0 and ``end``, cannot be held. Of several places the
    one is taken that has all in its middle; None where there is none.
    """
    low, high = max(0.0, min(along)), min(end, max(along))
    last = end - length
    places = [at for at in (*range(int(last) + 1), last) if 0 <= at <= low and high <= at + length]
    return min(places, key=lambda at: abs(2 * at + length - low - high), default=None)

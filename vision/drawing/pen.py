"""Drawing on a picture so that it can be seen on any ground: lines, marks and words with a rim.

All sizes are in pixels; points are (x, y), y down. Everything is drawn in place.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.arrays import Float64s, Image, Points

Color = tuple[int, int, int]

BLACK: Color = (0, 0, 0)
WHITE: Color = (255, 255, 255)

_SUBPIXEL_BITS = 4
_REGULAR, _BOLD = 500, 700
_NO_WRAP = (0, 1_000_000)


@dataclass(frozen=True)
class Pen:
    """A pen of one width on one picture; every stroke has a dark rim around its colour."""

    image: Image
    width: int

    def outline(self, polygon: ArrayLike, color: Color) -> None:
        """Draw a closed polygon, points of shape (n, 2)."""
        corners = np.asarray(polygon, dtype=np.float64)
        self._lines([corners, corners[:1]], color)

    def dashed_outline(self, polygon: ArrayLike, color: Color) -> None:
        """Draw a closed polygon with a dash round each corner and one on each side."""
        corners = np.asarray(polygon, dtype=np.float64)
        following = np.roll(corners, -1, axis=0)
        strokes = [
            [start + (end - start) * first, start + (end - start) * last]
            for start, end in zip(corners, following, strict=True)
            for first, last in ((0.0, 0.14), (0.32, 0.68), (0.86, 1.0))
        ]
        for color_now, width in ((BLACK, self.width + 2 * self._rim), (color, self.width)):
            for first, last in strokes:
                self._line([first, last], color_now, width)

    def hatch(self, polygon: ArrayLike, color: Color, step: float) -> None:
        """Draw slanting lines, ``step`` apart, through a convex polygon, points (n, 2)."""
        corners = np.asarray(polygon, dtype=np.float64)
        slant = corners.sum(axis=1)
        for level in np.arange(np.ceil(slant.min() / step), slant.max() / step) * step:
            ends = _crossings(corners, slant - level)
            if len(ends) == 2:
                self._line(ends, BLACK, self.width + self._rim)
                self._line(ends, color, max(1, self.width // 2))

    def disc(self, center: ArrayLike, radius: float, color: Color, rim: Color) -> None:
        """Draw a filled circle with a rim of another colour."""
        middle = _fixed(np.asarray(center, dtype=np.float64))
        for extra, paint in ((self._rim, rim), (0, color)):
            size = max(1, round((radius + extra) * 2**_SUBPIXEL_BITS))
            cv2.circle(self.image, middle, size, paint, -1, cv2.LINE_AA, _SUBPIXEL_BITS)

    def diamond(self, center: ArrayLike, radius: float, color: Color, rim: Color) -> None:
        """Draw a square that stands on its corner, with a rim of another colour."""
        middle = np.asarray(center, dtype=np.float64)
        for extra, paint in ((1.4 * self._rim, rim), (0.0, color)):
            size = radius + extra
            corners = middle + np.array([(size, 0), (0, size), (-size, 0), (0, -size)])
            self.fill(corners, paint)

    def fill(self, polygon: ArrayLike, color: Color) -> None:
        """Fill a polygon, points of shape (n, 2)."""
        corners = np.round(np.asarray(polygon) * 2**_SUBPIXEL_BITS).astype(np.int32)
        cv2.fillPoly(self.image, [corners], color, cv2.LINE_AA, _SUBPIXEL_BITS)

    def words(self, text: str, center: ArrayLike, size: int, color: Color = WHITE) -> None:
        """Write one line of text, rimmed, its middle at ``center``; ``size`` is its height."""
        width, height = text_size(text, size)
        x, y = np.asarray(center, dtype=np.float64)
        origin = round(float(x) - width / 2), round(float(y) + height / 2)
        rim = max(1, round(size / 14))
        for dx in (-rim, 0, rim):
            for dy in (-rim, 0, rim):
                _write(self.image, text, (origin[0] + dx, origin[1] + dy), size, BLACK)
        _write(self.image, text, origin, size, color)

    def plain_words(self, text: str, origin: tuple[int, int], size: int, color: Color) -> None:
        """Write one line of text without a rim, the left end of its baseline at ``origin``."""
        _write(self.image, text, origin, size, color)

    @property
    def _rim(self) -> int:
        return max(1, self.width // 2)

    def _lines(self, parts: list[Points], color: Color) -> None:
        path = np.concatenate(parts)
        for paint, width in ((BLACK, self.width + 2 * self._rim), (color, self.width)):
            for first, last in pairwise(path):
                self._line([first, last], paint, width)

    def _line(self, ends: list[Points], color: Color, width: int) -> None:
        first, last = (_fixed(end) for end in ends)
        cv2.line(self.image, first, last, color, width, cv2.LINE_AA, _SUBPIXEL_BITS)


def text_size(text: str, size: int) -> tuple[int, int]:
    """Return the width and the height of capitals of one line of text, in pixels."""
    _, _, width, _ = cv2.getTextSize(
        (0, 0), text, (0, 0), cv2.FontFace("sans"), size, _BOLD, wrap=_NO_WRAP
    )
    return width, round(size * 0.7)


def wrapped(text: str, size: int, width: int) -> list[str]:
    """Break text into lines of at most ``width`` pixels; single words may be longer."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_size(longer, size)[0] <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _write(image: Image, text: str, origin: tuple[int, int], size: int, color: Color) -> None:
    cv2.putText(image, text, origin, color, cv2.FontFace("sans"), size, _BOLD, wrap=_NO_WRAP)


def _fixed(point: Points) -> tuple[int, int]:
    x, y = (round(float(value) * 2**_SUBPIXEL_BITS) for value in point)
    return x, y


def _crossings(corners: Points, heights: Float64s) -> list[Points]:
    """Return where the rim of a polygon crosses height 0, heights given at its corners."""
    after, heights_after = np.roll(corners, -1, axis=0), np.roll(heights, -1)
    return [
        corners[index]
        + (after[index] - corners[index]) * heights[index] / (heights[index] - heights_after[index])
        for index in np.flatnonzero((heights > 0) != (heights_after > 0))
    ]

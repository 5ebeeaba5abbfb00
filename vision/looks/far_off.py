"""Looking at what may be a board far off, seen almost edge on.

Its tiles are a few pixels high and many wide, and nothing shows that to be tiles as it is. But what
their edges make lies along the table's far edge in a narrow band: long steps from one colour to
another, above each other. Where most of those lie a band is drawn out, so that tiles in it come
out about as high as wide.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float32s, Float64s, Grey, Image, Points
from vision.detection import Detection, Point, enlarged
from vision.looks.look import Finder
from vision.looks.thresholds import (
    BAND_ACROSS,
    BAND_ALONG,
    BAND_HEIGHT,
    BAND_LONG_STEP,
    BAND_SIDE,
    BAND_SLOPES,
    BAND_STEPS,
    LEAST_BAND_STEP,
    MOST_BANDS,
)
from vision.pictures.channels import highest
from vision.pictures.patches import Pyramid


@dataclass(frozen=True)
class Band:
    """A band across a picture of the size ``BAND_SIDE``.

    Attributes
    ----------
    slope
        How far it falls to the right, in radians.
    top, height
        How far its upper rim is from the picture's corner, and its height, in pixels across it.
    """

    slope: float
    top: float
    height: int

    def middle(self, width: int) -> float:
        """Return at which height it crosses the middle of a picture so wide, in pixels."""
        across = self.top + self.height / 2
        return (across + math.sin(self.slope) * width / 2) / math.cos(self.slope)

    def drawing(self, width: int) -> tuple[Float64s, tuple[int, int]]:
        """Return what maps a picture so wide to the band as it lies in it, (2, 3), and its size."""
        c, s = math.cos(self.slope), math.sin(self.slope)
        rims = (self.top, self.top + self.height)
        ends = [c * x + s * (rim + s * x) / c for rim in rims for x in (0, width)]
        first = min(ends)
        to_band = np.array([[c, s, -first], [-s, c, -self.top]])
        return to_band, (math.ceil(max(ends) - first), self.height)


def look_far_off(detector: Finder, pyramid: Pyramid) -> tuple[Detection, ...]:
    """Return what may be tiles where a photo may show a board almost edge on, in its pixels.

    Parameters
    ----------
    detector
        Finds tiles in what is drawn out.
    pyramid
        Of the photo.
    """
    image, times = pyramid.overall
    scale = BAND_SIDE / max(image.shape[:2])
    if min(image.shape[:2]) * scale < BAND_HEIGHT * BAND_SIDE:
        return ()
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    picture = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=way), np.uint8)
    found: list[Detection] = []
    for band in likeliest_bands(picture):
        to_band, size = band.drawing(picture.shape[1])
        cut = cv2.warpAffine(picture, to_band, size, borderValue=(114.0,) * 3)
        drawn = np.asarray(
            cv2.resize(cut, None, fx=BAND_ALONG, fy=BAND_ACROSS, interpolation=cv2.INTER_AREA),
            np.uint8,
        )
        tiles = detector.detect(drawn, max(drawn.shape[:2])).tiles
        stretch = np.diag([BAND_ALONG, BAND_ACROSS])
        back = np.linalg.inv(stretch @ to_band[:, :2]) / scale
        middle = np.array([BAND_ALONG, BAND_ACROSS]) / 2 - 0.5  # a pixel's middle is at 0
        start = (stretch @ to_band[:, 2] + middle, (1 / scale - 1) / 2)
        seen = [_in_photo(tile, back, *start) for tile in tiles]
        found += seen if times == 1 else [enlarged(tile, times) for tile in seen]
    return tuple(found)


def likeliest_bands(picture: Image) -> list[Band]:
    """Return the bands in which most long steps lie above each other, none beside another one.

    ``picture`` is BGR, (height, width, 3).
    """
    width = picture.shape[1]
    height = round(BAND_HEIGHT * max(picture.shape[:2]))
    places = np.array(np.nonzero(_long_steps(picture)), np.float32)
    seen = np.mgrid[0 : picture.shape[0] : 8, 0:width:8].reshape(2, -1).astype(np.float32)
    slopes = map(math.radians, BAND_SLOPES)
    rated = [each for slope in slopes for each in _rated(places, seen, slope, height)]
    kept: list[Band] = []
    for _, band in sorted(rated, key=lambda each: -each[0]):
        if all(abs(band.middle(width) - other.middle(width)) > height for other in kept):
            kept.append(band)
        if len(kept) == MOST_BANDS:
            break
    return kept


def _long_steps(picture: Image) -> Grey:
    """Mark where a picture's colours step across a row, and go on to do so along it."""
    steps = np.zeros(picture.shape[:2], np.uint8)
    steps[1:-1] = highest(cv2.absdiff(picture[2:], picture[:-2]))
    usual = float(np.quantile(steps[::3, ::3], 1 - BAND_STEPS))
    marks = np.asarray(steps > max(usual, LEAST_BAND_STEP), np.uint8)
    marks = np.asarray(cv2.morphologyEx(marks, cv2.MORPH_CLOSE, np.ones((2, 2), np.uint8)))
    long = np.ones((1, BAND_LONG_STEP), np.uint8)
    return np.asarray(cv2.morphologyEx(marks, cv2.MORPH_OPEN, long), np.uint8)


def _rated(places: Float32s, seen: Float32s, slope: float, height: int) -> list[tuple[float, Band]]:
    """Return bands of one slope and height, each with the share of it that is marked.

    ``places`` are those that are marked, y and x in pixels, (2, n); ``seen`` are some of all that
    the picture shows, evenly spread, likewise.
    """
    c, s = math.cos(slope), math.sin(slope)
    across, shown = (c * y - s * x for y, x in (places, seen))
    first = math.floor(shown.min())
    count = math.ceil(shown.max()) - first + 2 + height
    sums = (
        np.cumsum(np.bincount((part - first).astype(np.int32), minlength=count))
        for part in (across, shown)
    )
    marked, of_it = (part[height:] - part[:-height] for part in sums)
    shares = marked / np.maximum(of_it, of_it.max() / 2)
    about = np.full(height // 2, 2 / height)
    midst = np.convolve(shares, about, "same")  # what is marked lies in the band's middle
    tops = range(0, len(shares), max(height // 8, 1))
    return [(float(midst[top]), Band(slope, first + top + 1, height)) for top in tops]


def _in_photo(tile: Detection, back: Float64s, start: Points, shift: float) -> Detection:
    """Return a tile found in a drawn-out band as it lies in the photo."""

    def to_photo(way: Point) -> Points:
        return np.asarray(back @ np.array(way), np.float64)

    x, y = (back @ (np.array(tile.center) - start) + shift).tolist()
    (ax, ay), (sx, sy) = to_photo(tile.axis).tolist(), to_photo(tile.side).tolist()
    return Detection((x, y), (ax, ay), (sx, sy), tile.score)

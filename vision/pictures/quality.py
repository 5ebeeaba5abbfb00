"""Whether a picture can show tiles at all: large enough, lit, sharp, and not only noise.

A reader that finds nothing in a black, a burnt, or a blurred picture has not seen an empty table.
So what can be told of a picture without knowing what it shows is measured first.

The limits were chosen on 476 photos of this project's collections, 362 of them real ones of tables
and dice without tiles, and on 19 of the drawn ones spoilt step by step; docs/vision.md has both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, reduce
from itertools import pairwise, product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Float32s, Grey, Image, Mask

LEAST_SIDE = 200
"""A picture with fewer pixels on its shorter side is too small: tiles are a few pixels wide."""
LEAST_SHARPNESS, LEAST_IN_ONE_WAY = 0.07, 0.04
"""A sharp edge makes 0.5; the sharpest 0.1 % of a photo make 0.12 and more in one direction, and
0.08 in all. Out of focus by a hundredth of its width it has 0.06, and tiles are hard to see. A
shaken camera blurs one direction alone; but long grain, of wood, has slopes in one alone, too."""
MUCH_BURNT, MOST_BURNT = 0.6, 0.85
"""A picture with a greater share of pixels as bright as can be than the second shows no table any
more. With more than the first it may show a white page with tiles, but no empty table."""
DARK, LEAST_CONTRAST = 60.0, 6.0
"""A picture whose brightest spots are darker, in grey levels, is of no light if nearly all of it is
fewer levels apart: of tiles in so little light half are missed. A dark table alone has 6."""
LEAST_DETAIL, LEAST_DETAIL_OF_PART = 10.0, 60.0
"""Where no more grey levels are left of a picture once its light is taken away, too little lies
there to tell whether it is blurred; a part of it may well show nothing but a soft shadow."""
MUCH_NOISE = 60.0
"""In noise over fewer grey levels tiles would still be seen, if the picture is not dark."""
LEAST_COARSE, LEAST_ALIKE = 0.4, 0.2
"""Reduced eightfold, a photo keeps two thirds or more of its range of greys, and noise an eighth. A
fine weave that fills the picture keeps no more; but pixels of it are like those beside them."""

_BURNT = 250
"""From this grey level on a pixel is burnt."""
_WORKING_SIDE = 640
"""The longer side, in pixels, of the reduced picture on which all this is measured."""
_COARSER = 8
_PARTS = (3, 4)
"""Rows and columns of the parts of which each is looked at for blur by itself."""
_EDGE_SHARE = 0.999
"""This share of a picture's pixels has less of a slope than those by which its sharpness goes."""
_FEW, _MOST = 0.005, 0.995
"""Between these shares of its pixels a picture's range of greys is measured."""
_STEP = np.array([-1, 0, 1], np.float32)
_EVENLY, _MOST_AT_MIDDLE = np.array([1, 1, 1], np.float32), np.array([1, 2, 1], np.float32)
"""Sobel's filters measure how steeply grey levels change in four directions,"""
_PER_PIXEL = 8
"""in so many parts of a level a pixel."""
_STEPS = 2048
"""No more of these parts are counted: the steepest slope has half as many."""
Steps = NDArray[np.uint16]


class Unfit(Enum):
    """Why a picture cannot show tiles."""

    SMALL = "small"
    DARK = "dark"
    BURNT = "burnt"
    PARTLY_BURNT = "partly-burnt"
    NOISY = "noisy"
    BLURRED = "blurred"
    PARTLY_BLURRED = "partly-blurred"


SHOW_NOTHING = frozenset({Unfit.DARK, Unfit.NOISY})
"""Such pictures are darkness or noise: there is nothing in them to look at more closely."""


@dataclass(frozen=True)
class PictureQuality:
    """What can be told of a picture without knowing what it shows.

    Attributes
    ----------
    side_px
        The shorter side of the picture.
    brightest
        The grey level of nearly the brightest spots, 0..255.
    contrast
        How many grey levels lie between these and nearly the darkest ones.
    burnt
        The share of pixels that are as bright as can be, 0..1.
    coarse
        The share of ``contrast`` that is left when the picture is reduced eightfold, 0..1.
    alike
        How like the pixel beside it each is: the correlation of their grey levels, of two
        directions the smaller one; about 0 in noise.
    detail
        How many grey levels are left of that once its light is taken away, which changes slowly.
    sharpness, in_one_way
        How steep the steepest slopes are, in shares of ``contrast`` a pixel, 0..0.5: in that of
        four directions in which they are steepest, and in that in which they are least steep.
    blurred_parts
        How many of twelve parts show something, but nothing sharp.
    """

    side_px: int
    brightest: float
    contrast: float
    burnt: float
    coarse: float
    alike: float
    detail: float
    sharpness: float
    in_one_way: float
    blurred_parts: int

    @property
    def unfit(self) -> Unfit | None:
        """Why the picture cannot show tiles; None where it can."""
        if self.side_px < LEAST_SIDE:
            return Unfit.SMALL
        if self.burnt > MOST_BURNT:
            return Unfit.BURNT
        if self.contrast < LEAST_CONTRAST:
            return Unfit.DARK if self.brightest < DARK else None
        is_noise = self.coarse < LEAST_COARSE and self.alike < LEAST_ALIKE
        if is_noise and (self.contrast > MUCH_NOISE or self.brightest < DARK):
            return Unfit.NOISY
        is_soft = self.sharpness < LEAST_SHARPNESS or self.in_one_way < LEAST_IN_ONE_WAY
        if is_soft and self.detail > LEAST_DETAIL:
            return Unfit.BLURRED
        if self.burnt > MUCH_BURNT:
            return Unfit.PARTLY_BURNT
        return Unfit.PARTLY_BLURRED if self.blurred_parts else None


def quality_of(image: Image, shown: Mask | None = None) -> PictureQuality:
    """Measure a picture, (height, width, 3).

    ``shown``, (height, width), marks the pixels that show anything; by default all of them.
    """
    whole = np.asarray(cv2.cvtColor(_some_pixels(image), cv2.COLOR_BGR2GRAY), np.uint8)
    grey, blocks = _made_small(whole), _in_blocks(whole)
    inside = None if shown is None else _inside(shown, grey)
    coarse = _coarser(grey)
    inside_coarse = None if inside is None else _coarser(inside)
    counts = _counts(grey, inside)
    darkest, brightest = _at_shares(counts, (_FEW, _MOST))
    least, most = _at_shares(_counts(coarse, inside_coarse), (_FEW, _MOST))
    contrast = brightest - darkest
    slopes = _slopes(grey)
    steepest = [_steepest(each, inside) for each in slopes]
    return PictureQuality(
        side_px=min(image.shape[:2]),
        brightest=brightest,
        contrast=contrast,
        burnt=float(counts[_BURNT:].sum() / max(counts.sum(), 1.0)),
        coarse=(most - least) / contrast if contrast else 0.0,
        alike=_alike(blocks),
        detail=_detail(coarse, inside_coarse),
        sharpness=max(steepest) / contrast if contrast else 0.0,
        in_one_way=min(steepest) / contrast if contrast else 0.0,
        blurred_parts=_blurred_parts(coarse, slopes) if inside is None else 0,
    )


def _some_pixels(image: Image) -> Image:
    """Return some pixels all over a very large picture; those tell enough."""
    scale = 2 * _WORKING_SIDE / max(image.shape[:2])
    if scale > 0.5:
        return image
    some = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
    return np.asarray(some, np.uint8)


def _made_small(grey: Grey) -> Grey:
    """Return a picture made so small that its longer side has the working size."""
    scale = _WORKING_SIDE / max(grey.shape)
    if scale >= 1:
        return grey
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _in_blocks(grey: Grey) -> Grey:
    """Return a picture made small, each pixel of which is a whole number of others.

    Otherwise some are parts of two pixels side by side, which are alike for that alone.
    """
    block = max(1, round(max(grey.shape) / _WORKING_SIDE))
    height, width = (length // block for length in grey.shape)
    whole = grey[: height * block, : width * block]
    small = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _inside(shown: Mask, grey: Grey) -> Grey:
    """Return which pixels of a reduced picture show something, and all about them do: 0 or 255."""
    size = grey.shape[1], grey.shape[0]
    reduced = cv2.resize(shown.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.erode(reduced, np.ones((5, 5), np.uint8)) * 255, np.uint8)


def _coarser(grey: Grey) -> Grey:
    scale = 1 / _COARSER
    coarse = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(coarse, np.uint8)


def _alike(grey: Grey) -> float:
    """Return the correlation of neighbouring pixels, by the mean square of their differences.

    Black borders count as well: they make it larger, so that less is called noise.
    """
    variance = float(cv2.meanStdDev(grey)[1][0, 0]) ** 2
    pairs = (grey[1:], grey[:-1]), (grey[:, 1:], grey[:, :-1])
    differences = (cv2.norm(*pair, cv2.NORM_L2SQR) / pair[0].size for pair in pairs)
    return 1 - max(differences) / (2 * variance) if variance else 1.0


def _detail(coarse: Grey, inside: Grey | None) -> float:
    """Return how many grey levels of a coarse picture a quadratic surface, its light, leaves."""
    terms, fit = _light(*coarse.shape)
    greys = coarse.reshape(-1).astype(np.float32)
    if inside is not None:
        shown = inside.reshape(-1) > 0
        terms, greys = terms[shown], greys[shown]
        if not greys.size:
            return 0.0
        fit = np.linalg.pinv(terms)
    left = np.sort(greys - terms @ (fit @ greys))
    return float(left[round(_MOST * (left.size - 1))] - left[round(_FEW * (left.size - 1))])


@lru_cache(maxsize=16)
def _light(height: int, width: int) -> tuple[Float32s, Float32s]:
    """Return a quadratic surface's terms at each pixel, (pixels, 6), and what fits it to greys."""
    y, x = (axis.ravel() for axis in np.mgrid[: 1 : height * 1j, : 1 : width * 1j])
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1).astype(np.float32)
    return terms, np.linalg.pinv(terms)


def _slopes(grey: Grey) -> list[Steps]:
    """Return how steep a picture is across, down, and along both diagonals, each of its size.

    Sobel's diagonal filters are the sum and the difference of two that weigh three rows alike.
    """
    straight, evenly = (
        [
            cv2.sepFilter2D(grey, cv2.CV_16S, *kernels)
            for kernels in ((_STEP, beside), (beside, _STEP))
        ]
        for beside in (_MOST_AT_MIDDLE, _EVENLY)
    )
    across, down = evenly
    slopes = (*straight, cv2.add(across, down), cv2.subtract(across, down))
    return [np.abs(each, out=each).view(np.uint16) for each in slopes]


def _blurred_parts(coarse: Grey, slopes: Sequence[Steps]) -> int:
    """Return in how many parts of a picture something lies, but nothing sharp."""
    steepest = reduce(np.maximum, slopes)
    count = 0
    for part in product(*(map(_spans, coarse.shape, _PARTS))):
        greys = coarse[part]
        if _detail(greys, None) <= LEAST_DETAIL_OF_PART:
            continue
        least = LEAST_SHARPNESS * _PER_PIXEL * float(np.ptp(greys))
        slopes_here = steepest[tuple(slice(_COARSER * s.start, _COARSER * s.stop) for s in part)]
        sharp = np.count_nonzero(slopes_here > least)
        count += int(sharp < (1 - _EDGE_SHARE) * slopes_here.size)
    return count


def _spans(length: int, parts: int) -> list[slice]:
    return [slice(*ends) for ends in pairwise(length * n // parts for n in range(parts + 1))]


def _steepest(slopes: Steps, inside: Grey | None) -> float:
    (steepest,) = _at_shares(_counts(slopes, inside), (_EDGE_SHARE,))
    return steepest / _PER_PIXEL


def _counts(numbers: Grey | Steps, inside: Grey | None) -> Float32s:
    """Return how many pixels have each whole number from 0 on, (2048,)."""
    counts = cv2.calcHist([numbers], [0], inside, [_STEPS], [0, _STEPS])
    return np.asarray(counts, np.float32).ravel()


def _at_shares(counts: Float32s, shares: Sequence[float]) -> list[float]:
    """Return the whole numbers that shares of counted ones do not exceed; 0 of none."""
    below = np.cumsum(counts, dtype=np.float64)
    return [float(np.searchsorted(below, share * below[-1])) for share in shares]

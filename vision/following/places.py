"""Places of a picture on a coarse grid: which of them something covers, or has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float32s, Int32s, Mask, Points
from vision.following.thresholds import BLACK_BAR, GROWN, LEAST_CHANGED, SAME_THING
from vision.pictures.channels import highest

GRID = 160
"""Places along the picture's longer side."""


@dataclass(frozen=True)
class Places:
    """Some places of a picture: ``mask``, (rows, columns), one every ``step`` pixels."""

    mask: Mask
    step: float

    def touches(self, corners: Points) -> bool:
        """Tell whether any of them is within an outline, (n, 2) in pixels."""
        return bool(self.mask.any() and self._within(corners).any())

    def share_of(self, corners: Points) -> float:
        """Return which share of what is within an outline, (n, 2) in pixels, they are.

        Of an outline within which no place lies that is all: nothing is known of it.
        """
        within = self._within(corners)
        return float(within.mean()) if within.size else 1.0

    def _within(self, corners: Points) -> Mask:
        """Tell of each place within an outline, (n, 2) in pixels, whether it is one of them."""
        outline = np.zeros(self.mask.shape, np.uint8)
        cv2.fillPoly(outline, [_on_grid(corners, self.step)], [1.0], shift=4)
        return np.asarray(self.mask[outline > 0], np.bool_)

    def share_apart_from(self, outlines: Sequence[Points]) -> float:
        """Return which share of the picture they are, those near any of some outlines left out.

        Near is what lies within the size of the largest, as what stands there casts shadows.
        """
        reach = max((float(np.ptp(outline, axis=0).max()) for outline in outlines), default=0.0)
        near = near_to(outlines, self.step, self.mask.shape, reach / self.step)
        return float((self.mask & ~near).mean())

    def hold(self, spot: Points) -> bool:
        """Tell whether a spot, (2,) in pixels, is one of them."""
        column, row = np.floor(spot / self.step).astype(int)
        rows, columns = self.mask.shape
        return 0 <= row < rows and 0 <= column < columns and bool(self.mask[row, column])


def reaches_in(mask: Mask, picture: Float32s) -> bool:
    """Tell whether a part of a picture, (rows, columns, 3), meets its border."""
    inner = mask[within_bars(highest(picture))]
    return any(part.any() for part in (inner[0], inner[-1], inner[:, 0], inner[:, -1]))


def within_bars(brightness: Float32s) -> tuple[slice, slice]:
    """Return the rows and columns of a picture, by its grey levels (rows, columns), without bars.

    Black bars, which a player lays about a stream of another shape, are no part of the picture.
    """
    return _lit(brightness.max(axis=1)), _lit(brightness.max(axis=0))


def depth_of(mask: Mask) -> float:
    """Return how far from the nearest border a part ends, as a share of the shorter side."""
    places = np.argwhere(mask)
    depth = np.minimum(places, np.array(mask.shape) - 1 - places).min(axis=1)
    return float(depth.max(initial=0) / min(mask.shape))


def is_one(first: Mask, second: Mask) -> bool:
    """Tell whether two looks see one thing, by where they see it."""
    return bool((first & second).sum() > SAME_THING * (first | second).sum())


def is_little(part: Mask, whole: Mask) -> bool:
    """Tell whether a part of a mask is so small that the whole counts as unchanged."""
    return bool(part.sum() < LEAST_CHANGED * whole.sum())


def _lit(brightest: Float32s) -> slice:
    """Return the rows or columns, by the brightest grey level of each, without black bars."""
    lit = np.flatnonzero(brightest > BLACK_BAR)
    return slice(lit[0], lit[-1] + 1) if len(lit) else slice(None)


def near_to(outlines: Sequence[Points], step: float, shape: tuple[int, ...], reach: float) -> Mask:
    """Return what lies within ``reach`` grid places of any of some outlines."""
    near = np.zeros(shape[:2], np.uint8)
    for outline in outlines:
        cv2.fillPoly(near, [_on_grid(outline, step)], [1.0], shift=4)
    side = 2 * max(round(reach), 1) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return np.asarray(cv2.dilate(near, kernel) > 0, np.bool_)


def _on_grid(outline: Points, step: float) -> Int32s:
    """Return an outline in pixels, (n, 2), as OpenCV draws it on the grid, in sixteenths."""
    places = np.clip((outline + 0.5) / step - 0.5, -GRID, 2 * GRID) * 16
    return np.round(places).astype(np.int32)


def parts_of(mask: Mask) -> list[Mask]:
    """Return the connected parts of a mask."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8))
    return [np.asarray(labels == label, np.bool_) for label in range(1, count)]


def grown(mask: Mask) -> Mask:
    """Return what a covering thing is taken to hide, ``mask`` being what is seen of it."""
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((GROWN, GROWN))) > 0, np.bool_)

"""Points of a bare table that are found again elsewhere: they tell that the camera was moved.

The pattern of a cloth repeats, so that the whole of it may seem to fit in many places. Its small
irregularities do not repeat.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Float32s, Image
from vision.following.details import details, likeness
from vision.following.thresholds import (
    COARSE,
    ELSEWHERE,
    FOUND_AGAIN_PX,
    LANDMARKS,
    LEAST_FOUND_AGAIN,
    MOVED_PX,
    SHOWN_BY_LANDMARKS,
)
from vision.pictures.channels import middle

_BORDER = np.ones((7, 7), np.uint8)
"""Places so near to where the earlier picture ends are not compared."""


class Landmarks:
    """Remembers the picture of a bare table that was settled."""

    def __init__(self) -> None:
        """Start with none."""
        self._last: Image | None = None
        self._settled: Image | None = None

    def look(self, picture: Image, *, is_bare: bool) -> None:
        """Take in a picture, BGR (height, width, 3), of a table that may be bare."""
        self._last = picture if is_bare else None

    def settled(self) -> None:
        """Note that the table of the last picture is settled."""
        self._settled = self._last

    def are_elsewhere(self, places: Float32s, earlier: Float32s) -> bool:
        """Tell whether the last picture shows the settled table from elsewhere.

        ``places`` and ``earlier`` are the two on the grid, (rows, columns, 3).
        """
        if self._last is None or self._settled is None:
            return False
        return _are_elsewhere(self._last, self._settled, places, earlier)


def _are_elsewhere(now: Image, before: Image, places: Float32s, earlier: Float32s) -> bool:
    """Tell whether a bare table is seen from elsewhere than before.

    E. Rublee, V. Rabaud, K. Konolige and G. Bradski, "ORB: an efficient alternative to SIFT or
    SURF", ICCV 2011.
    """
    if now.shape != before.shape or places.shape != earlier.shape:
        return False
    way = _way(now, before)
    if way is None or _gone(way, now) < MOVED_PX:
        return False
    step = np.diag([now.shape[1] / places.shape[1], now.shape[0] / places.shape[0], 1.0])
    on_grid = np.linalg.inv(step) @ way @ step
    rows, columns = places.shape[:2]
    seen = cv2.warpPerspective(np.ones((rows, columns), np.uint8), on_grid, (columns, rows))
    inner = cv2.erode(seen, _BORDER, borderValue=0) > 0
    if inner.mean() < ELSEWHERE:
        return False
    moved = np.asarray(cv2.warpPerspective(earlier, on_grid, (columns, rows)), np.float32)
    new, there, here = (middle(details(p, COARSE))[inner] for p in (places, moved, earlier))
    found = likeness(new, there)
    return found > SHOWN_BY_LANDMARKS and found > likeness(new, here) + ELSEWHERE


def _way(now: Image, before: Image) -> Float32s | None:
    """Return how pixels went, (3, 3), by the points that are found again; None if too few are."""
    finder = cv2.ORB.create(LANDMARKS)
    grey = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in (before, now))
    (old, marks), (new, others) = (finder.detectAndCompute(picture, None) for picture in grey)
    if not old or not new:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(marks, others)
    if len(pairs) < LEAST_FOUND_AGAIN:
        return None
    start = np.array([old[pair.queryIdx].pt for pair in pairs], np.float32)
    end = np.array([new[pair.trainIdx].pt for pair in pairs], np.float32)
    way, agree = cv2.findHomography(start, end, cv2.RANSAC, FOUND_AGAIN_PX)
    return np.asarray(way, np.float32) if agree.sum() >= LEAST_FOUND_AGAIN else None


def _gone(way: Float32s, picture: Image) -> float:
    """Return how far the corners of a picture went, on average, in pixels."""
    height, width = picture.shape[:2]
    corners = np.array([(x, y) for x in (0, width) for y in (0, height)], np.float32)[None]
    return float(np.linalg.norm(cv2.perspectiveTransform(corners, way) - corners, axis=2).mean())

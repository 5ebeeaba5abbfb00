"""What the table shows again and again is its own pattern, and no tile.

Stripes, chequers and printed figures look like tiles here and there, wherever such a place repeats.
Tiles look alike, too, when they are turned alike; but beyond those that are read anyway there are
no more of them. So what may be a tile is compared with the rest of the table, as it is seen from
straight above, where the pattern is as large and turned alike everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

import cv2
import numpy as np

from vision.arrays import Float32s, Points
from vision.detection import Detection, Point
from vision.lattice.table_model import TableModel
from vision.looks.overhead import OverheadView, view_about
from vision.pictures.patches import Pyramid
from vision.recognition.cells import CellBelief, ClusterReader
from vision.recognition.thresholds import (
    ALIKE_ALONE,
    ALIKE_IN_COMPANY,
    ALIKE_THOUGH_LIKELY,
    AS_VARIED,
    ENOUGH_TO_COMPARE,
    LEAST_PATTERN_SCALE,
    LEAST_SHOWN,
    LIKELY_IN_COMPANY,
    MOST_COMPARED,
    MOST_HELD,
    PATTERN_BLOCKS,
    PATTERN_REACH,
    PATTERN_SCALE,
    REPEATS_OF_A_PATTERN,
    SEEN_OF_A_FACE,
    TOO_FLAT_TO_COMPARE,
)

_FAR_OUTSIDE = 10_000.0


def tell_patterns(
    readers: Sequence[ClusterReader], pyramid: Pyramid, likely: Sequence[Detection]
) -> tuple[int, int]:
    """Tell readers which of what they take for tiles is the table's pattern.

    Returns how many are, and of how many it was asked.

    Parameters
    ----------
    readers
        Those that read the boards and lone tiles of a photo.
    pyramid
        Of the photo.
    likely
        What is found that is likely a tile, whether it is read as one or not.
    """
    largest = max((len(reader.orientations()) for reader in readers), default=0)
    if largest < ENOUGH_TO_COMPARE:
        return 0, 0
    found = [tile.center for tile in likely]
    told, asked = _told(readers, pyramid, found, known=False)
    if not told:
        return 0, asked
    more, asked_more = _told(readers, pyramid, found, known=True)
    return told + more, asked + asked_more


def _told(
    readers: Sequence[ClusterReader],
    pyramid: Pyramid,
    found: Sequence[Point],
    *,
    known: bool,
) -> tuple[int, int]:
    """Tell of lone tiles and of less likely ones; of all where a pattern is known."""
    open_ones = [
        (reader, belief)
        for reader in readers
        for belief in _in_question(reader)
        if known or not _is_likely(reader, belief)
    ]
    asked = sorted(open_ones, key=lambda each: each[1].tile_probability)[:MOST_COMPARED]
    if not asked:
        return 0, 0
    table = readers[0].cluster.table
    spots = np.array([reader.cluster.cell_center(belief.cell) for reader, belief in asked])
    taken = [*found, *(spot for reader in readers for spot in reader.tile_centers())]
    alike = how_alike(pyramid, table, spots, np.array(taken))
    told = [
        (reader, belief.cell)
        for (reader, belief), likeness in zip(asked, alike.tolist(), strict=True)
        if likeness > _least_alike(reader, belief)
    ]
    for reader, cell in told:
        reader.disown(cell)
    return len(told), len(asked)


def _in_question(reader: ClusterReader) -> list[CellBelief]:
    """Return what is believed of the tiles that may be compared.

    Of what a hand or a lamp covers in part, the edges repeat; it shows little of the set's colours.
    """
    shown = [
        belief
        for belief in reader.beliefs.values()
        if belief.is_tile and (belief.likeness is None or belief.likeness >= LEAST_SHOWN)
    ]
    centers = np.reshape([belief.cell.center() for belief in shown], (-1, 2))
    flatness = reader.cluster.table.flatness(reader.cluster.project(centers))
    return list(compress(shown, flatness > TOO_FLAT_TO_COMPARE))


def _is_alone(reader: ClusterReader) -> bool:
    return len(reader.orientations()) <= MOST_HELD


def _is_likely(reader: ClusterReader, belief: CellBelief) -> bool:
    """Tell whether a tile lies on a board, and is likelier than most of what a pattern shows."""
    return not _is_alone(reader) and belief.tile_probability > LIKELY_IN_COMPANY


def _least_alike(reader: ClusterReader, belief: CellBelief) -> float:
    """Return how alike other places must be for what looks like a tile to be a pattern."""
    if _is_alone(reader):
        return ALIKE_ALONE
    return ALIKE_THOUGH_LIKELY if _is_likely(reader, belief) else ALIKE_IN_COMPANY


def how_alike(pyramid: Pyramid, table: TableModel, spots: Points, taken: Points) -> Float32s:
    """Return how much a face's look repeats beside what is taken for tiles, -1..1, (n,).

    It is the correlation with the place that is third most alike of those that are no tiles; -1
    where too little of the table is seen about it to tell.

    Parameters
    ----------
    pyramid
        Of the photo.
    table
        How the table appears in it.
    spots
        The middles of the faces in question, in its pixels, (n, 2).
    taken
        The middles of all that is taken for tiles, (m, 2).
    """
    plane = table.to_plane(spots)
    if not np.isfinite(plane).all():
        return np.full(len(spots), -1.0, np.float32)
    view = view_about(table, plane, PATTERN_REACH, PATTERN_SCALE, PATTERN_BLOCKS)
    if view.scale < LEAST_PATTERN_SCALE:
        return np.full(len(spots), -1.0, np.float32)
    drawn = _Drawn(view, pyramid)
    others = drawn.places(taken)
    return np.array([drawn.repeats(place, others) for place in drawn.places(spots)], np.float32)


class _Drawn:
    """The table about some places as it is seen from straight above, to compare places on it."""

    def __init__(self, view: OverheadView, pyramid: Pyramid) -> None:
        """Draw it, and measure how much the grey varies about each pixel."""
        self._view = view
        self._half = half = round(SEEN_OF_A_FACE * view.scale)
        self._grey = cv2.cvtColor(view.draw(pyramid), cv2.COLOR_BGR2GRAY).astype(np.float32)
        down, across = np.mgrid[-half : half + 1, -half : half + 1]
        disc = (np.hypot(across, down) <= half + 0.25).astype(np.float32)
        self._weights = disc / disc.sum()
        self._mean = cv2.filter2D(self._grey, cv2.CV_32F, self._weights)
        squares = cv2.filter2D(self._grey * self._grey, cv2.CV_32F, self._weights)
        self._deviation = np.sqrt(np.maximum(squares - self._mean * self._mean, 0.0))

    def places(self, pixels: Points) -> list[tuple[int, int]]:
        """Return columns and rows, in what is drawn, of pixels of the photo, (n, 2).

        What is seen beyond the table's horizon lies far outside.
        """
        seen = self._view.in_view([(x, y) for x, y in pixels.tolist()])
        near = np.clip(np.nan_to_num(seen, nan=_FAR_OUTSIDE), -_FAR_OUTSIDE, _FAR_OUTSIDE)
        return [(round(x), round(y)) for x, y in near.tolist()]

    def repeats(self, place: tuple[int, int], taken: Sequence[tuple[int, int]]) -> float:
        """Return how alike the third most alike place is, which no tile is taken to lie on."""
        alike, (left, top) = self._correlation(*place)
        apart = round(self._view.scale)
        for x, y in taken:
            cv2.circle(alike, (x - left, y - top), apart, -1.0, cv2.FILLED)
        best = -1.0
        for _ in range(REPEATS_OF_A_PATTERN):
            _, best, _, at = cv2.minMaxLoc(alike)
            cv2.circle(alike, at, apart, -1.0, cv2.FILLED)
        return float(best)

    def _correlation(self, column: int, row: int) -> tuple[Float32s, tuple[int, int]]:
        """Return how pixels' surroundings correlate with those of one, and the first pixel.

        -1 where they are plain, or not wholly seen; (2 reach + 1, 2 reach + 1) or fewer.
        """
        half, (height, width) = self._half, self._grey.shape
        reach = round(PATTERN_REACH * self._view.scale)
        left, top = max(column - reach, half), max(row - reach, half)
        right, low = min(column + reach + 1, width - half), min(row + reach + 1, height - half)
        if not (left <= column < right and top <= row < low):
            return np.full((1, 1), -1.0, np.float32), (column, row)
        own = (slice(row - half, row + half + 1), slice(column - half, column + half + 1))
        face = (self._grey[own] - self._mean[row, column]) * self._weights
        around = self._grey[top - half : low + half, left - half : right + half]
        products = cv2.filter2D(around, cv2.CV_32F, face)[half:-half, half:-half]
        deviations, deviation = self._deviation[top:low, left:right], self._deviation[row, column]
        told = products / np.maximum(deviations * deviation, 1e-6)
        as_varied = (deviations > deviation / AS_VARIED) & (deviations < deviation * AS_VARIED)
        return np.where(as_varied, told, np.float32(-1.0)), (left, top)

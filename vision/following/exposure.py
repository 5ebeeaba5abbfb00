"""Frames of a dim room, spread over all grey levels in the same way as long as its light stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import Float64s, Image, Points, Spots
from vision.following.thresholds import (
    ALL_OVER,
    ANOTHER_LIGHT,
    LIGHT_LASTS,
    LIT_AT_ALL,
    SAME_LEVELS,
    SOMEWHAT_OTHER,
)
from vision.pictures.channels import highest
from vision.pictures.levels import BURNT, Levels, levels_of_spots, spots_of

_RINGS = (0.0, 0.3, 0.6, 0.9, 1.3, 1.7, 2.1)
"""How far from the centre of a tile to its corners, and beyond, the light is measured."""
_BESIDE = 1.1
"""So far from the centre of each tile, in edge lengths, a spot lies beside the board."""
_SPARSE = 6
"""Of the spots that tell the levels, or their rows, one of so many tells the middle one."""
_BETWEEN = 0.2
"""Seconds from one look at the light to the next."""
_FLOOR = 4.0
"""Grey levels added to middles before their ratio is taken: what is black may be noise."""


class Exposure:
    """Chooses the levels of a film's frames, and keeps them while hands come and go.

    What is brighter than a hand's sleeve would otherwise look brighter still once the sleeve is
    gone, and all of the table would have changed. They are those of the board and what is around
    it: a bright window or a candle in the picture tells nothing of the light on the tiles.

    ``is_other`` tells whether the last frame was spread otherwise than the one before, and
    ``is_to_be_measured`` whether the light of a settled table is.
    """

    def __init__(self) -> None:
        """Start without any frame."""
        self._levels: Levels | None = None
        self._tiles: Sequence[Points] = ()
        self.is_to_be_measured = self.is_other = False
        self._middles = (0.0, 0.0)
        self._all_over = np.zeros((0, 0))
        self._other_since: float | None = None
        self._next = 0.0

    def spread(self, frame: Image, time: float, *, anew: bool = False) -> Image:
        """Return a frame, BGR (height, width, 3), taken at a time in seconds, with all its levels.

        ``anew`` tells that it is no frame of the film before.
        """
        before, self.is_other = self._levels, False
        measured = before is None or anew or self.is_to_be_measured
        if before is not None and not measured and time < self._next:
            return before.spread(frame)
        self._next = time + _BETWEEN
        spots, beside = _around(self._tiles, frame) if self._tiles else (spots_of(frame),) * 2
        middles = _middle(spots), _middle(beside if beside.size else spots)
        all_over = _brightness(frame)
        if measured or self._is_in_another_light(middles, all_over, time):
            levels = levels_of_spots(spots)
            self._all_over = all_over
            self._middles, self._other_since, self.is_to_be_measured = middles, None, False
            if before is None or anew or not _are_alike(levels, before):
                self._levels = levels
                self.is_other = before is not None and (before.are_few or levels.are_few)
        return self.as_before(frame)

    @property
    def below(self) -> float:
        """How many levels below 0 the frames would show what has no light, as they are spread."""
        return 0.0 if self._levels is None else self._levels.below

    def as_before(self, picture: Image) -> Image:
        """Return a picture, BGR (height, width, 3), spread as the last frame was."""
        return picture if self._levels is None else self._levels.spread(picture)

    def with_room(self, picture: Image) -> Image:
        """Return a picture of a bare table, BGR (height, width, 3), spread as with tiles on it.

        These are mostly far brighter than all of it, which then is spread less.
        """
        levels = self._levels
        return picture if levels is None else replace(levels, top=BURNT).spread(picture)

    def settled(self, tiles: Sequence[Points]) -> None:
        """Note that a table is settled, and where its tiles are seen, each (6, 2) in pixels.

        Its frame is to be spread once more, which measures the light there.
        """
        self._tiles, self.is_to_be_measured = tiles, True

    def _is_in_another_light(
        self, middles: tuple[float, float], all_over: Float64s, time: float
    ) -> bool:
        """Tell whether the middle levels of the frames have been other ones for some time.

        Those are the levels of the tiles with what is around them, and of that alone: where tiles
        are taken away, only the first one changes. Where a person covers both, what is ``all_over``
        the picture, (rows, columns), is mostly as it was.
        """
        ratios = [
            (now + _FLOOR) / (before + _FLOOR)
            for now, before in zip(middles, self._middles, strict=True)
        ]
        is_other = min(ratios) >= ANOTHER_LIGHT or max(ratios) <= 1 / ANOTHER_LIGHT
        if not is_other or not _has_changed(self._all_over, all_over, brighter=ratios[0] > 1):
            self._other_since = None
            return False
        if self._other_since is None:
            self._other_since = time
        return time - self._other_since >= LIGHT_LASTS


def _brightness(frame: Image) -> Float64s:
    """Return the grey levels of some spots all over a frame, (rows, columns)."""
    spots = spots_of(frame)[::_SPARSE, ::_SPARSE]
    return np.asarray(highest(spots), np.float64)


def _has_changed(before: Float64s, now: Float64s, *, brighter: bool) -> bool:
    """Tell whether nearly all of a picture that is lit at all is brighter, or else darker, now."""
    if before.shape != now.shape:
        return True
    low, high = (before, now) if brighter else (now, before)
    lit = high > LIT_AT_ALL
    went = (high + _FLOOR) / (low + _FLOOR) > SOMEWHAT_OTHER
    return not lit.any() or float(went[lit].mean()) > ALL_OVER


def _middle(spots: Spots) -> float:
    """Return the middle grey level of pixels, (..., 3), by some of them."""
    return float(np.median(highest(spots[::_SPARSE])))


def _around(tiles: Sequence[Points], frame: Image) -> tuple[Spots, Spots]:
    """Return pixels, (n, 3), that show tiles and what is around them, and those beside the tiles.

    ``tiles`` are the outlines, (6, 2) each; there is one at least.
    """
    outlines = np.stack(tiles)
    centers = outlines.mean(axis=1, keepdims=True)
    rings = [centers + reach * (outlines - centers) for reach in _RINGS]
    places = np.concatenate(rings, axis=1).reshape(-1, 2)
    height, width = frame.shape[:2]
    seen = ((places >= 0) & (places.round() < (width, height))).all(axis=1)
    places = places[seen]
    x, y = places.round().astype(int).T
    edges = np.linalg.norm(outlines - centers, axis=2).mean(axis=1)
    away = np.linalg.norm(places[:, None] - centers[:, 0], axis=2) / edges
    beside = away.min(axis=1) > _BESIDE
    spots = np.asarray(frame[y, x], np.uint8)
    return spots, spots[beside]


def _are_alike(levels: Levels, before: Levels) -> bool:
    """Tell whether levels differ too little to change them."""
    ranges = (levels.brightest - levels.darkest, before.brightest - before.darkest)
    return levels.are_few == before.are_few and max(ranges) < SAME_LEVELS * min(ranges)

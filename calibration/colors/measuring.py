"""The colours of tiles that were read, as a profile; and profiles that follow the light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Colors, Image
from vision.profiles.color_profile import ColorProfile, Rgb
from vision.profiles.tile_colors import colors_of
from vision.reading import TileReading

_BESIDE = 1.15
"""How much larger than a tile is what is not taken for table."""
_STEP = 4
"""Of the table every so many pixels are looked at, each way."""


def measured_colors(image: Image, tiles: Sequence[TileReading], camera: str) -> ColorProfile:
    """Return the colours of tiles, at least one, in the photo, BGR, that they were read in."""
    seen = colors_of(image, tiles)
    white, blue = np.median(seen.white, axis=0), np.median(seen.blue, axis=0)
    axis = (white - blue) / max(float(np.linalg.norm(white - blue)), 1e-6)
    spread = _spread(seen.white @ axis) + _spread(seen.blue @ axis)
    separation = float(np.linalg.norm(white - blue)) / max(spread, 1.0)
    table = np.median(_outside(image, tiles), axis=0)
    return ColorProfile(camera, rgb(white), rgb(blue), rgb(table), separation, len(tiles))


def blended(old: ColorProfile, new: ColorProfile, share: float) -> ColorProfile:
    """Return a profile that has gone a share, 0..1, of the way from an old one to a new one."""

    def between(one: Rgb, other: Rgb) -> Rgb:
        return rgb(np.array(one) * (1 - share) + np.array(other) * share)

    return replace(
        new,
        white=between(old.white, new.white),
        blue=between(old.blue, new.blue),
        table=between(old.table, new.table),
    )


def rgb(color: Colors) -> Rgb:
    """Return a colour as profiles hold it."""
    red, green, blue = (round(float(value), 1) for value in color)
    return red, green, blue


def _outside(image: Image, tiles: Sequence[TileReading]) -> Colors:
    """Return the colours, RGB, (n, 3), of what is no tile that was read."""
    free = np.full(image.shape[:2], 255, np.uint8)
    for tile in tiles:
        corners = np.array(tile.corners)
        grown = corners.mean(axis=0) + _BESIDE * (corners - corners.mean(axis=0))
        cv2.fillPoly(free, [np.round(grown).astype(np.int32)], 0)
    few = image[::_STEP, ::_STEP]
    pixels = few[free[::_STEP, ::_STEP] > 0]
    return (pixels if len(pixels) else few.reshape(-1, 3))[:, ::-1].astype(np.float64)


def _spread(values: Colors) -> float:
    """Return how much values vary, as a standard deviation that a few odd ones do not change."""
    return float(1.4826 * np.median(np.abs(values - np.median(values))))

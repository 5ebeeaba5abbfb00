"""Learning a set's two colours from a photo of a few tiles.

Where the reader sees the tiles, they are measured. Where it does not, the photo's main colours are
tried in pairs: the reader is shown the photo as if that pair were white and blue, and the pair
under which it is sure of most tiles is the set's. So nothing is guessed that was not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.color_profile import ColorProfile, NormalisingReader, PhotoReader, Rgb
from vision.images import Image
from vision.reading import TileReading
from vision.tile_colors import colors_of, sure_tiles

Colors = NDArray[np.float64]

FEWEST_TILES: Final = 3
"""That must be read with certainty."""

_MAIN_COLORS = 6
_SAMPLED_PIXELS = 20_000
_LEAST_SEPARATION = 4.0
_ALIKE = 6.0
"""In CIE L*a*b*: colours nearer to each other are no pair to try."""
_EQUALLY_LIGHT = 8.0


class ColorCalibrationError(ValueError):
    """A photo that the set's colours cannot be learned from; says why and what to do."""


def learn_colors(image: Image, reader: PhotoReader, camera: str) -> ColorProfile:
    """Return the colours of the tiles in a photo, BGR.

    The darker of the two is called blue, or the more colourful where they are equally light.

    Raises:
        ColorCalibrationError: too few tiles can be read, or their colours are too much alike.
    """
    tiles = sure_tiles(reader.read(image))
    if len(tiles) < FEWEST_TILES:
        tiles = _found_by_trying(image, reader)
    if len(tiles) < FEWEST_TILES:
        raise ColorCalibrationError(
            f"Only {len(tiles)} tiles can be read with certainty, and {FEWEST_TILES} are needed:"
            " lay five or more face up on a plain table, go near, and avoid glare and shadow."
        )
    profile = _measured(image, tiles, camera)
    if profile.separation < _LEAST_SEPARATION:
        raise ColorCalibrationError(
            "The two colours of the tiles are too much alike in this light to tell them apart: use"
            " more light, from another side."
        )
    return profile


def _found_by_trying(image: Image, reader: PhotoReader) -> list[TileReading]:
    """Return the tiles that can be read under the best pair of the photo's main colours."""
    best: list[TileReading] = []
    for first, second in combinations(_main_colors(image), 2):
        if np.linalg.norm(_lab([first]) - _lab([second])) < _ALIKE:
            continue
        white, blue = _light_first(first, second)
        tried = ColorProfile("", _rgb(white), _rgb(blue), _rgb(white), 0.0, 0)
        tiles = sure_tiles(NormalisingReader(reader, tried).read(image))
        if len(tiles) > len(best):
            best = tiles
    return best


def _main_colors(image: Image) -> Colors:
    """Return the photo's main colours, RGB, most frequent first."""
    pixels = image.reshape(-1, 3)[:: max(1, image.size // 3 // _SAMPLED_PIXELS), ::-1]
    lab = _lab(pixels).astype(np.float32)
    cv2.setRNGSeed(1)
    criteria = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 0.5)
    empty = np.empty(0, np.int32)
    _, labels, _ = cv2.kmeans(lab, _MAIN_COLORS, empty, criteria, 3, cv2.KMEANS_PP_CENTERS)
    members = np.ravel(labels)
    order = np.argsort(-np.bincount(members, minlength=_MAIN_COLORS))
    return np.array(
        [np.median(pixels[members == n], axis=0) for n in order if (members == n).any()]
    )


def _measured(image: Image, tiles: Sequence[TileReading], camera: str) -> ColorProfile:
    """Return the colours of tiles that were read, in the photo itself."""
    seen = colors_of(image, tiles)
    ones, others = seen.white, seen.blue
    white, blue = np.median(ones, axis=0), np.median(others, axis=0)
    if tuple(_light_first(white, blue)[0]) != tuple(white):
        white, blue, ones, others = blue, white, others, ones
    axis = (white - blue) / max(float(np.linalg.norm(white - blue)), 1e-6)
    spread = _spread(ones @ axis) + _spread(others @ axis)
    separation = float(np.linalg.norm(white - blue)) / max(spread, 1.0)
    table = np.median(_outside(image, tiles), axis=0)
    return ColorProfile(camera, _rgb(white), _rgb(blue), _rgb(table), separation, len(tiles))


def _outside(image: Image, tiles: Sequence[TileReading]) -> Colors:
    """Return the colours, RGB, (n, 3), of what is no tile that was read."""
    free = np.full(image.shape[:2], 255, np.uint8)
    for tile in tiles:
        corners = np.array(tile.corners)
        grown = corners.mean(axis=0) + 1.15 * (corners - corners.mean(axis=0))
        cv2.fillPoly(free, [np.round(grown).astype(np.int32)], 0)
    pixels = image[free > 0]
    return (pixels if len(pixels) else image.reshape(-1, 3))[:, ::-1].astype(np.float64)


def _spread(values: Colors) -> float:
    """Return how much values vary, as a standard deviation that a few odd ones do not change."""
    return float(1.4826 * np.median(np.abs(values - np.median(values))))


def _light_first(first: Colors, second: Colors) -> tuple[Colors, Colors]:
    """Return two colours with the one first that is called white."""
    one, other = _lab([first])[0], _lab([second])[0]
    if abs(one[0] - other[0]) > _EQUALLY_LIGHT:
        return (first, second) if one[0] > other[0] else (second, first)
    calmer = float(np.hypot(*one[1:])) <= float(np.hypot(*other[1:]))
    return (first, second) if calmer else (second, first)


def _lab(colors: Sequence[Colors] | Colors | NDArray[np.uint8]) -> Colors:
    """Return RGB colours, 0..255, as CIE L*a*b*, (n, 3)."""
    pixels = np.asarray(colors, np.float32).reshape(1, -1, 3) / np.float32(255)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB)[0], np.float64)


def _rgb(color: Colors) -> Rgb:
    red, green, blue = (round(float(value), 1) for value in color)
    return red, green, blue

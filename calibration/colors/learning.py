"""Learning a set's two colours from a photo of a few tiles.

Where the reader sees the tiles, they are measured. Where it does not, the photo's main colours are
tried in pairs: the reader has a glimpse of the photo as if that pair were white and blue, and reads
it under those that show tiles. The pair under which it is sure of most tiles is the set's. So
nothing is guessed that was not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import cv2
import numpy as np

from calibration.colors.measuring import measured_colors, rgb
from rules.messages import Message, MessageCode, MessageError, Wording
from vision.arrays import Colors, Image
from vision.looks.thresholds import WORKING_SIDE
from vision.pictures.levels import levels_of
from vision.profiles.color_profile import ColorProfile
from vision.profiles.tile_colors import sure_tiles
from vision.readers.reader import Reader
from vision.reading import TileReading

FEWEST_TILES: Final = 3
"""That must be read with certainty."""

_MAIN_COLORS = 6
_SAMPLED_PIXELS = 20_000
_LEAST_SEPARATION = 2.5
_ALIKE = 6.0
"""In CIE L*a*b*: colours nearer to each other are no pair to try."""
_EQUALLY_LIGHT = 8.0


_WELL_APART = 10.0


class ColorVerdict(MessageCode):
    """How well a set's two colours can be told apart, and why they cannot be learned."""

    WELL_APART = Wording("The two colours can be told apart well in this light.")
    NEAR_EACH_OTHER = Wording(
        "The two colours are near each other in this light: more light, and from another side,"
        " makes reading surer."
    )
    TOO_FEW_TILES = Wording(
        "Only {count} tiles can be read with certainty, and {fewest} are needed: lay five or more"
        " face up on a plain table, go near, and avoid glare and shadow."
    )
    TOO_MUCH_ALIKE = Wording(
        "The two colours of the tiles are too much alike in this light to tell them apart: use more"
        " light, from another side."
    )


class ColorCalibrationError(MessageError, ValueError):
    """A photo that the set's colours cannot be learned from; says why and what to do."""


def verdict_on_separation(profile: ColorProfile) -> Message:
    """Say how well a set's two colours can be told apart in the light of the photo."""
    well_apart = profile.separation >= _WELL_APART
    return ColorVerdict.WELL_APART() if well_apart else ColorVerdict.NEAR_EACH_OTHER()


def learn_colors(image: Image, reader: Reader, camera: str) -> ColorProfile:
    """Return the colours of the tiles in a photo, BGR, as they are read in dim light, too.

    The darker of the two is called blue, or the more colourful where they are equally light.

    Raises
    ------
    ColorCalibrationError
        If too few tiles can be read, or their colours are too much alike.
    """
    image = levels_of(image).spread(image)
    tiles = sure_tiles(reader.read(image))
    if len(tiles) < FEWEST_TILES:
        tiles = _found_by_trying(image, reader)
    if len(tiles) < FEWEST_TILES:
        raise ColorCalibrationError(
            ColorVerdict.TOO_FEW_TILES(count=len(tiles), fewest=FEWEST_TILES)
        )
    profile = measured_colors(image, tiles, camera)
    if not _is_light_first(np.array(profile.white), np.array(profile.blue)):
        profile = profile.swapped()
    if profile.separation < _LEAST_SEPARATION:
        raise ColorCalibrationError(ColorVerdict.TOO_MUCH_ALIKE())
    return profile


def _found_by_trying(image: Image, reader: Reader) -> list[TileReading]:
    """Return the tiles that can be read under the best pair of the photo's main colours.

    The photo itself is asked where a small picture, which tells sooner, shows no tiles: they may be
    too small in it.
    """
    pairs, small = _pairs_to_try(image), _small(image)
    tiles = _read_as_best(pairs, image, small, reader)
    if tiles or small.shape == image.shape:
        return tiles
    return _read_as_best(pairs, image, image, reader)


def _read_as_best(
    pairs: Sequence[ColorProfile], image: Image, glimpsed: Image, reader: Reader
) -> list[TileReading]:
    """Return the tiles that are read under the best of some pairs, as a glimpse ranks them.

    A pair under which it shows too few tiles is none.
    """
    counts = [reader.glimpse(pair.normalised(glimpsed)) for pair in pairs]
    best: list[TileReading] = []
    for pair, count in sorted(zip(pairs, counts, strict=True), key=lambda each: -each[1]):
        if count < FEWEST_TILES or len(best) >= count:
            break
        tiles = sure_tiles(reader.read(pair.normalised(image)))
        if len(tiles) > len(best):
            best = tiles
    return best


def _pairs_to_try(image: Image) -> list[ColorProfile]:
    """Return the pairs of the photo's main colours that differ, as a set's white and blue."""
    pairs = []
    for first, second in combinations(_main_colors(image), 2):
        if np.linalg.norm(_lab([first]) - _lab([second])) >= _ALIKE:
            white, blue = (first, second) if _is_light_first(first, second) else (second, first)
            pairs.append(ColorProfile("", rgb(white), rgb(blue), rgb(white), 0.0, 0))
    return pairs


def _small(image: Image) -> Image:
    """Return a photo no larger than the reader sees it at first."""
    height, width = image.shape[:2]
    scale = min(1.0, WORKING_SIDE / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


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


def _is_light_first(first: Colors, second: Colors) -> bool:
    """Tell whether the first of two colours is the one that is called white."""
    one, other = _lab([first])[0], _lab([second])[0]
    if abs(one[0] - other[0]) > _EQUALLY_LIGHT:
        return bool(one[0] > other[0])
    return float(np.hypot(*one[1:])) <= float(np.hypot(*other[1:]))


def _lab(colors: Sequence[Colors] | Colors | Image) -> Colors:
    """Return RGB colours, 0..255, as CIE L*a*b*, (n, 3)."""
    pixels = np.asarray(colors, np.float32).reshape(1, -1, 3) / np.float32(255)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB)[0], np.float64)

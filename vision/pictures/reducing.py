"""Large pictures made small.

To average over parts of pixels takes long, and a picture of twelve megapixels is made small again
and again. To average over four whole ones is many times as fast. So a picture is halved as long as
that leaves enough, then drawn twice as large as it is to be, between its pixels, and halved again.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image

LARGE_SIDE = 2560
"""From so many pixels on its longer side on a picture is large: halved, it is no smaller than the
detector ever sees it, and a tile as small as that finds is 30 pixels across."""


def is_large(picture: Image) -> bool:
    """Tell whether a picture, (height, width, ...), is large, and can be halved."""
    height, width = picture.shape[:2]
    return bool(max(height, width) >= LARGE_SIDE and height % 2 == width % 2 == 0)


def halved(picture: Image) -> Image:
    """Return a picture of even sides half as large, each pixel the mean of four."""
    return _averaged(picture, picture.shape[1] // 2, picture.shape[0] // 2)


def reduced(picture: Image, width: int, height: int) -> Image:
    """Return a picture, (height, width, ...), made so small, each pixel a mean of those it covers.

    One that is to be a whole number of times as small is made so at once, to the last bit.
    """
    small = picture
    while not _is_whole(small, width, height) and _is_halved(small, 2 * width, 2 * height):
        small = halved(small)
    if not _is_whole(small, width, height) and _is_two_to_four_times(small, width, height):
        twice = cv2.resize(small, (2 * width, 2 * height), interpolation=cv2.INTER_LINEAR)
        small = np.asarray(twice, np.uint8)
    return _averaged(small, width, height)


def _is_whole(picture: Image, width: int, height: int) -> bool:
    """Tell whether each pixel of a picture made so small comes of whole ones."""
    return bool(picture.shape[0] % height == 0 and picture.shape[1] % width == 0)


def _is_halved(picture: Image, width: int, height: int) -> bool:
    """Tell whether a picture can be halved and is no smaller then than that."""
    rows, columns = picture.shape[:2]
    return rows % 2 == columns % 2 == 0 and _is_larger(picture, 2 * width, 2 * height)


def _is_two_to_four_times(picture: Image, width: int, height: int) -> bool:
    """Tell whether a picture has so many pixels for each that none is left out between two."""
    is_far_larger = _is_larger(picture, 4 * width, 4 * height)
    return _is_larger(picture, 2 * width, 2 * height) and not is_far_larger


def _is_larger(picture: Image, width: int, height: int) -> bool:
    return bool(picture.shape[0] >= height and picture.shape[1] >= width)


def _averaged(picture: Image, width: int, height: int) -> Image:
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)

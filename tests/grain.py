"""The noise of a camera on frames of a drawn film: each frame has its own."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from hashlib import sha256

import cv2
import numpy as np

from vision.arrays import Image

STEPS = 32
_AGAIN = 103
"""What is shown again begins so many noises further on."""


Noise = np.ndarray[tuple[int, ...], np.dtype[np.int8]]


class Grain:
    """Noise as what it adds and what it takes away: to add it in parts takes a fifth of the time.

    Parameters
    ----------
    noise
        What it adds to each value of a picture, of the picture's shape or of a larger one.
    """

    def __init__(self, noise: Noise) -> None:
        self._more, self._less = (np.maximum(one, 0).astype(np.uint8) for one in (noise, -noise))

    def on(self, picture: Image, down: int = 0, right: int = 0) -> Image:
        """Return a picture, BGR uint8, with a part of the noise that begins at a row and column."""
        height, width = picture.shape[:2]
        part = slice(down, down + height), slice(right, right + width)
        noisy = cv2.subtract(cv2.add(picture, self._more[part]), self._less[part])
        return np.asarray(noisy, np.uint8)


@lru_cache(maxsize=1)
def _field(height: int, width: int, most: int) -> Grain:
    """Return noise that is wider and higher than a frame, so that it can be moved."""
    shape = (height + STEPS, width + STEPS, 3)
    return Grain(np.random.default_rng(most).integers(-most, most + 1, shape, np.int8))


def grainy(picture: Image, number: int, most: int) -> Image:
    """Return a picture, BGR uint8, with noise up to ``most`` grey levels either way.

    Noise is drawn once and moved from frame to frame: 1024 numbers in a row have different noise at
    every pixel.
    """
    height, width = picture.shape[:2]
    return _field(height, width, most).on(picture, *divmod(37 * number % STEPS**2, STEPS))


class Showings:
    """Chooses the noise of each showing of a picture in a film.

    What is shown for the first time has the same noise in all films: those of one table that begin
    alike are the same to the last bit, and are read once (`read_once.py`). What is shown again has
    other noise than before.
    """

    def __init__(self) -> None:
        self._shown = Counter[bytes]()

    def first_noise(self, picture: Image) -> int:
        """Return the number of the noise that the first frame of the next showing has."""
        key = sha256(np.ascontiguousarray(picture)).digest()
        self._shown[key] += 1
        return _AGAIN * (self._shown[key] - 1)

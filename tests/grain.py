"""The noise of a camera on frames of a drawn film: each frame has its own."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from hashlib import blake2b

import cv2
import numpy as np

from vision.arrays import Image

STEPS = 32
_AGAIN = 103
"""What is shown again begins so many noises further on."""


@lru_cache(maxsize=1)
def _field(height: int, width: int, most: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
    """Return noise that is wider and higher than a frame, so that it can be moved."""
    shape = (height + STEPS, width + STEPS, 3)
    return np.random.default_rng(most).integers(-most, most + 1, shape, np.int8)


def grainy(picture: Image, number: int, most: int) -> Image:
    """Return a picture, BGR uint8, with noise up to ``most`` grey levels either way.

    Noise is drawn once and moved from frame to frame: 1024 numbers in a row have different noise at
    every pixel.
    """
    height, width = picture.shape[:2]
    down, right = divmod(37 * number % STEPS**2, STEPS)
    here = _field(height, width, most)[down : down + height, right : right + width]
    return np.asarray(cv2.add(picture, here, dtype=cv2.CV_8U), np.uint8)


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
        key = blake2b(picture.tobytes()).digest()
        self._shown[key] += 1
        return _AGAIN * (self._shown[key] - 1)

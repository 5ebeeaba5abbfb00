"""The channels of pixels taken together, a channel at a time.

NumPy goes through a last axis of three number by number, which takes it many times as long.
"""

from __future__ import annotations

from functools import reduce
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.number[Any])


def highest(pixels: NDArray[Number]) -> NDArray[Number]:
    """Return the highest channel of each pixel, (...), of (..., channels)."""
    return reduce(np.maximum, np.moveaxis(pixels, -1, 0))


def lowest(pixels: NDArray[Number]) -> NDArray[Number]:
    """Return the lowest channel of each pixel, (...), of (..., channels)."""
    return reduce(np.minimum, np.moveaxis(pixels, -1, 0))


def middle(pixels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean of each pixel's channels, (...), of (..., channels)."""
    return np.asarray(reduce(np.add, np.moveaxis(pixels, -1, 0)) / pixels.shape[-1], np.float32)

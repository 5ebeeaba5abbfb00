"""The first layer of a network of bytes, made to take several pixels of a row at once.

A picture has four channels, and gathering four bytes for each place of a kernel takes longer than
the sums themselves. So pixels beside each other are taken as one with as many times the channels,
and the layer says of them at once what it would say of each. Its sums are the same.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

BLOCK = 4
"""So many pixels beside each other are taken at once: more, and the zeros between cost more."""
_KERNEL = 3

Number = TypeVar("Number", np.int8, np.float32)


def kernel_of_blocks(kernel: NDArray[Number], stride: int) -> NDArray[Number]:
    """Return a first layer's kernel for blocks.

    Parameters
    ----------
    kernel
        For pixels, (outputs, channels, 3, 3), padded by one pixel on each side.
    stride
        1 or 2; along a row that for blocks is 1.

    Returns
    -------
    (outputs * BLOCK / stride, channels * BLOCK, 3, 2 or 3)
        Of one block the outputs stand together that belong to one place. It is padded by one block
        on the left, and on the right as well if the stride is 1.
    """
    outputs, channels = kernel.shape[:2]
    places = BLOCK // stride
    width = 2 if stride == 2 else 3
    made = np.zeros((places * outputs, BLOCK * channels, _KERNEL, width), kernel.dtype)
    for place in range(places):
        for column in range(_KERNEL):
            block, pixel = divmod(stride * place + column - 1, BLOCK)
            own = slice(place * outputs, (place + 1) * outputs)
            seen = slice(pixel * channels, (pixel + 1) * channels)
            made[own, seen, :, block + 1] = kernel[..., column]
    return made


def kernel_of_pixels(kernel: NDArray[Number], channels: int) -> NDArray[Number]:
    """Return what :func:`kernel_of_blocks` was given; ``channels`` are those of a pixel."""
    places = BLOCK // (2 if kernel.shape[3] == 2 else 1)
    outputs = len(kernel) // places
    columns = []
    for column in range(_KERNEL):
        block, pixel = divmod(column - 1, BLOCK)
        seen = slice(pixel * channels, (pixel + 1) * channels)
        columns.append(kernel[:outputs, seen, :, block + 1])
    return np.stack(columns, axis=-1)

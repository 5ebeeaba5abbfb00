"""A first layer that takes blocks of pixels says what it says of single ones."""

from __future__ import annotations

import numpy as np
import pytest

from training.pixel_blocks import BLOCK, kernel_of_blocks, kernel_of_pixels
from vision.arrays import Int64s


def _convolved(picture: Int64s, kernel: Int64s, strides: tuple[int, int], right: int) -> Int64s:
    """Convolve (height, width, channels), padded by one, on the right by so many; (h, w, n)."""
    down, along = strides
    padded = np.pad(picture, ((1, 1), (1, right), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, kernel.shape[2:], axis=(0, 1))
    return np.einsum("yxcab,ncab->yxn", windows[::down, ::along], kernel)


@pytest.mark.parametrize("stride", [1, 2])
def test_blocks_are_summed_as_pixels_are(stride: int) -> None:
    random = np.random.default_rng(stride)
    picture = random.integers(0, 256, (8, 24, 4))
    kernel = random.integers(-64, 65, (5, 4, 3, 3)).astype(np.int8)
    told = _convolved(picture, kernel.astype(np.int64), (stride, stride), 1)
    wide = kernel_of_blocks(kernel, stride)
    blocks = picture.reshape(8, 24 // BLOCK, 4 * BLOCK)
    at_once = _convolved(blocks, wide.astype(np.int64), (stride, 1), 1 if stride == 1 else 0)
    assert (at_once.reshape(told.shape) == told).all()


@pytest.mark.parametrize("stride", [1, 2])
def test_the_kernel_of_pixels_can_be_told_from_that_of_blocks(stride: int) -> None:
    kernel = np.random.default_rng(3).normal(size=(5, 4, 3, 3)).astype(np.float32)
    assert (kernel_of_pixels(kernel_of_blocks(kernel, stride), 4) == kernel).all()

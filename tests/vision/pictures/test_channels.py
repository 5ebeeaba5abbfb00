"""Channels taken together: as NumPy takes them, to the last bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vision.pictures.channels import highest, lowest, middle

RANDOM = np.random.default_rng(3)


@pytest.mark.parametrize(
    "pixels",
    [
        RANDOM.integers(0, 256, (37, 53, 3), np.uint8),
        RANDOM.integers(0, 256, (74, 106, 3), np.uint8)[::2, ::2],
        RANDOM.integers(0, 256, (0, 3), np.uint8),
        RANDOM.normal(0, 40, (37, 53, 3)).astype(np.float32),
        RANDOM.normal(0, 40, (11, 3)).astype(np.float32),
    ],
)
def test_they_are_what_numpy_says(pixels: Any) -> None:
    for found, expected in (
        (highest(pixels), pixels.max(axis=-1)),
        (lowest(pixels), pixels.min(axis=-1)),
    ):
        assert found.dtype == pixels.dtype
        assert np.array_equal(found, expected)
    if pixels.dtype == np.float32:
        assert middle(pixels).dtype == np.float32
        assert np.array_equal(middle(pixels), pixels.mean(axis=-1))

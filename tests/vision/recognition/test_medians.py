"""The median of few numbers is that of NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from vision.recognition.medians import median


@pytest.mark.parametrize("shape", [(1,), (2,), (7,), (8, 2), (5, 2, 2)])
def test_medians_are_those_of_numpy(shape: tuple[int, ...]) -> None:
    values = np.random.default_rng(len(shape)).normal(size=shape)
    assert np.array_equal(median(values), np.median(values, axis=0))

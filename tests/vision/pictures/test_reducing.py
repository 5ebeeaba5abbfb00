"""Large pictures made small: as averaging over them does, in less time."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Image
from vision.pictures.reducing import LARGE_SIDE, halved, is_large, reduced


def spots(height: int, width: int) -> Image:
    """Return a picture of soft spots, with some noise."""
    random = np.random.default_rng(height)
    coarse = random.integers(0, 256, (height // 20, width // 20, 3), np.uint8)
    soft = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.int16)
    return np.asarray(np.clip(soft + random.integers(-9, 10, soft.shape), 0, 255), np.uint8)


@pytest.mark.parametrize("size", [(300, 400), (298, 402), (301, 399)])
@pytest.mark.parametrize("small", [(64, 48), (31, 23), (150, 100)])
def test_it_is_about_the_mean_of_what_each_pixel_covers(
    size: tuple[int, int], small: tuple[int, int]
) -> None:
    picture = spots(*size)
    expected = cv2.resize(picture, small, interpolation=cv2.INTER_AREA).astype(int)
    found = reduced(picture, *small)
    assert found.shape == expected.shape
    assert np.abs(found - expected).mean() < 1.0
    assert np.abs(found - expected).max() <= 8  # one pixel of noise has 9


@pytest.mark.parametrize("small", [(640, 480), (320, 240), (700, 500), (1280, 960), (1900, 1400)])
def test_nothing_is_moved_by_it(small: tuple[int, int]) -> None:
    down, across = np.mgrid[0:1500, 0:2000]
    ramp = np.stack([across / 10, down / 10, (across + down) / 20], axis=-1).astype(np.uint8)
    expected = cv2.resize(ramp, small, interpolation=cv2.INTER_AREA).astype(int)
    assert np.abs(reduced(ramp, *small) - expected).mean(axis=(0, 1)) == pytest.approx(0, abs=0.2)


@pytest.mark.parametrize("times", [2, 3, 4, 6])
def test_made_a_whole_number_of_times_as_small_it_is_that_to_the_last_bit(times: int) -> None:
    picture = spots(48 * times, 60 * times)
    expected = cv2.resize(picture, (60, 48), interpolation=cv2.INTER_AREA)
    assert (reduced(picture, 60, 48) == expected).all()


def test_a_half_is_the_mean_of_each_four_pixels() -> None:
    picture = np.array([[10, 20, 1, 1], [30, 40, 1, 1]], np.uint8)[..., None].repeat(3, axis=2)
    assert halved(picture)[..., 0].tolist() == [[25, 1]]


@pytest.mark.parametrize(
    ("height", "width", "large"),
    [
        (1920, LARGE_SIDE, True),
        (LARGE_SIDE, 1920, True),
        (1920, LARGE_SIDE - 2, False),
        (1921, LARGE_SIDE, False),
        (1920, LARGE_SIDE + 1, False),
    ],
)
def test_a_large_picture_has_many_pixels_that_can_be_halved(
    height: int, width: int, large: bool
) -> None:
    assert is_large(np.zeros((height, width, 3), np.uint8)) == large

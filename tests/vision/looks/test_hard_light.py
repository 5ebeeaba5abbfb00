"""Two pictures in which hard light hides less, of pictures that are drawn here."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.arrays import Image
from vision.looks.hard_light import in_colors_alone, made_small, without_lines

BLUE, TAN = (150, 80, 30), (120, 160, 190)


def two_colors() -> Image:
    """Return a blue disc on a tan table."""
    picture = np.full((360, 640, 3), TAN, np.uint8)
    return np.asarray(cv2.circle(picture, (320, 180), 60, BLUE, -1), np.uint8)


@given(shade=st.floats(0.25, 1.0))
def test_shade_takes_nothing_from_a_picture_of_colors_alone(shade: float) -> None:
    lit = two_colors()
    shaded = np.round(lit * shade).astype(np.uint8)
    apart = np.abs(in_colors_alone(lit).astype(int) - in_colors_alone(shaded))
    assert apart.max() <= 16


def test_white_is_the_brightest_of_all_colors() -> None:
    colors = np.array([[(255, 255, 255), (200, 60, 30), (30, 40, 220), (0, 0, 0)]], np.uint8)
    white, *others, _ = in_colors_alone(colors)[0].astype(int).sum(axis=1).tolist()
    assert all(white > 1.5 * other for other in others)


@pytest.mark.parametrize("color", [(255, 255, 255), (20, 20, 20)])
@pytest.mark.parametrize("degrees", [0, 37, 90, 121])
def test_a_line_is_taken_out_and_what_it_crosses_is_drawn_on(
    degrees: float, color: tuple[int, int, int]
) -> None:
    bare = two_colors()
    way = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))]) * 800
    ends = [np.round(np.array([330, 190]) + sign * way).astype(int).tolist() for sign in (-1, 1)]
    crossed = np.asarray(cv2.line(bare.copy(), ends[0], ends[1], color, 9, cv2.LINE_AA), np.uint8)
    below = without_lines(crossed)
    assert below is not None
    picture, covered = below
    is_line = np.abs(crossed.astype(int) - bare).max(axis=2) > 20
    assert (covered & is_line).sum() > 0.95 * is_line.sum()
    assert np.array_equal(picture[~covered], crossed[~covered])
    assert (np.abs(picture.astype(int) - bare).max(axis=2)[is_line] < 30).mean() > 0.9


def test_where_no_line_is_nothing_is_taken_out() -> None:
    assert without_lines(two_colors()) is None
    assert without_lines(np.full((300, 400, 3), 90, np.uint8)) is None


def test_where_lines_cover_most_nothing_tells_what_is_below() -> None:
    stripes = np.where(np.arange(640) % 24 < 12, 40, 200).astype(np.uint8)
    assert without_lines(np.repeat(np.tile(stripes, (360, 1))[..., None], 3, axis=2)) is None


def test_a_large_picture_is_made_small_and_a_small_one_stays() -> None:
    small, scale = made_small(np.zeros((960, 1280, 3), np.uint8))
    assert (small.shape, scale) == ((480, 640, 3), 0.5)
    same = np.zeros((200, 300, 3), np.uint8)
    assert made_small(same)[0] is same

"""A colour profile: what it does to colours, and there and back again."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vision.arrays import Image
from vision.profiles.color_profile import (
    FORMAT,
    ColorProfile,
    ColorProfileError,
    color_profile_from_json,
)

PROFILE = ColorProfile(
    camera="phone",
    white=(203.0, 163.5, 118.0),
    blue=(122.0, 87.0, 62.0),
    table=(40.0, 90.0, 50.0),
    separation=24.5,
    tiles=9,
)
colors = st.tuples(*[st.integers(0, 255).map(float)] * 3)


def normalised(profile: ColorProfile, color: tuple[float, ...]) -> Image:
    """Return what becomes of a colour, RGB."""
    pixel = np.array([[color[::-1]]], np.uint8)
    return profile.normalised(pixel)[0, 0, ::-1].astype(int)


@given(white=colors, blue=colors)
def test_any_two_colours_become_plain_white_and_blue(
    white: tuple[float, ...], blue: tuple[float, ...]
) -> None:
    assume(np.linalg.norm(np.subtract(white, blue)) > 20)
    profile = ColorProfile("", white, blue, white, 9.0, 5)  # type: ignore[arg-type]
    light, dark = normalised(profile, white), normalised(profile, blue)
    assert light.min() > 225
    assert dark == pytest.approx((25, 75, 150), abs=2)
    middle = normalised(profile, tuple(np.add(white, blue) / 2))
    assert middle == pytest.approx((light + dark) / 2, abs=16)


def test_one_colour_twice_is_refused() -> None:
    same = ColorProfile("", (9.0, 9.0, 9.0), (9.0, 9.0, 9.0), (0.0, 0.0, 0.0), 9.0, 5)
    with pytest.raises(ColorProfileError, match="one colour twice"):
        same.normalised(np.zeros((2, 2, 3), np.uint8))


def test_a_profile_is_kept_and_read_again() -> None:
    assert color_profile_from_json(json.loads(json.dumps(PROFILE.to_json()))) == PROFILE


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"kind": "lens"}, "no colour profile"),
        ({"format": FORMAT + 1}, "bring the program up to date"),
        ({"white": [1.0, 2.0]}, "damaged"),
        ({"blue": [1.0, 2.0, 300.0]}, "damaged"),
        ({"table": [1.0, 2.0, float("nan")]}, "damaged"),
        ({"tiles": "many"}, "damaged"),
    ],
)
def test_what_is_no_profile_is_refused(change: dict[str, Any], what: str) -> None:
    with pytest.raises(ColorProfileError, match=what):
        color_profile_from_json({**PROFILE.to_json(), **change})

"""A lens profile: there and back again, at other sizes, and refused where it does not fit."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.profiles.lens_profile import (
    FORMAT,
    LensAccuracy,
    LensProfile,
    LensProfileError,
    lens_profile_from_json,
)

PROFILE = LensProfile(
    camera="phone",
    width=1280,
    height=960,
    focal=(850.0, 852.0),
    center=(652.0, 471.0),
    distortion=(-0.22, 0.05, 0.0005, -0.0004, -0.004),
    accuracy=LensAccuracy(20, 880, 0.08, 0.04, 0.07, 0.15, 0.0004, 0.6),
)


@given(st.floats(0, 1279), st.floats(0, 959))
def test_bending_undoes_straightening(x: float, y: float) -> None:
    pixel = np.array([[x, y]])
    assert PROFILE.bent(PROFILE.straightened(pixel)) == pytest.approx(pixel, abs=0.01)


def test_the_middle_of_the_lens_stays_where_it_is() -> None:
    center = np.array([PROFILE.center])
    assert PROFILE.straightened(center) == pytest.approx(center, abs=1e-9)


@given(st.sampled_from([0.5, 2.0, 3.0]), st.floats(0, 1279), st.floats(0, 959))
def test_a_larger_photo_is_straightened_alike(scale: float, x: float, y: float) -> None:
    larger = PROFILE.for_size(round(1280 * scale), round(960 * scale))
    pixel = np.array([[x, y]])
    scaled = (pixel + 0.5) * scale - 0.5
    expected = (PROFILE.straightened(pixel) + 0.5) * scale - 0.5
    assert larger.straightened(scaled) == pytest.approx(expected, abs=0.01 * scale)


@pytest.mark.parametrize("size", [(960, 1280), (1920, 1080)])
def test_a_photo_of_another_shape_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(LensProfileError, match="calibrate again"):
        PROFILE.for_size(*size)


def test_a_profile_is_kept_and_read_again() -> None:
    kept = json.loads(json.dumps(PROFILE.to_json()))
    assert kept["format"] == FORMAT
    assert lens_profile_from_json(kept) == PROFILE


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"kind": "colours"}, "no lens profile"),
        ({"format": FORMAT + 1}, "bring the program up to date"),
        ({"focal": [850.0]}, "damaged"),
        ({"focal": [850.0, -1.0]}, "damaged"),
        ({"center": [float("nan"), 1.0]}, "damaged"),
        ({"distortion": [0.1, 0.2]}, "damaged"),
        ({"accuracy": {"photos": 3}}, "damaged"),
        ({"width": "wide"}, "damaged"),
        ({"width": float("inf")}, "damaged"),
    ],
)
def test_what_is_no_profile_is_refused(change: dict[str, Any], what: str) -> None:
    with pytest.raises(LensProfileError, match=what):
        lens_profile_from_json({**PROFILE.to_json(), **change})


@pytest.mark.parametrize("data", [None, [], "lens", {}])
def test_anything_else_is_refused(data: object) -> None:
    with pytest.raises(LensProfileError, match="no lens profile"):
        lens_profile_from_json(data)

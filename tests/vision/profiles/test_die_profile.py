"""The profile of a die as JSON: it comes back as it was, and a damaged one says so."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from vision.profiles.die_profile import (
    FACE_SIDE,
    DieProfile,
    DieProfileError,
    FacePicture,
    die_profile_from_json,
)


@pytest.fixture
def profile() -> DieProfile:
    rng = np.random.default_rng(5)
    pictures = rng.integers(0, 256, (7, FACE_SIDE, FACE_SIDE, 3), np.uint8)
    values = (1, 2, 3, 4, 5, 6, 6)
    return DieProfile("the rabbit's", tuple(map(FacePicture, values, pictures)))


def test_a_profile_comes_back_as_it_was(profile: DieProfile) -> None:
    again = die_profile_from_json(json.loads(json.dumps(profile.to_json())))
    assert again == profile
    for face, other in zip(profile.faces, again.faces, strict=True):
        assert np.array_equal(face.picture, other.picture)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "lens"}, "This is no die profile"),
        ({"format": 2}, "has format 2, and this program reads format 1"),
        ({"faces": None}, "This die profile is damaged"),
        ({"faces": []}, "does not hold every face"),
        ({"faces": [{"value": 9, "picture": ""}]}, "9 is no value of a die"),
        ({"faces": [{"value": 1, "picture": "AAAA"}]}, "the picture of 1 cannot be opened"),
        ({"faces": [{"value": 1, "picture": "no base64!"}]}, "This die profile is damaged"),
    ],
)
def test_what_cannot_be_used_is_said_in_a_sentence(
    change: dict[str, Any], sentence: str, profile: DieProfile
) -> None:
    with pytest.raises(DieProfileError, match=sentence):
        die_profile_from_json({**profile.to_json(), **change})


def test_a_profile_without_one_face_is_damaged(profile: DieProfile) -> None:
    data = profile.to_json()
    data["faces"] = [face for face in data["faces"] if face["value"] != 3]
    with pytest.raises(DieProfileError, match="does not hold every face"):
        die_profile_from_json(data)

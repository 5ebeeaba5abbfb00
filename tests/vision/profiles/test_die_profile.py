"""The profile of a die as JSON: it comes back as it was, and a damaged one says so."""

from __future__ import annotations

import base64
import json
import resource
import struct
import zlib
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


def test_a_picture_of_another_size_is_refused_before_it_is_opened(profile: DieProfile) -> None:
    """One of 30,000 pixels by as many takes 2.7 GB when it is opened."""
    size = struct.pack(">I4sIIBBBBB", 13, b"IHDR", 30_000, 30_000, 8, 2, 0, 0, 0)
    head = b"\x89PNG\r\n\x1a\n" + size
    check = struct.pack(">I", zlib.crc32(head[12:]))
    data = zlib.compress(bytes(90_001 * 100))
    chunk = struct.pack(">I4s", len(data), b"IDAT") + data
    bomb = head + check + chunk + struct.pack(">I", zlib.crc32(chunk[4:]))
    face = {"value": 1, "picture": base64.b64encode(bomb).decode()}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(DieProfileError, match="the picture of 1 cannot be opened"):
        die_profile_from_json({**profile.to_json(), "faces": [face]})
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000

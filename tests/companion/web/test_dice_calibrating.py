"""Showing a die over HTTP: a photo of each face in, a profile out."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.keeping import load_die
from companion.web.access import Need, need_of
from tests.companion.web.client import Companion
from training.synthesis.unseen.odd_dice import random_odd_die

DIE = random_odd_die(0)
ADDRESS = "/api/calibration/die"
JPEG = {"Content-Type": "image/jpeg"}


def jpeg(picture: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()


def test_a_die_is_learned_from_photos_of_its_faces(companion: Companion) -> None:
    missing = companion.do("POST", ADDRESS, {})
    assert "missing: 1, 2, 3, 4, 5, 6" in missing["problem"]
    assert missing["path"] is None
    for value in range(1, 7):
        photo = jpeg(DIE.shown(value, 1000 + value)[0])
        seen = companion.ask("POST", f"{ADDRESS}/{value}", photo, headers=JPEG)
        assert seen.status == 200
        assert seen.data["value"] == value
        assert companion.ask("GET", seen.data["picture"]).data[:4] == b"\x89PNG"
    learned = companion.do("POST", ADDRESS, {"name": "rabbit"})
    assert learned["problem"] is None
    assert load_die(Path(learned["path"])).name == "rabbit"
    assert companion.do("POST", ADDRESS, {})["path"] is None


def test_a_photo_without_a_die_is_refused_in_the_language_of_the_reader(
    companion: Companion,
) -> None:
    bare = jpeg(np.full((720, 960, 3), 128, np.uint8))
    refused = companion.ask("POST", f"{ADDRESS}/4", bare, headers={**JPEG, "Accept-Language": "fr"})
    assert "Aucun dé n'est visible" in refused.data["problem"]
    assert refused.data["picture"] is None
    assert companion.ask("GET", f"{ADDRESS}/4/picture.png").status == 404


def test_what_is_no_photo_is_refused(companion: Companion) -> None:
    assert companion.ask("POST", f"{ADDRESS}/4", b"no picture", headers=JPEG).status == 422


@pytest.mark.parametrize("value", [0, 7])
def test_a_die_has_no_other_faces(value: int, companion: Companion) -> None:
    assert companion.ask("POST", f"{ADDRESS}/{value}", b"", headers=JPEG).status == 404


def test_dice_are_taught_by_the_host_alone() -> None:
    for path in (ADDRESS, f"{ADDRESS}/1"):
        assert need_of("POST", path) == (Need.HOST, None)

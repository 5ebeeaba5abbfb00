"""``palago calibrate die``: photos of the faces in, a profile out, which is read with."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.keeping import load_die, newest_dice
from companion.cli import main
from training.synthesis.unseen.odd_dice import random_odd_die

DIE = random_odd_die(0)
ROLLED = 5004


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    for value in range(1, 7):
        cv2.imwrite(str(folder / f"{value}.png"), DIE.shown(value, 1000 + value)[0])
    cv2.imwrite(str(folder / "bare.png"), np.full((720, 960, 3), 128, np.uint8))
    cv2.imwrite(str(folder / "table.png"), DIE.rolled(ROLLED).image)
    return folder


def given(photos: Path, **others: str) -> list[str]:
    """Return what is said of every face, with other photos for some."""
    return [f"{v}={photos / others.get(f'face{v}', f'{v}.png')}" for v in range(1, 7)]


def test_a_die_is_learned_kept_and_read(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = tmp_path / "drawn"
    arguments = ["--data", str(tmp_path), "--annotate", str(drawn), "--json"]
    assert main(["calibrate", "die", *given(photos), *arguments]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [face["value"] for face in answer["seen"]] == [1, 2, 3, 4, 5, 6]
    assert load_die(Path(answer["profile"])) == newest_dice(tmp_path / "dice")[0]
    assert len(list(drawn.glob("face-*.png"))) == 6
    table = str(photos / "table.png")
    read = {}
    for die in ("none", answer["profile"]):
        assert main(["read", table, "--json", "--die", die, "--data", str(tmp_path / "no")]) == 0
        read[die] = json.loads(capsys.readouterr().out)["dice"]
    assert not any(die["sure"] for die in read["none"])
    assert [(die["value"], die["sure"]) for die in read[answer["profile"]]] == [(6, True)]
    assert main(["read", table, "--json", "--data", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["dice"] == read[answer["profile"]]


def test_a_photo_without_a_die_is_named_and_nothing_is_kept(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [*given(photos, face4="bare.png"), "--data", str(tmp_path), "--json"]
    assert main(["calibrate", "die", *arguments]) == 1
    said = capsys.readouterr()
    assert [left["face"] for left in json.loads(said.out)["left_out"]] == [4]
    assert "bare.png: No die is seen" in said.err
    assert not (tmp_path / "dice").exists()


def test_a_missing_face_is_wrong_usage(photos: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "die", *given(photos)[:5]]) == 2
    assert "0 photos are given of face 6" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["7=a.jpg", "a.jpg", "1=", "=a.jpg"])
def test_what_names_no_face_is_wrong_usage(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["calibrate", "die", text])
    assert "is no FACE=PHOTO" in capsys.readouterr().err


def test_a_damaged_profile_is_said_in_a_sentence(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "die.json"
    damaged.write_text('{"kind": "die", "format": 1, "name": "die", "faces": []}', "utf-8")
    assert main(["read", str(photos / "table.png"), "--die", str(damaged)]) == 2
    assert "This die profile is damaged" in capsys.readouterr().err

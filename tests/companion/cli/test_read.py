"""What ``palago read --json`` says besides the reading itself."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from companion.cli import main
from training.synthesis.unseen.photo import make_photo

SAMPLES = Path(__file__).parents[3] / "sample_images"


def test_some_of_what_is_sure_is_proven(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("p001073_negative.jpg", "p001015_dice.jpg", "p001023_clutter.jpg")
    large_dice = tmp_path / "dice.png"
    cv2.imwrite(str(large_dice), make_photo(146674).image)
    photos = [*(str(SAMPLES / name) for name in names), str(large_dice)]
    assert main(["read", "--json", *photos, "--data", str(tmp_path)]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {one["proven"] for one in said} == {False, True}
    assert all(one["sure"] for one in said)
    dice = [die for one in said for die in one["dice"]]
    assert {die["proven"] for die in dice} == {False, True}
    assert all(die["sure"] for die in dice if die["proven"])

"""``palago calibrate lens``: from a folder of photos to a profile, or to what is missing."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.keeping import newest_colors, newest_lens
from calibration.lens.calibrating import LensCalibration
from companion.cli import main
from tests.calibration.synthetic_views import Lens, Pose, good_poses, photo

LENS = Lens(1100.0, (0.02, -0.05, 0.0, 0.0, 0.0))


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    for number, pose in enumerate(good_poses(18)):
        cv2.imwrite(str(folder / f"{number:02d}.jpg"), photo(LENS, pose, seed=number))
    cv2.imwrite(str(folder / "table.jpg"), np.full((960, 1280, 3), 90, np.uint8))
    (folder / "broken.jpg").write_bytes(b"no picture")
    (folder / "notes.txt").write_text("not looked at", "utf-8")
    return folder


def test_a_folder_of_photos_gives_a_profile_that_is_kept(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["calibrate", "lens", str(photos), "--camera", "phone", "--data", str(tmp_path)]
    assert main([*arguments, "--json"]) == 0
    said = capsys.readouterr()
    answer = json.loads(said.out)
    assert answer["focal"] == pytest.approx([LENS.focal] * 2, rel=0.005)
    assert {Path(photo["image"]).name for photo in answer["left_out"]} == {
        "table.jpg",
        "broken.jpg",
    }
    assert said.err.count("is left out") == 2
    profile = newest_lens(tmp_path / "lenses", "phone")
    assert profile is not None
    assert Path(answer["profile"]).parent == tmp_path / "lenses"
    assert list(profile.focal) == answer["focal"]


def test_too_few_photos_are_refused_with_what_is_missing(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = tmp_path / "few"
    few.mkdir()
    for number in range(3):
        (few / f"{number}.jpg").write_bytes((photos / f"{number:02d}.jpg").read_bytes())
    output = tmp_path / "profile.json"
    assert main(["calibrate", "lens", str(few), "--output", str(output), "--json"]) == 1
    said = capsys.readouterr()
    answer = json.loads(said.out)
    assert answer["photos"] == 3
    assert any("3 of 10 different photos" in reason for reason in answer["reasons"])
    assert "3 of 10 different photos" in said.err
    assert not output.exists()


def test_an_empty_folder_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "lens", str(tmp_path)]) == 2
    assert "holds no photos" in capsys.readouterr().err


def test_a_source_that_is_nothing_is_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "lens", str(tmp_path / "nothing.mp4")]) == 2
    assert "nothing.mp4" in capsys.readouterr().err


def test_of_a_live_camera_only_still_frames_of_new_views_are_taken() -> None:
    calibration = LensCalibration("webcam")
    pose = Pose(at=(0.5, 0.5), size=0.5, tilt=20.0, towards=40.0, turn=5.0)
    moved = Pose(at=(0.6, 0.45), size=0.45, tilt=30.0, towards=200.0, turn=5.0)
    first, again = photo(LENS, pose, seed=1), photo(LENS, pose, seed=2)
    other = photo(LENS, moved, seed=3)
    blank = np.full_like(first, 90)
    taken = [
        calibration.offer(frame) for frame in (first, again, first, other, blank, other, other)
    ]
    assert taken == [False, True, False, False, False, False, True]
    assert calibration.photos == 2


def test_a_photo_of_tiles_gives_the_sets_colours(
    sample_images: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo_path = str(sample_images / "p001015_dice.jpg")
    arguments = ["calibrate", "colors", photo_path, "--camera", "phone", "--data", str(tmp_path)]
    assert main([*arguments, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    profile = newest_colors(tmp_path / "colors", "phone")
    assert profile is not None
    assert answer["white"] == list(profile.white)
    assert min(profile.white) > max(profile.blue[:2])
    assert main([*arguments, "--swap"]) == 0
    assert newest_colors(tmp_path / "colors", "phone") == profile.swapped()
    assert "#" in capsys.readouterr().out


def test_a_photo_without_tiles_is_refused_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.png"
    cv2.imwrite(str(table), np.full((480, 640, 3), (60, 90, 140), np.uint8))
    assert main(["calibrate", "colors", str(table), "--output", str(tmp_path / "c.json")]) == 1
    assert "five or more face up" in capsys.readouterr().err
    assert not (tmp_path / "c.json").exists()

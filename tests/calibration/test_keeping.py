"""Profiles in a folder: a new one counts, an old one stays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.keeping import (
    ProfileFileError,
    keep_profile,
    load_colors,
    load_lens,
    newest_colors,
    newest_lens,
)
from vision.profiles.color_profile import ColorProfile
from vision.profiles.lens_profile import LensAccuracy, LensProfile

PROFILE = LensProfile(
    camera="Ann's phone/2",
    width=1280,
    height=960,
    focal=(1100.0, 1100.0),
    center=(640.0, 480.0),
    distortion=(0.02, -0.05, 0.0, 0.0, 0.0),
    accuracy=LensAccuracy(20, 880, 0.08, 0.04, 0.07, 0.15, 0.0004, 0.6),
)


def test_the_newest_lens_of_a_camera_counts_and_none_is_lost(tmp_path: Path) -> None:
    better = replace(PROFILE, focal=(1101.0, 1101.0))
    first = keep_profile(tmp_path / "lenses", PROFILE)
    second = keep_profile(tmp_path / "lenses", better)
    keep_profile(tmp_path / "lenses", replace(PROFILE, camera="webcam"))
    assert newest_lens(tmp_path / "lenses", PROFILE.camera) == better
    assert load_lens(first) == PROFILE
    second.unlink()
    assert newest_lens(tmp_path / "lenses", PROFILE.camera) == PROFILE


def test_more_than_a_thousand_calibrations_stay_in_order(tmp_path: Path) -> None:
    path = keep_profile(tmp_path, PROFILE)
    path.rename(path.with_name(path.name.replace("001", "999")))
    better = replace(PROFILE, focal=(1101.0, 1101.0))
    assert keep_profile(tmp_path, better).stem.endswith("-1000")
    assert newest_lens(tmp_path, PROFILE.camera) == better


def test_on_a_full_disk_a_profile_is_not_kept_by_halves(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="Windows has no limits to set")
    older = keep_profile(tmp_path, PROFILE)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (older.stat().st_size - 20, before[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            keep_profile(tmp_path, replace(PROFILE, focal=(1101.0, 1101.0)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == [older]
    assert newest_lens(tmp_path, PROFILE.camera) == PROFILE


def test_what_was_killed_while_it_wrote_keeps_no_profile_from_being_kept(tmp_path: Path) -> None:
    first = tmp_path / ".Ann_s_phone_2-001.json.unfinished"
    first.write_text('{"camera":')
    assert keep_profile(tmp_path, PROFILE).name == "Ann_s_phone_2-002.json"
    assert newest_lens(tmp_path, PROFILE.camera) == PROFILE


def test_of_many_that_are_kept_at_once_none_is_lost(tmp_path: Path) -> None:
    profiles = [replace(PROFILE, focal=(1100.0 + number, 1100.0)) for number in range(40)]
    with ThreadPoolExecutor(8) as pool:
        paths = list(pool.map(lambda profile: keep_profile(tmp_path, profile), profiles))
    assert [load_lens(path) for path in paths] == profiles
    assert len(set(paths)) == len(list(tmp_path.iterdir())) == len(profiles)


def test_a_camera_without_a_profile_has_none(tmp_path: Path) -> None:
    assert newest_lens(tmp_path / "nowhere", "phone") is None
    keep_profile(tmp_path, replace(PROFILE, camera="phone-2"))
    assert newest_lens(tmp_path, "phone") is None


@pytest.mark.parametrize("camera", ["../../etc/passwd", "", "...", "Ünï ☺"])
def test_no_name_leads_out_of_the_folder(camera: str, tmp_path: Path) -> None:
    path = keep_profile(tmp_path / "lenses", replace(PROFILE, camera=camera))
    assert path.parent == tmp_path / "lenses"
    assert newest_lens(tmp_path / "lenses", camera) is not None


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text("{", "utf-8")
    with pytest.raises(ProfileFileError, match=r"broken\.json is no JSON"):
        load_lens(path)
    path.write_text("{}", "utf-8")
    with pytest.raises(ProfileFileError, match=r"broken\.json: This is no lens profile"):
        load_lens(path)
    with pytest.raises(ProfileFileError, match="cannot be read"):
        load_lens(tmp_path / "nothing.json")


def test_colours_are_kept_alike(tmp_path: Path) -> None:
    colors = ColorProfile(
        "phone", (203.0, 163.5, 118.0), (122.0, 87.0, 62.0), (9.0, 8.0, 7.0), 24, 9
    )
    path = keep_profile(tmp_path, colors)
    assert newest_colors(tmp_path, "phone") == load_colors(path) == colors
    with pytest.raises(ProfileFileError, match="no lens profile"):
        load_lens(path)
    assert newest_colors(tmp_path, "webcam") is None

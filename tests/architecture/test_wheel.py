"""What is built to be installed: all that is played with, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("rules", "vision", "calibration", "companion", "sample_images")
LARGEST_MB = 20


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    copied = folder / "project"
    copied.mkdir()
    for name in (*FOLDERS, "pyproject.toml", "README.md", "LICENSE"):
        (copied / name).symlink_to(ROOT / name)
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    build = [sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", str(folder), "."]
    subprocess.run(build, cwd=copied, check=True, capture_output=True)
    (found,) = folder.glob("palago-*.whl")
    return found


def test_it_has_every_file_that_is_played_with_and_no_other(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    wanted = {
        str(path.relative_to(ROOT))
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".md"
    }
    assert wanted <= inside
    assert {name for name in inside - wanted if not name.endswith(".md")} == set()


def test_it_stays_small(wheel: Path) -> None:
    assert wheel.stat().st_size < LARGEST_MB * 1_000_000

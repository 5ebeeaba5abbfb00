"""The promise on labelled photos: each read once, each counted once; figures and picture."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from calibration.printing.svg import figure_to_svg
from training.promise.__main__ import main
from training.promise.page import figures
from training.promise.picture import draw_curve
from training.promise.readings import (
    PhotoRated,
    kept_readings,
    photos_of,
    read_and_keep,
    reader_at_work,
)
from vision.evaluation.risk import RatedReading, risk_coverage_curve

PHOTOS = ("p001087_small", "p001015_dice")


@pytest.fixture
def folder(tmp_path: Path, sample_images: Path) -> Path:
    folder = tmp_path / "table"
    folder.mkdir()
    for name in PHOTOS:
        for ending in (".jpg", ".json"):
            shutil.copy(sample_images / f"{name}{ending}", folder)
    return folder


def rated(number: int, margin: float, exact: bool) -> PhotoRated:
    reading = RatedReading(margin, exact)
    return PhotoRated(str(number), f"u{number}_big.jpg", "looks", "big", reading)


def said(photos: list[PhotoRated]) -> str:
    """Return the figures with every paragraph in one line."""
    return figures(photos).replace("\n", " ")


def test_a_photo_that_lies_in_two_folders_counts_once(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    (other / "p001087_small.json").rename(other / "again.json")
    (other / "p001087_small.jpg").rename(other / "again.jpg")
    truth = json.loads((other / "p001015_dice.json").read_text("utf-8"))
    (other / "p001015_dice.json").write_text(json.dumps({**truth, "dice": []}), "utf-8")
    found = photos_of([folder, other])
    # the second dice photo has another truth, so it is another case
    assert [photo.path.name for photo in found] == [
        "p001015_dice.jpg",
        "p001087_small.jpg",
        "p001015_dice.jpg",
    ]


def test_what_was_read_is_not_read_again_but_by_another_reader(
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file, page, picture = tmp_path / "kept.jsonl", tmp_path / "page.md", tmp_path / "curve.svg"
    page.write_text("Before\n<!-- figures -->\nold\n<!-- /figures -->\nAfter\n", "utf-8")
    (first, *rest), reader = photos_of([folder]), reader_at_work()
    (done,) = read_and_keep([first], file, reader)
    assert done.rated.exact
    assert kept_readings(file, reader) == {first.key: done}
    assert kept_readings(file, "another") == {}
    with file.open("a", encoding="utf-8") as cut_short:
        cut_short.write('{"reader": "' + reader)
    arguments = [folder, "--readings", file, "--page", page, "--picture", picture]
    monkeypatch.setattr(sys, "argv", ["promise", *map(str, arguments)])
    main()
    said = capsys.readouterr()
    assert "1 on file, 1 to read." in said.err
    assert "Nothing is proven yet" in said.out
    assert said.out.strip() in page.read_text("utf-8")
    assert kept_readings(file, reader).keys() == {first.key, *(photo.key for photo in rest)}
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    main()
    assert "2 on file, 0 to read." in capsys.readouterr().err


def test_wrong_usage_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        arguments = ["promise", str(folder), "--readings", str(tmp_path / "kept.jsonl")]
        monkeypatch.setattr(sys, "argv", arguments)
        with pytest.raises(SystemExit) as left:
            main()
        assert left.value.code == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_figures_say_what_is_proven_and_name_the_silent_errors() -> None:
    photos = [rated(number, 5.0, True) for number in range(3000)]
    text = said(photos)
    assert "fewer than 1 in 1,000 photos is wrong and sure, at 95 % confidence" in text
    assert "where the least margin is 0." in text
    assert "below 0.998 in 1,000" in text
    assert "| looks | big | 3,000 | 3,000 | 3,000 | 100.0 % | 0 |" in text
    text = said([*photos, rated(3001, 0.6, False)])
    assert "where the least margin is 0.75." in text
    assert "| `u3001_big.jpg` | 0.60 |" in text
    text = said([*photos[:2000], rated(3001, 9.0, False)])
    assert "Nothing is proven yet" in text
    assert "1 of 2,001 photos" in text
    assert "of 4,742 would show" in text


def test_the_curve_is_drawn_within_its_frame() -> None:
    readings = [RatedReading(float(-number), number % 7 != 6) for number in range(2000)]
    curve = risk_coverage_curve(readings)
    figure = draw_curve(curve, 0.8)
    for mark in figure.marks:
        for outline in getattr(mark, "outlines", [getattr(mark, "outline", ())]):
            for x, y in outline:
                assert 0 <= x <= figure.width
                assert 0 <= y <= figure.height
    svg = figure_to_svg(figure, "The curve")
    assert "sure: 80.0 %" in svg
    assert "coverage" in svg
    assert "sure:" not in figure_to_svg(draw_curve(curve[:1], None), "The curve")

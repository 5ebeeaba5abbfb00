"""`palago evaluate`: its table, its JSON, its report, and what it says of files it cannot use."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from tests.companion.conftest import TruthReader
from vision.arrays import Image
from vision.pictures.images import load_image
from vision.reading import ClusterReading, Reading

PHOTOS = ("p001087_small", "p001015_dice", "p001066_illegal")
Evaluate = Callable[..., tuple[int, str, str]]


class ForgetfulReader(TruthReader):
    """Misses a tile of every photo with more than twenty, and is sure all the same."""

    def read(self, image: Image) -> Reading:
        reading = super().read(image)
        (cluster,) = reading.clusters
        if len(cluster.tiles) <= 20:
            return reading
        return replace(reading, clusters=(ClusterReading(cluster.tiles[1:]),))


@pytest.fixture
def folder(tmp_path: Path, sample_images: Path) -> Path:
    folder = tmp_path / "table"
    folder.mkdir()
    for name in PHOTOS:
        for ending in (".jpg", ".json"):
            shutil.copy(sample_images / f"{name}{ending}", folder)
    return folder


@pytest.fixture
def evaluate(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Evaluate:
    """Run ``palago evaluate`` with a reader that forgets a tile; return status and streams."""
    monkeypatch.setattr("vision.readers.reader.Reader", lambda: ForgetfulReader(folder))

    def run(*arguments: object) -> tuple[int, str, str]:
        status = main(["evaluate", *map(str, arguments)])
        streams = capfd.readouterr()
        return status, streams.out, streams.err

    return run


def test_the_table_has_a_line_a_family_and_one_for_all(evaluate: Evaluate, folder: Path) -> None:
    status, out, err = evaluate(folder)
    assert (status, err) == (0, "")
    heading, *rows = (line.split() for line in out.splitlines())
    assert heading[:3] == ["family", "photos", "exact"]
    assert [row[:4] for row in rows] == [
        ["dice", "1", "1", "100.0"],
        ["illegal", "1", "0", "0.0"],
        ["small", "1", "1", "100.0"],
        ["all", "3", "2", "66.7"],
    ]
    assert out.splitlines()[-1].endswith("1 of 1")


def test_json_is_an_object_a_photo_and_a_summary(evaluate: Evaluate, folder: Path) -> None:
    status, out, _ = evaluate("--json", folder)
    *photos, summary = (json.loads(line) for line in out.splitlines())
    assert status == 0
    assert [photo["image"] for photo in photos] == sorted(str(folder / f"{n}.jpg") for n in PHOTOS)
    wrong = next(photo for photo in photos if not photo["exact"])
    assert (wrong["family"], wrong["missed"], wrong["silent"]) == ("illegal", 1, True)
    assert wrong["faults"] == ["1 tile missed"]
    assert (summary["photos"], summary["exact"], summary["failed"]) == (3, 2, 0)
    assert summary["families"]["illegal"]["silent"] == 1
    assert sum(b["tiles"] for b in summary["reliability"]) == summary["tiles"] - 1


def test_the_report_shows_the_misses_and_that_these_are_renders(
    evaluate: Evaluate, folder: Path, tmp_path: Path
) -> None:
    report, pictures = tmp_path / "accuracy.md", tmp_path / "misses of mine"
    status, _, err = evaluate(folder, "--report", report, "--pictures", pictures)
    text = report.read_text("utf-8")
    assert (status, err) == (0, "")
    assert "renders, not photographs" in text
    assert "| illegal | 1 | 0 | 0.0 % |" in text
    assert "1 tile missed" in text
    assert "![p001066_illegal.jpg](misses%20of%20mine/p001066_illegal.jpg)" in text
    assert str(tmp_path) not in text
    assert [picture.name for picture in pictures.iterdir()] == ["p001066_illegal.jpg"]
    assert load_image(pictures / "p001066_illegal.jpg").shape == (450, 800, 3)
    evaluate(folder, "--report", report, "--photographs")
    assert "renders" not in report.read_text("utf-8")


def test_it_says_when_more_was_wrong_than_promised(evaluate: Evaluate, folder: Path) -> None:
    assert evaluate(folder)[2] == ""  # one silent error alone may be chance
    for ending in (".jpg", ".json"):
        shutil.copy(folder / f"p001066_illegal{ending}", folder / f"p001066_again{ending}")
    status, _, err = evaluate(folder)
    assert status == 0
    assert "more readings were wrong than promised" in err
    assert "of 4 photos whose right answer is known, 2 were wrong" in err


def test_ones_own_photos_need_no_family(evaluate: Evaluate, folder: Path) -> None:
    for name in PHOTOS:
        file = folder / f"{name}.json"
        truth = json.loads(file.read_text("utf-8"))
        del truth["family"]
        file.write_text(json.dumps(truth), "utf-8")
    _, out, _ = evaluate(folder)
    assert [line.split()[0] for line in out.splitlines()] == ["family", "all"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("p001087_small.json", b'{"image": "a.jpg"}', 'has no "clusters"'),
        ("p001087_small.json", b"{", "not one JSON object"),
        ("p001087_small.json", "{}".encode("utf-16"), "is not UTF-8 text; save it as UTF-8."),
        ("p001087_small.json", b"9" * 5000, "as JSON: a number in it is too long."),
        ("p001087_small.json", b"[" * 100_000, "as JSON: it is too deep."),
        ("p001087_small.json", b'{"dice": [], "dice": []}', 'gives "dice" twice'),
        ("p001087_small.jpg", b"", "is empty"),
    ],
)
def test_what_cannot_be_used_is_said_and_the_rest_still_counts(
    evaluate: Evaluate, folder: Path, name: str, content: bytes, said: str
) -> None:
    # The reader of these tests looks the truth up; it is given the other two alone.
    other = folder.parent / "other"
    shutil.copytree(folder, other)
    (other / name).write_bytes(content)
    status, out, err = evaluate("--json", other)
    assert status == 1
    (line,) = err.splitlines()
    assert name in line
    assert said in line
    summary: dict[str, Any] = json.loads(out.splitlines()[-1])
    assert (summary["photos"], summary["failed"]) == (2, 1)


def test_a_folder_without_labels_or_none_at_all(
    evaluate: Evaluate, folder: Path, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    shutil.copy(folder / f"{PHOTOS[0]}.jpg", empty)
    status, out, err = evaluate(empty)
    assert (status, out) == (1, "")
    assert "no labelled photo" in err
    for arguments in (
        (tmp_path / "nowhere",),
        (folder / f"{PHOTOS[0]}.jpg",),
        (folder, "--pictures", folder),
        (folder, "--report", tmp_path / "nowhere" / "accuracy.md"),
    ):
        status, out, err = evaluate(*arguments)
        assert (status, out) == (2, "")
        assert len(err.splitlines()) == 1
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        f"{name}{ending}" for name in PHOTOS for ending in (".jpg", ".json")
    )


def test_a_documents_figures_are_made_anew(
    evaluate: Evaluate, folder: Path, tmp_path: Path
) -> None:
    document = tmp_path / "README.md"
    document.write_text("Before.\n<!-- figures -->\nold\n<!-- /figures -->\nAfter.\n", "utf-8")
    status, _out, err = evaluate(folder, "--figures", document)
    assert (status, err) == (0, "")
    before, opened, figures, closed, after = document.read_text("utf-8").splitlines()
    assert (before, opened, closed, after) == (
        "Before.",
        "<!-- figures -->",
        "<!-- /figures -->",
        "After.",
    )
    assert figures.startswith("3 photos: 2 read exactly, 66.7 %")


def test_a_document_without_a_place_for_figures_is_left_as_it_is(
    evaluate: Evaluate, folder: Path, tmp_path: Path
) -> None:
    document = tmp_path / "README.md"
    document.write_text("No place.\n", "utf-8")
    status, _out, err = evaluate(folder, "--figures", document)
    assert status == 1
    assert "has no place for figures" in err
    assert document.read_text("utf-8") == "No place.\n"
    status, _out, err = evaluate(folder, "--figures", tmp_path / "none.md")
    assert status == 1
    assert "cannot be read" in err


def test_workers_read_as_this_process_does(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """With the real reader, in processes of their own; in the same order."""
    for name in PHOTOS[1:]:
        (folder / f"{name}.jpg").unlink()
    (folder / "damaged.jpg").write_bytes(b"no picture")
    shutil.copy(folder / f"{PHOTOS[0]}.json", folder / "damaged.json")
    told = []
    for scheduler in ([], ["--scheduler"]):
        status = main(["evaluate", "--json", str(folder), *scheduler])
        streams = capfd.readouterr()
        told.append((status, streams.out))
        assert "damaged.jpg" in streams.err
    assert told[0] == told[1]
    assert len(told[0][1].splitlines()) == 2


def test_a_scheduler_that_does_not_answer_is_named(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.clusters._CONNECT_S", 0.5)
    assert main(["evaluate", str(folder), "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "127.0.0.1:9" in capfd.readouterr().err

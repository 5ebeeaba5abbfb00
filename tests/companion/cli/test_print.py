"""``palago print``: what it writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest

from companion.cli import main

PAGES = {"tiles": 2, "sheet": 1, "score": 2, "rules": 6}


@pytest.mark.parametrize(("what", "pages"), PAGES.items())
def test_everything_is_printed_on_the_paper_asked_for(
    what: str, pages: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out.pdf"
    arguments = ["print", what, "--output", str(output), "--paper", "letter", "--language", "fr"]
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "printed": what,
        "output": str(output),
        "bytes": output.stat().st_size,
    }
    document = pypdfium2.PdfDocument(output)
    try:
        assert len(document) == pages
        for page in document:
            assert page.get_size() == pytest.approx((612, 792), abs=0.01)
    finally:
        document.close()


def test_a_file_for_a_laser_cutter_is_written_by_its_ending(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "tiles.svg"
    assert main(["print", "tiles", "--edge", "25", "--output", str(output)]) == 0
    assert output.read_text("utf-8").startswith("<svg")
    assert "100 %" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["tiles", "--colors", "white,ivory"], "too much alike"),
        (["tiles", "--edge", "60"], "choose 8 to 40 mm"),
        (["rules", "--edge", "20"], "--edge is only for tiles"),
        (["sheet", "--colors", "red,white"], "--colors is only for tiles"),
    ],
)
def test_wrong_options_are_refused_in_a_sentence(
    arguments: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out.pdf"
    assert main(["print", *arguments, "--output", str(output)]) == 2
    said = capsys.readouterr()
    assert complaint in said.err
    assert not said.out
    assert not output.exists()


@pytest.mark.parametrize(("what", "name"), [("rules", "rules.svg"), ("tiles", "tiles.png")])
def test_only_what_can_be_written_is(
    what: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", what, "--output", str(tmp_path / name)]) == 2
    assert name in capsys.readouterr().err


def test_a_place_that_cannot_be_written_to_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "nowhere" / "rules.pdf"
    assert main(["print", "score", "--output", str(output)]) == 1
    assert str(output) in capsys.readouterr().err

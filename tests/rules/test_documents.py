"""What docs/ says of the rules is what the program says and does."""

import doctest
import re
from pathlib import Path

import pytest

from rules import READINGS, Code, parse_move

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("reading", [r for readings in READINGS.values() for r in readings])
def test_players_find_every_reading_in_the_documents(reading: str) -> None:
    words = " ".join((DOCS / "rules.md").read_text("utf-8").split())
    assert f"- {reading} " in words


def test_every_code_is_explained() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \|", (DOCS / "rules.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(rows) == sorted(Code)


def test_every_move_written_in_the_documents_can_be_read() -> None:
    text = (DOCS / "notation.md").read_text("utf-8")
    moves = re.findall(r"^\| `([^`{]+)` \| (?:place|take|turn|do)", text, re.MULTILINE)
    moves += re.findall(r"^    ([-x0-9,=>]+(?: (?:then|[-x0-9,=>]+))+)  ", text, re.MULTILINE)
    moves += re.findall(r'"move": "([^"]+)"', text)
    assert len(moves) == 9
    assert all(parse_move(move) is not None for move in moves)


def test_the_library_does_what_its_document_shows() -> None:
    path = DOCS / "library.md"
    result = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert result.attempted > 30
    assert result.failed == 0

"""Games on record over HTTP: gone on with, exported, written, removed; and their score sheets."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.record.exporting import FORMAT
from rules import parse_game
from tests.companion.live.games import CLOSING, MATCHING, OPENING, RING, THIRD, THREE, by_hand, play
from tests.companion.web.client import Companion
from tests.companion.web.conftest import Serve
from tests.companion.web.playing import decide, lay, tiles


def test_a_game_is_gone_on_with_after_the_companion_was_started_again(
    serve: Serve, tmp_path: Path
) -> None:
    first = serve(tmp_path)
    game = first.do("POST", "/api/games", by_hand("palagonia", "ABC"))["id"]
    lay(first, game, THREE, die=3)
    lay(first, game, RING, die=3)
    before = first.get(f"/api/games/{game}")
    first.tables.stop_all()
    second = serve(tmp_path)
    kept = second.get(f"/api/games/{game}")
    assert kept["running"] is False
    assert kept["source"] is None
    running = second.do("PUT", f"/api/games/{game}/source", {"kind": "hand"})
    for state in (kept, running):
        for key in ("board", "agreed", "moves", "score_sheet", "turn", "tiles_left", "uid"):
            assert state[key] == before[key], key
    assert lay(second, game, "3,-1=4", die=2) == ["die"]


def test_the_score_sheet_says_how_a_number_comes_about(companion: Companion) -> None:
    game = companion.do("POST", "/api/games", by_hand("palagonia", "ABC"))["id"]
    lay(companion, game, THREE, die=3)
    assert lay(companion, game, RING, die=3) == ["die", "move"]
    decide(companion, game, "vote", row=1, value=4)
    state = companion.get(f"/api/games/{game}")
    (row,) = state["score_sheet"]["rows"]
    assert (row["value"], row["vote"], row["animals"], row["limbs"]) == (1, 4, [1], 0)
    assert row["points"] == {"A": 8, "B": 12, "C": 0}
    assert (row["creator"], row["helper"]) == ("B", "A")
    assert row["sum"].endswith("= 1")
    assert state["score_sheet"]["totals"] == {"A": 8, "B": 12, "C": 0}
    report = companion.get(f"/api/games/{game}/moves/2")
    assert report["rows"] == [row]
    (island,) = [mark for mark in report["marks"] if mark["kind"] == "island"]
    arches = [part for *_cell, part in island["parts"] if part == "blue-arch"]
    assert len(arches) == 3
    assert report["before"]["board"] == {"tiles": tiles(THREE)}
    assert "vote" in [event["what"] for event in report["corrections"]]


def test_the_score_sheet_names_the_starting_rolls(companion: Companion) -> None:
    rolls = {"A": 2, "B": 6, "C": 3}
    wanted = by_hand("palagonia", "ABC", starting_rolls=rolls)
    state = companion.do("POST", "/api/games", wanted)
    assert [player["name"] for player in state["players"]] == ["B", "C", "A"]
    sheet = companion.ask("GET", f"/api/games/{state['id']}/score-sheet").data.decode()
    assert "A 2, B 6, C 3" in sheet
    assert "{" not in sheet.partition("<body")[2]


def test_an_exported_game_and_its_score_sheet(companion: Companion, palago: int) -> None:
    lay(companion, palago, OPENING)
    document = companion.get(f"/api/games/{palago}/export.json?pictures=no")
    assert document["format"] == FORMAT
    assert document["players"] == [{"name": "A", "color": None}, {"name": "B", "color": None}]
    sheet = companion.ask("GET", f"/api/games/{palago}/score-sheet")
    assert sheet.headers["Content-Type"].startswith("text/html")
    assert "script-src" not in sheet.headers["Content-Security-Policy"]


def test_an_exported_game_is_taken_in_elsewhere_once(serve: Serve, tmp_path: Path) -> None:
    here, there = serve(tmp_path / "here"), serve(tmp_path / "there")
    game = here.do("POST", "/api/games", by_hand("palago"))["id"]
    lay(here, game, OPENING)
    document = here.get(f"/api/games/{game}/export.json")
    taken_in = there.do("POST", "/api/games/import", document)
    for key in ("uid", "board", "moves", "turn", "players"):
        assert taken_in[key] == here.get(f"/api/games/{game}")[key], key
    assert there.get(f"/api/games/{taken_in['id']}/export.json") == document
    assert there.do("POST", "/api/games/import", document)["id"] == taken_in["id"]
    assert len(there.get("/api/games")["games"]) == 1


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"\xff\xd8 a photo",
        b"{",
        b"[" * 100_000,
        b'{"format": "x", "format": "x"}',
        b"{}",
        b'{"a":' * 100_000,
        b"{[" * 1_000_000,
    ],
)
def test_a_file_that_holds_no_game_is_refused_and_nothing_is_kept(
    companion: Companion, file: bytes
) -> None:
    before = companion.get("/api/games")
    answer = companion.ask("POST", "/api/games/import", file)
    assert answer.status == 400
    assert len(answer.data["error"]) > 20
    assert companion.get("/api/games") == before


def test_a_game_is_written_as_plain_text(companion: Companion) -> None:
    game = companion.do("POST", "/api/games", by_hand("palago"))["id"]
    running = companion.tables.find(game)
    assert running is not None
    for move in (OPENING, MATCHING, THIRD, CLOSING):
        play(running, move)
    answer = companion.ask(
        "GET", f"/api/games/{game}/notation.txt", headers={"Accept-Language": "de"}
    )
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert f"palago-{game}.txt" in answer.headers["Content-Disposition"]
    written = parse_game(answer.data.decode())
    assert written.remarks == ("B gewinnt: eine Gruppe ist geschlossen.",)
    outcome = written.played().outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("B", "closed-group")
    assert companion.ask("GET", "/api/games/99/notation.txt").status == 404


def test_a_removed_game_is_gone(companion: Companion, palago: int) -> None:
    assert companion.ask("DELETE", f"/api/games/{palago}").status == 204
    answer = companion.ask("GET", f"/api/games/{palago}")
    assert (answer.status, list(answer.data)) == (404, ["error"])

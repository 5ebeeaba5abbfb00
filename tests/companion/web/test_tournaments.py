"""Tournaments over HTTP: what is refused and how, on the pages and for programs; full disks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.storage import database
from tests.companion.live.games import CLOSING, MATCHING, OPENING, THIRD, by_hand, play
from tests.companion.web.client import Answer, Companion
from tests.companion.web.conftest import Serve
from tests.companion.web.test_disk_troubles import fill, small_disk

__all__ = ["small_disk"]
BEGUN = {"name": "Evening", "rounds": 3, "players": ["A", "B", "C", "D"]}
ONE = "/api/tournaments/1"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def club(companion: Companion) -> Companion:
    companion.do("POST", "/api/tournaments", BEGUN)
    companion.do("POST", f"{ONE}/rounds", {"round": 1})
    return companion


def send(companion: Companion, path: str, **entered: str) -> Answer:
    """Send a form."""
    return companion.ask("POST", path, urlencode(entered).encode(), FORM)


def table(companion: Companion, number: int) -> dict[str, object]:
    tables = companion.get(ONE)["pairings"][0]["tables"]
    found: dict[str, object] = tables[number - 1]
    return found


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "says"),
    [
        ("POST", "/api/tournaments", {"name": "x", "rounds": 0, "players": []}, 400, '"rounds"'),
        ("POST", "/api/tournaments", {**BEGUN, "game": "palagonia"}, 400, "one of palago, palagem"),
        ("POST", "/api/tournaments", {**BEGUN, "players": ["A", "a"]}, 400, "in the list already"),
        ("GET", "/api/tournaments/7", None, 404, "no tournament 7"),
        ("PUT", f"{ONE}/players/9", {"here": False}, 404, "has the number 9"),
        ("POST", f"{ONE}/rounds", {"round": 2}, 409, "tables 1 and 2 have no result yet"),
        ("POST", f"{ONE}/rounds", {"round": 1}, 409, "is round 2"),
        ("DELETE", f"{ONE}/rounds/2", None, 409, "cannot be taken back"),
        ("DELETE", f"{ONE}/players/1", None, 409, "stays in the list"),
        ("PUT", f"{ONE}/rounds/1/tables/1/result", {"result": "white"}, 400, "one of first"),
        ("PUT", f"{ONE}/rounds/1/tables/9/result", {"result": "draw"}, 404, "at table 9"),
        ("PUT", f"{ONE}/rounds/1/tables/1/game", {"game": 5}, 404, "no game 5"),
    ],
)
def test_what_is_refused_is_said_and_changes_nothing(
    club: Companion, method: str, path: str, body: object, status: int, says: str
) -> None:
    before = club.get("/api/tournaments"), club.get(ONE)
    answer = club.ask(method, path, body)
    assert (answer.status, says in answer.data["error"]) == (status, True), answer
    assert (club.get("/api/tournaments"), club.get(ONE)) == before


def test_a_game_of_a_table_is_begun_with_it_or_not_at_all(club: Companion) -> None:
    pairing = {"tournament": 1, "round": 1, "table": 1}
    strangers = by_hand("palago", "XY", pairing=pairing)
    refused = club.ask("POST", "/api/games", strangers)
    assert (refused.status, club.get("/api/games")["games"]) == (409, [])
    assert "this is another game" in refused.data["error"]
    nowhere = by_hand("palago", "AC", pairing={**pairing, "table": 7})
    assert club.ask("POST", "/api/games", nowhere).status == 404
    game = club.do("POST", "/api/games", by_hand("palago", "AC", pairing=pairing))["id"]
    assert table(club, 1)["game"] == game
    again = club.ask("POST", "/api/games", by_hand("palago", "AC", pairing=pairing))
    assert (again.status, len(club.get("/api/games")["games"])) == (409, 1)

    running = club.tables.find(game)
    assert running is not None
    for move in (OPENING, MATCHING, THIRD, CLOSING):
        play(running, move)
    assert (table(club, 1)["result"], table(club, 1)["by"]) == ("second", "game")
    club.do("POST", f"/api/games/{game}/decisions", {"kind": "take-back", "data": {}})
    assert table(club, 1)["result"] is None, "the game goes on, and so does the round"
    club.do("POST", f"/api/games/{game}/table", {"removed": [[0, 1]]})
    play(running, CLOSING)
    assert club.ask("DELETE", f"/api/games/{game}").status == 204
    assert (table(club, 1)["result"], table(club, 1)["game"]) == ("second", None)


def test_a_game_begun_otherwise_is_named_and_parted_again(club: Companion) -> None:
    game = club.do("POST", "/api/games", by_hand("palago", "CA"))["id"]
    at_table = f"{ONE}/rounds/1/tables/1/game"
    club.do("PUT", at_table, {"game": game})
    running = club.tables.find(game)
    assert running is not None
    for move in (OPENING, MATCHING, THIRD, CLOSING):
        play(running, move)
    # C began though A was to: the second of that game is the first of the pairing
    assert table(club, 1)["result"] == "first"
    club.do("PUT", at_table, {"game": None})
    assert (table(club, 1)["result"], table(club, 1)["game"]) == (None, None)


@pytest.mark.parametrize(
    ("path", "entered", "says"),
    [
        ("/tournaments", {"name": "", "players": "A\nB", "rounds": "3"}, "Name the tournament"),
        ("/tournaments", {"name": "x", "players": "A", "rounds": "many"}, "from 1 to 30 rounds"),
        ("/tournaments/1/players", {"players": "E\nA"}, "A is in the list already"),
        ("/tournaments/1/players/1", {"do": "remove"}, "stays in the list"),
        ("/tournaments/1/rounds", {"round": "2"}, "have no result yet"),
        ("/tournaments/1", {"name": "x", "rounds": "99"}, "from 1 to 30 rounds"),
        ("/tournaments/1/rounds/1/tables/1", {"result": "white"}, "Choose what came of the game"),
        ("/tournaments/9/rounds", {"round": "1"}, "no tournament 9"),
    ],
)
def test_a_page_says_what_is_refused(
    club: Companion, path: str, entered: dict[str, str], says: str
) -> None:
    before = club.get(ONE)
    answer = send(club, path, **entered)
    assert answer.status in (400, 404, 409), answer
    assert says in answer.data.decode()
    assert club.get(ONE) == before


def test_what_was_entered_is_not_lost_when_it_is_refused(club: Companion) -> None:
    entered = {"name": "Night", "players": "E\nE", "rounds": "7", "game": "palagem"}
    page = send(club, "/tournaments", **entered).data.decode()
    assert 'value="Night"' in page
    assert 'value="7"' in page
    assert ">E\nE</textarea>" in page.replace("\r", "")
    assert '<option value="palagem" selected>' in page


@pytest.fixture
def full(small_disk: Path, serve: Serve) -> Iterator[Companion]:
    data = small_disk / "data"
    companion = serve(data)
    companion.do("POST", "/api/tournaments", BEGUN)
    companion.do("POST", f"{ONE}/rounds", {"round": 1})
    # whoever reads already keeps the files open that reading takes
    with closing(database.connect(data)) as reading:
        reading.execute("SELECT count(*) FROM tournament").fetchone()
        filler = fill(small_disk, 0)
        yield companion
        filler.unlink()


def test_on_a_full_disk_nothing_changes_by_halves(full: Companion) -> None:
    before = full.get(ONE)
    for method, path, body in (
        ("POST", "/api/tournaments", BEGUN),
        ("PUT", f"{ONE}/rounds/1/tables/1/result", {"result": "draw"}),
        ("POST", f"{ONE}/players", {"name": "E"}),
        ("DELETE", f"{ONE}/rounds/1", None),
    ):
        answer = full.ask(method, path, body)
        assert answer.status == 507, answer
        assert "no room left on the disk" in answer.data["error"]
    page = send(full, "/tournaments/1/rounds/1/tables/1", result="draw")
    assert (page.status, "no room left on the disk" in page.data.decode()) == (507, True)
    assert full.get(ONE) == before

"""What cannot be done with a game over HTTP, or is not for another site to do, is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion.live.games import OPENING, by_hand
from tests.companion.web.client import Companion
from tests.companion.web.playing import lay

SAME_COLOR = [{"name": "A", "color": "blue"}, {"name": "B", "color": "blue"}]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/games/99", None, 404),
        ("GET", "/api/games/99/events", None, 404),
        ("GET", "/api/games/1/moves/1", None, 404),
        ("GET", "/api/games/1/overlay", None, 404),
        ("GET", "/api/games/1/live.jpg", None, 404),
        ("GET", "/api/games/1/pictures/7.jpg", None, 404),
        ("GET", "/api/games/1/record?after=x", None, 400),
        ("POST", "/api/games", b"{", 400),
        ("POST", "/api/games", b'{"game": "palago", "game": "palagem"}', 400),
        ("POST", "/api/games/1/decisions", b'{"kind": "set-die", "data": {"value": NaN}}', 400),
        ("POST", "/api/games", {"game": "chess", "players": [], "source": {"kind": "hand"}}, 400),
        ("POST", "/api/games", by_hand("palago", "ABC"), 400),
        ("POST", "/api/games", by_hand("palago", "AA"), 400),
        ("POST", "/api/games", {**by_hand("palago"), "players": SAME_COLOR}, 400),
        ("POST", "/api/games", {**by_hand("palago"), "source": {"kind": "file", "path": "x"}}, 422),
        ("POST", "/api/games/1/decisions", {"kind": "settled", "data": {}}, 400),
        ("POST", "/api/games/1/decisions", {"kind": "take-back"}, 400),
        ("POST", "/api/games/1/decisions", {"kind": "vote", "data": {"row": 1, "value": 1}}, 400),
        ("POST", "/api/games/1/decisions", {"kind": "answer", "data": {"choice": 0}}, 400),
        ("POST", "/api/games/1/decisions", {"kind": "answer", "data": {"choice": -1}}, 400),
        ("POST", "/api/games/1/decisions", {"kind": "answer"}, 400),
        ("POST", "/api/games/1/decisions", {"kind": "table-right"}, 400),
        ("POST", "/api/games/1/decisions", {"kind": "record-right"}, 400),
        ("POST", "/api/games/1/table", {"board": {"tiles": [{"q": 0}]}}, 400),
        ("POST", "/api/games/1/passes", {}, 409),
        ("PUT", "/api/games/1/source", {"kind": "telescope"}, 400),
        ("POST", "/api/passes", {"token": "guessed"}, 403),
        ("POST", "/api/games/1/misreadings", {}, 404),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    companion: Companion, palago: int, method: str, path: str, body: Any, status: int
) -> None:
    before = companion.get(f"/api/games/{palago}")
    answer = companion.ask(method, path, body)
    assert answer.status == status
    assert list(answer.data) == ["error"]
    assert answer.data["error"].endswith(".")
    assert companion.get(f"/api/games/{palago}") == before


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("decisions", {"kind": "take-back", "data": {}}, "Aucun coup n'a encore été joué"),
        (
            "decisions",
            {"kind": "set-die", "data": {"value": 3}},
            "On ne lance pas de dé dans ce jeu.",
        ),
        (
            "decisions",
            {"kind": "set-mover", "data": {"player": "Dee"}},
            "Dee ne joue pas\u00a0; c'est une partie de A et B.",
        ),
        (
            "decisions",
            {"kind": "answer", "data": {"choice": 0, "question": 7}},
            "Aucune question n'est posée",
        ),
    ],
)
def test_what_is_refused_is_said_in_the_readers_language(
    companion: Companion, palago: int, path: str, body: Any, said: str
) -> None:
    headers = {"Accept-Language": "fr-CA,fr;q=0.9"}
    answer = companion.ask("POST", f"/api/games/{palago}/{path}", body, headers)
    assert answer.status == 400
    assert answer.data["error"].startswith(said)


def test_a_change_that_another_site_asks_for_is_refused(companion: Companion, palago: int) -> None:
    elsewhere = {"Origin": "https://elsewhere.example"}
    path = f"/api/games/{palago}/decisions"
    assert companion.ask("POST", path, {"kind": "pause"}, elsewhere).status == 403
    assert companion.get(f"/api/games/{palago}")["paused"] is False


@pytest.mark.parametrize("path", ["live.jpg", "export.json", "record", ""])
def test_a_page_of_another_site_can_have_nothing_done_or_shown(
    companion: Companion, palago: int, path: str
) -> None:
    """As an image, a script or a stream; a link from there leads here all the same."""
    address = f"/api/games/{palago}/{path}".rstrip("/")
    foreign = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert companion.ask("GET", address, headers=foreign).status == 403
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert companion.ask("GET", f"/games/{palago}", headers=link).status == 200
    own = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}
    assert companion.ask("GET", f"/api/games/{palago}", headers=own).status == 200
    # a form that is sent from there is a navigation as well
    form = companion.ask("POST", f"/games/{palago}/go-on", b"camera=nobody", link)
    assert form.status == 403
    assert companion.get(f"/api/games/{palago}")["running"]


def test_what_a_pass_shows_is_asked_for_again_each_time(companion: Companion, palago: int) -> None:
    lay(companion, palago, OPENING)
    for path in ("/", f"/games/{palago}", f"/api/games/{palago}", f"/games/{palago}/moves/1"):
        answer = companion.ask("GET", path)
        assert answer.status == 200
        assert answer.headers["Cache-Control"] == "private, no-cache"
    icon = companion.ask("GET", "/static/icon.svg")
    assert "private" not in icon.headers["Cache-Control"]

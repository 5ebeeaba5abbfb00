"""Spectators: one code for all tables; what they see, and that they may do nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live import Tables
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.security.passes import PASS_LASTS, PassError
from companion.security.spectators import Spectators
from companion.web import access, create_app, phone_access, reach
from companion.web.events_stream import MOST_OF_SPECTATORS, CrowdedError, Room
from tests.companion.conftest import TruthReader
from tests.companion.live.games import by_hand

ELSEWHERE, HERE = "192.168.0.23", "192.168.0.5"
SECURE, PLAIN = f"https://{HERE}:8443", f"http://{HERE}:8000"
SEEN = {
    *("games.overview", "games.overview_live", "games.show", "games.live", "games.review"),
    *("games.island", "games.stream", "games.stream_live", "games.move", "games.ruling"),
    *("live_api.show", "live_api.events", "live_api.live_picture", "live_api.overlay"),
    *("live_api.evidence", "live_api.move", "live_api.ruling"),
    *("tournaments.index", "tournaments.show", "tournaments.live", "tournaments.standings"),
    *("tournaments.pairings", "tournaments_api.index", "tournaments_api.show"),
}
"""What a spectator may look at, said by hand."""
FOR_EVERYBODY = {
    *("static", "pages.manifest", "games.phone", "games.trust", "phones_api.host"),
    *("phones_api.certificate", "spectators.watch"),
    *("rules.first", "rules.show", "rules.figure", "rules.to_print", "rules.pdf"),
    *("lessons.begin", "lessons.show"),
}
ASKED_OF_EVERYBODY = {
    *("phones_api.redeem", "language.choose", "spectators.enter", "lessons.try_step"),
}


class Guest:
    """Somebody elsewhere, who shows what they were given."""

    def __init__(self, app: Flask, text: str = "") -> None:
        self._client = app.test_client()
        self._client.environ_base["REMOTE_ADDR"] = ELSEWHERE
        self._known = {"Authorization": f"Bearer {text}"} if text else {}

    def ask(self, method: str, path: str, base_url: str = SECURE, **more: Any) -> Any:
        known = self._known
        return self._client.open(path, method=method, headers=known, base_url=base_url, **more)


@pytest.fixture
def app(tmp_path: Path, sample_images: Path) -> Iterator[Flask]:
    tables = Tables(tmp_path)
    reader = PhotoQueue(TruthReader(sample_images))
    app = create_app(tmp_path, reader, Samples(sample_images), tables=tables)
    reach.install(app, reach.Reach((HERE,), (HERE,), 8000, 8443, b""))
    yield app
    tables.stop_all()


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    client = app.test_client()
    for players in ("AB", "CD"):
        assert client.post("/api/games", json=by_hand("palago", players)).status_code == 201
    begun = {"name": "Evening", "rounds": 3, "players": list("ABCD")}
    assert client.post("/api/tournaments", json=begun).status_code == 201
    assert client.post("/api/tournaments/1/rounds", json={"round": 1}).status_code == 201
    return client


def let_in(host: FlaskClient) -> str:
    """Let spectators in; return the token of their code."""
    answer = host.put("/api/spectators", json={"spectators": True})
    assert answer.status_code == 200
    url: str = answer.json["url"]
    assert url.startswith(f"{PLAIN}/watch#token=")
    assert answer.json["https_url"].startswith(f"{SECURE}/watch#token=")
    return url.partition("=")[2]


def spectator(app: Flask, token: str) -> Guest:
    answer = Guest(app).ask("POST", "/api/spectators/passes", json={"token": token})
    assert answer.status_code == 200
    return Guest(app, answer.json["pass"])


def test_nobody_looks_on_until_they_are_let_in(app: Flask, host: FlaskClient) -> None:
    stranger = Guest(app)
    code = host.get("/api/spectators").json
    assert code == {"spectators": False, "count": 0, "url": None, "https_url": None, "qr": None}
    assert host.get("/tables/code.svg").status_code == 404
    for path in ("/tables", "/tables/live", "/tournaments", "/api/tournaments", "/games/1"):
        assert stranger.ask("GET", path).status_code == 403, path
    refused = stranger.ask("POST", "/api/spectators/passes", json={"token": "x"})
    assert refused.status_code == 403
    assert stranger.ask("GET", "/watch").status_code == 200


def test_one_code_lets_many_look_on_over_https_alone(app: Flask, host: FlaskClient) -> None:
    token = let_in(host)
    assert let_in(host) == token, "the code on the wall stays the same"
    plain = Guest(app).ask("POST", "/api/spectators/passes", base_url=PLAIN, json={"token": token})
    assert (plain.status_code, "Set-Cookie" in plain.headers) == (403, False)
    entered = Guest(app).ask("POST", "/api/spectators/passes", json={"token": token})
    cookie = entered.headers["Set-Cookie"]
    assert all(word in cookie for word in ("HttpOnly", "Secure", "SameSite=Strict"))
    for _ in range(3):
        guest = spectator(app, token)
        page = guest.ask("GET", "/tables")
        assert page.status_code == 200
        assert "table-1" in page.text
        assert "table-2" in page.text
        assert guest.ask("GET", "/tournaments/1/standings").status_code == 200
        assert guest.ask("GET", "/api/games/2").json["players"][0]["name"] == "C"
    assert host.get("/api/spectators").json["count"] == 4
    assert "4 people have come in." in host.get("/tables").text
    svg = host.get("/tables/code.svg")
    assert (svg.status_code, svg.mimetype) == (200, "image/svg+xml")


def test_a_spectator_may_look_at_these_and_do_nothing(app: Flask, host: FlaskClient) -> None:
    """Every request that the companion answers is tried; what may be seen is said by hand."""
    guest, named = spectator(app, let_in(host)), {"game": "palago", "step": "1", "filename": "x"}
    before = host.get("/api/games").json, host.get("/api/tournaments/1").json
    tried = 0
    for rule in app.url_map.iter_rules():
        path = "".join(
            named.get(part, "1") if is_dynamic else part.strip("|")
            for is_dynamic, part in rule._trace
        )
        for method in (rule.methods or set()) - {"OPTIONS", "HEAD"}:
            tried += 1
            looks_on = method == "GET" and rule.endpoint in SEEN | FOR_EVERYBODY
            if looks_on and rule.endpoint != "live_api.events":
                assert guest.ask(method, path).status_code in (200, 302, 404, 409), path
            elif not looks_on and rule.endpoint not in ASKED_OF_EVERYBODY:
                assert guest.ask(method, path, json={}).status_code == 403, (method, path)
    assert tried > 120
    assert guest.ask("POST", "/api/passes", json={"game": 1}).status_code == 403
    assert guest.ask("POST", "/api/passes", json={"token": "x"}).status_code == 403
    assert (host.get("/api/games").json, host.get("/api/tournaments/1").json) == before


def test_no_secret_is_told_to_those_who_look_on(app: Flask, host: FlaskClient) -> None:
    token = let_in(host)
    guest = spectator(app, token)
    for path in ("/tables", "/tables/live", "/games/1", "/tournaments/1", "/api/host", "/watch"):
        page = guest.ask("GET", path)
        assert page.status_code == 200
        assert token not in page.text, path
        assert "<form" not in page.text.replace('<form class="card menu-list"', ""), path
    assert "Start a game" not in guest.ask("GET", "/tables").text
    assert guest.ask("GET", "/tables/code.svg").status_code == 403
    assert guest.ask("GET", "/api/spectators").status_code == 403


def test_only_games_that_are_followed_are_seen(app: Flask, host: FlaskClient) -> None:
    guest = spectator(app, let_in(host))
    assert guest.ask("GET", "/games/1").status_code == 200
    assert host.delete("/api/games/1/source").status_code == 200
    for path in ("/games/1", "/api/games/1", "/games/1/review", "/games/9"):
        assert guest.ask("GET", path).status_code == 403, path
    assert guest.ask("GET", "/games/2").status_code == 200


def test_shutting_out_ends_codes_passes_and_streams(app: Flask, host: FlaskClient) -> None:
    token = let_in(host)
    guest = spectator(app, token)
    with app.test_request_context(
        "/api/games/1/events", headers=guest._known, environ_base={"REMOTE_ADDR": ELSEWHERE}
    ):
        listens = access.still_allowed(1)
        assert access.who(1).startswith("spectator ")
    assert listens()
    assert host.put("/api/spectators", json={"spectators": False}).json["spectators"] is False
    assert not listens()
    assert guest.ask("GET", "/tables").status_code == 403
    refused = Guest(app).ask("POST", "/api/spectators/passes", json={"token": token})
    assert refused.status_code == 403
    other = let_in(host)
    assert other != token
    assert guest.ask("GET", "/tables").status_code == 403, "who was shut out comes in anew"


def test_spectators_are_out_when_phones_are(app: Flask, host: FlaskClient) -> None:
    class Switch:
        is_open = True

        def open(self) -> None:
            """Nothing is served here."""

        def close(self) -> None:
            """Nothing is served here."""

    phone_access.install(app, Switch())
    guest = spectator(app, let_in(host))
    assert host.put("/api/host", json={"phones": False}).status_code == 200
    assert guest.ask("GET", "/tables").status_code == 403


def test_without_https_no_spectators_come(app: Flask, host: FlaskClient) -> None:
    reach.install(app, reach.Reach((HERE,), (), 8000))
    answer = host.put("/api/spectators", json={"spectators": True})
    assert (answer.status_code, "HTTPS" in answer.json["error"]) == (409, True)
    assert host.get("/api/spectators").json["spectators"] is False


def test_the_page_lets_them_in_and_out(host: FlaskClient) -> None:
    assert host.post("/tables/spectators", data={"spectators": "yes"}).status_code == 303
    assert "/tables/code.svg" in host.get("/tables").text
    assert host.post("/tables/spectators", data={"spectators": "no"}).status_code == 303
    assert "/tables/code.svg" not in host.get("/tables").text


def test_a_pass_lasts_a_day_and_cannot_be_made_up() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    spectators = Spectators(lambda: now)
    spectators.open()
    given = spectators.enter(spectators.token or "")
    assert spectators.check(given.text) == given
    for text in ("", "x", given.text[:-1], given.text + "x", f"{given.text}.{given.text}"):
        assert spectators.check(text) is None
    with pytest.raises(PassError):
        spectators.enter("ü")
    now += PASS_LASTS - timedelta(seconds=1)
    assert spectators.check(given.text) == given
    now += timedelta(seconds=1)
    assert spectators.check(given.text) is None


def test_those_who_look_on_do_not_crowd_out_those_who_play() -> None:
    room = Room()
    with ExitStack() as streams:
        for number in range(MOST_OF_SPECTATORS):
            streams.enter_context(room.place(f"{access.SPECTATORS}{number}"))
        with pytest.raises(CrowdedError):
            streams.enter_context(room.place(f"{access.SPECTATORS}late"))
        streams.enter_context(room.place("17"))
    with room.place(f"{access.SPECTATORS}late"):
        pass

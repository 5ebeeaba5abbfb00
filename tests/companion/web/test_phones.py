"""Phones: let in by a one-time token, for one game and no more, and their frames followed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import cv2
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live import Tables
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.security.passes import PASS_LASTS, TOKEN_LASTS, PassError, Passes, Role
from companion.web import access, create_app, reach
from rules import Board, Cell
from tests.companion.conftest import TruthReader
from tests.companion.live.games import by_hand
from tests.filming import Film
from training.synthesis.staging import make_table

HERE = {"REMOTE_ADDR": "127.0.0.1"}
PHONE = {"REMOTE_ADDR": "192.168.0.23"}
STRANGER = {"REMOTE_ADDR": "192.168.0.66"}
ADDRESS = "192.168.0.5"
BY_PHONE = {**by_hand("palago"), "source": {"kind": "phone"}}
WAIT_S = 30


@pytest.fixture
def app(tmp_path: Path, sample_images: Path) -> Iterator[Flask]:
    tables = Tables(tmp_path)
    app = create_app(
        tmp_path, PhotoQueue(TruthReader(sample_images)), Samples(sample_images), tables=tables
    )
    app.config["PREFERRED_URL_SCHEME"] = "https"  # passes are given over HTTPS alone
    reach.install(app, reach.Reach((ADDRESS,), (ADDRESS,), 8000, 8443, b"a certificate"))
    yield app
    tables.stop_all()


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    return client(app, HERE)


def client(app: Flask, where: dict[str, str]) -> FlaskClient:
    """Return somebody who asks from an address, with cookies of their own."""
    made = app.test_client()
    made.environ_base |= where
    return made


def start(host: FlaskClient, wanted: dict[str, Any]) -> int:
    answer = host.post("/api/games", json=wanted)
    assert answer.status_code == 201, answer.json
    return int(answer.json["id"])


def let_in(app: Flask, host: FlaskClient, game: int, role: Role) -> FlaskClient:
    """Return a phone that has shown a token."""
    invited = host.post(f"/api/games/{game}/passes", json={"role": role})
    assert invited.status_code == 201
    phone = client(app, PHONE)
    shown = phone.post("/api/passes", json={"token": invited.json["token"]})
    assert shown.status_code == 200
    assert (shown.json["game"], shown.json["role"]) == (game, role)
    return phone


def every_request(app: Flask) -> list[tuple[str, str]]:
    """Return all that an application can be asked, about game 1."""
    return [
        (method, rule.rule.replace("<int:number>", "1").replace("<int:", "").replace(">", ""))
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    ]


def test_strangers_get_nowhere(app: Flask, host: FlaskClient) -> None:
    start(host, by_hand("palago"))
    stranger = client(app, STRANGER)
    open_to_all = set()
    for method, path in every_request(app):
        answer = stranger.open(path, method=method)
        if answer.status_code != 403:
            open_to_all.add((method, path))
    assert open_to_all <= {
        ("GET", "/static/<path:filename"),
        ("GET", "/manifest.webmanifest"),
        ("GET", "/phone/1"),
        ("GET", "/trust"),
        ("GET", "/palago-certificate.crt"),
        ("GET", "/api/host"),
        ("POST", "/api/passes"),
        ("GET", "/watch"),
        ("POST", "/api/spectators/passes"),
        ("POST", "/language"),
        ("GET", "/rules"),
        ("GET", "/rules/<game"),
        ("GET", "/rules/figures/<name.svg"),
        ("GET", "/learn/<game"),
        ("GET", "/learn/<game/1"),
        ("POST", "/api/lessons/1/tries"),
        ("GET", "/print"),
        ("GET", "/print/<thing-<paper-<language.pdf"),
    }
    assert ("GET", "/phone/1") in open_to_all


def test_a_camera_sees_its_game_and_decides_nothing(app: Flask, host: FlaskClient) -> None:
    mine, other = start(host, by_hand("palago")), start(host, by_hand("palago"))
    phone = let_in(app, host, mine, Role.CAMERA)
    assert phone.get(f"/api/games/{mine}").status_code == 200
    assert phone.get(f"/api/games/{other}").status_code == 403
    assert phone.get("/api/games").status_code == 403
    for method, path in every_request(app):
        if method == "GET" or not path.startswith(("/api/games", "/games", "/api/readings")):
            continue
        if path == "/api/games/1/frames":
            continue
        assert phone.open(path, method=method).status_code == 403, (method, path)


def test_a_player_decides_in_that_game_only(app: Flask, host: FlaskClient) -> None:
    mine, other = start(host, by_hand("palago")), start(host, by_hand("palago"))
    phone = let_in(app, host, mine, Role.PLAYER)
    pause = {"kind": "pause"}
    assert phone.post(f"/api/games/{mine}/decisions", json=pause).status_code == 200
    assert host.get(f"/api/games/{mine}").json["paused"]
    assert phone.post(f"/api/games/{mine}/table", json={}).status_code == 200
    assert phone.post(f"/api/games/{other}/decisions", json=pause).status_code == 403
    assert phone.delete(f"/api/games/{mine}").status_code == 403
    assert phone.put(f"/api/games/{mine}/source", json={"kind": "hand"}).status_code == 403
    assert phone.post(f"/games/{mine}/go-on").status_code == 403
    assert phone.post(f"/api/games/{mine}/passes", json={}).status_code == 403


def test_photos_are_for_everybody_where_the_companion_is_open(
    tmp_path: Path, sample_images: Path
) -> None:
    reader = PhotoQueue(TruthReader(sample_images))
    app = create_app(tmp_path, reader, Samples(sample_images), is_open=True)
    stranger = client(app, STRANGER)
    assert stranger.get("/").headers["Location"] == "/photos"
    assert stranger.get("/photos").status_code == 200
    assert stranger.get("/api/games").status_code == 403
    assert stranger.post("/games").status_code == 403


def test_a_token_works_once(app: Flask, host: FlaskClient) -> None:
    game = start(host, by_hand("palago"))
    token = host.post(f"/api/games/{game}/passes", json={}).json["token"]
    assert client(app, PHONE).post("/api/passes", json={"token": token}).status_code == 200
    again = client(app, STRANGER).post("/api/passes", json={"token": token})
    assert again.status_code == 403
    assert "pass" not in again.json


def test_the_link_and_its_code(host: FlaskClient) -> None:
    game = start(host, by_hand("palago"))
    invited = host.post(f"/api/games/{game}/passes", json={"role": "camera"}).json
    token = invited["token"]
    assert invited["url"] == f"http://{ADDRESS}:8000/phone/{game}#token={token}"
    assert invited["https_url"] == f"https://{ADDRESS}:8443/phone/{game}#token={token}"
    assert invited["qr"].startswith("<svg")
    assert invited["qr"].rstrip().endswith("</svg>")


def test_a_pass_is_a_cookie_that_scripts_cannot_read(app: Flask, host: FlaskClient) -> None:
    game = start(host, by_hand("palago"))
    token = host.post(f"/api/games/{game}/passes", json={}).json["token"]
    answer = client(app, PHONE).post("/api/passes", json={"token": token})
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(access.cookie_name(game))
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    bearer = {"Authorization": f"Bearer {answer.json['pass']}"}
    program = client(app, PHONE)
    assert program.get(f"/api/games/{game}", headers=bearer).status_code == 200
    assert program.get(f"/api/games/{game}").status_code == 403


def test_a_pass_goes_on_over_https(app: Flask, host: FlaskClient) -> None:
    game = start(host, by_hand("palago"))
    phone = let_in(app, host, game, Role.CAMERA)
    there = {"base_url": f"http://{ADDRESS}:8000"}
    answer = phone.post("/api/passes", json={"game": game}, **there)
    assert answer.status_code == 403, "its cookie is another host's"
    handed = phone.post("/api/passes", json={"game": game})
    assert handed.status_code == 200
    token = handed.json["token"]
    secure = client(app, PHONE).post(
        "/api/passes", json={"token": token}, base_url=f"https://{ADDRESS}:8443"
    )
    assert secure.json["role"] == "camera"
    assert "Secure" in secure.headers["Set-Cookie"]
    assert secure.json["https_url"] == f"https://{ADDRESS}:8443/phone/{game}"


def test_forged_and_old_passes_are_none() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    passes = Passes(b"a secret", lambda: now)
    token = passes.invite(1, Role.CAMERA)
    now += TOKEN_LASTS + timedelta(seconds=1)
    with pytest.raises(PassError):
        passes.redeem(token.text)
    found = passes.redeem(passes.invite(1, Role.CAMERA).text)
    assert passes.check(found.text) == found
    assert Passes(b"another secret").check(found.text) is None
    assert passes.check(found.text.replace(".", "x", 1)) is None
    assert passes.check("") is None


def test_a_pass_outlives_the_companion_but_not_the_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Passes.of(tmp_path)
    found = first.redeem(first.invite(4, Role.PLAYER).text)
    assert Passes.of(tmp_path).check(found.text) == found
    later = time.time() + PASS_LASTS.total_seconds() + 5
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: later)
    assert Passes.of(tmp_path).check(found.text) is None
    (secret,) = tmp_path.iterdir()
    assert secret.stat().st_mode & 0o077 == 0


def jpeg(image: Any) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1])


def post(phone: FlaskClient, game: int, frame: bytes, query: str = "") -> Any:
    return phone.post(f"/api/games/{game}/frames{query}", data=frame, content_type="image/jpeg")


def test_a_game_seen_by_a_phone(app: Flask, host: FlaskClient) -> None:
    game = start(host, BY_PHONE)
    phone = let_in(app, host, game, Role.CAMERA)
    state = host.get(f"/api/games/{game}").json
    assert state["source"] == {
        "kind": "phone",
        "name": "the phone",
        "connected": False,
        "ended": False,
        "problem": None,
        "strain": None,
    }
    film = Film(make_table(8))
    frames = [jpeg(frame.image) for frame in film.show(Board(), frames=1)]
    frames += [jpeg(frame.image) for frame in film.show(Board({Cell(0, 0): 4, Cell(1, -1): 4}))][:1]
    said: list[str] = []
    for frame in frames:
        deadline = time.monotonic() + WAIT_S
        wanted = "move" if frame is frames[-1] else "ready"
        while wanted not in said:
            answer = post(phone, game, frame)
            assert answer.status_code == 202, answer.json
            if answer.json["said"]:
                said.append(answer.json["said"]["event"])
            assert time.monotonic() < deadline, said
            time.sleep(answer.json["wait_s"])
    state = host.get(f"/api/games/{game}").json
    assert state["source"]["connected"]
    (move,) = state["moves"]
    assert phone.get(move["after"]).mimetype == "image/jpeg"
    overlay = phone.get(f"/api/games/{game}/overlay").json
    assert {(tile["q"], tile["r"]) for tile in overlay["tiles"]} == {
        (tile["q"], tile["r"]) for tile in state["board"]["tiles"]
    }
    picture = phone.get(f"/api/games/{game}/live.jpg")
    assert picture.mimetype == "image/jpeg"
    unchanged = {"If-None-Match": picture.headers["ETag"]}
    assert phone.get(f"/api/games/{game}/live.jpg", headers=unchanged).status_code == 304


def test_a_single_photo_counts_as_a_still_table(app: Flask, host: FlaskClient) -> None:
    game = start(host, BY_PHONE)
    phone = let_in(app, host, game, Role.CAMERA)
    film = Film(make_table(8))
    (empty,) = film.show(Board(), frames=1)
    (laid,) = film.show(Board({Cell(0, 0): 4, Cell(1, -1): 4}), frames=1)
    for frame, moves in ((empty, 0), (laid, 1)):
        assert post(phone, game, jpeg(frame.image), "?hold=yes").status_code == 202
        deadline = time.monotonic() + WAIT_S
        while True:
            state = host.get(f"/api/games/{game}").json
            if state["ready"] and len(state["moves"]) == moves:
                break
            assert time.monotonic() < deadline, state["said"]
            time.sleep(0.1)


@pytest.mark.parametrize(
    ("frame", "kind", "status"),
    [
        (b"no picture", "image/jpeg", 422),
        (b"", "image/jpeg", 422),
        (b"{}", "application/json", 400),
    ],
)
def test_what_is_no_frame_is_refused(
    app: Flask, host: FlaskClient, frame: bytes, kind: str, status: int
) -> None:
    game = start(host, BY_PHONE)
    phone = let_in(app, host, game, Role.CAMERA)
    answer = phone.post(f"/api/games/{game}/frames", data=frame, content_type=kind)
    assert answer.status_code == status
    assert list(answer.json) == ["error"]


def test_a_frame_that_is_too_large_is_refused(app: Flask, host: FlaskClient) -> None:
    game = start(host, BY_PHONE)
    phone = let_in(app, host, game, Role.CAMERA)
    assert post(phone, game, b"x" * (9 << 20)).status_code == 413


def test_a_game_seen_otherwise_takes_no_frames(app: Flask, host: FlaskClient) -> None:
    game = start(host, by_hand("palago"))
    phone = let_in(app, host, game, Role.CAMERA)
    frame = jpeg(make_table(8).picture([]))
    assert post(phone, game, frame).status_code == 409
    host.delete(f"/api/games/{game}/source")
    assert post(phone, game, frame).status_code == 409
    host.put(f"/api/games/{game}/source", json={"kind": "phone"})
    assert post(phone, game, frame).status_code == 202

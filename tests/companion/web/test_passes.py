"""Passes: given over HTTPS alone, for a day at most, within bounds, and taken away for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live import Tables
from companion.photos.labelled_folder import LabelledFolder
from companion.photos.photo_queue import PhotoQueue
from companion.photos.readings import Readings
from companion.photos.samples import Samples
from companion.record.importing import import_game
from companion.security import guests
from companion.security.passes import PASS_LASTS, TOKEN_LASTS, PassError, Passes, Role
from companion.storage import database
from companion.storage.database import DataFault, DiskFullError
from companion.web import access, create_app, misreadings, reach
from tests.companion.conftest import TruthReader
from tests.companion.live.games import by_hand
from tests.companion.web.client import Companion
from tests.fuzzing.samples import exported_game

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ELSEWHERE = "192.168.0.23"
SECURE, PLAIN = "https://192.168.0.5:8443", "http://192.168.0.5:8000"


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    tables = Tables(tmp_path)
    yield tables
    tables.stop_all()


def made(data: Path, sample_images: Path, tables: Tables) -> Flask:
    reader = PhotoQueue(TruthReader(sample_images))
    return create_app(data, reader, Samples(sample_images), tables=tables)


@pytest.fixture
def app(tmp_path: Path, sample_images: Path, tables: Tables) -> Flask:
    return made(tmp_path, sample_images, tables)


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    return app.test_client()


def guest(app: Flask, host: FlaskClient, game: int, role: Role = Role.CAMERA) -> Guest:
    token = host.post(f"/api/games/{game}/passes", json={"role": role}).json["token"]
    answer = elsewhere(app).post("/api/passes", json={"token": token}, base_url=SECURE)
    return Guest(app, answer.json["pass"])


def elsewhere(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = ELSEWHERE
    return client


class Guest:
    """Somebody elsewhere who has a pass."""

    def __init__(self, app: Flask, text: str) -> None:
        self.text = text
        self._client = elsewhere(app)
        self._known = {"Authorization": f"Bearer {text}"}

    def ask(self, method: str, path: str, **more: Any) -> Any:
        return self._client.open(path, method=method, headers=self._known, base_url=SECURE, **more)


@pytest.fixture
def reachable(app: Flask) -> None:
    reach.install(app, reach.Reach(("192.168.0.5",), ("192.168.0.5",), 8000, 8443, b""))


def start(host: FlaskClient) -> int:
    answer = host.post("/api/games", json=by_hand("palago"))
    assert answer.status_code == 201
    return int(answer.json["id"])


@pytest.mark.usefixtures("reachable")
def test_no_pass_is_given_where_others_could_read_it(app: Flask, host: FlaskClient) -> None:
    game = start(host)
    token = host.post(f"/api/games/{game}/passes", json={}).json["token"]
    stranger = elsewhere(app)
    plain = stranger.post("/api/passes", json={"token": token}, base_url=PLAIN)
    assert plain.status_code == 403
    assert "https" in plain.json["error"]
    assert "Set-Cookie" not in plain.headers
    secure = stranger.post("/api/passes", json={"token": token}, base_url=SECURE)
    assert secure.status_code == 200
    assert "Secure" in secure.headers["Set-Cookie"]


def test_what_is_made_of_a_pass_ends_with_it() -> None:
    clock = Clock()
    passes = Passes(b"a secret", clock)
    first = passes.redeem(passes.invite(1, Role.CAMERA).text)
    last = first
    while clock.now + TOKEN_LASTS < NOW + PASS_LASTS:
        clock.now += timedelta(hours=1)
        found = passes.check(last.text)
        if found is None:
            break
        last = passes.redeem(passes.hand_over(found).text)
        assert (last.id, last.since) == (first.id, first.since)
    clock.now = NOW + PASS_LASTS
    assert passes.check(last.text) is None


def test_a_pass_cannot_push_out_the_codes_of_the_host() -> None:
    passes = Passes(b"a secret")
    known = passes.redeem(passes.invite(1, Role.CAMERA).text)
    code = passes.invite(1, Role.PLAYER)
    handed = [passes.hand_over(known) for _ in range(300)]
    assert passes.redeem(code.text).role is Role.PLAYER
    with pytest.raises(PassError):
        passes.redeem(handed[0].text)
    assert passes.redeem(handed[-1].text).id == known.id


@pytest.mark.usefixtures("reachable")
def test_the_host_sees_who_is_in_and_takes_one_out_for_good(
    app: Flask, host: FlaskClient, tmp_path: Path, sample_images: Path, tables: Tables
) -> None:
    game = start(host)
    first, second = guest(app, host, game), guest(app, host, game, Role.PLAYER)
    for one in (first, second):
        assert one.ask("GET", f"/api/games/{game}").status_code == 200
    listed = host.get(f"/api/games/{game}/passes").json["guests"]
    assert [(one["role"], one["address"]) for one in listed] == [
        ("camera", ELSEWHERE),
        ("player", ELSEWHERE),
    ]
    handed = first.ask("POST", "/api/passes", json={"game": game}).json["token"]
    for one in (first, second):
        assert one.ask("GET", f"/api/games/{game}/passes").status_code == 403
        path = f"/api/games/{game}/passes/{listed[0]['id']}"
        assert one.ask("DELETE", path).status_code == 403
    assert host.delete(f"/api/games/{game}/passes/{listed[0]['id']}").status_code == 204
    assert first.ask("GET", f"/api/games/{game}").status_code == 403
    assert first.ask("POST", "/api/passes", json={"token": handed}).status_code == 403
    assert second.ask("GET", f"/api/games/{game}").status_code == 200
    assert [one["role"] for one in host.get(f"/api/games/{game}/passes").json["guests"]] == [
        "player"
    ]
    again = made(tmp_path, sample_images, tables)
    assert Guest(again, first.text).ask("GET", f"/api/games/{game}").status_code == 403
    assert Guest(again, second.text).ask("GET", f"/api/games/{game}").status_code == 200


def test_a_stream_ends_when_its_pass_is_taken_away(companion: Companion) -> None:
    game = companion.do("POST", "/api/games", by_hand("palago"))["id"]
    with companion.app.test_request_context("/", environ_base={"REMOTE_ADDR": ELSEWHERE}):
        passes = access.passes()
        known = passes.redeem(passes.invite(game, Role.CAMERA).text)
    environ = {"REMOTE_ADDR": ELSEWHERE, "HTTP_AUTHORIZATION": f"Bearer {known.text}"}
    client = companion.app.test_client()
    answer = client.get(f"/api/games/{game}/events", environ_base=environ, buffered=False)
    parts = iter(answer.response)
    assert b"retry" in next(parts)
    assert companion.ask("DELETE", f"/api/games/{game}/passes/{known.id}").status == 204
    assert list(parts) == []
    answer.close()


@pytest.mark.usefixtures("reachable")
def test_a_pass_posts_so_fast_and_no_faster(
    app: Flask, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guests, "FRAMES_AT_ONCE", 5)
    monkeypatch.setattr(guests, "FRAMES_A_SECOND", 0)
    game = start(host)
    fast, other = guest(app, host, game), guest(app, host, game)
    path = f"/api/games/{game}/frames"
    sent = [fast.ask("POST", path, data=b"x", content_type="image/jpeg") for _ in range(7)]
    assert [answer.status_code for answer in sent].count(429) == 2
    assert other.ask("POST", path, data=b"x", content_type="image/jpeg").status_code != 429


@pytest.mark.usefixtures("reachable")
def test_what_a_pass_puts_on_record_comes_no_faster_than_people_tap(
    app: Flask, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guests, "WORDS_AT_ONCE", 3)
    monkeypatch.setattr(guests, "WORDS_A_SECOND", 0)
    game = start(host)
    player = guest(app, host, game, Role.PLAYER)
    path, decision = f"/api/games/{game}", {"kind": "pause", "data": {}}
    sent = [player.ask("POST", f"{path}/decisions", json=decision) for _ in range(5)]
    assert [answer.status_code for answer in sent].count(429) == 2
    # its frames are counted apart, and the host's decisions not at all
    frame = player.ask("POST", f"{path}/frames", data=b"x", content_type="image/jpeg")
    assert frame.status_code != 429
    assert host.post(f"{path}/decisions", json={"kind": "resume"}).status_code == 200


def test_guests_bring_so_many_photos_and_no_more(
    tmp_path: Path, sample_images: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guests, "PHOTOS_AT_ONCE", 1)
    monkeypatch.setattr(guests, "PHOTOS_A_SECOND", 0)
    reader = PhotoQueue(TruthReader(sample_images))
    app = create_app(tmp_path, reader, Samples(sample_images), is_open=True)
    photo = {"sample": "p001087_small"}
    assert elsewhere(app).post("/readings", data=photo, base_url=SECURE).status_code == 303
    for path in ("/readings", "/api/readings"):
        assert elsewhere(app).post(path, data=photo, base_url=SECURE).status_code == 429
        assert app.test_client().post(path, data=photo).status_code < 400


def test_paces_come_back_with_time() -> None:
    now = [0.0]
    known = guests.Guests(lambda: now[0])
    assert sum(known.may_post(1, frame=False) for _ in range(100)) == guests.WORDS_AT_ONCE
    now[0] += 1
    assert sum(known.may_post(1, frame=False) for _ in range(100)) == guests.WORDS_A_SECOND
    assert sum(known.may_bring_photo() for _ in range(100)) == guests.PHOTOS_AT_ONCE
    now[0] += 10
    assert sum(known.may_bring_photo() for _ in range(100)) == 1


def test_no_more_is_kept_as_misread_than_a_disk_bears(
    host: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(misreadings, "MOST_OF_GAME", 2)
    with closing(database.connect(tmp_path)) as connection:
        game = import_game(connection, exported_game())
    path = f"/api/games/{game}/misreadings"
    kept = [host.post(path, json={"entry": 1}) for _ in range(3)]
    assert [answer.status_code for answer in kept] == [201, 201, 429]
    assert host.post(f"/readings/{kept[0].json['reading']}/forget").status_code == 303
    assert host.post(path, json={"entry": 1}).status_code == 201


@pytest.mark.usefixtures("reachable")
def test_a_frame_of_too_many_pixels_is_refused_by_its_header(
    app: Flask, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = host.post("/api/games", json={**by_hand("palago"), "source": {"kind": "phone"}})
    phone = guest(app, host, answer.json["id"])
    large = bytes(cv2.imencode(".jpg", np.zeros((7000, 7000, 3), np.uint8))[1])

    def decode(*_: object) -> None:
        raise AssertionError("it was decoded")

    monkeypatch.setattr(cv2, "imdecode", decode)
    path = f"/api/games/{answer.json['id']}/frames"
    refused = phone.ask("POST", path, data=large, content_type="image/jpeg")
    assert refused.status_code == 422
    assert "at most 16 million" in refused.json["error"]


@pytest.mark.parametrize("content", [b"", b"short"])
def test_a_secret_that_was_cut_off_is_made_anew(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "passes.key").write_bytes(content)
    forger = Passes(content)
    forged = forger.redeem(forger.invite(1, Role.PLAYER).text)
    passes = Passes.of(tmp_path)
    assert passes.check(forged.text) is None
    assert len((tmp_path / "passes.key").read_bytes()) == 32
    assert passes.check(passes.redeem(passes.invite(1, Role.CAMERA).text).text)
    assert "passes.key" in caplog.text


@pytest.mark.usefixtures("reachable")
def test_where_the_data_lie_is_told_to_the_host_alone(
    app: Flask, host: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(database.connect(tmp_path)) as connection:
        game = import_game(connection, exported_game())
    player = guest(app, host, game, Role.PLAYER)
    monkeypatch.setattr(LabelledFolder, "holds", lambda *_: True)
    path = f"/api/games/{game}/misreadings"
    assert host.post(path, json={"entry": 1}).json["labelled"].startswith(str(tmp_path))
    assert player.ask("POST", path, json={"entry": 1}).json["labelled"] is None

    def full(*_args: object) -> None:
        raise DiskFullError(DataFault.DISK_FULL(file=str(tmp_path / database.FILE_NAME)))

    monkeypatch.setattr(Readings, "keep", full)
    assert str(tmp_path) in host.post(path, json={"entry": 1}).json["error"]
    refused = player.ask("POST", path, json={"entry": 1})
    assert refused.status_code == 507
    assert refused.json["error"].startswith(
        f"There is no room left on the disk to write {database.FILE_NAME}:"
    )


def test_the_page_of_a_photo_tells_where_it_lies_to_the_host_alone(
    tmp_path: Path, sample_images: Path
) -> None:
    reader = PhotoQueue(TruthReader(sample_images))
    app = create_app(tmp_path, reader, Samples(sample_images), is_open=True)
    host = app.test_client()
    assert host.post("/readings", data={"sample": "p001087_small"}).status_code == 303
    assert host.post("/readings/1/confirm").status_code == 303
    assert str(tmp_path) in host.get("/readings/1").text
    page = elsewhere(app).get("/readings/1", base_url=SECURE)
    assert page.status_code == 200
    assert str(tmp_path) not in page.text


def test_a_guest_puts_right_their_own_photos_alone(tmp_path: Path, sample_images: Path) -> None:
    reader = PhotoQueue(TruthReader(sample_images))
    app = create_app(tmp_path, reader, Samples(sample_images), is_open=True)
    host, first, second = app.test_client(), elsewhere(app), elsewhere(app)
    numbers = {}
    for name, client in (("host", host), ("first", first)):
        answer = client.post("/api/readings", data={"sample": "p001087_small"}, base_url=SECURE)
        assert answer.status_code == 201
        numbers[name] = answer.json["url"].rpartition("/")[2]
    for client in (first, second):
        for action in ("confirm", "withdraw", "forget"):
            path = f"/readings/{numbers['host']}/{action}"
            assert client.post(path, base_url=SECURE).status_code == 403
        path = f"/api/readings/{numbers['host']}/correction"
        assert client.delete(path, base_url=SECURE).status_code == 403
        assert client.put(path, json={}, base_url=SECURE).status_code == 403
    own = f"/readings/{numbers['first']}/confirm"
    assert second.post(own, base_url=SECURE).status_code == 403
    assert first.post(own, base_url=SECURE).status_code == 303
    assert host.post(own).status_code == 303

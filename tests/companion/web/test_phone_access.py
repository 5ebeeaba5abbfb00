"""Phones are let in and shut out while the companion runs; nobody else reaches it meanwhile."""

from __future__ import annotations

import json
import ssl
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.web import create_app, phone_access
from companion.web.phone_access import PhoneAccess
from companion.web.server import LOOPBACK_NAMES
from tests.companion.conftest import TruthReader
from tests.companion.live.games import by_hand

LOOPBACK, STRANGER = "127.0.0.1", {"REMOTE_ADDR": "192.0.2.7"}
IN_NETWORK = "192.168.0.5"


@pytest.fixture
def app(tmp_path: Path, sample_images: Path) -> Flask:
    reader = PhotoQueue(TruthReader(sample_images))
    return create_app(tmp_path, reader, Samples(sample_images), LOOPBACK_NAMES)


@pytest.fixture
def access(app: Flask, tmp_path: Path) -> Iterator[PhoneAccess]:
    # on loopback, as if it were the network
    access = PhoneAccess(app, tmp_path, host=LOOPBACK, http_port=0, https_port=0)
    phone_access.install(app, access)
    yield access
    access.close()


def turn(client: FlaskClient, *, on: bool) -> dict[str, object]:
    answer = client.put("/api/host", json={"phones": on})
    assert answer.status_code == 200, answer.json
    found: dict[str, object] = answer.json
    return found


def is_answered(address: str) -> bool:
    place = urlsplit(address)
    connection: HTTPConnection
    if place.scheme == "https":
        anybody = ssl._create_unverified_context()
        connection = HTTPSConnection(LOOPBACK, place.port or 0, timeout=10, context=anybody)
    else:
        connection = HTTPConnection(LOOPBACK, place.port or 0, timeout=10)
    with closing(connection):
        try:
            connection.request("GET", "/api/host")
            return connection.getresponse().status == 200
        except OSError:
            return False


def test_phones_reach_it_only_while_they_are_let_in(
    client: FlaskClient, access: PhoneAccess
) -> None:
    assert not access.is_open
    assert client.get("/api/host").json["http"] == []
    let_in = turn(client, on=True)
    addresses = [*let_in["http"], *let_in["https"]]  # type: ignore[misc]
    assert len(addresses) == 2
    assert all(is_answered(address) for address in addresses)
    assert turn(client, on=True) == let_in
    shut_out = turn(client, on=False)
    assert (shut_out["http"], shut_out["https"], shut_out["certificate"]) == ([], [], None)
    assert not any(is_answered(address) for address in addresses)
    assert turn(client, on=True)["https"]


def test_who_trusts_the_certificate_reaches_it_over_https(
    client: FlaskClient, access: PhoneAccess
) -> None:
    turn(client, on=True)
    certificate = client.get("/palago-certificate.crt").get_data(as_text=True)
    port = urlsplit(client.get("/api/host").json["https"][0]).port
    trusting = ssl.create_default_context(cadata=certificate)
    with closing(HTTPSConnection(LOOPBACK, port, context=trusting, timeout=20)) as connection:
        connection.request("GET", "/api/host")
        assert json.loads(connection.getresponse().read())["certificate"]
    access.close()
    assert client.get("/palago-certificate.crt").status_code == 404


def test_the_names_of_the_network_are_answered_only_meanwhile(
    client: FlaskClient, access: PhoneAccess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_access.network, "is_number", lambda _host: False)
    monkeypatch.setattr(phone_access.network, "addresses", lambda: (IN_NETWORK,))
    assert not access.is_open
    there = {"Host": IN_NETWORK}
    assert client.get("/api/host", headers=there).status_code == 400
    turn(client, on=True)
    assert client.get("/api/host", headers=there).status_code == 200
    assert client.get("/api/host", headers={"Host": "evil.example"}).status_code == 400
    turn(client, on=False)
    assert client.get("/api/host", headers=there).status_code == 400


def test_nobody_but_the_host_turns_it_and_no_other_site_does(
    app: Flask, client: FlaskClient, access: PhoneAccess
) -> None:
    stranger = app.test_client()
    for ask in (stranger.put, stranger.post):
        for path in ("/api/host", "/phones"):
            answer = ask(path, json={"phones": True}, environ_base=STRANGER)
            assert answer.status_code in (403, 405)
    foreign = {"Origin": "http://evil.example"}
    assert client.post("/phones", data={"phones": "yes"}, headers=foreign).status_code == 403
    assert not access.is_open


def test_without_a_network_or_a_switch_it_is_said(
    app: Flask, access: PhoneAccess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_access.network, "is_number", lambda _host: False)
    monkeypatch.setattr(phone_access.network, "addresses", tuple)
    answer = app.test_client().put("/api/host", json={"phones": True})
    assert answer.status_code == 409
    assert "no network" in answer.json["error"]
    assert not access.is_open
    fixed = create_app(tmp_path / "other", PhotoQueue(None))  # type: ignore[arg-type]
    assert fixed.test_client().put("/api/host", json={"phones": True}).status_code == 409


def test_the_page_of_the_camera_lets_phones_in_and_shuts_them_out(
    client: FlaskClient, access: PhoneAccess
) -> None:
    game = client.post("/api/games", json=by_hand("palago")).json["id"]
    page = f"/games/{game}/camera"
    assert "Let phones in" in client.get(page).text
    assert client.post("/phones", data={"phones": "yes", "game": game}).location == page
    assert access.is_open
    assert "Shut phones out" in client.get(page).text
    assert client.post("/phones", data={"phones": "no"}).location == "/#phones"
    assert not access.is_open

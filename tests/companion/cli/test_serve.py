"""What ``palago serve --phone`` puts together: HTTP and HTTPS over one application."""

from __future__ import annotations

import json
import ssl
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion.cli import build_parser, serve
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.security import network
from companion.web import create_app, phone_access, reach
from companion.web.phone_access import PhoneAccess
from companion.web.server import CompanionServer
from tests.companion.conftest import TruthReader

LOOPBACK = "127.0.0.1"


class Served(NamedTuple):
    """What the command put together."""

    app: Flask
    servers: list[CompanionServer]
    phones: PhoneAccess | None


def served(tmp_path: Path, sample_images: Path, *more: str) -> Served:
    """Return the servers, bound, and the switch for phones, as the options have it."""
    options = build_parser().parse_args(["serve", "--port", "0", "--https-port", "0", *more])
    app = create_app(tmp_path, PhotoQueue(TruthReader(sample_images)), Samples(sample_images))
    servers, phones = serve._servers(app, options, tmp_path)
    return Served(app, servers, phones)


@pytest.fixture
def phones(
    tmp_path: Path, sample_images: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Served]:
    # on loopback, as if it were the network
    on_loopback = partial(PhoneAccess, host=LOOPBACK)
    monkeypatch.setattr(phone_access, "PhoneAccess", on_loopback)
    found = served(tmp_path, sample_images, "--phone")
    for server in found.servers:
        server.serve_beside()
    yield found
    assert found.phones is not None
    found.phones.close()
    for server in found.servers:
        server.stop()


def test_phones_find_the_way_from_http_to_https(phones: Served) -> None:
    (own,) = phones.servers
    with closing(HTTPConnection(LOOPBACK, own.port, timeout=20)) as connection:
        connection.request("GET", "/api/host")
        host = json.loads(connection.getresponse().read())
        connection.request("GET", host["certificate"])
        certificate = connection.getresponse().read().decode()
    plain, secure = (urlsplit(host[kind][0]) for kind in ("http", "https"))
    assert own.port not in (plain.port, secure.port)
    with closing(HTTPConnection(LOOPBACK, plain.port, timeout=20)) as connection:
        connection.request("GET", "/api/host")
        assert json.loads(connection.getresponse().read())["https"] == host["https"]
    trusting = ssl.create_default_context(cadata=certificate)
    with closing(
        HTTPSConnection(LOOPBACK, secure.port, context=trusting, timeout=20)
    ) as connection:
        connection.request("GET", "/api/host")
        assert json.loads(connection.getresponse().read())["host"] is True


def test_the_hosts_own_page_is_bound_to_loopback_even_where_phones_are_let_in(
    phones: Served,
) -> None:
    assert [server.host for server in phones.servers] == [LOOPBACK]


def test_without_it_nobody_else_reaches_the_companion(tmp_path: Path, sample_images: Path) -> None:
    found = served(tmp_path, sample_images)
    (only,) = found.servers
    assert only.address.startswith(f"http://{LOOPBACK}:")
    assert found.phones is not None
    assert not found.phones.is_open
    only.stop()
    answer = found.app.test_client().get("/api/host").json
    assert (answer["http"], answer["https"], answer["certificate"]) == ([], [], None)


def test_a_companion_that_is_open_to_everybody_stays_so(
    tmp_path: Path, sample_images: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # on loopback, as if it were an address of the network
    monkeypatch.setattr(network, "is_loopback", lambda _host: False)
    found = served(tmp_path, sample_images, "--host", LOOPBACK)
    plain, secure = found.servers
    assert found.phones is None
    with found.app.app_context():
        assert reach.reach().http() == [f"http://{LOOPBACK}:{plain.port}/"]
        assert reach.reach().https() == [f"https://{LOOPBACK}:{secure.port}/"]
    for server in found.servers:
        server.stop()


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("telescope://x", "address"),
        ("\x07", "address"),
        ("no-such-film.mp4", "There is no file no-such-film.mp4"),
        (__file__, "no video"),
    ],
)
def test_a_source_that_is_none_is_wrong_usage(
    source: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = ["serve", "--port", "0", "--data", str(tmp_path), "--source", source]
    options = build_parser().parse_args(wanted)
    assert serve.run(options) == 2
    assert said in capsys.readouterr().err

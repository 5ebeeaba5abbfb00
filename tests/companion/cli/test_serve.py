"""What ``palago serve --phone`` puts together: HTTP and HTTPS over one application."""

from __future__ import annotations

import argparse
import json
import ssl
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest

from companion.cli import build_parser, serve
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.security import network
from companion.web import create_app
from companion.web.server import CompanionServer
from tests.companion.conftest import TruthReader

LOOPBACK = "127.0.0.1"


@pytest.fixture
def options() -> argparse.Namespace:
    wanted = ["serve", "--phone", "--port", "0", "--https-port", "0"]
    return build_parser().parse_args(wanted)


@pytest.fixture
def servers(
    options: argparse.Namespace,
    tmp_path: Path,
    sample_images: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[list[CompanionServer]]:
    # on loopback, as if it were an address of the network
    monkeypatch.setattr(network, "is_loopback", lambda _host: False)
    app = create_app(tmp_path, PhotoQueue(TruthReader(sample_images)), Samples(sample_images))
    servers = serve._servers(app, options, LOOPBACK, tmp_path)
    for server in servers:
        server.serve_beside()
    yield servers
    for server in servers:
        server.stop()


def test_phones_find_the_way_from_http_to_https(servers: list[CompanionServer]) -> None:
    plain, secure = servers
    with closing(HTTPConnection(LOOPBACK, plain.port, timeout=20)) as connection:
        connection.request("GET", "/api/host")
        host = json.loads(connection.getresponse().read())
        assert host["http"] == [f"http://{LOOPBACK}:{plain.port}/"]
        assert host["https"] == [f"https://{LOOPBACK}:{secure.port}/"]
        connection.request("GET", host["certificate"])
        certificate = connection.getresponse().read().decode()
    trusting = ssl.create_default_context(cadata=certificate)
    with closing(
        HTTPSConnection(LOOPBACK, secure.port, context=trusting, timeout=20)
    ) as connection:
        connection.request("GET", "/api/host")
        assert json.loads(connection.getresponse().read())["host"] is True


def test_without_it_nobody_else_reaches_the_companion(tmp_path: Path, sample_images: Path) -> None:
    options = build_parser().parse_args(["serve", "--port", "0"])
    app = create_app(tmp_path, PhotoQueue(TruthReader(sample_images)), Samples(sample_images))
    (only,) = serve._servers(app, options, options.host, tmp_path)
    assert only.address.startswith(f"http://{LOOPBACK}:")
    only.stop()
    answer = app.test_client().get("/api/host").json
    assert (answer["http"], answer["https"], answer["certificate"]) == ([], [], None)


@pytest.mark.parametrize("source", ["telescope://x", "\x07"])
def test_a_source_that_is_none_is_wrong_usage(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = ["serve", "--port", "0", "--data", str(tmp_path), "--source", source]
    options = build_parser().parse_args(wanted)
    assert serve.run(options) == 2
    assert "address" in capsys.readouterr().err

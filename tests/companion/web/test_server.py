"""The server on loopback: it stays answerable, and says so when its address is taken."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread

import pytest

from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.security.network import is_loopback
from companion.web import create_app
from companion.web.door import Client, Door
from companion.web.server import AddressError, CompanionServer
from tests.companion.waiting_reader import WaitingReader


@pytest.fixture
def waiting() -> WaitingReader:
    return WaitingReader()


@pytest.fixture
def server(
    tmp_path: Path, sample_images: Path, waiting: WaitingReader
) -> Iterator[CompanionServer]:
    app = create_app(tmp_path, PhotoQueue(waiting), Samples(sample_images))
    server = CompanionServer(app, "127.0.0.1", 0)
    thread = Thread(target=server.serve)
    thread.start()
    yield server
    waiting.go.set()
    server.stop()
    thread.join(20)
    assert not thread.is_alive()


def request(server: CompanionServer, method: str, path: str, body: str = "") -> int:
    connection = HTTPConnection(server.host, server.port, timeout=20)
    try:
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, body, headers)
        return connection.getresponse().status
    finally:
        connection.close()


def test_pages_are_answered_while_a_photo_is_read(
    server: CompanionServer, waiting: WaitingReader
) -> None:
    statuses: list[int] = []

    def send() -> None:
        statuses.append(request(server, "POST", "/readings", "sample=p001087_small"))

    senders = [Thread(target=send) for _ in range(3)]
    for sender in senders:
        sender.start()
    assert waiting.started.wait(60)
    for _ in range(20):
        assert request(server, "GET", "/") == 200
    assert statuses == []
    waiting.go.set()
    for sender in senders:
        sender.join(20)
    assert statuses == [303] * 3


def test_no_answer_on_a_kept_connection_waits_for_the_one_before(
    server: CompanionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With Nagle's algorithm each request but the first would take the 40 ms of a late receipt."""
    admitted: list[socket.socket] = []
    admit = Door.admit

    def noted(door: Door, connection: socket.socket, client: Client) -> bool:
        admitted.append(connection)
        return admit(door, connection, client)

    monkeypatch.setattr(Door, "admit", noted)
    with closing(HTTPConnection(server.host, server.port, timeout=20)) as connection:
        for _ in range(2):
            connection.request("GET", "/api/games")
            assert connection.getresponse().read()
        (kept,) = admitted
        assert kept.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_taken_port_is_named(server: CompanionServer, tmp_path: Path) -> None:
    app = create_app(tmp_path, PhotoQueue(WaitingReader()))
    with pytest.raises(AddressError, match=f"Port {server.port} is taken"):
        CompanionServer(app, "127.0.0.1", server.port)


def test_the_address_can_be_opened(server: CompanionServer) -> None:
    assert server.address == f"http://127.0.0.1:{server.port}/"
    assert request(server, "GET", "/") == 200


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", True),
        ("127.3.2.1", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("192.168.1.7", False),
        ("table.example", False),
    ],
)
def test_loopback_is_told_from_the_network(host: str, expected: bool) -> None:
    assert is_loopback(host) == expected

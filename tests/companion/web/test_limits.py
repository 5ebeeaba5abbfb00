"""Strangers on the network: whatever they send or leave unsent, the host is served."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.live import Tables
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.security import network
from companion.security.passes import Role
from companion.web import access, create_app, door, events_stream, gateway
from companion.web.server import CompanionServer
from tests.companion.conftest import TruthReader
from tests.companion.live.games import by_hand
from tests.companion.web.client import Companion
from vision.pictures.encoding import jpeg

ELSEWHERE = next(iter(network.addresses()), None)
"""An address of this machine that is not loopback: who comes from there is a guest."""
MEGABYTE = 1 << 20
PROMPT_S = door.ASKS_WITHIN_S / 2
"""A host who had to wait for strangers would wait until the first of them are let go."""
LARGE = "/static/icons/icon-512.png"
MANY = 2000
"""So many of its 16 kB are more than the system holds for a connection."""
pytestmark = pytest.mark.skipif(ELSEWHERE is None, reason="this machine is in no network")


@pytest.fixture
def companion(tmp_path: Path, sample_images: Path) -> Iterator[Companion]:
    tables = Tables(tmp_path)
    reader = PhotoQueue(TruthReader(sample_images))
    app = create_app(tmp_path, reader, Samples(sample_images), tables=tables)
    server = CompanionServer(app, "0.0.0.0", 0)
    server.serve_beside()
    yield Companion(app, tables, "127.0.0.1", server.port)
    tables.stop_all()
    server.stop()


@pytest.fixture
def guests(companion: Companion) -> Iterator[Guests]:
    with ExitStack() as closing:
        yield Guests(companion, closing)


class Guests:
    """Who connects from elsewhere; all of them go away at the end."""

    def __init__(self, companion: Companion, closing: ExitStack) -> None:
        self.companion, self._closing = companion, closing

    def connect(self, sends: bytes = b"") -> socket.socket:
        assert ELSEWHERE is not None
        made = socket.create_connection((ELSEWHERE, self.companion.port), 10)
        self._closing.enter_context(made)
        with suppress(OSError):
            made.sendall(sends)
        return made

    def stream(self, game: int, text: str) -> int:
        """Listen to a game with a pass; return the status."""
        assert ELSEWHERE is not None
        connection = HTTPConnection(ELSEWHERE, self.companion.port, timeout=20)
        self._closing.callback(connection.close)
        headers = {"Authorization": f"Bearer {text}"}
        connection.request("GET", f"/api/games/{game}/events", headers=headers)
        return connection.getresponse().status


def memory() -> int:
    """Return the bytes of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


def is_ended(connection: socket.socket, within: float) -> bool:
    """Tell whether the other side closes a connection in time."""
    connection.settimeout(within)
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def host_waits(companion: Companion) -> float:
    """Return the longest of ten answers to the host, in seconds."""
    longest = 0.0
    for _ in range(10):
        begins = time.monotonic()
        assert companion.ask("GET", "/").status == 200
        longest = max(longest, time.monotonic() - begins)
    return longest


CHUNKED = (
    b"POST /api/passes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
ENDLESS = {
    "header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
    "request line": b"GET /",
    "chunk": CHUNKED + b"10000000\r\n",
    "chunk of 2^63": CHUNKED + b"8000000000000000\r\n",
    "body": b"POST /api/passes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 268435456\r\n\r\n",
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_what_has_no_end_takes_no_memory(
    guests: Guests, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "_DISCARDING_S", 1.0)
    assert host_waits(guests.companion) < PROMPT_S
    before = memory()
    stranger = guests.connect(ENDLESS[kind])
    with suppress(OSError):
        for _ in range(200):
            stranger.sendall(b"x" * MEGABYTE)
    assert memory() - before < 64 * MEGABYTE
    assert is_ended(stranger, 10)
    assert host_waits(guests.companion) < PROMPT_S


DRIPPING = {
    "silence": b"",
    "head": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
    "body": b"POST /api/passes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{",
}


@pytest.mark.parametrize("kind", DRIPPING)
def test_hundreds_who_finish_no_request_keep_nobody_waiting(guests: Guests, kind: str) -> None:
    for _ in range(250):
        guests.connect(DRIPPING[kind])
    assert host_waits(guests.companion) < PROMPT_S


def test_who_asks_for_nothing_is_let_go(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "ASKS_WITHIN_S", 0.5)
    monkeypatch.setattr(gateway, "BODY_S", 0.5)
    monkeypatch.setattr(gateway, "BODY_BYTES_A_SECOND", MEGABYTE)
    for sends in DRIPPING.values():
        assert is_ended(guests.connect(sends), 5)


def test_whoever_asks_gets_through_where_an_address_is_full(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "MOST_OF_ADDRESS", 4)
    waiting = [guests.connect() for _ in range(4)]
    asking = guests.connect(b"GET /api/host HTTP/1.1\r\nHost: localhost\r\n\r\n")
    asking.settimeout(10)
    assert asking.recv(12) == b"HTTP/1.1 200"
    assert is_ended(waiting[0], 5)
    assert not is_ended(waiting[-1], 0.2)


def test_who_opens_too_many_is_refused_and_the_host_is_not(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "MOST_NEW", 20)
    last = [guests.connect() for _ in range(30)][-1]
    assert is_ended(last, 5)
    assert host_waits(guests.companion) < PROMPT_S


def test_who_takes_no_answer_is_let_go(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "ANSWER_S", 0.5)
    monkeypatch.setattr(gateway, "ANSWER_BYTES_A_SECOND", MEGABYTE)
    answer = guests.companion.ask("GET", LARGE).data
    request = f"GET {LARGE} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    greedy = guests.connect(request * MANY)
    time.sleep(3)
    greedy.settimeout(2)
    taken = 0
    with suppress(OSError):
        while part := greedy.recv(MEGABYTE):
            taken += len(part)
    assert taken < MANY * len(answer)


def test_programs_that_read_slowly_on_this_machine_do_not_keep_the_host_waiting(
    companion: Companion,
) -> None:
    """All connections that this machine may hold ask for much and take nothing of it."""
    noise = np.random.default_rng(3).integers(0, 255, (1500, 2000, 3), np.uint8)
    kind = {"Content-Type": "image/jpeg"}
    photo = companion.ask("POST", "/api/readings", jpeg(noise, 95), kind)
    assert photo.status == 201
    request = b"GET /readings/1/photo.jpg HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ExitStack() as closing:
        for _ in range(door.MOST_OF_HOST):
            slow = closing.enter_context(socket.socket())
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.connect((companion.host, companion.port))
            slow.sendall(request * 3)
        time.sleep(1)
        assert host_waits(companion) < PROMPT_S


def passes_for(companion: Companion, game: int, count: int) -> list[str]:
    given = []
    with companion.app.app_context():
        for _ in range(count):
            token = access.passes().invite(game, Role.CAMERA)
            given.append(access.passes().redeem(token.text).text)
    return given


def start(companion: Companion) -> int:
    answer: dict[str, Any] = companion.do("POST", "/api/games", by_hand("palago"))
    return int(answer["id"])


def test_fifty_who_listen_cost_no_thread(guests: Guests, companion: Companion) -> None:
    game = start(companion)
    before = threading.active_count()
    for text in passes_for(companion, game, 50):
        assert guests.stream(game, text) == 200
    assert threading.active_count() - before <= gateway.GUEST_THREADS + 2
    with companion.listen(game) as host:
        companion.do("POST", f"/api/games/{game}/decisions", {"kind": "pause"})
        assert any(kind == "table" and data["paused"] for kind, data in host)


def test_one_pass_does_not_take_all_streams(
    guests: Guests, companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start(companion)
    first, second = passes_for(companion, game, 2)
    most = events_stream.MOST_OF_PASS
    assert [guests.stream(game, first) for _ in range(most + 1)] == [200] * most + [503]
    monkeypatch.setattr(events_stream, "MOST_OF_GUESTS", most + 1)
    assert [guests.stream(game, second) for _ in range(2)] == [200, 503]
    companion.listen(game).close()

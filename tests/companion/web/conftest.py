"""A real companion on loopback, with a real database and real tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from companion.live import Tables
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.web import calibrating, create_app
from companion.web.server import CompanionServer
from tests.companion.conftest import TruthReader
from tests.companion.live.games import by_hand
from tests.companion.web.client import Companion

Serve = Callable[[Path], Companion]


@contextmanager
def serving(data: Path, sample_images: Path) -> Iterator[Companion]:
    """Serve a companion over a data directory for a while."""
    tables = Tables(data)
    reader = PhotoQueue(TruthReader(sample_images))
    app = create_app(data, reader, Samples(sample_images), tables=tables)
    server = CompanionServer(app, "127.0.0.1", 0)
    server.serve_beside()
    try:
        yield Companion(app, tables, server.host, server.port)
    finally:
        calibrating.stop(app)
        tables.stop_all()
        server.stop()


@pytest.fixture
def serve(sample_images: Path) -> Iterator[Serve]:
    """Start companions over data directories; they stop with the test."""
    with ExitStack() as stopping:
        yield lambda data: stopping.enter_context(serving(data, sample_images))


@pytest.fixture
def companion(serve: Serve, tmp_path: Path) -> Companion:
    return serve(tmp_path / "data")


@pytest.fixture
def palago(companion: Companion) -> int:
    game: int = companion.do("POST", "/api/games", by_hand("palago"))["id"]
    return game

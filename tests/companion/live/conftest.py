"""Tables in a data directory of their own, with real games on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.live import RunningGame, Tables
from companion.storage.database import prepare
from companion.web.bodies.starting import request_from_json
from tests.read_once import ReadOnce

Start = Callable[[dict[str, Any]], RunningGame]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    prepare(tmp_path)
    return tmp_path


@pytest.fixture
def tables(data: Path) -> Iterator[Tables]:
    tables = Tables(data)
    yield tables
    tables.stop_all()


@pytest.fixture
def start(tables: Tables) -> Start:
    """Start a game from its JSON."""
    return lambda wanted: tables.start(request_from_json(wanted))


@pytest.fixture(scope="session")
def reader(read_once: ReadOnce) -> ReadOnce:
    """Return the reader of all films, many of which begin alike."""
    return read_once

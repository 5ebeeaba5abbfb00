"""A database of its own for each test."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.record import Games
from companion.storage import database


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    database.prepare(tmp_path)
    connection = database.connect(tmp_path)
    connection.execute("PRAGMA busy_timeout = 50")
    yield connection
    connection.close()


@pytest.fixture
def games(connection: sqlite3.Connection) -> Games:
    return Games(connection)

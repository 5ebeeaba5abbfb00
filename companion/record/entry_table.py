"""The table of entries: writing rows of it and reading them back."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import astuple, dataclass, fields
from datetime import datetime
from typing import Any

from companion.record.entries import Entry, Source
from companion.storage.transaction import row, rows


@dataclass(frozen=True)
class EntryRow:
    """A row as it is written, column by column (companion/storage/migrations/schema_3.sql)."""

    number: int
    source: Source
    kind: str
    t: float
    frame: int | None
    at: str
    cause: int | None
    before: int | None
    after: int | None
    data: str
    reading: str | None


_COLUMNS = ", ".join(field.name for field in fields(EntryRow))
_PLACES = ", ".join("?" for _field in fields(EntryRow))
_INSERT = f"INSERT INTO entry (game_id, {_COLUMNS}) VALUES (?, {_PLACES})"
_OF_KIND = "game_id = ? AND source = 'event' AND kind = ?"
_SELECT = """
SELECT number, source, kind, data, t, frame, at, cause, before, after,
    reading IS NOT NULL AS has_reading
FROM entry WHERE game_id = :game AND number > :after AND source IN (:first, :second)
ORDER BY number
"""


def insert(connection: sqlite3.Connection, game: int, entry: EntryRow) -> None:
    """Write a row in the caller's transaction."""
    connection.execute(_INSERT, (game, *astuple(entry)))


def select(
    connection: sqlite3.Connection, game: int, source: Source | None = None, after: int = 0
) -> tuple[Entry, ...]:
    """Return a game's entries in order: of one source or both, those above a number."""
    first, second = (source, source) if source else ("input", "event")
    values = {"game": game, "after": after, "first": first, "second": second}
    return tuple(_entry(found) for found in rows(connection, _SELECT, values))


def newest_of(connection: sqlite3.Connection, game: int, kind: str) -> Entry | None:
    """Return the newest event of a kind in a game, if there is one."""
    query = f"SELECT max(number) AS number FROM entry WHERE {_OF_KIND}"
    found = row(connection, query, (game, kind))
    if found is None or found["number"] is None:
        return None
    (entry, *_later) = select(connection, game, "event", found["number"] - 1)
    return entry


def reading_of(connection: sqlite3.Connection, game: int, number: int) -> dict[str, Any] | None:
    """Return the reading that is kept with an entry, if there is one."""
    query = "SELECT reading FROM entry WHERE game_id = ? AND number = ?"
    found = row(connection, query, (game, number))
    if found is None or found["reading"] is None:
        return None
    reading: dict[str, Any] = json.loads(found["reading"])
    return reading


def _entry(found: sqlite3.Row) -> Entry:
    return Entry(
        number=found["number"],
        source=found["source"],
        kind=found["kind"],
        data=json.loads(found["data"]),
        t=found["t"],
        frame=found["frame"],
        at=datetime.fromisoformat(found["at"]),
        cause=found["cause"],
        before=found["before"],
        after=found["after"],
        has_reading=bool(found["has_reading"]),
    )

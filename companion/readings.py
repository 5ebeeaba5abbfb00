"""Readings that are kept, each with its photo and an address of its own."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.photo_reader import ReadPhoto
from vision.reading import Reading, reading_from_json


@dataclass(frozen=True)
class KeptReading:
    """A reading that is kept: its number, what its photo was called, and when it was read (UTC)."""

    number: int
    name: str
    read_at: datetime
    reading: Reading


class Readings:
    """The readings in one database."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def keep(self, name: str, photo: ReadPhoto) -> int:
        """Keep a reading and its photo; return the number it can be found by."""
        reading = json.dumps(photo.reading.to_json(name), ensure_ascii=False)
        with self._connection:
            cursor = self._connection.execute(
                "INSERT INTO reading (name, read_at, reading) VALUES (?, ?, ?)",
                (name, datetime.now(UTC).isoformat(timespec="seconds"), reading),
            )
            number = cursor.lastrowid
            assert number is not None, "SQLite numbers every row it inserts"
            self._connection.execute(
                "INSERT INTO photo (reading_id, thumbnail, jpeg) VALUES (?, ?, ?)",
                (number, photo.thumbnail, photo.jpeg),
            )
        return number

    def find(self, number: int) -> KeptReading | None:
        """Return a reading by its number, or None if there is none."""
        row = self._connection.execute(
            "SELECT id, name, read_at, reading FROM reading WHERE id = ?", (number,)
        ).fetchone()
        return None if row is None else _kept(row)

    def recent(self, limit: int) -> list[KeptReading]:
        """Return the readings made last, newest first."""
        rows = self._connection.execute(
            "SELECT id, name, read_at, reading FROM reading ORDER BY id DESC LIMIT ?", (limit,)
        )
        return [_kept(row) for row in rows]

    def forget(self, number: int) -> bool:
        """Remove a reading and its photo for good; tell whether there was one."""
        with self._connection:
            cursor = self._connection.execute("DELETE FROM reading WHERE id = ?", (number,))
        return cursor.rowcount > 0

    def photo(self, number: int) -> bytes | None:
        """Return a reading's photo as JPEG."""
        row = self._connection.execute(
            "SELECT jpeg FROM photo WHERE reading_id = ?", (number,)
        ).fetchone()
        return None if row is None else bytes(row["jpeg"])

    def thumbnail(self, number: int) -> bytes | None:
        """Return a small picture of a reading's photo as JPEG."""
        row = self._connection.execute(
            "SELECT thumbnail FROM photo WHERE reading_id = ?", (number,)
        ).fetchone()
        return None if row is None else bytes(row["thumbnail"])


def _kept(row: sqlite3.Row) -> KeptReading:
    return KeptReading(
        number=row["id"],
        name=row["name"],
        read_at=datetime.fromisoformat(row["read_at"]),
        reading=reading_from_json(json.loads(row["reading"])),
    )

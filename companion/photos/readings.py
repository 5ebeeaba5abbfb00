"""Readings that are kept, each with its photo and an address of its own."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from companion.photos.correction import (
    Correction,
    corrected,
    correction_from_json,
    correction_to_json,
)
from companion.photos.photo_queue import ReadPhoto
from companion.storage.transaction import row, rows, writing
from vision.reading import Reading, reading_from_json

_KEPT = """
SELECT reading.id, name, read_at, reading, made_at, correction
FROM reading LEFT JOIN correction ON correction.id =
    (SELECT max(id) FROM correction WHERE reading_id = reading.id)
"""


@dataclass(frozen=True)
class KeptReading:
    """A reading that is kept: its number, what its photo was called, and when it was read (UTC).

    ``reading`` is what was seen; ``correction`` what a person put right in it, and when (UTC).
    """

    number: int
    name: str
    read_at: datetime
    reading: Reading
    correction: Correction | None = None
    corrected_at: datetime | None = None

    @property
    def agreed(self) -> Reading:
        """The reading as it was put right, or as it was seen where nobody corrected it.

        The dice are left to the correction (`companion.photos.correction.corrected`).
        """
        if self.correction is None:
            return self.reading
        return corrected(self.reading, self.correction)


class Readings:
    """The readings in one database; what cannot be read or written is a ``DataError``.

    What is kept is on the disk when a method returns; after an error nothing of it is kept.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def keep(
        self,
        name: str,
        photo: ReadPhoto,
        correction: Correction | None = None,
        game: int | None = None,
    ) -> int:
        """Keep a reading and its photo; return the number it can be found by.

        Parameters
        ----------
        name
            What the photo is called.
        photo
            The photo and its reading.
        correction
            What people have put right in it already.
        game
            The game that the photo is a picture of; it is removed with it.

        Raises
        ------
        DataError
            If the file cannot be written: locked, full, damaged.
        """
        reading = json.dumps(photo.reading.to_json(name), ensure_ascii=False)
        with writing(self._connection):
            cursor = self._connection.execute(
                "INSERT INTO reading (name, read_at, reading) VALUES (?, ?, ?)",
                (name, _now(), reading),
            )
            number = cursor.lastrowid
            assert number is not None, "SQLite numbers every row it inserts"
            self._connection.execute(
                "INSERT INTO photo (reading_id, thumbnail, jpeg) VALUES (?, ?, ?)",
                (number, photo.thumbnail, photo.jpeg),
            )
            if correction is not None:
                self._insert(number, correction)
            if game is not None:
                query = "INSERT INTO misread (reading_id, game_id) VALUES (?, ?)"
                self._connection.execute(query, (number, game))
        return number

    def find(self, number: int) -> KeptReading | None:
        """Return a reading by its number, or None if there is none."""
        found = row(self._connection, f"{_KEPT} WHERE reading.id = ?", (number,))
        return None if found is None else _kept(found)

    def recent(self, limit: int) -> list[KeptReading]:
        """Return the readings made last, newest first."""
        found = rows(self._connection, f"{_KEPT} ORDER BY reading.id DESC LIMIT ?", (limit,))
        return [_kept(reading) for reading in found]

    def corrected(self) -> list[KeptReading]:
        """Return the readings that people confirmed or corrected, newest first."""
        found = rows(
            self._connection,
            f"{_KEPT} WHERE correction.correction IS NOT NULL ORDER BY reading.id DESC",
        )
        return [_kept(reading) for reading in found]

    def of_game(self, game: int) -> list[KeptReading]:
        """Return the readings that were made of a game's pictures."""
        query = f"{_KEPT} WHERE reading.id IN (SELECT reading_id FROM misread WHERE game_id = ?)"
        return [_kept(found) for found in rows(self._connection, query, (game,))]

    def count_of_game(self, game: int) -> int:
        """Return how many readings were made of a game's pictures."""
        query = "SELECT count(*) AS count FROM misread WHERE game_id = ?"
        return int(rows(self._connection, query, (game,))[0]["count"])

    def correct(self, number: int, correction: Correction | None) -> None:
        """Keep what a person put right in a reading; None takes back what they did before.

        Earlier corrections stay on the record.

        Raises
        ------
        DataError
            If the file cannot be written.
        """
        with writing(self._connection):
            self._insert(number, correction)

    def forget(self, number: int) -> bool:
        """Remove a reading and its photo for good; tell whether there was one.

        Raises
        ------
        DataError
            If the file cannot be written.
        """
        with writing(self._connection):
            cursor = self._connection.execute("DELETE FROM reading WHERE id = ?", (number,))
        return cursor.rowcount > 0

    def photo(self, number: int) -> bytes | None:
        """Return a reading's photo as JPEG."""
        return self._picture("SELECT jpeg FROM photo WHERE reading_id = ?", number)

    def thumbnail(self, number: int) -> bytes | None:
        """Return a small picture of a reading's photo as JPEG."""
        return self._picture("SELECT thumbnail FROM photo WHERE reading_id = ?", number)

    def _picture(self, query: str, number: int) -> bytes | None:
        found = row(self._connection, query, (number,))
        return None if found is None else bytes(found[0])

    def _insert(self, number: int, correction: Correction | None) -> None:
        """Write a correction in the caller's transaction."""
        text = None if correction is None else json.dumps(correction_to_json(correction))
        self._connection.execute(
            "INSERT INTO correction (reading_id, made_at, correction) VALUES (?, ?, ?)",
            (number, _now(), text),
        )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _kept(row: sqlite3.Row) -> KeptReading:
    kept = KeptReading(
        number=row["id"],
        name=row["name"],
        read_at=datetime.fromisoformat(row["read_at"]),
        reading=reading_from_json(json.loads(row["reading"])),
    )
    if row["correction"] is None:
        return kept
    return replace(
        kept,
        correction=correction_from_json(json.loads(row["correction"]), kept.reading),
        corrected_at=datetime.fromisoformat(row["made_at"]),
    )

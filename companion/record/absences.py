"""When nobody followed a game that went on later, so that no clock counts that time.

What tells it outlives a kill: the companion notes every few seconds which games it follows, and
what is missing when it comes back is when it was away.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.record.moment import moment
from companion.storage.transaction import row, rows, writing

_SHORTEST = timedelta(seconds=1)
_LAST_ALIVE = """
SELECT max(started_at, coalesce(alive.at, started_at), coalesce((
    SELECT at FROM entry WHERE game_id = game.id ORDER BY number DESC LIMIT 1
), started_at)) AS at
FROM game LEFT JOIN alive ON game_id = id WHERE id = ?
"""


@dataclass(frozen=True)
class Absence:
    """From when to when (UTC) nobody followed a game."""

    since: datetime
    until: datetime


def absences_of(connection: sqlite3.Connection, game: int) -> tuple[Absence, ...]:
    """Return when nobody followed a game, in order.

    Raises
    ------
    DataError
        If the file cannot be read.
    """
    query = "SELECT since, until FROM absence WHERE game_id = ? ORDER BY since"
    return tuple(
        Absence(datetime.fromisoformat(found["since"]), datetime.fromisoformat(found["until"]))
        for found in rows(connection, query, (game,))
    )


def came_back(connection: sqlite3.Connection, game: int, at: datetime) -> None:
    """Keep that a game is followed again since a moment, and was not since the last sign of it.

    That is when it was noted to be followed, or when its last entry came, whichever is later. One
    that was begun just now was never away.

    Raises
    ------
    DataError
        If the file cannot be written.
    """
    found = row(connection, _LAST_ALIVE, (game,))
    if found is None:
        return
    since = datetime.fromisoformat(found["at"])
    if at - since >= _SHORTEST:
        note_alive(connection, [game], at, [Absence(since, at)])


def note_alive(
    connection: sqlite3.Connection,
    games: Iterable[int],
    at: datetime,
    absences: Sequence[Absence] = (),
) -> None:
    """Keep that games are followed at a moment, and were not in ``absences``; forgotten ones apart.

    Raises
    ------
    DataError
        If the file cannot be written.
    """
    with writing(connection):
        for game in games:
            insert_absences(connection, game, absences)
            connection.execute(
                "INSERT OR REPLACE INTO alive SELECT id, ? FROM game WHERE id = ?",
                (moment(at), game),
            )


def insert_absences(connection: sqlite3.Connection, game: int, absences: Iterable[Absence]) -> None:
    """Write absences of a game in the caller's transaction; of a forgotten game none."""
    connection.executemany(
        "INSERT OR REPLACE INTO absence SELECT id, ?, ? FROM game WHERE id = ?",
        [(moment(away.since), moment(away.until), game) for away in absences],
    )

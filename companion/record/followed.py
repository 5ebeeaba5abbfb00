"""Which games are followed by what, so that they are gone on with after a restart.

It is about this machine, and no part of the record: exports leave it out.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.record.entries import json_text
from companion.record.moment import moment, now
from companion.storage.transaction import rows, writing

_FOLLOWED = """
SELECT game_id, source, max(since, coalesce((
    SELECT at FROM entry WHERE game_id = followed.game_id ORDER BY number DESC LIMIT 1
), since)) AS last_at
FROM followed JOIN game ON game.id = game_id
WHERE ended_at IS NULL
ORDER BY since DESC, game_id DESC
"""


@dataclass(frozen=True)
class Followed:
    """A game that was being followed: its number, its source as JSON, and when it last moved."""

    game: int
    source: dict[str, Any]
    last_at: datetime


def follow(connection: sqlite3.Connection, game: int, source: Mapping[str, Any]) -> None:
    """Remember by what a game on record is followed from now on.

    Raises
    ------
    DataError
        If the file cannot be written.
    """
    text = json_text(source, "the source")
    with writing(connection):
        connection.execute(
            "INSERT OR REPLACE INTO followed (game_id, since, source) VALUES (?, ?, ?)",
            (game, moment(now()), text),
        )


def unfollow(connection: sqlite3.Connection, game: int) -> None:
    """Forget by what a game was followed: nobody wants it to go on by itself.

    Raises
    ------
    DataError
        If the file cannot be written.
    """
    with writing(connection):
        connection.execute("DELETE FROM followed WHERE game_id = ?", (game,))


def followed(connection: sqlite3.Connection) -> list[Followed]:
    """Return the games that were being followed and have not ended, the last chosen first.

    Raises
    ------
    DataError
        If the file cannot be read.
    """
    return [
        Followed(
            found["game_id"],
            json.loads(found["source"]),
            datetime.fromisoformat(found["last_at"]),
        )
        for found in rows(connection, _FOLLOWED)
    ]

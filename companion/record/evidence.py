"""The pictures that one game's record keeps, within a bound."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from hashlib import sha256

from companion.record.entries import Picture
from companion.storage.transaction import row, rows, writing

MAX_PICTURE_BYTES = 200 * 1024
"""The most that one picture takes."""

MAX_GAME_BYTES = 32 * 1024 * 1024
"""The most that the pictures of one game take together: 160 of the largest, 300 and more as a rule,
and exported as text still less than 64 MB."""

_LEAST_WORTH_FIRST = """
SELECT number, length(jpeg) AS size, EXISTS (
    SELECT 1 FROM entry WHERE entry.game_id = picture.game_id AND source = 'event'
    AND kind <> 'move' AND (before = picture.number OR after = picture.number)
) AS was_ruled_on
FROM picture WHERE game_id = ? AND jpeg IS NOT NULL ORDER BY was_ruled_on, number
"""


def give_up_pictures(connection: sqlite3.Connection, game: int) -> None:
    """Give up all pictures of a game; its entries stay, and what the pictures were.

    Raises
    ------
    DataError
        If the file cannot be written.
    """
    with writing(connection):
        connection.execute("UPDATE picture SET jpeg = NULL WHERE game_id = ?", (game,))


class Evidence:
    """The pictures of one game. What is written here is written in the caller's transaction."""

    def __init__(self, connection: sqlite3.Connection, game: int, max_bytes: int) -> None:
        self._connection = connection
        self._game = game
        self._max_bytes = max_bytes

    def find(self, number: int) -> Picture | None:
        """Return a picture by its number in the game, if it is still kept."""
        query = "SELECT jpeg, width, height FROM picture WHERE game_id = ? AND number = ?"
        found = row(self._connection, query, (self._game, number))
        if found is None or found["jpeg"] is None:
            return None
        return Picture(bytes(found["jpeg"]), found["width"], found["height"])

    def keep(self, picture: Picture) -> int:
        """Keep a picture, unless the same one is kept already; return its number."""
        digest = sha256(picture.jpeg).hexdigest()
        query = "SELECT number FROM picture WHERE game_id = ? AND sha256 = ?"
        found = row(self._connection, query, (self._game, digest))
        if found is not None:
            self._connection.execute(
                "UPDATE picture SET jpeg = ? WHERE game_id = ? AND number = ? AND jpeg IS NULL",
                (picture.jpeg, self._game, found["number"]),
            )
            return int(found["number"])
        query = "SELECT coalesce(max(number), 0) + 1 AS next FROM picture WHERE game_id = ?"
        number = int(rows(self._connection, query, (self._game,))[0]["next"])
        self.put(number, digest, picture.width, picture.height, picture.jpeg)
        return number

    def put(self, number: int, digest: str, width: int, height: int, jpeg: bytes | None) -> None:
        """Enter a picture under a number that is free; without its bytes where they are lost."""
        self._connection.execute(
            "INSERT INTO picture (game_id, number, sha256, width, height, jpeg)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (self._game, number, digest, width, height, jpeg),
        )

    def make_room(self, spared: Collection[int]) -> None:
        """Give up pictures until the game is within its bound; those in ``spared`` stay.

        The oldest go first; those that show what was ruled on, and not only moves, go last.
        """
        kept = rows(self._connection, _LEAST_WORTH_FIRST, (self._game,))
        excess = sum(picture["size"] for picture in kept) - self._max_bytes
        for picture in kept:
            if excess <= 0:
                return
            if picture["number"] in spared:
                continue
            self._connection.execute(
                "UPDATE picture SET jpeg = NULL WHERE game_id = ? AND number = ?",
                (self._game, picture["number"]),
            )
            excess -= picture["size"]

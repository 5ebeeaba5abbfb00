"""The chain by which a game's record proves that it is as it was written.

Each entry has a link: the SHA-256 of the link before it and of all that the entry holds, with what
its pictures were. A byte that a disk changed breaks it there. It proves nothing against somebody
who can write the file, for they can make another chain.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from companion.storage.transaction import rows

BEGINNING, END = 0, -1
"""The numbers of the links that are no entry's."""

_BEGUN = ("uid", "game", "options", "started_at")
_GAME = "SELECT uid, game, options, started_at, ended_at FROM game WHERE id = ?"
_PLAYERS = "SELECT seat, name, color FROM player WHERE game_id = ? ORDER BY seat"
_ENTRIES = """
SELECT entry.number, source, kind, t, frame, at, cause, data, reading,
    shown.number, shown.sha256, shown.width, shown.height,
    later.number, later.sha256, later.width, later.height
FROM entry
LEFT JOIN picture AS shown ON shown.game_id = entry.game_id AND shown.number = entry.before
LEFT JOIN picture AS later ON later.game_id = entry.game_id AND later.number = entry.after
WHERE entry.game_id = :game AND entry.number > :after ORDER BY entry.number
"""
_LINKS = "SELECT number, digest FROM link WHERE game_id = ?"
_ADD = "INSERT INTO link (game_id, number, digest) VALUES (?, ?, ?)"
_PICTURES = "SELECT number, sha256, jpeg FROM picture WHERE game_id = ? AND jpeg IS NOT NULL"


@dataclass(frozen=True)
class Damage:
    """Where a game's record is not as it was written.

    ``entry`` is the first that is wrong or missing; 0 where it is the game's beginning, -1 where it
    is its end. ``picture`` is the number of a picture that is another than it was, else None.
    """

    game: int
    entry: int = BEGINNING
    picture: int | None = None


def seal(connection: sqlite3.Connection, game: int) -> None:
    """Link what is on record of a game and is not linked yet, in the caller's transaction."""
    known = links_of(connection, game)
    after = max(known) if BEGINNING in known else None
    for number, digest in made_links(connection, game, known, after):
        if number not in known:
            connection.execute(_ADD, (game, number, digest))


def seal_end(connection: sqlite3.Connection, game: int) -> None:
    """Link a game's end anew, after it has ended or gone on after all."""
    connection.execute("DELETE FROM link WHERE game_id = ? AND number = ?", (game, END))
    (found,) = rows(connection, _GAME, (game,))
    if found["ended_at"] is not None:
        connection.execute(_ADD, (game, END, _end(found)))


def unsealed(connection: sqlite3.Connection) -> list[int]:
    """Return the games of earlier versions, which have no chain yet."""
    query = "SELECT id FROM game WHERE NOT EXISTS (SELECT 1 FROM link WHERE game_id = game.id)"
    return [found["id"] for found in rows(connection, query)]


def damage_of(connection: sqlite3.Connection, game: int) -> Damage | None:
    """Hold a game's record against its chain; return where it first differs, if it does.

    Of a game of an earlier version that is not linked yet nothing can be said.

    Raises
    ------
    DataError
        If the file cannot be read.
    """
    known = links_of(connection, game)
    if not known:
        return None
    made: set[int] = set()
    for number, digest in made_links(connection, game, known):
        made.add(number)
        if known.get(number) != digest:
            return Damage(game, number)
    if lost := known.keys() - made:
        return Damage(game, max(lost))
    for found in rows(connection, _PICTURES, (game,)):
        if sha256(found["jpeg"]).hexdigest() != found["sha256"]:
            return Damage(game, picture=found["number"])
    return None


def made_links(
    connection: sqlite3.Connection, game: int, known: dict[int, str], after: int | None = None
) -> Iterator[tuple[int, str]]:
    """Yield the links that the record gives: all, or those after the one of a number.

    Each is made from the one before it as it is ``known``, so that one damage is one wrong link.
    """
    (found,) = rows(connection, _GAME, (game,))
    if after is None:
        players = [tuple(player) for player in rows(connection, _PLAYERS, (game,))]
        digest = _digest(*(found[key] for key in _BEGUN), players)
        yield BEGINNING, digest
        after = BEGINNING
        before = known.get(BEGINNING, digest)
    else:
        before = known[after]
    for entry in rows(connection, _ENTRIES, {"game": game, "after": after}):
        digest = _digest(before, *entry)
        yield entry[0], digest
        before = known.get(entry[0], digest)
    if found["ended_at"] is not None:
        yield END, _end(found)


def links_of(connection: sqlite3.Connection, game: int) -> dict[int, str]:
    """Return the links that are kept of a game, by their numbers."""
    return {found["number"]: found["digest"] for found in rows(connection, _LINKS, (game,))}


def _end(found: sqlite3.Row) -> str:
    return _digest(found["uid"], found["ended_at"])


def _digest(*parts: object) -> str:
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

"""The games on record: starting one, finding it again, resuming it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from companion.record.absences import Absence, absences_of
from companion.record.chain import seal
from companion.record.entries import json_text
from companion.record.errors import EntryError, RecordFault
from companion.record.game_log import GameLog
from companion.record.moment import moment, now
from companion.storage.transaction import row, rows, writing
from rules.fields import quoted
from rules.judging import GAMES

MAX_NAME_LENGTH = 80
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""They change how the letters beside them are written, and cannot be seen themselves."""
Along = Callable[[sqlite3.Connection, int], None]
"""Writes more about a new game, by its number, in the transaction that puts it on record."""

_KEPT = """
SELECT id, uid, game, options, started_at, ended_at, (
    SELECT data FROM entry WHERE game_id = game.id AND source = 'event' AND kind = 'over'
    ORDER BY number DESC LIMIT 1
) AS outcome
FROM game
"""


@dataclass(frozen=True)
class Player:
    """Somebody who plays: name, and colour where the game or the set has one for each player."""

    name: str
    color: str | None = None


@dataclass(frozen=True)
class KeptGame:
    """A game on record.

    Attributes
    ----------
    number
        What it is found by here; ``uid`` is the same wherever the game is exported to.
    game, options
        What is played, and how.
    players
        In the order of play, which is that of their seats.
    started_at, ended_at
        UTC; ``ended_at`` is None while it is being played.
    outcome
        The data of the last ``over`` event, for a game that has ended with one.
    absences
        When nobody followed it, in order.
    """

    number: int
    uid: str
    game: str
    options: dict[str, Any]
    players: tuple[Player, ...]
    started_at: datetime
    ended_at: datetime | None = None
    outcome: dict[str, Any] | None = None
    absences: tuple[Absence, ...] = ()


class Games:
    """The games in one database, over a connection that its thread has to itself."""

    def __init__(
        self, connection: sqlite3.Connection, *, clock: Callable[[], datetime] = now
    ) -> None:
        self._connection = connection
        self._clock = clock

    def start(
        self,
        game: str,
        players: Sequence[Player],
        options: Mapping[str, Any] | None = None,
        along: Along | None = None,
    ) -> GameLog:
        """Put a new game on record and return its log; it is on the disk by then.

        ``along`` writes more about it in the same transaction; if it raises, there is no game.

        Raises
        ------
        EntryError
            If there is no such game, nobody plays, or a name or an option cannot be kept.
        DataError
            If the file cannot be written.
        """
        check_game(game, players)
        text = json_text(options or {}, "the options")
        with writing(self._connection):
            started_at = moment(self._clock())
            number = insert_game(self._connection, uuid4().hex, game, text, players, started_at)
            seal(self._connection, number)
            if along is not None:
                along(self._connection, number)
        return self.open(number)

    def open(self, number: int) -> GameLog:
        """Return a game's log, to read it or to go on with it.

        Raises
        ------
        GameNotFoundError
            If there is no such game.
        """
        return GameLog(self._connection, number, clock=self._clock)

    def find(self, number: int) -> KeptGame | None:
        """Return a game by its number, or None if there is none."""
        found = row(self._connection, f"{_KEPT} WHERE id = ?", (number,))
        return None if found is None else self._kept(found)

    def recent(self, limit: int) -> list[KeptGame]:
        """Return the games that came on record last, newest first."""
        found = rows(self._connection, f"{_KEPT} ORDER BY id DESC LIMIT ?", (limit,))
        return [self._kept(game) for game in found]

    def unfinished(self) -> list[KeptGame]:
        """Return the games that have not ended, newest first."""
        query = f"{_KEPT} WHERE ended_at IS NULL ORDER BY id DESC"
        return [self._kept(game) for game in rows(self._connection, query)]

    def resume(self) -> tuple[KeptGame, GameLog] | None:
        """Return the newest game that has not ended, and its log, or None where all have.

        Its state is rebuilt by giving a new referee ``log.inputs()`` in order.
        """
        games = self.unfinished()
        return (games[0], self.open(games[0].number)) if games else None

    def forget(self, number: int) -> bool:
        """Remove a game, its entries and its pictures for good; tell whether there was one."""
        with writing(self._connection):
            cursor = self._connection.execute("DELETE FROM game WHERE id = ?", (number,))
        return cursor.rowcount > 0

    def _kept(self, found: sqlite3.Row) -> KeptGame:
        query = "SELECT name, color FROM player WHERE game_id = ? ORDER BY seat"
        players = rows(self._connection, query, (found["id"],))
        ended_at = found["ended_at"]
        outcome = None if ended_at is None or found["outcome"] is None else found["outcome"]
        return KeptGame(
            number=found["id"],
            uid=found["uid"],
            game=found["game"],
            options=json.loads(found["options"]),
            players=tuple(Player(player["name"], player["color"]) for player in players),
            started_at=datetime.fromisoformat(found["started_at"]),
            ended_at=None if ended_at is None else datetime.fromisoformat(ended_at),
            outcome=None if outcome is None else json.loads(outcome),
            absences=absences_of(self._connection, found["id"]),
        )


def check_game(game: str, players: Sequence[Player]) -> None:
    """Check that it is a game, and that each player can be told by their name.

    Raises
    ------
    EntryError
        If not.
    """
    if game not in GAMES:
        raise EntryError(f"{game!r} is no game: choose one of {', '.join(GAMES)}.")
    if not players:
        raise EntryError(RecordFault.NO_PLAYERS())
    for player in players:
        for text in (player.name, player.color):
            if text is not None and not is_name(text):
                raise EntryError(RecordFault.NO_NAME(name=quoted(text), most=MAX_NAME_LENGTH))
    if len({player.name for player in players}) < len(players):
        raise EntryError(RecordFault.ONE_NAME_TWICE())


def is_name(text: str) -> bool:
    """Tell whether a text can be kept as a name: of 1 to 80 letters that can be seen.

    Joiners may stand within, as Persian and composed emoji have them (The Unicode Standard, 23.2).
    """
    seen = text.translate(dict.fromkeys(map(ord, _JOINERS)))
    is_within = text.strip(_JOINERS) == text
    return bool(seen.strip()) and is_within and len(text) <= MAX_NAME_LENGTH and seen.isprintable()


def insert_game(
    connection: sqlite3.Connection,
    uid: str,
    game: str,
    options: str,
    players: Sequence[Player],
    started_at: str,
) -> int:
    """Write a game and its players in the caller's transaction; return its number."""
    cursor = connection.execute(
        "INSERT INTO game (uid, game, options, started_at) VALUES (?, ?, ?, ?)",
        (uid, game, options, started_at),
    )
    number = cursor.lastrowid
    assert number is not None, "SQLite numbers every row it inserts"
    connection.executemany(
        "INSERT INTO player (game_id, seat, name, color) VALUES (?, ?, ?, ?)",
        [(number, seat, player.name, player.color) for seat, player in enumerate(players, 1)],
    )
    return number

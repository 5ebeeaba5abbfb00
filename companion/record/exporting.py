"""A whole game as one JSON document; docs/record.md describes it, `importing` reads it."""

from __future__ import annotations

import sqlite3
from base64 import b64encode
from typing import Any

from companion.record.checking import check_whole
from companion.record.entries import Entry
from companion.record.entry_table import reading_of, select
from companion.record.errors import GameNotFoundError, RecordFault
from companion.record.games import Games, KeptGame
from companion.record.moment import moment
from companion.storage.transaction import rows, snapshot

FORMAT = "palago-game"
VERSION = 1


def export_game(
    connection: sqlite3.Connection,
    number: int,
    *,
    with_pictures: bool = True,
    with_readings: bool = True,
) -> dict[str, Any]:
    """Return a game as a plain JSON object that holds all there is to it.

    Parameters
    ----------
    connection, number
        The database, and the game's number in it.
    with_pictures
        Whether the pictures themselves go with it (base64), or only what they were.
    with_readings
        Whether the readings that inputs rest on go with it.

    Raises
    ------
    GameNotFoundError
        If there is no such game.
    DamagedGameError
        If it is not on record as it was written.
    DataError
        If the file cannot be read.
    """
    with snapshot(connection):
        kept = Games(connection).find(number)
        if kept is None:
            raise GameNotFoundError(RecordFault.NO_SUCH_GAME(number=number))
        check_whole(connection, number)
        return {
            **_game(kept),
            **_absences(kept),
            "entries": [
                _entry(connection, number, entry, with_readings)
                for entry in select(connection, number)
            ],
            "pictures": _pictures(connection, number, with_pictures),
        }


def _game(kept: KeptGame) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "uid": kept.uid,
        "game": kept.game,
        "options": kept.options,
        "players": [{"name": player.name, "color": player.color} for player in kept.players],
        "started_at": moment(kept.started_at),
        "ended_at": None if kept.ended_at is None else moment(kept.ended_at),
    }


def _absences(kept: KeptGame) -> dict[str, Any]:
    """Return when nobody followed it, where that ever was."""
    absences = [
        {"since": moment(away.since), "until": moment(away.until)} for away in kept.absences
    ]
    return {"absences": absences} if absences else {}


def _entry(
    connection: sqlite3.Connection, game: int, entry: Entry, with_readings: bool
) -> dict[str, Any]:
    """Return an entry; what it does not have is left out."""
    optional = {
        "frame": entry.frame,
        "cause": entry.cause,
        "before": entry.before,
        "after": entry.after,
    }
    document: dict[str, Any] = {
        "number": entry.number,
        "source": entry.source,
        "kind": entry.kind,
        "t": entry.t,
        "at": moment(entry.at),
        **{key: value for key, value in optional.items() if value is not None},
        "data": entry.data,
    }
    if with_readings and entry.has_reading:
        document["reading"] = reading_of(connection, game, entry.number)
    return document


def _pictures(connection: sqlite3.Connection, game: int, with_bytes: bool) -> list[dict[str, Any]]:
    columns = "number, sha256, width, height" + (", jpeg" if with_bytes else "")
    query = f"SELECT {columns} FROM picture WHERE game_id = ? ORDER BY number"
    pictures = []
    for found in rows(connection, query, (game,)):
        picture = dict(found)
        jpeg = picture.pop("jpeg", None)
        if jpeg is not None:
            picture["jpeg"] = b64encode(jpeg).decode("ascii")
        pictures.append(picture)
    return pictures

"""Whether the record is whole: of one game, of all, and of the file that holds them."""

from __future__ import annotations

import sqlite3

from companion.record.chain import BEGINNING, END, Damage, damage_of
from companion.record.errors import DamagedGameError, RecordFault
from companion.storage.transaction import rows
from rules.messages import Message


def damages(connection: sqlite3.Connection) -> list[Damage]:
    """Return what is wrong with the games on record, at most one damage of each.

    Raises
    ------
    DataError
        If the file cannot be read.
    """
    games = [found["id"] for found in rows(connection, "SELECT id FROM game ORDER BY id")]
    found = (damage_of(connection, game) for game in games)
    return [damage for damage in found if damage is not None]


def file_fault(connection: sqlite3.Connection) -> str | None:
    """Return what SQLite finds wrong with the file as such, if anything."""
    found = str(rows(connection, "PRAGMA quick_check(1)")[0][0])
    return None if found == "ok" else found


def check_whole(connection: sqlite3.Connection, game: int) -> None:
    """Refuse a game whose record is not as it was written.

    Raises
    ------
    DamagedGameError
        If it is not.
    DataError
        If the file cannot be read.
    """
    damage = damage_of(connection, game)
    if damage is not None:
        raise DamagedGameError(sentence(damage))


def sentence(damage: Damage) -> Message:
    """Return a damage as a sentence."""
    if damage.picture is not None:
        return RecordFault.PICTURE_CHANGED(number=damage.game, picture=damage.picture)
    if damage.entry == BEGINNING:
        return RecordFault.BEGINNING_CHANGED(number=damage.game)
    if damage.entry == END:
        return RecordFault.END_CHANGED(number=damage.game)
    return RecordFault.ENTRY_CHANGED(number=damage.game, entry=damage.entry)

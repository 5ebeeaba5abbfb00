"""Removing games and photos for good: their rows, their bytes in the file, and their labels."""

from __future__ import annotations

import sqlite3

from companion.photos.labelled_folder import LabelledFolder
from companion.photos.readings import KeptReading, Readings
from companion.record import Games
from companion.storage.wiping import wipe
from companion.tournaments.keeping import keep_result_of


def forget_game(connection: sqlite3.Connection, labelled: LabelledFolder, number: int) -> bool:
    """Remove a game with all its pictures, also those that were put right as photos.

    What came of it stays where it counts, in a tournament.

    Returns whether there was one.

    Raises
    ------
    DataError
        If the record cannot be written; nothing is removed then.
    LabellingError
        If a labelled photo cannot be removed; all else is.
    """
    photos = Readings(connection).of_game(number)
    keep_result_of(connection, number)
    was_there = Games(connection).forget(number)
    _tidy_up(connection, labelled, photos)
    return was_there


def forget_reading(
    connection: sqlite3.Connection, labelled: LabelledFolder, kept: KeptReading
) -> None:
    """Remove a reading, its photo and its labelled photo; errors as of :func:`forget_game`.

    The label goes last: as long as the reading is kept, so is what people have confirmed.
    """
    Readings(connection).forget(kept.number)
    _tidy_up(connection, labelled, [kept])


def _tidy_up(
    connection: sqlite3.Connection, labelled: LabelledFolder, photos: list[KeptReading]
) -> None:
    wipe(connection)
    for photo in photos:
        labelled.remove(photo)

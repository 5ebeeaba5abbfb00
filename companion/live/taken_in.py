"""Games that a file brings: exported by a companion, or written as plain text."""

from __future__ import annotations

import sqlite3

from companion.live.written_games import document_of
from companion.record import ExportFormatError
from companion.record.importing import import_game
from rules import parse_game
from rules.json_text import JsonError, decoded_json
from rules.messages import MessageCode, Wording

_MOST_PARTS = 1_500_000
"""Lists and objects of a document; so many take a second and 300 MB. No game has as many."""


class FileFault(MessageCode):
    """Why a file holds no game."""

    NO_GAME = Wording(
        "This file holds no game: choose one that the companion exported, or wrote as text."
    )


def take_in(connection: sqlite3.Connection, file: bytes) -> int:
    """Put a game on record that a file holds; return the number it has here.

    Raises
    ------
    FormatError
        If the file holds none, or one that contradicts itself.
    GameError
        If what was played, written as text, is no game.
    GameExistsError, DataError
        As :func:`companion.record.importing.import_game`.
    """
    try:
        text = file.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise ExportFormatError(FileFault.NO_GAME()) from error
    if not text:
        raise ExportFormatError(FileFault.NO_GAME())
    if not text.startswith("{"):
        return import_game(connection, document_of(parse_game(text)))
    if text.count("[") + text.count("{") > _MOST_PARTS:
        raise ExportFormatError(FileFault.NO_GAME())
    try:
        document = decoded_json(text)
    except JsonError:
        raise
    except (ValueError, RecursionError) as error:
        raise ExportFormatError(FileFault.NO_GAME()) from error
    return import_game(connection, document)

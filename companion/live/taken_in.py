"""Games that a file brings: exported by a companion, or written as plain text."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from companion.live.written_games import document_of
from companion.record import ExportFormatError
from companion.record.importing import import_game
from rules import parse_game
from rules.json_text import JsonError, decoded_json, holds_too_much
from rules.messages import MessageCode, Wording


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
        text = file.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ExportFormatError(FileFault.NO_GAME()) from error
    if not text.strip() or holds_too_much(text):
        raise ExportFormatError(FileFault.NO_GAME())
    return import_game(connection, document_in(text, _decoded))


def document_in(text: str, decoded: Callable[[str], object]) -> object:
    """Return the document of an exported game, or one made of a game that is written as plain text.

    ``decoded`` makes the former of JSON. Errors as of that, and of `rules.parse_game`.
    """
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return decoded(text)
    return document_of(parse_game(text))


def _decoded(text: str) -> object:
    try:
        return decoded_json(text)
    except JsonError:
        raise
    except (ValueError, RecursionError) as error:
        raise ExportFormatError(FileFault.NO_GAME()) from error

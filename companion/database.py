"""The companion's SQLite file: opening it, and making its tables."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path

FILE_NAME = "companion.sqlite3"
SCHEMA_VERSION = 2
"""The files schema_1.sql to schema_N.sql, one after the other, make the tables."""
_BUSY_TIMEOUT_S = 10


class DataError(RuntimeError):
    """The data directory cannot be used; the text says why and what to do."""


def connect(directory: Path) -> sqlite3.Connection:
    """Open the database in a data directory.

    It is in write-ahead mode, so pages can be read while something is being written, and every
    commit is on the disk before it returns.
    """
    connection = sqlite3.connect(directory / FILE_NAME, timeout=_BUSY_TIMEOUT_S)
    try:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def prepare(directory: Path) -> None:
    """Make the data directory and the tables in it, where they are not there yet.

    Data of an earlier version are kept and brought up to this one, each step wholly or not at all.

    Raises
    ------
    DataError
        If the directory cannot be written, holds something else under the database's name, or was
        written by a later version.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(
            f"{directory} cannot be made a directory to keep data in ({error.strerror}):"
            " choose another with --data."
        ) from error
    try:
        with closing(connect(directory)) as connection:
            _prepare_tables(connection, directory)
    except sqlite3.Error as error:
        raise DataError(
            f"{directory / FILE_NAME} cannot be used ({error}): move it away, or choose another"
            " directory with --data."
        ) from error


def _prepare_tables(connection: sqlite3.Connection, directory: Path) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise DataError(
            f"The data in {directory} were written by a later version of the companion: update"
            " it, or choose another directory with --data."
        )
    connection.execute("PRAGMA journal_mode = WAL")
    for step in range(version + 1, SCHEMA_VERSION + 1):
        schema = files("companion").joinpath(f"schema_{step}.sql").read_text("utf-8")
        connection.executescript(f"BEGIN; {schema}; PRAGMA user_version = {step}; COMMIT;")

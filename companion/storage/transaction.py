"""Reading and writing in one piece, with SQLite's errors told in sentences."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.storage.database import explained


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Do all that is written within, durably, or nothing of it.

    The lock for writing is taken at the start, so what is read within stays true until the end.
    When the block is left without an error, everything is on the disk
    (`companion.storage.database.connect` says how).

    Raises
    ------
    DataError
        If the file cannot be written: locked, full, damaged.
    """
    with _told(connection):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.commit()
        except BaseException:
            connection.rollback()
            raise


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Read the same state throughout, whatever others write meanwhile.

    Raises
    ------
    DataError
        If the file cannot be read.
    """
    with _told(connection):
        connection.execute("BEGIN")
        try:
            yield
        finally:
            connection.rollback()


def rows(
    connection: sqlite3.Connection,
    query: str,
    values: Sequence[object] | Mapping[str, object] = (),
) -> list[sqlite3.Row]:
    """Return all rows of a query at once, so that no reader keeps the log from being tidied up.

    Raises
    ------
    DataError
        If the file cannot be read.
    """
    with _told(connection):
        return connection.execute(query, values).fetchall()


def row(
    connection: sqlite3.Connection, query: str, values: Sequence[object] = ()
) -> sqlite3.Row | None:
    """Return the first row of a query, or None; errors as of :func:`rows`."""
    found = rows(connection, query, values)
    return found[0] if found else None


@contextmanager
def _told(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if isinstance(error, (sqlite3.IntegrityError, sqlite3.ProgrammingError)):
            raise
        raise explained(error, _file(connection)) from error


def _file(connection: sqlite3.Connection) -> Path:
    try:
        return Path(connection.execute("PRAGMA database_list").fetchone()["file"])
    except sqlite3.Error:
        return Path("The database")

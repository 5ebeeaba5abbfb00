"""The companion's SQLite file: opening it, making its tables, and what can be wrong with it."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
from contextlib import closing, suppress
from importlib.resources import files
from pathlib import Path
from time import monotonic, sleep

from rules.messages import MessageCode, MessageError, Wording

FILE_NAME = "companion.sqlite3"
SCHEMA_VERSION = 11
"""The files of ``migrations``, one after the other, make the tables."""
_WIPES_SINCE = 7
"""Files of versions before it hold what was removed from them, until they are written anew."""
_BUSY_TIMEOUT_S = 10
_PAUSE_S = 0.02
_LARGEST_IDLE_LOG_BYTES = 16 * 1024 * 1024
_PRIMARY_CODE = 0xFF
_OWNER_ONLY, _OWNER_ONLY_FOLDER = 0o600, 0o700
_OWN = re.compile(
    r"companion\.(?:sqlite3|lock).*|\.salvag.*|security|window|labelled|lenses|colors|dice"
)
"""What the companion keeps in its folder."""


class DataFault(MessageCode):
    """Why the data directory cannot be used, and what to do."""

    DATA_BUSY = Wording(
        "{file} is being written by another program: try again, and close other companions that use"
        " it."
    )
    DISK_FULL = Wording(
        "There is no room left on the disk to write {file}: free some; all that was announced is"
        " kept."
    )
    NOT_A_DATABASE = Wording(
        "{file} is no database or is damaged ({error}): move it away, or choose another directory"
        " with --data."
    )
    DATA_NOT_WRITABLE = Wording(
        "{file} cannot be opened to be written ({error}): let yourself write it and its folder, or"
        " choose another directory with --data."
    )
    DISK_FAILED = Wording(
        "The disk failed to read or write {file} ({error}): look after the disk, then try again;"
        " what cannot be written is not announced."
    )
    DATA_NOT_USABLE = Wording(
        "{file} cannot be used ({error}): move it away, or choose another directory with --data."
    )
    PROGRAM_NOT_READABLE = Wording(
        "{file}, a part of the companion itself, cannot be read ({error}): try again, or install"
        " the companion anew."
    )
    NO_DATA_DIRECTORY = Wording(
        "{file} cannot be made a directory to keep data in ({error}): choose another with --data."
    )
    NEWER_DATA = Wording(
        "The data in {file} were written by a later version of the companion: update it, or choose"
        " another directory with --data."
    )


class DataError(MessageError, RuntimeError):
    """The data directory cannot be used; the text says why and what to do."""


class BusyDataError(DataError):
    """Another program keeps the data from being written; trying again may help."""


class DiskFullError(DataError):
    """There is no room left to write; what was written before is safe."""


class NotADatabaseError(DataError):
    """Something else lies under the database's name, or it is damaged."""


class MisshapenDataError(DataError):
    """A table or a column that must be there is not: the file was changed from outside."""


class NewerDataError(DataError):
    """The data were written by a later version of the companion."""


def connect(directory: Path) -> sqlite3.Connection:
    """Open the database in a data directory.

    It is in write-ahead mode, so pages can be read while something is being written, and every
    commit is on the disk before it returns. ``synchronous = FULL`` flushes the log at each commit.
    NORMAL would do so at checkpoints only, and lose the last commits with the power (not with the
    process). ``fullfsync`` asks the same of the drive on macOS, where a plain flush stops short
    of it; elsewhere it changes nothing. (SQLite, "Write-Ahead Logging", section 6, and the pragmas'
    own pages.) What is removed is written over with zeros, so that no picture that somebody
    forgot stays in the file.

    Raises
    ------
    DataError
        If the file cannot be opened or is no database.
    """
    file = directory / FILE_NAME
    try:
        connection = sqlite3.connect(file, timeout=_BUSY_TIMEOUT_S)
    except sqlite3.Error as error:
        raise explained(error, file) from error
    try:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute(f"PRAGMA journal_size_limit = {_LARGEST_IDLE_LOG_BYTES}")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        connection.close()
        raise explained(error, file) from error
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
    private_folder(directory)
    with suppress(OSError):  # SQLite says what is wrong; its other files take this one's mode
        os.close(os.open(directory / FILE_NAME, os.O_RDWR | os.O_CREAT, _OWNER_ONLY))
    try:
        with closing(connect(directory)) as connection:
            _prepare_tables(connection, directory)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise explained(error, directory / FILE_NAME) from error


def others_may_look_into(directory: Path) -> bool:
    """Tell whether a data folder is open to other users, and is left so for what else is in it."""
    return os.name != "nt" and bool(stat.S_IMODE(directory.stat().st_mode) & ~_OWNER_ONLY_FOLDER)


def private_folder(directory: Path) -> None:
    """Make a data folder that nobody but its owner may look into; mend one that others may.

    One that holds other things as well is left as it is, for somebody else may need them; the
    companion's own files are its owner's alone there, too.

    Raises
    ------
    DataError
        If it cannot be made.
    """
    try:
        directory.mkdir(mode=_OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(
            DataFault.NO_DATA_DIRECTORY(file=str(directory), error=str(error.strerror))
        ) from error
    # one that belongs to others, or to everybody as /tmp does, is left as it is
    status = directory.stat()
    is_shared = bool(status.st_mode & stat.S_ISVTX)
    if os.name != "nt" and status.st_uid == os.getuid() and not is_shared and _is_own(directory):
        _restrict(directory, _OWNER_ONLY_FOLDER)
    for name in (FILE_NAME, f"{FILE_NAME}-wal", f"{FILE_NAME}-shm"):
        if (directory / name).is_file():
            _restrict(directory / name, _OWNER_ONLY)


def _is_own(directory: Path) -> bool:
    """Tell whether a folder holds nothing but what the companion keeps."""
    try:
        return all(_OWN.fullmatch(path.name) for path in directory.iterdir())
    except OSError:
        return False


def _restrict(path: Path, mode: int) -> None:
    """Take from a file or folder what others may do with it, where that can be done."""
    with suppress(OSError):
        found = stat.S_IMODE(path.stat().st_mode)
        if os.name != "nt" and found & ~mode:
            path.chmod(found & mode)


def explained(error: sqlite3.Error | UnicodeDecodeError, file: Path) -> DataError:
    """Return what SQLite says about the database file as an error that says what to do.

    Python cannot even read what SQLite says where it quotes names of tables that are no text.
    """
    if isinstance(error, UnicodeDecodeError):
        reason = "its tables have no names that are text"
        return NotADatabaseError(DataFault.NOT_A_DATABASE(file=str(file), error=reason))
    code = primary_code(error)
    if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHMSIZE:
        code = sqlite3.SQLITE_FULL  # no room for the file that the log's readers share
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return BusyDataError(DataFault.DATA_BUSY(file=str(file)))
    if code == sqlite3.SQLITE_FULL:
        return DiskFullError(DataFault.DISK_FULL(file=str(file)))
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return NotADatabaseError(DataFault.NOT_A_DATABASE(file=str(file), error=str(error)))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return DataError(DataFault.DATA_NOT_WRITABLE(file=str(file), error=str(error)))
    if code == sqlite3.SQLITE_IOERR:
        return DataError(DataFault.DISK_FAILED(file=str(file), error=str(error)))
    if code == sqlite3.SQLITE_ERROR:
        return MisshapenDataError(DataFault.DATA_NOT_USABLE(file=str(file), error=str(error)))
    return DataError(DataFault.DATA_NOT_USABLE(file=str(file), error=str(error)))


def primary_code(error: sqlite3.Error) -> int:
    """Return what kind of error of SQLite's it is, without what is special about it."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & _PRIMARY_CODE


def _prepare_tables(connection: sqlite3.Connection, directory: Path) -> None:
    version = _version(connection)
    if version > SCHEMA_VERSION:
        raise NewerDataError(DataFault.NEWER_DATA(file=str(directory)))
    _write_ahead(connection)
    before = version
    while version < SCHEMA_VERSION:
        _take_step(connection, version)
        version = _version(connection)
    if 0 < before < _WIPES_SINCE:
        with suppress(sqlite3.OperationalError):  # no room for a copy: what was removed stays there
            connection.execute("VACUUM")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Put the file in write-ahead mode, waiting where SQLite itself does not wait for others."""
    deadline = monotonic() + _BUSY_TIMEOUT_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if primary_code(error) != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(_PAUSE_S)
        else:
            return


def _take_step(connection: sqlite3.Connection, version: int) -> None:
    """Bring the tables from a version to the next, unless another program has just done so."""
    step = version + 1
    source = files("companion.storage").joinpath("migrations", f"schema_{step}.sql")
    try:
        schema = source.read_text("utf-8")
    except OSError as error:
        raise DataError(
            DataFault.PROGRAM_NOT_READABLE(file=str(source), error=str(error.strerror))
        ) from error
    try:
        connection.executescript(
            f"BEGIN IMMEDIATE; {schema}; PRAGMA user_version = {step}; COMMIT;"
        )
    except sqlite3.Error:
        connection.rollback()
        if _version(connection) == version:
            raise


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version

"""Opening the record at a start: what is damaged is set aside, and what is whole goes on.

Nothing is thrown away. The damaged file stays under a name that is told, and another one is made of
all that is whole in it (`companion.record.taking_over`). A start that is killed on the way, or on
whose way the disk fails, loses nothing: the next one begins anew or ends what that one began.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.record.chain import seal, unsealed
from companion.record.checking import damages, file_fault
from companion.record.moment import now
from companion.record.taking_over import Taken, read_through, take_over
from companion.security.private_files import sync_folder
from companion.storage import database
from companion.storage.database import (
    BusyDataError,
    DataError,
    MisshapenDataError,
    NotADatabaseError,
)
from companion.storage.transaction import rows, writing

_ALONGSIDE = ("", "-wal", "-shm")
_UNFINISHED = ".salvaging"
_TOLD = "taken.json"
_FINISHED = ".salvaged-"
"""A folder of this name, and the time, holds a record that is whole and only has to take its place;
the time is part of the name under which the damaged one is set aside."""


@dataclass(frozen=True)
class Salvage:
    """What became of a damaged file.

    Attributes
    ----------
    aside
        Where it lies now.
    whole, shortened, lost
        Games that are there entirely, those that end early or lack a picture, and those of which
        nothing could be read.
    readings
        Photos that are there.
    """

    aside: Path
    whole: int = 0
    shortened: tuple[int, ...] = ()
    lost: int = 0
    readings: int = 0

    def sentence(self) -> str:
        """Return it in a sentence."""
        early = f", {len(self.shortened)} up to where they are damaged" if self.shortened else ""
        lost = f", {self.lost} lost" if self.lost else ""
        return (
            f"The record was damaged and lies in {self.aside} now; taken over from it:"
            f" {self.whole} games{early}{lost}, {self.readings} photos."
        )


def open_record(data: Path) -> Salvage | None:
    """Make the record of a data folder ready; return what was salvaged where it was damaged.

    The caller must have the folder to itself.

    Raises
    ------
    DataError
        If it cannot be used for another reason: locked, full, of a later version, or on a disk that
        fails. Nothing is changed then, and the next start tries again.
    """
    begun: Salvage | None = None
    with _disk_told(data / database.FILE_NAME):
        for finished in data.glob(f"{_FINISHED}*"):
            begun = _put_in_place(finished, data)
        shutil.rmtree(data / _UNFINISHED, ignore_errors=True)
    return begun if _is_whole(data) else _salvaged(data)


def _is_whole(data: Path) -> bool:
    """Bring the file up to date; tell whether it and every game in it are as they were written.

    SQLite takes a page for damaged that the disk could not read just now. So what is not whole is
    read through, which tells a disk that fails, and looked at once more.
    """
    if _looks_whole(data):
        return True
    with _disk_told(data / database.FILE_NAME):
        read_through(data / database.FILE_NAME)
    return _looks_whole(data)


def _looks_whole(data: Path) -> bool:
    try:
        database.prepare(data)
    except NotADatabaseError:
        return False
    try:
        with closing(database.connect(data)) as connection:
            # text that is none any more is a change like any other
            connection.text_factory = lambda text: text.decode("utf-8", "replace")
            return file_fault(connection) is None and not _sealed_damages(connection)
    except (NotADatabaseError, MisshapenDataError):
        return False


def _sealed_damages(connection: sqlite3.Connection) -> bool:
    for game in unsealed(connection):
        with writing(connection):
            seal(connection, game)
    return bool(damages(connection))


def _salvaged(data: Path) -> Salvage:
    """Make another record of what is whole, then have it take the place of the damaged one.

    Until the other one is whole and on the disk, nothing of the damaged one is touched.
    """
    file = data / database.FILE_NAME
    unfinished = data / _UNFINISHED
    finished = data / f"{_FINISHED}{now():%Y%m%d-%H%M%S}"
    try:
        database.prepare(unfinished)
        taken = _written(file, unfinished)
        with _disk_told(file):
            (unfinished / _TOLD).write_text(json.dumps(asdict(taken)), "utf-8")
            unfinished.replace(finished)
            sync_folder(data)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    with _disk_told(file):
        return _put_in_place(finished, data)


def _written(damaged: Path, unfinished: Path) -> Taken:
    """Write all that is whole into a new record; it is one file on the disk afterwards."""
    with closing(database.connect(unfinished)) as new:
        taken = take_over(damaged, new)
        if rows(new, "PRAGMA wal_checkpoint(TRUNCATE)")[0]["busy"]:
            raise BusyDataError(database.DataFault.DATA_BUSY(file=str(damaged)))
    return taken


def _put_in_place(finished: Path, data: Path) -> Salvage:
    """Set the damaged file aside and put the new one in its place; return what was salvaged.

    Done again after it was interrupted, it ends what it began.
    """
    file, new = data / database.FILE_NAME, finished / database.FILE_NAME
    aside = file.with_name(f"{file.name}.damaged-{finished.name.removeprefix(_FINISHED)}")
    if new.exists():
        for ending in _ALONGSIDE:
            part = file.with_name(file.name + ending)
            if not part.exists():
                continue
            if ending == "-shm" or not part.stat().st_size:
                part.unlink()  # nothing of the record is in it
            else:
                os.utime(part)  # it is kept for a while from now on, whenever it was written last
                part.replace(_free(aside.with_name(aside.name + ending)))
        new.replace(file)
        sync_folder(data)
    taken = _taken(finished)
    shutil.rmtree(finished)
    return Salvage(aside, taken.whole, taken.shortened, taken.lost, taken.readings)


def _taken(finished: Path) -> Taken:
    """Return what was taken over, for a start that has not seen it."""
    try:
        told = json.loads((finished / _TOLD).read_text("utf-8"))
        return Taken(**{**told, "shortened": tuple(told["shortened"])})
    except (ValueError, TypeError, KeyError, FileNotFoundError):
        return Taken()


def _free(path: Path) -> Path:
    """Return a path where nothing lies: this one, or one with more behind it."""
    while path.exists():
        path = path.with_name(f"{path.name}+")
    return path


@contextmanager
def _disk_told(file: Path) -> Iterator[None]:
    """Say in a sentence what the system refuses to do with files.

    Raises
    ------
    DataError
        If it refuses anything.
    """
    try:
        yield
    except OSError as error:
        reason = error.strerror or os.strerror(error.errno or 0)
        raise DataError(database.DataFault.DISK_FAILED(file=str(file), error=reason)) from error

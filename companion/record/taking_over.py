"""Taking over from a damaged file all that is whole in it.

Readings with their photos, and of each game the entries up to the first that is not as it was
written. What cannot be read because the disk fails is not damaged, and nothing is said to be lost
then: the error ends it all, to be tried again.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from companion.record.chain import BEGINNING, links_of, made_links, seal
from companion.storage.database import DataError, DataFault, explained, primary_code
from companion.storage.transaction import rows, writing

_TABLES = ("reading", "photo", "correction")
_OF_GAMES = (
    *("followed", "withdrawn_pass", "misread", "retention"),
    *("believed", "game_noticed", "photo_noticed", "alive", "absence"),
    *("tournament", "tournament_player", "tournament_pairing"),
    *("tournament_game", "tournament_result"),
)
"""What is no part of the record of a game, and goes on with it all the same."""
_NOT_THE_FILES_FAULT = frozenset(
    {
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PROTOCOL,
    }
)
_STEP_BYTES = 1 << 20
_DAMAGED_ROW = (sqlite3.IntegrityError, sqlite3.ProgrammingError, ValueError, KeyError)
"""What comes of a row that holds what was never written: it is refused, or cannot be read."""
Row = Mapping[str, object]


@dataclass(frozen=True)
class Taken:
    """What was taken over; the numbers are those of `companion.record.salvaging.Salvage`."""

    whole: int = 0
    shortened: tuple[int, ...] = ()
    lost: int = 0
    readings: int = 0


class _Damaged:
    """A damaged file that is only read."""

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            self._connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
        except sqlite3.Error as error:
            raise explained(error, file) from error
        self._connection.row_factory = sqlite3.Row
        self._connection.text_factory = lambda text: text.decode("utf-8", "replace")

    def close(self) -> None:
        self._connection.close()

    def read(self, query: str, values: Sequence[object] = ()) -> Iterator[dict[str, object]]:
        """Yield the rows of a query until one cannot be read, and that twice.

        Raises
        ------
        DataError
            If that is not for what the file holds: the disk fails, somebody has locked it.
        """
        done = -1
        for _ in range(2):
            try:
                for place, found in enumerate(self._connection.execute(query, values)):
                    if place > done:
                        yield dict(found)
                        done = place
                return
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                if isinstance(error, sqlite3.Error) and not _is_damage(error):
                    raise explained(error, self._file) from error
                self._check_disk()

    def _check_disk(self) -> None:
        """Raise a DataError where it is the disk that cannot read the file, which is told once."""
        try:
            read_through(self._file)
        except OSError as error:
            reason = str(error.strerror)
            raise DataError(DataFault.DISK_FAILED(file=str(self._file), error=reason)) from error

    def all_of(self, table: str) -> Iterator[Row]:
        """Yield the rows that can be read: from the beginning, then from the end."""
        seen: set[object] = set()
        for order in ("ASC", "DESC"):
            query = f"SELECT rowid AS place, * FROM {table} ORDER BY rowid {order}"
            for found in self.read(query):
                place = found.pop("place")
                if place in seen:
                    break
                seen.add(place)
                yield found

    def of_game(self, table: str, game: object, key: str) -> Iterator[dict[str, object]]:
        """Yield what can be read of a game's rows in a table, in order."""
        return self.read(f"SELECT * FROM {table} WHERE game_id = ? ORDER BY {key}", (game,))

    def links(self, game: int) -> dict[int, str]:
        found = self.of_game("link", game, "number")
        return {int(str(link["number"])): str(link["digest"]) for link in found}


def take_over(file: Path, new: sqlite3.Connection) -> Taken:
    """Copy all that is whole in a damaged file into a new record.

    Raises
    ------
    DataError
        If the new one cannot be written, or the disk fails to read the old one.
    """
    with closing(_Damaged(file)) as old:
        taken = Taken(readings=_copy_readings(old, new))
        for game in old.all_of("game"):
            kept = _copy_game(old, new, game)
            if kept is None:
                taken = replace(taken, lost=taken.lost + 1)
            elif kept:
                taken = replace(taken, whole=taken.whole + 1)
            else:
                taken = replace(taken, shortened=(*taken.shortened, int(str(game["id"]))))
        for table in _OF_GAMES:
            _copy_rows(new, table, old.read(f"SELECT * FROM {table}"))
    return taken


def read_through(file: Path) -> None:
    """Read a database with its log from beginning to end.

    SQLite takes what the disk cannot read for damage (it does not tell EIO from it).

    Raises
    ------
    OSError
        If the disk cannot read it.
    """
    for part in (file, file.with_name(f"{file.name}-wal")):
        if not part.exists():
            continue
        with part.open("rb", buffering=0) as opened:
            for offset in range(0, part.stat().st_size, _STEP_BYTES):
                if hasattr(os, "pread"):
                    os.pread(opened.fileno(), _STEP_BYTES, offset)  # as SQLite does
                else:
                    opened.read(_STEP_BYTES)


def _is_damage(error: sqlite3.Error) -> bool:
    """Tell whether an error is for what a file holds, and not for the disk it is on."""
    cut_off = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHORT_READ
    return cut_off or primary_code(error) not in _NOT_THE_FILES_FAULT


def _copy_readings(old: _Damaged, new: sqlite3.Connection) -> int:
    for table in _TABLES:
        _copy_rows(new, table, old.all_of(table))
    return int(rows(new, "SELECT count(*) FROM reading")[0][0])


def _copy_rows(new: sqlite3.Connection, table: str, found: Iterable[Row]) -> None:
    """Write rows; one that is damaged, or of what was not taken over, is left out."""
    for values in found:
        with suppress(*_DAMAGED_ROW), writing(new):
            _write(new, table, values)


def _copy_game(old: _Damaged, new: sqlite3.Connection, game: Row) -> bool | None:
    """Take a game over up to its first entry that is not as it was written.

    Returns True where all of it is whole, None where not even its beginning can be kept.
    """
    try:
        number = int(str(game["id"]))
        known = old.links(number)
        most: int | None = None
        while True:
            with writing(new):
                pictures_are_whole = _insert(old, new, game, most)
                wrong = _first_wrong(new, number, known)
                if wrong is not None and wrong > BEGINNING:
                    new.rollback()
                    most = wrong - 1
                    continue
                seal(new, number)
                made = links_of(new, number)
            return pictures_are_whole and most is None and (made == known or not known)
    except _DAMAGED_ROW:
        return None


def _insert(old: _Damaged, new: sqlite3.Connection, game: Row, most: int | None) -> bool:
    """Write a game with its entries up to a number; tell whether its pictures are whole."""
    number = game["id"]
    begun = ("id", "uid", "game", "options", "started_at", "ended_at")
    json.loads(str(game["options"]))
    datetime.fromisoformat(str(game["started_at"]))
    _write(new, "game", {key: game[key] for key in begun})
    for player in old.of_game("player", number, "seat"):
        _write(new, "player", player)
    is_whole = True
    for picture in old.of_game("picture", number, "number"):
        jpeg = picture["jpeg"]
        if isinstance(jpeg, bytes) and sha256(jpeg).hexdigest() != picture["sha256"]:
            picture, is_whole = {**picture, "jpeg": None}, False
        _write(new, "picture", {k: v for k, v in picture.items() if k != "id"})
    for place, entry in enumerate(old.of_game("entry", number, "number"), 1):
        if entry["number"] != place or (most is not None and place > most):
            break
        _write(new, "entry", entry)
    if most is not None:
        new.execute("UPDATE game SET ended_at = NULL WHERE id = ?", (number,))
    return is_whole


def _first_wrong(new: sqlite3.Connection, game: int, known: dict[int, str]) -> int | None:
    """Return the first entry that cannot be shown to be as it was; of an unlinked game none.

    A link that fits shows all entries before it right. So a link that was damaged itself costs no
    entry, nor does a beginning that was damaged where the later links are made from the old one.
    """
    if not known:
        return None
    last = shown = BEGINNING
    for begun in ({}, {BEGINNING: known.get(BEGINNING, "")}):
        for number, digest in made_links(new, game, begun):
            last = max(last, number)
            if known.get(number) == digest:
                shown = max(shown, number)
    return shown + 1 if shown < last else None


def _write(new: sqlite3.Connection, table: str, values: Row) -> None:
    """Write a row; a column that a damaged file made up is left out."""
    known = {str(column["name"]) for column in rows(new, f"PRAGMA table_info({table})")}
    values = {column: value for column, value in values.items() if column in known}
    places = ", ".join("?" for _ in values)
    query = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({places})"
    new.execute(query, tuple(values.values()))

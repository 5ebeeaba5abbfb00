"""Opening the record at a start: what is damaged is set aside, and what is whole goes on.

Nothing is thrown away. The damaged file stays under a name that is told, and another one is made of
all that is whole in it: readings with their photos, and of each game the entries up to the first
that is not as it was written.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from companion.record.chain import BEGINNING, links_of, made_links, seal, unsealed
from companion.record.checking import damages, file_fault
from companion.record.moment import now
from companion.storage import database
from companion.storage.database import DataError, DiskFullError, NotADatabaseError
from companion.storage.transaction import rows, writing

_TABLES = ("reading", "photo", "correction")
_ALONGSIDE = ("", "-wal", "-shm")
Row = Mapping[str, object]


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
        If it cannot be used for another reason: locked, full, of a later version.
    """
    try:
        database.prepare(data)
        with closing(database.connect(data)) as connection:
            is_whole = file_fault(connection) is None and not _sealed_damages(connection)
    except NotADatabaseError:
        is_whole = False
    except (TypeError, ValueError):  # a row holds what was never written
        is_whole = False
    return None if is_whole else _salvaged(data)


def _sealed_damages(connection: sqlite3.Connection) -> bool:
    for game in unsealed(connection):
        with writing(connection):
            seal(connection, game)
    return bool(damages(connection))


def _salvaged(data: Path) -> Salvage:
    """Set the damaged file aside and take over what is whole; where there is no room, do nothing.

    A game that could not be written is not lost, and must not be said to be.
    """
    aside = _set_aside(data)
    try:
        return _taken_over(aside, data)
    except DiskFullError:
        _put_back(aside, data)
        raise


def _taken_over(aside: Path, data: Path) -> Salvage:
    database.prepare(data)
    salvage = Salvage(aside)
    with (
        closing(database.connect(data)) as new,
        closing(sqlite3.connect(aside)) as old,
        suppress(sqlite3.DatabaseError),
    ):
        old.row_factory = sqlite3.Row
        old.text_factory = lambda text: text.decode("utf-8", "replace")
        readings = _copy_readings(old, new)
        salvage = replace(salvage, readings=readings)
        for game in _readable(old, "game"):
            kept = _copy_game(old, new, game)
            if kept is None:
                salvage = replace(salvage, lost=salvage.lost + 1)
            elif kept:
                salvage = replace(salvage, whole=salvage.whole + 1)
            else:
                number = int(str(game["id"]))
                salvage = replace(salvage, shortened=(*salvage.shortened, number))
    return salvage


def _set_aside(data: Path) -> Path:
    file = data / database.FILE_NAME
    aside = file.with_name(f"{file.name}.damaged-{now():%Y%m%d-%H%M%S}")
    try:
        for ending in _ALONGSIDE:
            part = file.with_name(file.name + ending)
            if part.exists():
                part.replace(aside.with_name(aside.name + ending))
    except OSError as error:
        raise DataError(
            f"{file} is damaged and cannot be set aside ({error.strerror}): move it away."
        ) from error
    return aside


def _put_back(aside: Path, data: Path) -> None:
    file = data / database.FILE_NAME
    for ending in _ALONGSIDE:
        file.with_name(file.name + ending).unlink(missing_ok=True)
        part = aside.with_name(aside.name + ending)
        if part.exists():
            part.replace(file.with_name(file.name + ending))


def _readable(old: sqlite3.Connection, table: str) -> Iterator[Row]:
    """Yield the rows that can be read: from the beginning, then from the end, until it fails."""
    seen: set[object] = set()
    for order in ("ASC", "DESC"):
        try:
            query = f"SELECT rowid AS place, * FROM {table} ORDER BY rowid {order}"
            for found in old.execute(query):
                if found["place"] in seen:
                    break
                seen.add(found["place"])
                yield dict(found)
            else:
                return
        except sqlite3.DatabaseError:
            continue


def _copy_readings(old: sqlite3.Connection, new: sqlite3.Connection) -> int:
    for table in _TABLES:
        for found in _readable(old, table):
            try:
                with writing(new):
                    _write(new, table, {k: v for k, v in found.items() if k != "place"})
            except DiskFullError:
                raise
            except (sqlite3.Error, DataError):
                continue  # this row is damaged; the file it is in stays
    return int(rows(new, "SELECT count(*) FROM reading")[0][0])


def _copy_game(old: sqlite3.Connection, new: sqlite3.Connection, game: Row) -> bool | None:
    """Take a game over up to its first entry that is not as it was written.

    Returns True where all of it is whole, None where not even its beginning can be kept.
    """
    try:
        number = int(str(game["id"]))
        known = _links(old, number)
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
            return pictures_are_whole and (made == known or not known)
    except DiskFullError:
        raise
    except (sqlite3.Error, DataError, TypeError, ValueError, KeyError):
        return None


def _insert(old: sqlite3.Connection, new: sqlite3.Connection, game: Row, most: int | None) -> bool:
    """Write a game with its entries up to a number; tell whether its pictures are whole."""
    number = game["id"]
    begun = ("id", "uid", "game", "options", "started_at", "ended_at")
    json.loads(str(game["options"]))
    datetime.fromisoformat(str(game["started_at"]))
    _write(new, "game", {key: game[key] for key in begun})
    for player in _of_game(old, "player", number, "seat"):
        _write(new, "player", player)
    is_whole = True
    for picture in _of_game(old, "picture", number, "number"):
        jpeg = picture["jpeg"]
        if isinstance(jpeg, bytes) and sha256(jpeg).hexdigest() != picture["sha256"]:
            picture, is_whole = {**picture, "jpeg": None}, False
        _write(new, "picture", {k: v for k, v in picture.items() if k != "id"})
    for place, entry in enumerate(_of_game(old, "entry", number, "number"), 1):
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


def _of_game(
    old: sqlite3.Connection, table: str, game: object, key: str
) -> Iterator[dict[str, object]]:
    """Yield what can be read of a game's rows in a table, in order."""
    query = f"SELECT * FROM {table} WHERE game_id = ? ORDER BY {key}"
    with suppress(sqlite3.DatabaseError):
        for found in old.execute(query, (game,)):
            yield dict(found)


def _links(old: sqlite3.Connection, game: int) -> dict[int, str]:
    return {
        int(str(row["number"])): str(row["digest"]) for row in _of_game(old, "link", game, "number")
    }


def _write(new: sqlite3.Connection, table: str, values: Row) -> None:
    places = ", ".join("?" for _ in values)
    query = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({places})"
    new.execute(query, tuple(values.values()))

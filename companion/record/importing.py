"""Taking an exported game in: all of it, or nothing and a sentence that says what is wrong."""

from __future__ import annotations

import re
import sqlite3
from base64 import b64decode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from math import isfinite
from typing import Any, cast

from companion.record.absences import Absence, insert_absences
from companion.record.chain import seal
from companion.record.entries import MOST_FRAMES, NewEntry, Picture, Source, check, json_text
from companion.record.entry_table import EntryRow, insert
from companion.record.errors import EntryError, ExportFormatError, GameExistsError
from companion.record.evidence import MAX_GAME_BYTES, MAX_PICTURE_BYTES, Evidence
from companion.record.exporting import FORMAT, VERSION
from companion.record.games import Player, check_game, insert_game
from companion.record.moment import moment
from companion.record.pictures import without_notes
from companion.storage.transaction import row, writing
from rules.fields import Fields, kind_of
from vision.pictures.image_header import HeaderError, read_header
from vision.pictures.images import ImageError

_DOCUMENT_EXAMPLE = f'{{"format": "{FORMAT}", "version": {VERSION}, ...}}'
_ABSENCE_EXAMPLE = (
    '{"since": "2026-01-31T19:30:00.000+00:00", "until": "2026-01-31T19:47:03.000+00:00"}'
)
_PLAYER_EXAMPLE = '{"name": "Ann", "color": null}'
_ENTRY_EXAMPLE = '{"number": 1, "source": "input", ...}'
_PICTURE_EXAMPLE = '{"number": 1, "sha256": "...", ...}'
_MOST_PIXELS = 100_000


@dataclass(frozen=True)
class _PictureRow:
    number: int
    sha256: str
    width: int
    height: int
    jpeg: bytes | None


def import_game(connection: sqlite3.Connection, document: object) -> int:
    """Put an exported game on record; return the number it has here.

    Exported again it gives the same document. A game that had not ended can be resumed here.

    Parameters
    ----------
    document
        What ``json.loads`` gave; keys that are not known are ignored.

    Raises
    ------
    ExportFormatError
        If it is no exported game, one of a later version, or one that contradicts itself.
    GameExistsError
        If the game is on record already.
    DataError
        If the file cannot be written.
    """
    fields = Fields.of(document, "The game", _DOCUMENT_EXAMPLE, ExportFormatError)
    _check_version(fields)
    uid = _hexadecimal(fields, "uid", 32)
    started_at = _moment(fields, "started_at")
    ended_at = _moment(fields, "ended_at") if fields.has("ended_at") else None
    players, options = _players(fields), _options(fields)
    pictures = _pictures(fields)
    entries = _entries(fields, {picture.number for picture in pictures})
    absences = _absences(fields)
    with writing(connection):
        known = row(connection, "SELECT id FROM game WHERE uid = ?", (uid,))
        if known is not None:
            raise GameExistsError(known["id"])
        game = insert_game(connection, uid, fields.text("game"), options, players, started_at)
        query = "UPDATE game SET ended_at = ? WHERE id = ?"
        connection.execute(query, (ended_at, game))
        evidence = Evidence(connection, game, MAX_GAME_BYTES)
        for p in pictures:
            evidence.put(p.number, p.sha256, p.width, p.height, p.jpeg)
        for entry in entries:
            insert(connection, game, entry)
        insert_absences(connection, game, absences)
        seal(connection, game)
    return game


def _check_version(fields: Fields) -> None:
    if fields.data.get("format") != FORMAT:
        raise ExportFormatError(
            f'This is no exported game (its "format" is {kind_of(fields.data.get("format"))}, not'
            f" '{FORMAT}'): give a file that the companion exported."
        )
    version = fields.whole_number("version", low=1)
    if version > VERSION:
        raise ExportFormatError(
            f"This game was exported by a later version of the companion (format {version}, and"
            f" {VERSION} can be read here): update the companion."
        )


def _players(fields: Fields) -> tuple[Player, ...]:
    players = []
    for number, entry in enumerate(fields.entries("players")):
        player = Fields.of(entry, f"players[{number}]", _PLAYER_EXAMPLE, ExportFormatError)
        color = player.text("color") if player.has("color") else None
        players.append(Player(player.text("name"), color))
    try:
        check_game(fields.text("game"), players)
    except EntryError as error:
        raise ExportFormatError(str(error)) from error
    return tuple(players)


def _options(fields: Fields) -> str:
    try:
        return json_text(fields.nested("options", "{}").data, "the options")
    except EntryError as error:
        raise ExportFormatError(str(error)) from error


def _entries(fields: Fields, pictures: set[int]) -> list[EntryRow]:
    rows: list[EntryRow] = []
    for index, entry in enumerate(fields.entries("entries")):
        place = f"entries[{index}]"
        rows.append(_entry(Fields.of(entry, place, _ENTRY_EXAMPLE, ExportFormatError), rows))
        for key in ("before", "after"):
            picture = getattr(rows[-1], key)
            if picture is not None and picture not in pictures:
                raise ExportFormatError(
                    f'{place}: "{key}" is picture {picture}, which is not among the pictures; add'
                    " it or leave it out."
                )
    return rows


def _absences(fields: Fields) -> list[Absence]:
    """Return when nobody followed it; games of earlier versions do not say so."""
    if not fields.has("absences"):
        return []
    absences = []
    for index, entry in enumerate(fields.entries("absences")):
        place = f"absences[{index}]"
        away = Fields.of(entry, place, _ABSENCE_EXAMPLE, ExportFormatError)
        since, until = (datetime.fromisoformat(_moment(away, key)) for key in ("since", "until"))
        if until < since:
            raise ExportFormatError(f'{place}: "until" is before "since"; correct them.')
        absences.append(Absence(since, until))
    return absences


def _entry(fields: Fields, earlier: Sequence[EntryRow]) -> EntryRow:
    number = len(earlier) + 1
    if fields.whole_number("number") != number:
        raise ExportFormatError(f'{fields.place}: "number" must be {number}; none may be missing.')
    new = NewEntry(
        kind=fields.text("kind"),
        data=fields.nested("data", "{}").data,
        t=_seconds(fields),
        frame=_optional_number(fields, "frame", 0, MOST_FRAMES),
    )
    reading = fields.nested("reading", "{}").data if fields.has("reading") else None
    try:
        check(new)
        data = json_text(new.data, fields.place)
        text = None if reading is None else json_text(reading, f"the reading of {fields.place}")
    except EntryError as error:
        raise ExportFormatError(str(error)) from error
    return EntryRow(
        number=number,
        source=cast(Source, fields.one_of("source", ("input", "event"))),
        kind=new.kind,
        t=new.t,
        frame=new.frame,
        at=_moment(fields, "at"),
        cause=_cause(fields, earlier),
        before=_optional_number(fields, "before", 1, MOST_FRAMES),
        after=_optional_number(fields, "after", 1, MOST_FRAMES),
        data=data,
        reading=text,
    )


def _cause(fields: Fields, earlier: Sequence[EntryRow]) -> int | None:
    cause = _optional_number(fields, "cause", 1, MOST_FRAMES)
    if cause is not None and (cause > len(earlier) or earlier[cause - 1].source != "input"):
        raise ExportFormatError(
            f'{fields.place}: "cause" must be the number of an earlier input, but is {cause}.'
        )
    return cause


def _pictures(fields: Fields) -> list[_PictureRow]:
    pictures = [
        _picture(Fields.of(entry, f"pictures[{index}]", _PICTURE_EXAMPLE, ExportFormatError))
        for index, entry in enumerate(fields.entries("pictures"))
    ]
    _check_once("number", (picture.number for picture in pictures))
    _check_once("sha256", (picture.sha256 for picture in pictures))
    size = sum(len(picture.jpeg or b"") for picture in pictures)
    if size > MAX_GAME_BYTES:
        raise ExportFormatError(
            f"The pictures take {size} bytes together, more than {MAX_GAME_BYTES}: leave some out."
        )
    return pictures


def _check_once(key: str, values: Iterable[object]) -> None:
    given: set[object] = set()
    for index, value in enumerate(values):
        if value in given:
            raise ExportFormatError(f'pictures[{index}]: "{key}" is given twice; keep one of them.')
        given.add(value)


def _picture(fields: Fields) -> _PictureRow:
    width, height = (fields.whole_number(k, low=1, high=_MOST_PIXELS) for k in ("width", "height"))
    digest = _hexadecimal(fields, "sha256", 64)
    jpeg = _jpeg(fields) if fields.has("jpeg") else None
    if jpeg is not None and sha256(jpeg).hexdigest() != digest:
        raise ExportFormatError(f'{fields.place}: "jpeg" is not what "sha256" says it was.')
    number = fields.whole_number("number", low=1, high=MOST_FRAMES)
    if jpeg is not None:
        plain = _without_notes(fields, jpeg)
        if plain is not None:
            digest = sha256(plain.jpeg).hexdigest()
            return _PictureRow(number, digest, plain.width, plain.height, plain.jpeg)
    return _PictureRow(number, digest, width, height, jpeg)


def _without_notes(fields: Fields, jpeg: bytes) -> Picture | None:
    """Return a picture without notes on place and owner, which other programs may have written."""
    try:
        return without_notes(jpeg)
    except (ImageError, OSError, ValueError, SyntaxError) as error:
        raise ExportFormatError(
            f'{fields.place}: "jpeg" cannot be read ({type(error).__name__}); leave it out.'
        ) from error


def _jpeg(fields: Fields) -> bytes:
    text = fields.text("jpeg")
    if len(text) > 2 * MAX_PICTURE_BYTES:
        raise ExportFormatError(f'{fields.place}: "jpeg" is too long; make the picture smaller.')
    try:
        data = b64decode(text, validate=True)
        header = read_header(data)
    except (ValueError, HeaderError) as error:
        raise ExportFormatError(
            f'{fields.place}: "jpeg" is no JPEG picture in base64 ({error}); leave it out.'
        ) from error
    if header.format != "JPEG" or not header.complete or len(data) > MAX_PICTURE_BYTES:
        raise ExportFormatError(
            f'{fields.place}: "jpeg" must be a whole JPEG picture of at most {MAX_PICTURE_BYTES}'
            " bytes; leave it out."
        )
    return data


def _optional_number(fields: Fields, key: str, low: int, high: int) -> int | None:
    return fields.whole_number(key, low=low, high=high) if fields.has(key) else None


def _seconds(fields: Fields) -> float:
    value: Any = fields.value("t", "seconds")
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ExportFormatError(f'{fields.place}: "t" must be seconds, but is {kind_of(value)}.')
    try:
        seconds = float(value)
    except OverflowError:
        seconds = float("inf")
    if not isfinite(seconds):
        raise ExportFormatError(f'{fields.place}: "t" must be finite, but is {kind_of(value)}.')
    return seconds


def _moment(fields: Fields, key: str) -> str:
    text = fields.text(key)
    try:
        at = datetime.fromisoformat(text)
        if at.tzinfo is not None:
            return moment(at)
    except (ValueError, OverflowError):
        pass
    raise ExportFormatError(
        f'{fields.place}: "{key}" must be a moment like "2026-01-31T19:30:00.000+00:00", but'
        f" is {kind_of(text)}."
    )


def _hexadecimal(fields: Fields, key: str, digits: int) -> str:
    text = fields.text(key)
    if re.fullmatch(f"[0-9a-f]{{{digits}}}", text) is None:
        raise ExportFormatError(
            f'{fields.place}: "{key}" must be {digits} hexadecimal digits, but is {kind_of(text)}.'
        )
    return text

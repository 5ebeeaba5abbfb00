"""How long games and photos are kept: as the host chose, for ever where nobody did.

It is looked at the start and every hour while the companion runs. What is older is removed as if
somebody had forgotten it by hand. A game counts from its last entry, a photo from the day on which
it was read or last put right. Games that are being followed stay.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from threading import Event, Thread

from companion.live.forgetting import forget_game, forget_reading
from companion.photos.labelled_folder import LabelledFolder, LabellingError
from companion.photos.readings import Readings
from companion.record.evidence import give_up_pictures
from companion.record.moment import moment, now
from companion.storage import database
from companion.storage.database import DataError
from companion.storage.transaction import row, rows, writing
from companion.storage.wiping import wipe

LOOKED_AT = timedelta(hours=1)
_OLD_GAMES = """
SELECT id FROM game WHERE :before > coalesce((
    SELECT at FROM entry WHERE game_id = game.id ORDER BY number DESC LIMIT 1
), started_at) ORDER BY id
"""
_WITH_PICTURES = """
SELECT 1 FROM picture WHERE game_id = ? AND jpeg IS NOT NULL
"""
_OLD_PHOTOS = """
SELECT id FROM reading WHERE :before > coalesce((
    SELECT made_at FROM correction WHERE reading_id = reading.id ORDER BY id DESC LIMIT 1
), read_at) ORDER BY id
"""
_log = logging.getLogger(__name__)


class Retention(StrEnum):
    """How long games and photos are kept."""

    FOR_EVER = "for-ever"
    MONTH = "30-days"
    DAY = "a-day"
    NO_PICTURES = "no-pictures"
    """Games for ever, their pictures and photos for a day."""

    @property
    def lasts(self) -> timedelta | None:
        """How long it is until something is removed; None where nothing ever is."""
        if self is Retention.FOR_EVER:
            return None
        return timedelta(days=30 if self is Retention.MONTH else 1)


@dataclass(frozen=True)
class Outdated:
    """What is older than it is to be kept.

    ``pictures`` are games of which the pictures go and the rest stays; ``asides`` are files that
    were damaged and set aside.
    """

    games: tuple[int, ...] = ()
    pictures: tuple[int, ...] = ()
    photos: tuple[int, ...] = ()
    asides: tuple[Path, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.games or self.pictures or self.photos or self.asides)


IsFollowed = Callable[[int], bool]


def chosen(connection: sqlite3.Connection) -> Retention:
    """Return what the host chose.

    Raises
    ------
    DataError
        If the file cannot be read.
    """
    found = row(connection, "SELECT kept FROM retention")
    known = {retention.value: retention for retention in Retention}
    # what a later version wrote is not known here, and nothing is removed for it
    return Retention.FOR_EVER if found is None else known.get(found["kept"], Retention.FOR_EVER)


def choose(connection: sqlite3.Connection, wanted: Retention) -> None:
    """Keep what the host chose; what is older goes when it is looked at next.

    Raises
    ------
    DataError
        If the file cannot be written.
    """
    with writing(connection):
        connection.execute("INSERT OR REPLACE INTO retention VALUES (1, ?)", (wanted.value,))


def outdated(
    connection: sqlite3.Connection,
    data: Path,
    wanted: Retention,
    is_followed: IsFollowed,
    at: datetime | None = None,
) -> Outdated:
    """Return what is older than it is to be kept by now, or at a moment (UTC).

    Raises
    ------
    DataError
        If the file cannot be read.
    """
    if wanted.lasts is None:
        return Outdated()
    since = (at or now()) - wanted.lasts
    before = {"before": moment(since)}
    games = [found["id"] for found in rows(connection, _OLD_GAMES, before)]
    games = [number for number in games if not is_followed(number)]
    pictures: list[int] = []
    if wanted is Retention.NO_PICTURES:
        pictures = [number for number in games if row(connection, _WITH_PICTURES, (number,))]
        games = []
    photos = [found["id"] for found in rows(connection, _OLD_PHOTOS, before)]
    asides = [
        file
        for file in sorted(data.glob(f"{database.FILE_NAME}.damaged-*"))
        if file.stat().st_mtime < since.timestamp()
    ]
    return Outdated(tuple(games), tuple(pictures), tuple(photos), tuple(asides))


def keep_to_it(data: Path, is_followed: IsFollowed, at: datetime | None = None) -> Outdated:
    """Remove what is older than the host wants it kept; return what that was.

    Raises
    ------
    DataError, LabellingError, OSError
        If something cannot be removed; the next time it is tried again.
    """
    labelled = LabelledFolder(data)
    with closing(database.connect(data)) as connection:
        old = outdated(connection, data, chosen(connection), is_followed, at)
        for number in old.games:
            forget_game(connection, labelled, number)
        for number in old.pictures:
            give_up_pictures(connection, number)
        for number in old.photos:
            kept = Readings(connection).find(number)
            if kept is not None:
                forget_reading(connection, labelled, kept)
        for file in old.asides:
            file.unlink(missing_ok=True)
        if old:
            wipe(connection)
    return old


class Keeper:
    """Looks every hour what is to be removed, in a thread of its own, until it is stopped."""

    def __init__(self, data: Path, is_followed: IsFollowed, every: timedelta = LOOKED_AT) -> None:
        """Look for the first time at once."""
        self._data = data
        self._is_followed = is_followed
        self._every_s = every.total_seconds()
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="retention", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while True:
            try:
                keep_to_it(self._data, self._is_followed)
            except (DataError, LabellingError, OSError) as error:
                _log.warning("What is to be kept no longer is still there: %s", error)
            if self._stopping.wait(self._every_s):
                return

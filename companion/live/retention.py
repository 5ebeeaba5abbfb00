"""How long games and photos are kept: as the host chose, for ever where nobody did.

It is looked ten minutes after the start and every hour while the companion runs. What is older is
removed as if somebody had forgotten it by hand. A game counts from its last entry, a photo from the
day on which it was read or last put right; both from when that was first noticed at the earliest,
since the clock may have been behind when they were dated. Games that are being followed stay.
Nothing is removed by a clock that is not believed (`companion.live.believed_clock`).
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from pathlib import Path
from threading import Event, Thread

from companion.live.believed_clock import SteadyClock, believe, believed
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
SETTLES = timedelta(minutes=10)
"""The clock must have gone on steadily for so long; most are set right by then."""
_GAME_AT = """
coalesce((
    SELECT at FROM entry WHERE game_id = game.id ORDER BY number DESC LIMIT 1
), started_at)
"""
_PHOTO_AT = """
coalesce((
    SELECT made_at FROM correction WHERE reading_id = reading.id ORDER BY id DESC LIMIT 1
), read_at)
"""
_OLD_GAMES = f"""
SELECT id FROM game LEFT JOIN game_noticed AS noticed ON game_id = id
WHERE :before > {_GAME_AT} AND :before > coalesce(noticed.at, :unnoticed) ORDER BY id
"""
_WITH_PICTURES = """
SELECT 1 FROM picture WHERE game_id = ? AND jpeg IS NOT NULL
"""
_OLD_PHOTOS = f"""
SELECT id FROM reading LEFT JOIN photo_noticed AS noticed ON reading_id = id
WHERE :before > {_PHOTO_AT} AND :before > coalesce(noticed.at, :unnoticed) ORDER BY id
"""
_NEWEST_ENTRY = "(SELECT max(number) FROM entry WHERE game_id = game.id)"
_NEWEST_CORRECTION = "(SELECT max(id) FROM correction WHERE reading_id = reading.id)"
_NOTICED = """
INSERT INTO {table} SELECT id, {at}, coalesce({newest}, 0) FROM {what} WHERE true
ON CONFLICT DO UPDATE SET at = excluded.at, newest = excluded.newest
WHERE excluded.newest > {table}.newest
"""
_GAMES = partial(_NOTICED.format, table="game_noticed", what="game", newest=_NEWEST_ENTRY)
_PHOTOS = partial(_NOTICED.format, table="photo_noticed", what="reading", newest=_NEWEST_CORRECTION)
_NOTICE = (_GAMES(at=":at"), _PHOTOS(at=":at"))
_NOTICE_AS_DATED = (_GAMES(at=_GAME_AT), _PHOTOS(at=_PHOTO_AT))
_NEVER = "~"
"""It is later than every moment."""
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


def choose(connection: sqlite3.Connection, wanted: Retention, at: datetime | None = None) -> None:
    """Keep what the host chose, who was told what is older: that goes when it is looked at next.

    The clock is believed from now on, or from a moment (UTC), and so are the dates of what is
    there.

    Raises
    ------
    DataError
        If the file cannot be written.
    """
    with writing(connection):
        connection.execute("INSERT OR REPLACE INTO retention VALUES (1, ?)", (wanted.value,))
        believe(connection, at or now())
        for noticing in _NOTICE_AS_DATED:
            connection.execute(noticing)


def outdated(
    connection: sqlite3.Connection,
    data: Path,
    wanted: Retention,
    is_followed: IsFollowed,
    at: datetime | None = None,
    *,
    as_dated: bool = False,
) -> Outdated:
    """Return what is older than it is to be kept by now, or at a moment (UTC).

    What was not noticed yet is not older; ``as_dated`` it is if its own dates say so.

    Raises
    ------
    DataError
        If the file cannot be read.
    """
    if wanted.lasts is None:
        return Outdated()
    since = (at or now()) - wanted.lasts
    before = {"before": moment(since), "unnoticed": "" if as_dated else _NEVER}
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


def notice(connection: sqlite3.Connection, at: datetime | None = None) -> datetime | None:
    """Notice what is there by now, or at a moment (UTC); return what time it is then.

    None where the clock is not believed: nothing is noticed then.

    Raises
    ------
    DataError
        If the file cannot be written.
    """
    with writing(connection):
        by = believed(connection, at or now())
        if by is not None:
            believe(connection, by)
            for noticing in _NOTICE:
                connection.execute(noticing, {"at": moment(by)})
    return by


def keep_to_it(data: Path, is_followed: IsFollowed, at: datetime | None = None) -> Outdated:
    """Remove what is older than the host wants it kept; return what that was.

    By a clock that is not believed nothing is removed.

    Raises
    ------
    DataError, LabellingError, OSError
        If something cannot be removed; the next time it is tried again.
    """
    labelled = LabelledFolder(data)
    with closing(database.connect(data)) as connection:
        by = notice(connection, at)
        if by is None:
            return Outdated()
        old = outdated(connection, data, chosen(connection), is_followed, by)
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
    """Looks again and again what is to be removed, in a thread of its own, until it is stopped."""

    def __init__(
        self,
        data: Path,
        is_followed: IsFollowed,
        every: timedelta = LOOKED_AT,
        settles: timedelta = SETTLES,
        clock: SteadyClock | None = None,
    ) -> None:
        """Look for the first time once the clock has been steady for as long as it ``settles``."""
        self._data = data
        self._is_followed = is_followed
        self._every, self._settles = every, settles
        self._clock = clock or SteadyClock()
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="retention", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Notice what came since, and look no more."""
        self._stopping.set()
        self._thread.join()
        if self._clock.steady_for():
            with _told(), closing(database.connect(self._data)) as connection:
                notice(connection)

    def _run(self) -> None:
        wait = self._settles
        while not self._stopping.wait(wait.total_seconds()):
            settling = self._settles - self._clock.steady_for()
            if settling > timedelta():
                wait = settling
                continue
            wait = self._every
            with _told():
                keep_to_it(self._data, self._is_followed)


@contextmanager
def _told() -> Iterator[None]:
    """Tell in the log why it could not be done; the next time it is tried again."""
    try:
        yield
    except (DataError, LabellingError, OSError) as error:
        _log.warning("What is to be kept no longer is still there: %s", error)

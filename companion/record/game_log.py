"""The record of one game: appending to it, and reading it back in order."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from companion.record.chain import seal, seal_end
from companion.record.entries import Entry, NewEntry, Picture, Source, check, json_text
from companion.record.entry_table import EntryRow, insert, newest_of, reading_of, select
from companion.record.errors import EntryError, GameContinuedError, GameNotFoundError, RecordFault
from companion.record.evidence import MAX_GAME_BYTES, MAX_PICTURE_BYTES, Evidence
from companion.record.moment import moment, now
from companion.storage.transaction import row, writing


class GameLog:
    """One game's record, over a connection that its thread has to itself.

    Only one program goes on with a game at a time: where another has appended since this log was
    opened, the next :meth:`append` here is refused, for a referee that missed an input would rule
    on a table it has not seen.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        game: int,
        *,
        max_bytes: int = MAX_GAME_BYTES,
        clock: Callable[[], datetime] = now,
    ) -> None:
        """Open the record of a game by its number (`companion.record.games.Games` finds it).

        Raises
        ------
        GameNotFoundError
            If there is none of this number.
        DataError
            If the file cannot be read.
        """
        self.game = game
        self._connection = connection
        self._evidence = Evidence(connection, game, max_bytes)
        self._clock = clock
        self._last = self._last_number()

    @property
    def last_number(self) -> int:
        """The number of the last entry that was kept here or found at the opening, from 0."""
        return self._last

    def append(
        self,
        inputs: Sequence[NewEntry] = (),
        events: Sequence[NewEntry] = (),
        *,
        over: bool | None = None,
    ) -> tuple[int, ...]:
        """Keep inputs and the events that follow from them, all or nothing.

        When this returns they are on the disk, proof against the process being killed and against
        a power cut; an event may be announced then, and not before. After an error nothing of them
        is kept, and they can be appended again.

        Parameters
        ----------
        inputs, events
            In order. The events' cause is the last of the inputs; with no inputs they have none.
        over
            True ends the game, False lets it go on after all (a last move was taken back), None
            leaves that as it is.

        Returns
        -------
        tuple of int
            The entries' numbers, inputs first.

        Raises
        ------
        EntryError
            If one cannot be kept as it is.
        GameContinuedError, GameNotFoundError
            If another program went on with the game, or removed it.
        DataError
            If the file cannot be written.
        """
        new = (*inputs, *events)
        at = moment(self._clock())
        cause = self._last + len(inputs) if inputs else None
        prepared = [
            _row(number, "input", entry, at, None)
            if number <= self._last + len(inputs)
            else _row(number, "event", entry, at, cause)
            for number, entry in enumerate(new, self._last + 1)
        ]
        with writing(self._connection):
            self._check_not_continued()
            pictures: set[int] = set()
            for entry, written in zip(new, prepared, strict=True):
                before, after = self._keep(entry.before), self._keep(entry.after)
                pictures.update(picture for picture in (before, after) if picture is not None)
                insert(self._connection, self.game, replace(written, before=before, after=after))
            if pictures:
                self._evidence.make_room(spared=pictures)
            seal(self._connection, self.game)
            if over is not None:
                self._set_ended(at if over else None)
                seal_end(self._connection, self.game)
        self._last += len(prepared)
        return tuple(entry.number for entry in prepared)

    def inputs(self) -> tuple[Entry, ...]:
        """Return all that the referee was given, in order: replayed, it rules the same again."""
        return select(self._connection, self.game, "input")

    def events(self, after: int = 0) -> tuple[Entry, ...]:
        """Return what was announced, in order; of entries numbered above ``after`` only."""
        return select(self._connection, self.game, "event", after)

    def newest(self, kind: str) -> Entry | None:
        """Return the newest event of a kind, if there is one."""
        return newest_of(self._connection, self.game, kind)

    def entries(self, after: int = 0) -> tuple[Entry, ...]:
        """Return inputs and events in order; those numbered above ``after`` only."""
        return select(self._connection, self.game, after=after)

    def last_t(self) -> float:
        """Return the latest time of any entry, in seconds; 0 where there is none.

        A camera that counts from 0 again after a restart goes on from here.
        """
        query = "SELECT max(t) AS t FROM entry WHERE game_id = ?"
        found = row(self._connection, query, (self.game,))
        return 0.0 if found is None or found["t"] is None else float(found["t"])

    def reading(self, number: int) -> dict[str, Any] | None:
        """Return the reading that an entry rests on, if one is kept."""
        return reading_of(self._connection, self.game, number)

    def picture(self, number: int) -> Picture | None:
        """Return a picture by the number that entries give it, if it is still kept."""
        return self._evidence.find(number)

    def _last_number(self) -> int:
        query = """
        SELECT (SELECT max(number) FROM entry WHERE game_id = game.id) AS last
        FROM game WHERE id = ?
        """
        found = row(self._connection, query, (self.game,))
        if found is None:
            raise GameNotFoundError(RecordFault.NO_SUCH_GAME(number=self.game))
        return int(found["last"] or 0)

    def _check_not_continued(self) -> None:
        if self._last_number() != self._last:
            raise GameContinuedError(RecordFault.CONTINUED_ELSEWHERE(number=self.game))

    def _keep(self, picture: Picture | None) -> int | None:
        return None if picture is None else self._evidence.keep(picture)

    def _set_ended(self, ended_at: str | None) -> None:
        query = "UPDATE game SET ended_at = ? WHERE id = ?"
        self._connection.execute(query, (ended_at, self.game))


def _row(number: int, source: Source, new: NewEntry, at: str, cause: int | None) -> EntryRow:
    """Check an entry and write it out, but for its pictures, before anything is locked for it."""
    check(new)
    for picture in (new.before, new.after):
        if picture is not None and len(picture.jpeg) > MAX_PICTURE_BYTES:
            raise EntryError(
                f"A picture of '{new.kind}' takes {len(picture.jpeg)} bytes, more than"
                f" {MAX_PICTURE_BYTES}: make it smaller."
            )
    return EntryRow(
        number=number,
        source=source,
        kind=new.kind,
        t=float(new.t),
        frame=new.frame,
        at=at,
        cause=cause,
        before=None,
        after=None,
        data=json_text(new.data, f"'{new.kind}'"),
        reading=None if new.reading is None else json_text(new.reading, "the reading"),
    )

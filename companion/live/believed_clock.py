"""Whether this computer's clock is believed when something is to be removed by it.

A computer whose battery is empty, or that has not asked for the time yet, may be years ahead for a
while, and everything on record would be too old. So a clock is believed only as long as it goes on
from where it was the last time: not farther than `FARTHEST` ahead, and not a day behind. Beyond
that nothing is removed until the host says that it is right. And it must have gone on as steadily
as time passes for a while (`SteadyClock`), for a clock is set right soon after the start as a rule.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from companion.record.moment import moment, now
from companion.storage.transaction import row

FARTHEST = timedelta(days=14)
BEHIND = timedelta(days=1)
"""Between summer and winter, or two systems that disagree on the time zone, it is never more."""
_SLIPS = timedelta(minutes=1)


def believed(connection: sqlite3.Connection, at: datetime) -> datetime | None:
    """Return what time it is by a clock that says ``at`` (UTC); None where it is not believed.

    Raises
    ------
    DataError
        If the file cannot be read.
    """
    found = row(connection, "SELECT at FROM believed")
    if found is None:
        return at
    last = datetime.fromisoformat(found["at"])
    if not last - BEHIND <= at <= last + FARTHEST:
        return None
    return max(at, last)


def believe(connection: sqlite3.Connection, at: datetime) -> None:
    """Go on from a moment (UTC), in the caller's transaction."""
    connection.execute("INSERT OR REPLACE INTO believed VALUES (1, ?)", (moment(at),))


def _passed() -> float:
    """Return seconds that count on while the computer sleeps, where it can tell."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class SteadyClock:
    """Tells how long this computer's clock has gone on as time passes, without being set."""

    def __init__(
        self, clock: Callable[[], datetime] = now, passed: Callable[[], float] = _passed
    ) -> None:
        """Look at it for the first time."""
        self._clock, self._passed = clock, passed
        self._since, self._passed_then = clock(), passed()

    def steady_for(self) -> timedelta:
        """Return for how long; nothing where it was set since the last time."""
        at, passed = self._clock(), self._passed()
        went = timedelta(seconds=passed - self._passed_then)
        if abs(at - self._since - went) > _SLIPS:
            self._since, self._passed_then = at, passed
            return timedelta()
        return went

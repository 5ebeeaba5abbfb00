"""Notes every few seconds which games are followed, and when the computer slept meanwhile.

A killed process and a closed laptop can tell nobody; what was noted last tells it for them
(`companion.record.absences`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, Lock, Thread

from companion.record.absences import Absence, note_alive
from companion.record.moment import now
from companion.storage.database import DataError, connect

BEAT_S = 5.0
"""A companion that is killed takes so many seconds at most from a clock."""
_SLEPT = timedelta(seconds=2)
"""By so much the clock on the wall goes ahead of the time that passed only where that stood."""
_OVERDUE = timedelta(seconds=6 * BEAT_S)
"""No busy computer lets a beat wait so long; it slept, and the time that passed went on."""


class Heartbeat:
    """Notes at each beat which games are followed; for any thread."""

    def __init__(
        self,
        data: Path,
        followed: Callable[[], Sequence[int]],
        slept: Callable[[], None],
        *,
        clock: Callable[[], datetime] = now,
        passed_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Use a data directory.

        ``followed`` gives the games that are followed, by their numbers. ``slept`` is called once
        it is on record that the computer slept. ``clock`` is the one on the wall, ``passed_s``
        seconds that passed while the computer was awake, from any moment.
        """
        self._data = data
        self._followed = followed
        self._slept = slept
        self._clock = clock
        self._passed_s = passed_s
        self._stopped = Event()
        self._alone = Lock()
        self._thread: Thread | None = None
        self._at, self._passed = clock(), passed_s()
        self._absences: list[Absence] = []

    def start(self) -> None:
        """Beat from now on, in a thread of its own; once started, it goes on."""
        with self._alone:
            if self._thread is None and not self._stopped.is_set():
                self._at, self._passed = self._clock(), self._passed_s()
                self._thread = Thread(target=self._run, name="heartbeat", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Beat once more, for the last time."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()
            self.beat()

    def beat(self) -> None:
        """Note what is followed now. Where the disk fails, the next beat notes it all."""
        with self._alone:
            at, passed = self._clock(), self._passed_s()
            wall, awake = at - self._at, timedelta(seconds=passed - self._passed)
            if wall - awake > _SLEPT or awake > _OVERDUE:
                self._absences.append(Absence(self._at, at))
            self._at, self._passed = at, passed
            absences, games = tuple(self._absences), self._followed()
            if games:
                try:
                    with closing(connect(self._data)) as connection:
                        note_alive(connection, games, at, absences)
                except DataError:
                    return
            self._absences.clear()
        if games and absences:
            self._slept()

    def _run(self) -> None:
        while not self._stopped.wait(BEAT_S):
            self.beat()

"""Reviews of games: made in the background, one after the other, and kept."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from time import monotonic

from companion.coaching.coach import Coach, CoachError
from companion.coaching.review import (
    PlayedMove,
    Review,
    digest_of,
    review_from_json,
    review_of,
    review_to_json,
)
from companion.storage.database import DataError, connect
from companion.storage.transaction import row, writing
from rules.fields import FormatError
from rules.messages import Said

ANSWER_S = 60.0
"""An answer takes some seconds; one that is checked by the plain rules some more."""
LONGEST_S = 300.0
"""No review takes longer."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Progress:
    """How far the review of a game is: positions done, of how many; ``problem`` is why it ended."""

    digest: str
    done: int
    of: int
    problem: Said | None = None


class Reviews:
    """Makes reviews and finds them again; for any thread. The last one ends with the coach."""

    def __init__(self, data: Path, coach: Coach) -> None:
        self._data, self._coach = data, coach
        self._one_by_one = ThreadPoolExecutor(1, "review")
        self._alone = Lock()
        self._running: dict[int, Progress] = {}

    def start(self, number: int, moves: Sequence[PlayedMove], size: int) -> None:
        """Begin to review a game with these moves, unless that is going on."""
        digest = digest_of(moves)
        with self._alone:
            running = self._running.get(number)
            if running is not None and running.digest == digest and running.problem is None:
                return
            self._running[number] = Progress(digest, 0, len(moves))
        self._one_by_one.submit(self._make, number, tuple(moves), size, digest)

    def progress(self, number: int, moves: Sequence[PlayedMove]) -> Progress | None:
        """Return how far the review of a game with these moves is; None where none is made."""
        running = self._running.get(number)
        return running if running is not None and running.digest == digest_of(moves) else None

    def _make(self, number: int, moves: tuple[PlayedMove, ...], size: int, digest: str) -> None:
        deadline = monotonic() + LONGEST_S

        def ask(question: object) -> dict[str, object]:
            assert isinstance(question, dict)
            return self._coach.ask(question, max(0.0, min(ANSWER_S, deadline - monotonic())))

        try:
            made = review_of(moves, size, ask, lambda done: self._tell(number, digest, done))
            with closing(connect(self._data)) as connection:
                keep(connection, number, digest, made)
        except (CoachError, DataError) as error:
            self._fail(number, digest, error.message)
        except sqlite3.IntegrityError:
            self._running.pop(number, None)  # the game was forgotten meanwhile
        except Exception:
            _log.exception("Game %s could not be reviewed.", number)
            self._running.pop(number, None)
        else:
            with self._alone:
                if self._is_of(number, digest):
                    del self._running[number]

    def _tell(self, number: int, digest: str, done: int) -> None:
        with self._alone:
            if self._is_of(number, digest):
                self._running[number] = replace(self._running[number], done=done)

    def _fail(self, number: int, digest: str, problem: Said) -> None:
        with self._alone:
            if self._is_of(number, digest):
                self._running[number] = replace(self._running[number], problem=problem)

    def _is_of(self, number: int, digest: str) -> bool:
        running = self._running.get(number)
        return running is not None and running.digest == digest


def keep(connection: sqlite3.Connection, number: int, digest: str, review: Review) -> None:
    """Keep a game's review in the place of an earlier one.

    Raises
    ------
    DataError
        If the file cannot be written.
    sqlite3.IntegrityError
        If there is no such game.
    """
    with writing(connection):
        connection.execute(
            "INSERT OR REPLACE INTO review (game_id, of, review) VALUES (?, ?, ?)",
            (number, digest, json.dumps(review_to_json(review))),
        )


def kept_review(
    connection: sqlite3.Connection, number: int, moves: Sequence[PlayedMove]
) -> Review | None:
    """Return the review of a game with these moves; None where none is kept."""
    found = row(connection, "SELECT of, review FROM review WHERE game_id = ?", (number,))
    if found is None or found["of"] != digest_of(moves):
        return None
    try:
        return review_from_json(json.loads(found["review"]))
    except FormatError:
        return None

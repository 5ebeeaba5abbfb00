"""Which passes the host has taken away; they stay so when the companion is started again."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from threading import Lock

from companion.storage import database
from companion.storage.transaction import rows, writing

_ALL = "SELECT game_id, pass FROM withdrawn_pass"
_ADD = "INSERT OR IGNORE INTO withdrawn_pass (game_id, pass) SELECT id, ? FROM game WHERE id = ?"


class Withdrawals:
    """The passes that count no more, by their games and ids; for any thread.

    They are looked up with every request, so they are held in memory beside the database.
    """

    def __init__(self, data: Path | None = None) -> None:
        """Take those of a data directory; without one they are forgotten with this.

        Raises
        ------
        DataError
            If they cannot be read.
        """
        self._data = data
        self._alone = Lock()
        self._known: frozenset[tuple[int, int]] = frozenset()
        if data is not None:
            with closing(database.connect(data)) as connection:
                found = rows(connection, _ALL)
            self._known = frozenset((row["game_id"], row["pass"]) for row in found)

    def has(self, game: int, name: int) -> bool:
        """Tell whether a pass was taken away."""
        return (game, name) in self._known

    def add(self, game: int, name: int) -> None:
        """Take a pass away.

        Raises
        ------
        DataError
            If it cannot be written; the pass is taken away until the companion ends all the same.
        """
        with self._alone:
            self._known |= {(game, name)}
        if self._data is not None:
            with closing(database.connect(self._data)) as connection, writing(connection):
                connection.execute(_ADD, (name, game))

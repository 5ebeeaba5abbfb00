"""What lay on the table before the first hand came, where no tile of it was sure, or nobody saw."""

from __future__ import annotations

from companion.referee.moment import Moment
from companion.referee.seen_table import SeenTable
from rules import Board
from vision.following.table_view import TableView

_FEW = 2
"""So many tiles may be seen on a table on which there is none."""


class FirstLooks:
    """Tells the tiles that play begins with from those that were laid first.

    Play cannot begin while it is not sure what lies there, but people begin. Where the tiles that
    were seen at first, none of them surely, have gone by the time the table is sure, there were
    none, and what lies there now was laid.
    """

    def __init__(self) -> None:
        self._seemed: Board | None = None
        self._hands = False
        self._first: Moment | None = None
        self._unwatched = 0.0

    def look(self, view: TableView, at: Moment, *, touched: bool) -> None:
        """Take in a look; ``touched`` is whether a hand had come since the one before it."""
        if self._first is None:
            self._first, self._unwatched = at, view.unwatched
        self._hands = self._hands or (touched and self._seemed is not None)
        if not self._hands:
            doubtful = view.unsure | view.hidden
            is_bare = len(view.board) <= _FEW and doubtful.issuperset(view.board)
            self._seemed = view.board if is_bare else Board()

    def start(self, table: SeenTable) -> Board:
        """Return the tiles that play begins with, all that lies there now being sure."""
        lies = table.board(Board())
        seemed = self._seemed
        if self._hands and seemed and not any(lies.get(c) == k for c, k in seemed.items()):
            return Board()
        return lies

    def unwatched(self, at: Moment) -> float:
        """Return for how many seconds before the table was sure first nobody saw what was laid.

        None of them counts where tiles lay there from the first moment on.
        """
        if self._first is None or not self._unwatched:
            return 0.0
        return self._unwatched + (at.t - self._first.t if self._hands else 0.0)

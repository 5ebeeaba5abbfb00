"""What is against the rules on the table: announced once, put right, let stand, or past that."""

from __future__ import annotations

from companion.referee.doubt import changed_cells
from companion.referee.events import Adrift, Event, IllegalTable, InStep, Restored
from companion.referee.moment import Moment
from companion.referee.seen_table import SeenTable
from companion.referee.sentences import Undecidable
from rules import Board, Cell, GameError, Verdict, difference

_MANY_FAULTS = 2
"""After so many illegal tables in a row, none put right, record and table have drifted apart."""


class WrongTable:
    """Follows what is wrong on the table until it is put right, or let stand.

    Attributes
    ----------
    cells
        The cells that are wrong; None while nothing is.
    adrift
        The cells on which record and table differ, while nothing explains that.
    """

    def __init__(self, table: SeenTable) -> None:
        self.cells: frozenset[Cell] | None = None
        self.adrift: frozenset[Cell] = frozenset()
        self._table = table
        self._faults: list[Board] = []
        self._edges: frozenset[Cell] = frozenset()

    def begin_turn(self) -> None:
        """Begin with a turn in which nothing was wrong yet."""
        self._faults.clear()

    def illegal(
        self, verdict: Verdict, known: Board, table: Board, at: Moment, *, unless_unseen: bool
    ) -> list[Event]:
        """Announce an illegal table, once an episode; say where record and table drift apart.

        Parameters
        ----------
        verdict
            What is wrong with it.
        known, table
            The boards on record and on the table.
        at
            When it was seen.
        unless_unseen
            Whether all may be right if a tile lies there that is not seen.
        """
        named = {cell for v in verdict.violations for cell in v.cells}
        is_new = self.cells is None
        self._edges = frozenset()
        self.cells = changed_cells(verdict.move) | named
        if table not in self._faults:
            self._faults.append(table)
        if is_new:
            doubtful = self._table.doubtful
            sure = [v for v in verdict.violations if doubtful.isdisjoint(v.cells)]
            violations = tuple(sure) or verdict.violations
            return [IllegalTable(*at, violations, unless_unseen=unless_unseen)]
        return self.drift(known, table, at) if len(self._faults) > _MANY_FAULTS else []

    def mismatch(self, verdict: Verdict, at: Moment) -> list[Event]:
        """Announce edges that do not match while it is open whose tiles these are."""
        self._edges = frozenset(cell for v in verdict.violations for cell in v.cells)
        self.cells = changed_cells(verdict.move) | self._edges
        return [IllegalTable(*at, verdict.violations)]

    def matches_again(self, board: Board) -> bool:
        """Tell whether these edges, where nothing else was called wrong, match on a board."""
        lie = [cell for cell in self._edges if cell in board]
        return bool(self._edges) and all(
            self._edges.isdisjoint(board.mismatched_neighbours(cell)) for cell in lie
        )

    def drift(self, known: Board, table: Board, at: Moment) -> list[Event]:
        """Say, once, that record and table have drifted apart."""
        if self.adrift:
            return []
        self.adrift = changed_cells(difference(known, table))
        return [Adrift(*at, tuple(sorted(self.adrift)))]

    def forget(self) -> None:
        """Take what was wrong for past: it is on record, or was before what is."""
        self.cells, self._edges = None, frozenset()

    def check_differs(self, known: Board, table: Board) -> None:
        """Check that there is something to choose between.

        Raises
        ------
        GameError
            If record and table do not differ.
        """
        if not self.adrift and table == known:
            raise GameError(Undecidable.NOT_ADRIFT())

    def restored(self, at: Moment) -> list[Event]:
        """Say that what was wrong was put right, if anything was."""
        if self.cells is None:
            return []
        self.cells, self._edges = None, frozenset()
        self._faults.clear()
        return [Restored(*at), *self.in_step(at)]

    def in_step(self, at: Moment) -> list[Event]:
        """Say that record and table do not differ any more, if they did."""
        if not self.adrift:
            return []
        self.adrift = frozenset()
        return [InStep(*at)]

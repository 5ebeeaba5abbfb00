"""A table on its way to where it was, as people said it would be: nothing is ruled on till then."""

from __future__ import annotations

from collections.abc import Set

from companion.referee.doubt import changed_cells
from companion.referee.sightline import Hidden
from companion.referee.stories.die_evidence import DieSight
from companion.referee.stories.evidence import TableEvidence
from rules import Board, Cell, difference

Seen = tuple[TableEvidence, DieSight, Hidden]
"""What a look shows: the tiles, the die, and when the table was hidden before it."""


class WayBack:
    """Tells whether tiles are still to be taken up, or to be put back.

    Attributes
    ----------
    to_record
        Whether people said that they put the table back as the record has it.
    passed
        What was last seen on the way.
    """

    def __init__(self) -> None:
        self.to_record = False
        self.passed: Seen | None = None
        self._taken_back: Board | None = None
        self._cells: Set[Cell] = frozenset()

    @property
    def is_begun(self) -> bool:
        """Whether anything is expected of the table at all."""
        return self.to_record or self._taken_back is not None

    def is_left_lying(self, now: Board) -> bool:
        """Tell whether nothing was taken up of a move that people took back."""
        taken = self._taken_back
        return taken is not None and all(now.get(cell) == taken.get(cell) for cell in self._cells)

    def looks(self, now: Seen, *, to_record: bool) -> list[Seen]:
        """Return the looks to take in: where the rest was not taken up, it is played again."""
        passed, self.passed = self.passed, None
        return [now] if passed is None or to_record else [passed, now]

    def take_up(self, table: Board, known: Board, *, of_several: bool) -> None:
        """Expect the tiles of a move that was taken back, which still lie there, to go.

        Parameters
        ----------
        table, known
            What lies there, and what is on record without the move.
        of_several
            Whether it was seen only together with others, so that any tiles may be those to go.
        """
        self._taken_back, self.passed = table, None
        self._cells = set(table) if of_several else changed_cells(difference(known, table))

    def put_back(self) -> None:
        """Expect the table to become what the record has."""
        self.to_record = True

    def forget(self) -> None:
        """Expect a move that was taken back no longer."""
        self._taken_back = self.passed = None

    def is_waited_for(self, now: Board, known: Board, unsure: Set[Cell] = frozenset()) -> bool:
        """Tell whether the table ``now`` is still on its way to what is ``known`` to the record.

        Where it seems to differ on ``unsure`` cells alone it may be there already: play goes on.
        """
        if self.to_record:
            self.to_record = bool(changed_cells(difference(known, now)) - unsure)
            return self.to_record
        if self._taken_back is None:
            return False
        changed = changed_cells(difference(known, now))
        back = now != known and all(now.get(c) == self._taken_back.get(c) for c in changed)
        if not back:
            self._taken_back = None
        return back

"""A table on its way to where it was, as people said it would be: nothing is ruled on till then."""

from __future__ import annotations

from companion.referee.doubt import changed_cells
from companion.referee.sightline import Hidden
from companion.referee.stories.die_evidence import DieSight
from companion.referee.stories.evidence import TableEvidence
from rules import Board, difference


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
        self.passed: tuple[TableEvidence, DieSight, Hidden] | None = None
        self._taken_back: Board | None = None

    @property
    def is_begun(self) -> bool:
        """Whether anything is expected of the table at all."""
        return self.to_record or self._taken_back is not None

    def take_up(self, table: Board) -> None:
        """Expect the tiles of a move that was taken back, which still lie there, to go."""
        self._taken_back, self.passed = table, None

    def put_back(self) -> None:
        """Expect the table to become what the record has."""
        self.to_record = True

    def forget(self) -> None:
        """Expect a move that was taken back no longer."""
        self._taken_back = self.passed = None

    def is_waited_for(self, now: Board, known: Board) -> bool:
        """Tell whether the table ``now`` is still on its way to what is ``known`` to the record."""
        if self.to_record:
            self.to_record = now != known
            return self.to_record
        if self._taken_back is None:
            return False
        changed = changed_cells(difference(known, now))
        back = now != known and all(now.get(c) == self._taken_back.get(c) for c in changed)
        if not back:
            self._taken_back = None
        return back

"""Forced wins of Palago by threats: the attacker makes one after the other until two come at once.

An attacker who makes a move after which they could win leaves the other player no choice but to
parry. Only such moves are searched for the attacker (threat-space search, Allis et al. 1994, here
with two tiles a move as in Connect6); of the other player, every legal move that parries is. So a
win that is found is one, and one that needs a quiet move is not found.

Positions that were searched are kept by what is the same of them however the table is turned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from rules.engine.grid import Int32s
from rules.engine.position import FastPosition
from rules.engine.symmetry import canonical
from rules.engine.threat_moves import StoppedError, ThreatMoves
from rules.tile import Color


@dataclass(slots=True)
class Known:
    """What is known of a position in which the attacker is to move.

    ``wins_in`` is with how many of their moves they win, 0 where that is not known; within
    ``fails_in`` moves they do not, by threats.
    """

    wins_in: int = 0
    fails_in: int = 0


class ThreatSearch(ThreatMoves):
    """Looks for forced wins of one player from a position, deeper each time it is asked."""

    def __init__(
        self,
        position: FastPosition,
        attacker: Color,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """Search from a position, which is changed and put back; ``is_stopped`` ends it."""
        super().__init__(position, attacker)
        self.nodes = 0
        self._is_stopped = is_stopped
        self._known: dict[bytes, Known] = {}

    def wins(self, most: int) -> bool:
        """Tell whether the attacker, who is to move, wins with so many moves of theirs at most.

        Raises
        ------
        StoppedError
            If it is told to stop before that is known.
        """
        known = self.known()
        if known.wins_in:
            return known.wins_in <= most
        if known.fails_in >= most:
            return False
        self._count()
        for depth in range(known.fails_in + 1, most + 1):
            if self._wins_in(depth):
                known.wins_in = depth
                return True
            known.fails_in = depth
        return False

    def holds(self, most: int) -> bool:
        """Tell whether the attacker wins so, with the other player to move now.

        Raises
        ------
        StoppedError
            If it is told to stop before that is known.
        """
        self._count()
        return all(self.after(reply, lambda: self.wins(most)) for reply in self.parries())

    def first_of_win(self, most: int) -> Int32s:
        """Return a threat by which the attacker wins in so many moves, as was found."""
        rows: list[Int32s] = list(self.threatening())
        for depth in range(1, most):
            for row in rows:
                if self.after(row, partial(self.holds, depth)):
                    return row
        raise AssertionError("the search has found a win here")

    def known(self) -> Known:
        """Return what is known of the position as it is now, the attacker being to move."""
        key = canonical(self.position.state, self._kind).tobytes()
        return self._known.setdefault(key, Known())

    def _wins_in(self, most: int) -> bool:
        """Search so many moves deep and no less, what is less deep having failed."""
        if most == 1:
            return len(self.winning(1)) > 0
        if most == 2:
            return any(self.after(row, self._cannot_be_parried) for row in self.threatening())
        return any(self.after(row, lambda: self.holds(most - 1)) for row in self.threatening())

    def _cannot_be_parried(self) -> bool:
        return len(self.parries(1)) == 0

    def _count(self) -> None:
        self.nodes += 1
        if self._is_stopped():
            raise StoppedError

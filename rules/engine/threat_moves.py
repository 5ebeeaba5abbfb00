"""The moves of a search by threats: those that win, those that threaten to, and their parries."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rules.engine import answering, moves, winning
from rules.engine.grid import Int32s
from rules.engine.position import MOST_THREATS, FastPosition
from rules.tile import Color

Rows = Int32s
"""Moves as the core writes them, (n, 4)."""


class StoppedError(Exception):
    """The search was told to stop; what it has found out so far is kept."""


class ThreatMoves:
    """The moves of one player who attacks, and of the other one who defends."""

    def __init__(self, position: FastPosition, attacker: Color) -> None:
        """Look at a position, which a search changes and puts back."""
        self.position = position
        self.attacker = attacker
        self._kind = position.kind(attacker)

    def winning(self, most: int = MOST_THREATS) -> Rows:
        """Return moves by which the attacker wins at once."""
        rows = np.empty((most, 4), np.int32)
        position = self.position
        return rows[: winning.winning_moves(position.state, self._kind, position.left, rows)]

    def threatening(self) -> Rows:
        """Return the moves that threaten to win, those with most ways to do so first."""
        rows, weights = (
            np.empty((moves.MOST_MOVES, 4), np.int32),
            np.empty(moves.MOST_MOVES, np.int32),
        )
        state, left = self.position.state, self.position.left
        count = answering.threatening_moves(state, self._kind, left, rows, weights)
        return rows[np.argsort(-weights[:count], kind="stable")]

    def parries(self, most: int = moves.MOST_MOVES) -> Rows:
        """Return the other player's moves after which the attacker cannot win at once."""
        return self._parries(self.winning(moves.MOST_MOVES), most)

    def parries_since(self, before: int, most: int = moves.MOST_MOVES) -> Rows:
        """Return the parries of a threat made where the attacker could not win at once before.

        ``before`` is how many tiles there were then. It is faster, and in rare cases a move is
        among them after which the attacker wins at once all the same.
        """
        rows = np.empty((MOST_THREATS, 4), np.int32)
        position = self.position
        count = winning.new_wins(position.state, self._kind, position.left, before, rows)
        return self._parries(rows[: min(count, MOST_THREATS)], most)

    def _parries(self, threats: Rows, most: int) -> Rows:
        rows = np.empty((most, 4), np.int32)
        position = self.position
        count = answering.parries(
            position.state, self._kind, position.left, threats, rows, most - 1
        )
        return rows[:count]

    def after(self, row: Int32s, ask: Callable[[], bool]) -> bool:
        """Ask something of the position after a move; False where that ends the game."""
        state, before = self.position.state, self.position.tiles
        try:
            return moves.play(state, row) == 0 and ask()
        finally:
            moves.take_back(state, before)

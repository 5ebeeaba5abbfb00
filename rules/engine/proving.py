"""Writing down as a proof what a search has found."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rules.engine import moves
from rules.engine.grid import Int32s
from rules.engine.limits import MOST_TILES
from rules.engine.position import FastPosition
from rules.engine.threat_moves import Rows
from rules.move import Move
from rules.proofs.proof import Proof, Reply, Step
from rules.tile import Color, other_color


class Found(Protocol):
    """A search that has found a win."""

    @property
    def position(self) -> FastPosition:
        """The position, which is changed and put back."""

    @property
    def attacker(self) -> Color:
        """Who wins."""

    def winning(self, most: int = ...) -> Rows:
        """Return moves by which the attacker wins at once."""

    def first_of_win(self, most: int) -> Int32s:
        """Return a threat by which the attacker wins in so many moves."""


def proof_of_win(search: Found, most: int = MOST_TILES) -> Proof:
    """Return the proof that the attacker, who is to move, wins in so many moves, as was found.

    Raises
    ------
    StoppedError
        If the search is told to stop before all that is needed has been looked at again.
    """
    writer = _Writer(search)
    length = writer.win(most)[1]
    return writer.proof(search.attacker, length)


def proof_of_loss(search: Found, most: int = MOST_TILES) -> Proof:
    """Return the proof that the attacker wins so with the other player to move; see above."""
    writer = _Writer(search)
    length = writer.loss(most)
    return writer.proof(other_color(search.attacker), length)


class _Writer:
    """Collects steps from the last to the first, so that each leads to those written before."""

    def __init__(self, search: Found) -> None:
        self._search = search
        self._position = search.position
        self._board = search.position.board()
        self._steps: list[Step] = []
        self._written: dict[bytes, tuple[int, int]] = {}

    def proof(self, to_move: Color, length: int) -> Proof:
        """Return the proof of which the last step is the first one."""
        last = len(self._steps) - 1
        steps = [
            Step(s.play, tuple(Reply(r.move, last - r.step) for r in s.replies), s.otherwise)
            for s in reversed(self._steps)
        ]
        return Proof(
            board=self._board,
            to_move=to_move,
            winner=self._search.attacker,
            moves=length,
            steps=tuple(steps),
            size=self._position.size,
        )

    def win(self, most: int) -> tuple[int, int]:
        """Write what wins from here, the attacker being to move; return its number and length."""
        key = self._position.name()
        if key in self._written:
            return self._written[key]
        at_once = self._search.winning(1)
        if len(at_once):
            written = self._write(Step(self._position.move_of(at_once[0]))), 1
        else:
            row = self._search.first_of_win(most)
            written = self._after(row, most)
        self._written[key] = written
        return written

    def loss(self, most: int) -> int:
        """Write what wins from here, the other player being to move; return its length."""
        replies, otherwise, length = self._replies(most)
        self._write(Step(None, replies, otherwise))
        return length

    def _after(self, row: Int32s, most: int) -> tuple[int, int]:
        state, before = self._position.state, self._position.tiles
        moves.play(state, row)
        try:
            replies, otherwise, length = self._replies(most - 1)
        finally:
            moves.take_back(state, before)
        return self._write(Step(self._position.move_of(row), replies, otherwise)), length + 1

    def _replies(self, most: int) -> tuple[tuple[Reply, ...], tuple[Move, ...], int]:
        """Write what answers each reply; return those that need a step, and what does otherwise."""
        position, search = self._position, self._search
        state, before = position.state, position.tiles
        threats = search.winning()
        rows = position.legal_rows()
        answered = np.zeros((len(rows), len(threats)), np.bool_)
        replies, length = [], 0
        for number, row in enumerate(rows):
            closed = moves.play(state, row)
            try:
                if closed:
                    answered[number] = True  # it ends the game for the attacker
                    continue
                answered[number] = position.rows_that_win(threats, search.attacker)
                if not answered[number].any():
                    step, takes = self.win(most)
                    replies.append(Reply(position.move_of(row), step))
                    length = max(length, takes)
            finally:
                moves.take_back(state, before)
        chosen = fewest_for_all(answered[answered.any(axis=1)])
        otherwise = tuple(position.move_of(threats[number]) for number in chosen)
        return tuple(replies), otherwise, max(length, 1)

    def _write(self, step: Step) -> int:
        self._steps.append(step)
        return len(self._steps) - 1


def fewest_for_all(answered: NDArray[np.bool_]) -> list[int]:
    """Return columns of which each row has one: by taking again and again what most rows have.

    Parameters
    ----------
    answered
        Which columns each row has, at least one each; (rows, columns).
    """
    open_rows, chosen = answered, []
    while len(open_rows):
        column = int(open_rows.sum(axis=0).argmax())
        chosen.append(column)
        open_rows = open_rows[~open_rows[:, column]]
    return chosen

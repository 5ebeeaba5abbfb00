"""Holding a proof of a forced win against the plain rules, move by move.

Nothing of the search is used here: the replies of the player who loses are those that
`rules.palago.moves` yields, and what a move does is what `rules.palago.judging` rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.board import Board
from rules.groups import find_groups
from rules.messages import MessageCode, MessageError, Wording
from rules.move import Move
from rules.notation import format_move
from rules.palago.closing import Closing, closing_by_tracker, closing_from_nothing
from rules.palago.judging import already_wrong, rule_on_palago
from rules.palago.moves import legal_moves
from rules.palago.options import PalagoOptions
from rules.proofs.proof import Proof, Step
from rules.tile import Color, other_color
from rules.tracker import GroupTracker
from rules.verdict import Verdict


class Flaw(MessageCode):
    """Why a proof does not hold."""

    NO_SUCH_POSITION = Wording(
        "The position of the proof has a mismatch, tiles apart or none left."
    )
    OVER_ALREADY = Wording("An arch group is closed in the position of the proof already.")
    WHOSE_MOVE = Wording("Step {step} must begin with a move of {winner}, and with none otherwise.")
    ILLEGAL = Wording("{move} of step {step} is not legal: {why}")
    CELL_TAKEN = Wording("{move} of step {step} is on a cell on which a tile lies already.")
    ENDS_OTHERWISE = Wording("{move} of step {step} ends the game without a win for {winner}.")
    WINS_ALREADY = Wording("{move} of step {step} wins at once, but more is said to follow.")
    REPLY_OPEN = Wording("Nothing is said to win after the reply {move} to step {step}.")
    REPLY_WINS = Wording(
        "The reply {move} to step {step} ends the game without a win for {winner}."
    )
    NO_SUCH_REPLY = Wording(
        "The reply {move} to step {step} is no legal move that the game survives."
    )
    NO_SUCH_STEP = Wording("Step {step} is missing.")
    OTHER_LENGTH = Wording("The proof says {said} moves, but it takes {true}.")


class ProofError(MessageError, ValueError):
    """A proof that does not hold; says where."""


@dataclass(frozen=True)
class Checked:
    """What was looked at: the positions, and all replies in them."""

    positions: int
    replies: int


def verify(proof: Proof) -> Checked:
    """Hold a proof against the rules; return how much was looked at.

    Raises
    ------
    ProofError
        If it does not hold.
    """
    return _Verifier(proof).check()


class _Verifier:
    """One verification: what was checked already is not checked again."""

    def __init__(self, proof: Proof) -> None:
        self._proof = proof
        self._options = PalagoOptions(size=proof.size)
        self._loser: Color = other_color(proof.winner)
        self._done: dict[tuple[int, Board], int] = {}
        self._replies = 0

    def check(self) -> Checked:
        board = self._proof.board
        if not board or len(board) >= self._proof.size or already_wrong(board):
            raise ProofError(Flaw.NO_SUCH_POSITION())
        if _has_closed_arch_group(board):
            raise ProofError(Flaw.OVER_ALREADY())
        true = self._takes(0, board, is_first=True)
        if true != self._proof.moves:
            raise ProofError(Flaw.OTHER_LENGTH(said=self._proof.moves, true=true))
        return Checked(len(self._done), self._replies)

    def _takes(self, number: int, board: Board, *, is_first: bool = False) -> int:
        """Return how many moves of the winner a step and what follows it take at most."""
        known = self._done.get((number, board))
        if known is not None:
            return known
        if number >= len(self._proof.steps):
            raise ProofError(Flaw.NO_SUCH_STEP(step=number))
        step = self._proof.steps[number]
        if (step.play is None) != (is_first and self._proof.to_move == self._loser):
            raise ProofError(Flaw.WHOSE_MOVE(step=number, winner=self._proof.winner))
        takes = self._after_play(number, step, board)
        self._done[number, board] = takes
        return takes

    def _after_play(self, number: int, step: Step, board: Board) -> int:
        if step.play is None:
            return self._after_replies(number, step, board)
        if any(cell in board for cell in step.play.placed_cells):
            raise self._flaw(Flaw.CELL_TAKEN, number, step.play)
        verdict = self._verdict(board, step.play, self._proof.winner)
        if not verdict.legal:
            raise self._flaw(Flaw.ILLEGAL, number, step.play, why=verdict.violations[0].message)
        if not verdict.over:
            return 1 + self._after_replies(number, step, board.with_tiles(step.play.placed))
        if verdict.winner != self._proof.winner:
            raise self._flaw(Flaw.ENDS_OTHERWISE, number, step.play, winner=self._proof.winner)
        if step.replies or step.otherwise:
            raise self._flaw(Flaw.WINS_ALREADY, number, step.play)
        return 1

    def _after_replies(self, number: int, step: Step, board: Board) -> int:
        """Return how many moves more it takes at most, whatever the other player replies."""
        answers = {frozenset(reply.move.placed): reply for reply in step.replies}
        tracker = GroupTracker(board)
        closing = closing_by_tracker(tracker, board, self._options)
        left = self._proof.size - len(board)
        longest = 0
        for move in legal_moves(board, left, self._options, closing):
            self._replies += 1
            verdict = self._verdict(board, move, self._loser, closing)
            answer = answers.pop(frozenset(move.placed), None)
            if verdict.over:
                if verdict.winner != self._proof.winner:
                    raise self._flaw(Flaw.REPLY_WINS, number, move, winner=self._proof.winner)
                if answer is not None:
                    raise self._flaw(Flaw.NO_SUCH_REPLY, number, move)
                continue
            after = board.with_tiles(move.placed)
            if answer is not None:
                longest = max(longest, self._takes(answer.step, after))
            elif self._one_wins(step.otherwise, after, tracker, move):
                longest = max(longest, 1)
            else:
                raise self._flaw(Flaw.REPLY_OPEN, number, move)
        for reply in answers.values():
            raise self._flaw(Flaw.NO_SUCH_REPLY, number, reply.move)
        return longest

    def _one_wins(
        self, moves: tuple[Move, ...], board: Board, tracker: GroupTracker, reply: Move
    ) -> bool:
        """Tell whether one of the winner's moves is legal after a reply and wins at once.

        ``tracker`` follows the groups before the reply, ``board`` has it.
        """
        for tile in reply.placed:
            tracker.add(*tile)
        closing = closing_by_tracker(tracker, board, self._options)
        verdicts = (
            self._verdict(board, move, self._proof.winner, closing)
            for move in moves
            if not any(cell in board for cell in move.placed_cells)
        )
        wins = any(v.legal and v.winner == self._proof.winner for v in verdicts)
        for _ in reply.placed:
            tracker.undo()
        return wins

    def _verdict(
        self, board: Board, move: Move, mover: Color, closing: Closing | None = None
    ) -> Verdict:
        return rule_on_palago(
            board,
            move,
            mover=mover,
            tiles_left=self._proof.size - len(board),
            options=self._options,
            closing=closing or closing_from_nothing(board, self._options),
        )

    def _flaw(self, flaw: Flaw, step: int, move: Move, **values: Any) -> ProofError:
        return ProofError(flaw(step=step, move=format_move(move), **values))


def _has_closed_arch_group(board: Board) -> bool:
    return any(group.closed and group.arches for group in find_groups(board).all)

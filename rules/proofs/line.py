"""The main line of a proof: how it goes if the player who loses puts it off as long as they can."""

from __future__ import annotations

from functools import cache

from rules.board import Board
from rules.move import Move
from rules.palago.closing import closing_from_nothing
from rules.palago.judging import rule_on_palago
from rules.palago.moves import legal_moves
from rules.palago.options import PalagoOptions
from rules.proofs.proof import Proof, Step
from rules.tile import Color


def main_line(proof: Proof) -> tuple[Move, ...]:
    """Return the moves of a proof that holds, from its position to the end."""
    options = PalagoOptions(size=proof.size)

    @cache
    def takes(number: int) -> int:
        step = proof.steps[number]
        at_once = 1 if step.otherwise else 0
        return 1 + max((takes(reply.step) for reply in step.replies), default=at_once)

    board, number, line = proof.board, 0, list[Move]()
    while True:
        step = proof.steps[number]
        if step.play is not None:
            line.append(step.play)
            board = board.with_tiles(step.play.placed)
        if step.replies:
            reply = max(step.replies, key=lambda reply: takes(reply.step))
            line.append(reply.move)
            board = board.with_tiles(reply.move.placed)
            number = reply.step
            continue
        if step.otherwise:
            line.extend(_last_moves(board, step, proof.winner, options))
        return tuple(line)


def _last_moves(board: Board, step: Step, winner: Color, options: PalagoOptions) -> list[Move]:
    """Return a reply that parries nothing, and the move that wins then."""
    left = options.size - len(board)
    closing = closing_from_nothing(board, options)
    for reply in legal_moves(board, left, options, closing):
        after = board.with_tiles(reply.placed)
        if closing(reply.placed):
            continue
        for move in step.otherwise:
            if any(cell in after for cell in move.placed_cells):
                continue
            verdict = rule_on_palago(
                after,
                move,
                mover=winner,
                tiles_left=options.size - len(after),
                options=options,
                closing=closing_from_nothing(after, options),
            )
            if verdict.legal and verdict.winner == winner:
                return [reply, move]
    return []

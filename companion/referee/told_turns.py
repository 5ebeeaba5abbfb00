"""Turns as people tell them, where what was put on record of them is not what was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.referee.ledger import Ledger
from companion.referee.sentences import Undecidable
from companion.referee.stories.story import StoryTurn
from rules import GameError, Move, MoveError, applied

MOST_TOLD = 300
"""So many turns are told at once, more than a game has; each is ruled on."""


@dataclass(frozen=True)
class ToldTurn:
    """A turn as people tell it.

    Attributes
    ----------
    move
        What was done, the placed tiles in the order in which they were laid.
    player
        Who did it; None for whoever was to move.
    roll
        Palagonia's roll, 1 to 6; None where it is not told.
    """

    move: Move
    player: str | None = None
    roll: int | None = None


def followed(ledger: Ledger, first: int, told: Sequence[ToldTurn]) -> list[StoryTurn]:
    """Return turns as they are ruled on, one upon the other; the record stays as it is.

    Parameters
    ----------
    ledger, first
        The moves on record, and the number of the first that was another one: they are told from
        there on.
    told
        The turns, in order; one against the rules was let stand.

    Raises
    ------
    GameError
        If there is no such move, no turn or too many, a player does not play, or a turn cannot be
        made.
    """
    count, known = len(ledger.moves), ledger.fork()
    if not 1 <= first <= count + 1:
        raise GameError(Undecidable.NO_SUCH_MOVE(number=first, count=count))
    if not told:
        raise GameError(Undecidable.NO_TURN_TOLD())
    if len(told) > MOST_TOLD:
        raise GameError(Undecidable.TOO_MANY_TOLD(most=MOST_TOLD))
    for _ in range(count + 1 - first):
        known.take_back()
    turns: list[StoryTurn] = []
    for number, turn in enumerate(told, first):
        if known.outcome() is not None:
            raise GameError(Undecidable.TOLD_AFTER_THE_END(number=number - 1))
        if turn.player is not None and turn.player != known.mover:
            known.setup.check_player(turn.player)
            known.turn_to(turn.player)
        try:
            after = applied(turn.move, known.board)
        except MoveError as error:
            raise GameError(Undecidable.CANNOT_BE_MADE(number=number)) from error
        order = turn.move.placed_cells if turn.move.ordered else None
        verdict = known.whole(after, die=turn.roll, order=order)
        is_told = turn.roll is not None
        turns.append(StoryTurn(known.mover, after, verdict, turn.roll, seen=is_told))
        known.record(after, verdict, turn.roll)
    return turns

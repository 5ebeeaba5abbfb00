"""What of a game's record a score sheet tells: the moves that stand, those taken back, the votes.

What cannot be read, in a document from elsewhere for instance, is left out of the table and said
so; a score sheet never fails for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.live.kept_events import KeptEvent
from companion.referee.decisions import DieSet, LaidAgain, MoverSet, TakenBack, Voted
from companion.referee.events import Correction, DieRolled, MoveMade, UnknownEvent


@dataclass(frozen=True)
class ToldMove:
    """A move as it was announced: the number of the entry that did, the move, and its roll."""

    entry: int
    made: MoveMade
    die: int | None


@dataclass
class Told:
    """What stands in the end.

    Attributes
    ----------
    standing
        The moves by their numbers.
    taken_back
        Moves that were taken back, by the number of the entry that says so.
    votes
        The values voted, by the row that an island has on the score sheet, from 1.
    unreadable
        Events that are not what they should be.
    """

    standing: dict[int, ToldMove] = field(default_factory=dict)
    taken_back: dict[int, ToldMove] = field(default_factory=dict)
    votes: dict[int, int] = field(default_factory=dict)
    unreadable: list[KeptEvent] = field(default_factory=list)

    def forget(self, number: int) -> ToldMove | None:
        """Let a move stand no longer, nor the votes on islands from it on; return the move."""
        move = self.standing.pop(number, None)
        rows = sum(len(m.made.verdict.islands) for n, m in self.standing.items() if n < number)
        self.votes = {row: value for row, value in self.votes.items() if row <= rows}
        return move


def told_moves(events: Iterable[KeptEvent]) -> Told:
    """Go through a game's events in order and return what stands in the end."""
    told = Told()
    die: int | None = None
    for kept in events:
        event = kept.event
        if isinstance(event, DieRolled):
            die = event.value
        elif isinstance(event, MoveMade):
            told.forget(event.number)
            told.standing[event.number] = ToldMove(kept.number, event, die)
            die = None
        elif isinstance(event, Correction):
            die = _correct(told, kept.number, event, die)
        elif isinstance(event, UnknownEvent) and event.problem is not None:
            told.unreadable.append(kept)
    return told


def _correct(told: Told, entry: int, correction: Correction, die: int | None) -> int | None:
    """Apply what people decided; return what the die shows that is due."""
    decision = correction.decision
    if isinstance(decision, LaidAgain):
        undone = [one for one in told.taken_back.values() if one.made.number == decision.number]
        return undone[-1].die if undone else die
    if isinstance(decision, TakenBack):
        taken = told.forget(max(told.standing, default=0))
        if taken is not None:
            told.taken_back[entry] = taken
        return None
    if isinstance(decision, Voted):
        told.votes[decision.row] = decision.value
    elif isinstance(decision, DieSet):
        return _set_die(told, decision, die)
    elif isinstance(decision, MoverSet) and decision.number in told.standing:
        move = told.standing[decision.number]
        made = replace(move.made, mover=decision.player)
        told.standing[decision.number] = replace(move, made=made)
    return die


def _set_die(told: Told, decision: DieSet, due: int | None) -> int | None:
    """Change the roll of a move or, where none is named, the one due; return the roll due.

    With another roll the last move is ruled on anew, so it is announced again where it stands.
    """
    number = decision.number
    if number not in told.standing:
        return decision.value
    if number == max(told.standing):
        told.forget(number)
        return decision.value
    told.standing[number] = replace(told.standing[number], die=decision.value)
    return due

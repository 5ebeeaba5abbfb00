"""Putting turns on record and saying so, with what that rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.referee.events import DieRolled, Event, IllegalTable, MoveMade, Over
from companion.referee.ledger import Ledger
from companion.referee.moment import Moment
from companion.referee.stories.story import StoryTurn
from companion.referee.told_roll import ToldRoll


@dataclass(frozen=True)
class Known:
    """How much is known of a turn that goes on record.

    Attributes
    ----------
    apart
        Whether it is known which tiles were laid in it.
    presumed
        Whether it is not known for sure, so that what follows on it is said with that condition.
    guessed
        Whether it is no more than the likeliest: then only a roll that was seen is said.
    called
        Whether what is wrong with it is called so.
    """

    apart: bool = True
    presumed: bool = False
    guessed: bool = False
    called: bool = True


FOR_SURE = Known()
"""All is known."""


class Recording:
    """Puts turns on record, and remembers what of it is not known for sure.

    Attributes
    ----------
    together
        The numbers of the moves on record that were seen only together with others.
    """

    def __init__(self, ledger: Ledger, told_roll: ToldRoll) -> None:
        self.together: frozenset[int] = frozenset()
        self._presumed: frozenset[int] = frozenset()
        self._ledger, self._told_roll = ledger, told_roll

    @property
    def rests_on(self) -> int | None:
        """The number of the first move on record that is presumed, and nobody confirmed since.

        Whose turn it was after it, and with which roll, holds only if that move was so.
        """
        return min(self.presumed, default=None)

    @property
    def presumed(self) -> tuple[int, ...]:
        """The numbers of the moves on record that are presumed, and nobody confirmed since."""
        return tuple(sorted(n for n in self._presumed if n <= len(self._ledger.moves)))

    def confirm(self, last: int | None = None) -> None:
        """Take it that moves were as presumed: people said whose turn it is, or went by that.

        With the number of a move only those up to it: people know no more of the record.
        """
        self._presumed = frozenset(n for n in self._presumed if last is not None and n > last)

    def record(self, turn: StoryTurn, at: Moment, known: Known = FOR_SURE) -> tuple[Event, ...]:
        """Put a turn on record and say so, its roll first if people do not know it.

        Parameters
        ----------
        turn, at
            The turn, and when that is said.
        known
            How much is known of it.
        """
        apart, presumed = known.apart, known.presumed
        how, base, number = self._told_roll.how(turn), self.rests_on, len(self._ledger.moves) + 1
        rolls = self._told_roll.tell_of(turn, at, guessed=known.guessed)
        rolled = _resting_on(number if presumed and base is None else base, rolls)
        before = self._ledger.last
        helper = before.mover if before and turn.verdict.islands else None
        played = self._ledger.record(turn.after, turn.verdict, turn.roll)
        self.together = self.together - {number} if apart else self.together | {number}
        on_record = frozenset(n for n in self._presumed if n < number)
        self._presumed = on_record | {number} if presumed else on_record
        move = MoveMade(
            *at,
            number,
            played.mover,
            played.move,
            played.before,
            turn.after,
            self._ledger.told(turn.verdict),
            helper,
            how=how,
            apart=apart,
            presumed=presumed,
            rests_on=base,
        )
        return (*rolled, move)

    def resting(self, events: Iterable[Event]) -> list[Event]:
        """Return what is said with what it rests on: rolls, what is wrong, and the end."""
        return _resting_on(self.rests_on, events)


def _resting_on(number: int | None, events: Iterable[Event]) -> list[Event]:
    if number is None:
        return list(events)
    return [
        replace(event, rests_on=number)
        if isinstance(event, DieRolled | IllegalTable | Over)
        else event
        for event in events
    ]

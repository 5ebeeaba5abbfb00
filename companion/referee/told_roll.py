"""The roll of a turn as people have heard it, or said it themselves."""

from __future__ import annotations

from companion.referee.events import DieRolled, Event
from companion.referee.moment import Moment
from companion.referee.rolls import RollKnown
from companion.referee.stories.story import StoryTurn


class ToldRoll:
    """Remembers the roll of the present turn that people know, so that it is told once."""

    def __init__(self) -> None:
        self._value: int | None = None
        self._is_said = False

    @property
    def is_said(self) -> bool:
        """Whether people said the roll, of whoever's turn it was by the page."""
        return self._is_said

    def say(self, value: int | None, *, of_this_turn: bool) -> None:
        """Take in what people say was rolled, for this turn or the next; None: they do not."""
        self._value, self._is_said = value, of_this_turn

    def tell(self, roll: int | None, mover: str, at: Moment, *, again: bool) -> list[Event]:
        """Say the mover's roll, once, where it was read for sure or said.

        Another number is a roll of a turn that nobody saw begin, or the first one was misread: what
        is done will tell. Only if it is known that somebody has thrown ``again``, or was given the
        die with the first number up, the second one is said as well.
        """
        is_told = self._value is not None and not self._is_said and not again
        if roll is None or roll == self._value or is_told:
            return []
        self._value = roll
        how = RollKnown.SAID if self._is_said else RollKnown.SEEN
        return [DieRolled(*at, roll, mover, how)]

    def tell_of(self, turn: StoryTurn, at: Moment, *, guessed: bool) -> list[Event]:
        """Say the roll of a turn that goes on record, if people do not know it.

        Of a turn that is only ``guessed``, none but a roll that was seen.
        """
        how = self.how(turn)
        if how is None or turn.roll is None or turn.roll == self._value:
            return []
        return [DieRolled(*at, turn.roll, turn.mover, how)] if turn.seen or not guessed else []

    def how(self, turn: StoryTurn) -> RollKnown | None:
        """Return how the roll of a turn is known, where it has one."""
        if turn.roll is None:
            return None
        if self._is_said:
            return RollKnown.SAID
        return RollKnown.SEEN if turn.seen else RollKnown.INFERRED

    def begin_turn(self) -> None:
        """Begin with a turn of which nothing was told."""
        self._value, self._is_said = None, False

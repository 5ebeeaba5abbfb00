"""The stories that tell otherwise of what is presumed, followed until later looks rule them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.referee.stories.agreement import Agreed
from companion.referee.stories.content import total
from companion.referee.stories.story import Story, kept
from companion.referee.stories.words import Word

_MOST_DOUBTS = 4
"""So many moves that are presumed are followed up, the last ones: what was not ruled out soon will
hardly be."""

_MOST_STORIES = 8
"""So many stories are followed of each."""

GoOn = Callable[[Sequence[Story]], list[Story]]
"""Tells how stories go on with a look, each with how likely the look is by it."""


@dataclass(frozen=True)
class _Doubt:
    """Moves on record that are presumed, and what tells otherwise.

    Attributes
    ----------
    numbers
        The moves, by their numbers from 1.
    agreed
        What went on record.
    stories
        The stories that tell otherwise, weighed against those that tell so: these have 1 in all.
    lost
        The weight of those that are not followed.
    """

    numbers: tuple[int, ...]
    agreed: Agreed
    stories: tuple[Story, ...]
    lost: float = 0.0

    @property
    def is_ruled_out(self) -> bool:
        """Whether what tells otherwise has become too unlikely for it to count."""
        return total(self.stories) + self.lost < 1 - self.agreed.needed

    def going_on(self, found: Sequence[Story], likely: float) -> _Doubt:
        """Return it with other stories, weighed against some that are ``likely`` in all."""
        others = [story for story in found if not self.agreed.is_told_by(story)]
        weight = total(others) / likely
        if not weight:
            return replace(self, stories=())
        told = [story.times(weight) for story in kept(others)]
        lost = self.lost + total(told[_MOST_STORIES:])
        return replace(self, stories=tuple(told[:_MOST_STORIES]), lost=lost)


class Otherwise:
    """Follows the stories that tell otherwise of the last moves that are presumed."""

    def __init__(self) -> None:
        self._doubts: list[_Doubt] = []

    def forget(self) -> None:
        """Follow none any more: people have said something that they were not held against."""
        self._doubts = []

    def record(self, agreed: Agreed, stories: Sequence[Story], last: int) -> None:
        """Follow what tells otherwise of turns that go on record.

        Parameters
        ----------
        agreed
            The turns.
        stories
            All stories, by which they were agreed on.
        last
            The number of the last of these moves on record.
        """
        numbers = tuple(range(last + 1 - len(agreed.turns), last + 1))
        self._doubts = [doubt for doubt in self._doubts if doubt.numbers[-1] < last]
        likely = total(story for story in stories if agreed.is_told_by(story))
        if agreed.presumed and numbers and likely:
            doubt = _Doubt(numbers, agreed, ()).going_on(stories, likely)
            self._doubts = [*self._doubts, doubt][-_MOST_DOUBTS:]

    def look(self, go_on: GoOn, likely: float) -> None:
        """Take in a look, which is so likely by the stories that tell so."""
        self._doubts = [doubt.going_on(go_on(doubt.stories), likely) for doubt in self._doubts]

    def hear(self, word: Word, likely: float) -> None:
        """Take in what people said, which is so likely by the stories that tell so."""
        if likely <= 0:
            self.forget()
            return
        self._doubts = [
            doubt.going_on([w for s in doubt.stories if (w := word(s)) is not None], likely)
            for doubt in self._doubts
        ]

    def ruled_out(self) -> tuple[int, ...]:
        """Return the numbers of the moves of which hardly anything tells otherwise now, once."""
        found = [doubt for doubt in self._doubts if doubt.is_ruled_out]
        self._doubts = [doubt for doubt in self._doubts if not doubt.is_ruled_out]
        return tuple(number for doubt in found for number in doubt.numbers)

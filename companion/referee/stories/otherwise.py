"""The stories that tell otherwise of what is presumed, followed until later looks rule them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from companion.referee.stories import weights
from companion.referee.stories.agreement import Agreed
from companion.referee.stories.content import total
from companion.referee.stories.story import Story, kept
from companion.referee.stories.words import Word

_MOST_DOUBTS = 8
"""So many moves that are presumed are followed up, the last ones: what was not ruled out soon will
hardly be."""

GoOn = Callable[[Sequence[Story]], list[Story]]
"""Tells how stories go on with a look, each with how likely the look is by it."""


class Differs(IntEnum):
    """How what is announced would be told by another story."""

    NOTHING = 0
    """Just so."""
    WHOSE = 1
    """So, but of another player, or with another number: nothing that was ruled on rests on it."""
    WHAT = 2
    """Otherwise."""


@dataclass(frozen=True)
class _Doubt:
    """Moves on record that are presumed, and what tells otherwise.

    Attributes
    ----------
    numbers
        The moves, by their numbers from 1. Where moves were taken back, no other being made yet,
        it is the one that follows.
    agreed
        What went on record.
    stories
        The stories that tell otherwise, weighed against those that tell so: these have 1 in all.
    """

    numbers: tuple[int, ...]
    agreed: Agreed
    stories: tuple[Story, ...]

    @property
    def is_ruled_out(self) -> bool:
        """Whether what tells otherwise has become too unlikely for it to count."""
        return not self.agreed.untold and total(self.stories) < 1 - self.agreed.needed

    def bears_on(self, differs: Callable[[Story], Differs]) -> Differs:
        """Tell how something announced may be otherwise, if hardly at all: in nothing.

        On a turn that is against the rules all rests: that it was made is a sign that something was
        otherwise that no story tells, such as a tile that was read wrongly.
        """
        is_wrong = any(not turn.verdict.legal for turn in self.agreed.turns)
        if self.agreed.untold or self.agreed.needed > 1 or is_wrong:
            return Differs.WHAT
        weight = dict.fromkeys(Differs, 0.0)
        for story in self.stories:
            weight[differs(story)] += story.weight
        if weight[Differs.WHAT] >= 1 - self.agreed.needed:
            return Differs.WHAT
        is_known = weight[Differs.WHAT] + weight[Differs.WHOSE] < 1 - weights.FAR_AHEAD
        return Differs.NOTHING if is_known else Differs.WHOSE

    def holds_still(self, first: int, *, undone: int) -> bool:
        """Tell whether its moves stand once others go on record, from that with a number on.

        Where moves were taken back by hand it is about the move made next, and that may be it.
        """
        is_of_next = not self.agreed.turns and not undone
        return self.numbers[-1] < first + is_of_next

    def followed_by(self, agreed: Agreed, first: int) -> _Doubt:
        """Return it once turns are on record, from that with a number on.

        Where one look showed its last turn with a part of the next one, that is whole by a later
        look now. Had a tile of it been one too many before, it were short: somebody would have
        miscounted twice.
        """
        whole = all(turn.verdict.legal for turn in agreed.turns[:1])
        if agreed.presumed or not (agreed.turns and whole) or first != self.numbers[-1] + 1:
            return self
        return replace(self, agreed=replace(self.agreed, untold=False))

    def going_on(self, found: Sequence[Story], likely: float) -> _Doubt:
        """Return it with other stories, weighed against some that are ``likely`` in all."""
        others = [story for story in found if not self._is_told_by(story)]
        weight = total(others) / likely
        if not weight:
            return replace(self, stories=())
        return replace(self, stories=tuple(story.times(weight) for story in kept(others)))

    def _is_told_by(self, story: Story) -> bool:
        """Tell whether a story tells what went on record: of a pass, the one by that very throw.

        Who has passed by a later one was given the die first, and whoever seemed to pass by that
        has not.
        """
        if not self.agreed.is_told_by(story):
            return False
        turns = self.agreed.turns
        told = story.turns[: len(turns)]
        passed = turns[-1:] and turns[-1].verdict.move.is_pass
        return not passed or told[-1].ended_at == turns[-1].ended_at


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
        first = last + 1 - len(agreed.turns)
        numbers = tuple(range(first, last + 1)) or (first,)
        stay = [doubt for doubt in self._doubts if doubt.holds_still(first, undone=agreed.undone)]
        self._doubts = [doubt.followed_by(agreed, first) for doubt in stay]
        likely = total(story for story in stories if agreed.is_told_by(story))
        if agreed.presumed and likely:
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
        return tuple(sorted(_numbers(found) - _numbers(self._doubts)))

    def bearing(self, differs: Callable[[Story], Differs]) -> dict[int, Differs]:
        """Return how something announced may be otherwise, by the numbers of the followed moves.

        Parameters
        ----------
        differs
            Tells how that would be told by a story.
        """
        found: dict[int, Differs] = {}
        for doubt in self._doubts:
            how = doubt.bears_on(differs)
            found |= {number: max(how, found.get(number, how)) for number in doubt.numbers}
        return found


def _numbers(doubts: Iterable[_Doubt]) -> frozenset[int]:
    """Return the numbers of the moves that some doubts are about."""
    return frozenset(number for doubt in doubts for number in doubt.numbers)

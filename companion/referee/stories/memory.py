"""The last looks as they were taken in, so that what they tell can be told anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import prod

from companion.referee.stories.evidence import TableEvidence
from companion.referee.stories.look import Look
from companion.referee.stories.otherwise import Otherwise
from companion.referee.stories.story import Story, StoryTurn
from companion.referee.stories.words import Word
from rules.move import Tile

_MOST_LOOKS = 20
"""So many looks are kept."""

FAINTEST = 1e-9
"""A look is never held for less likely than this."""

_USUAL, _USUAL_WITH_DIE, _USUAL_ROLL = 0.5, 0.2, 0.13
"""Looks that are told rightly are seldom likelier than this: without a die, with it, at a roll."""


@dataclass(frozen=True)
class Opening:
    """The stories before the last look, and what that look showed."""

    stories: tuple[Story, ...]
    evidence: TableEvidence | None
    look: Look


@dataclass(frozen=True)
class Remembered:
    """A look as it was taken in.

    Attributes
    ----------
    stories
        The stories before it.
    last, evidence
        What the look before it showed of the table, and what it shows.
    look
        What else it shows.
    likely
        How likely it is by these stories.
    recorded
        The turns that were put on record before it, since the memory began.
    given_up
        The stories that were given up after it for what was put on record, each with the turns
        that were on record then.
    words
        What people said after it, each with how likely that is by what was told.
    """

    stories: tuple[Story, ...]
    last: TableEvidence | None
    evidence: TableEvidence
    look: Look
    likely: float
    recorded: tuple[StoryTurn, ...]
    given_up: tuple[tuple[tuple[StoryTurn, ...], Story], ...] = ()
    words: tuple[tuple[Word, float], ...] = ()

    @property
    def weight(self) -> float:
        """How likely the look, and what people said after it, is by the stories before it."""
        return self.likely * prod(likely for _, likely in self.words)

    def heard(self, stories: Iterable[Story]) -> list[Story]:
        """Return how stories go on with what people said after the look."""
        found = list(stories)
        for word, _ in self.words:
            found = [way for story in found if (way := word(story)) is not None]
        return found


def _usual(look: Look, *, has_die: bool) -> float:
    if not has_die:
        return _USUAL
    return _USUAL_ROLL if look.sight.is_new else _USUAL_WITH_DIE


class Memory:
    """The last looks, and what people said between them that can be told anew as well.

    Attributes
    ----------
    looks
        The looks, the last one at the end.
    recorded
        The turns that were put on record since the memory began.
    shown
        The tiles that were shown late, and by which stories are told already.
    otherwise
        The stories that tell otherwise of what is presumed.
    """

    def __init__(self) -> None:
        self.otherwise = Otherwise()
        self.shown: frozenset[Tile] = frozenset()
        self.looks: tuple[Remembered, ...] = ()
        self.recorded: tuple[StoryTurn, ...] = ()

    def forget(self) -> None:
        """Forget all looks: what follows rests on what people said."""
        self.looks, self.recorded, self.shown = (), (), frozenset()
        self.otherwise.forget()

    def tell_too(self, shown: frozenset[Tile]) -> None:
        """Note by which tiles stories were added; without any, all looks are told anew: forget."""
        if not shown:
            self.forget()
        self.shown = shown

    def hear(self, word: Word, likely: float) -> None:
        """Remember what people said since the last look, which is certain.

        ``likely`` is the weight of the stories by which that can be.
        """
        self.otherwise.hear(word, likely)
        if not self.looks:
            return
        *before, last = self.looks
        told = ((recorded, word(story)) for recorded, story in last.given_up)
        given_up = tuple((recorded, way) for recorded, way in told if way is not None)
        words = (*last.words, (word, max(likely, FAINTEST)))
        self.looks = (*before, replace(last, given_up=given_up, words=words))

    def take(
        self,
        stories: list[Story],
        last: TableEvidence | None,
        evidence: TableEvidence,
        look: Look,
        likely: float,
    ) -> None:
        """Remember a look."""
        likely = max(likely, FAINTEST)
        taken = Remembered(tuple(stories), last, evidence, look, likely, self.recorded)
        self.looks = (*self.looks, taken)[-_MOST_LOOKS:]

    def record(self, undone: int, turns: tuple[StoryTurn, ...], given_up: Sequence[Story]) -> None:
        """Remember that turns were put on record, moves before them being taken back.

        Parameters
        ----------
        undone, turns
            How many moves were taken back, and the turns.
        given_up
            The stories that tell otherwise.
        """
        count = len(self.recorded) - undone
        if count < 0 or not self.looks:
            self.forget()
            return
        *before, last = self.looks
        others = tuple((self.recorded, story) for story in given_up)
        self.looks = (*before, replace(last, given_up=last.given_up + others))
        self.recorded = (*self.recorded[:count], *turns)

    def gains(self, *, has_die: bool) -> list[float]:
        """Return how much likelier each look and all after it may be at most, told anew."""
        found = [1.0]
        for taken in reversed(self.looks):
            usual = _usual(taken.look, has_die=has_die)
            found.append(found[-1] * max(1.0, usual / taken.weight))
        return found[::-1]

    @property
    def shared(self) -> tuple[StoryTurn, ...]:
        """The turns on record that were so already before the first look that is kept."""
        found = self.recorded
        for taken in self.looks:
            alike = 0
            for mine, theirs in zip(found, taken.recorded, strict=False):
                if mine is not theirs:
                    break
                alike += 1
            found = found[:alike]
        return found

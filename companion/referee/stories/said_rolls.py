"""What people say was rolled, held against the stories: whose it is, and how much it proves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from companion.referee.ledger import Ledger
from companion.referee.stories import weights
from companion.referee.stories.content import total
from companion.referee.stories.extending import Extending
from companion.referee.stories.rolls import with_first_roll, with_roll
from companion.referee.stories.story import ANY_ROLL, Rolls, Story, kept
from rules.palagonia.judging import DIE


class Whose(Enum):
    """Whose roll people said."""

    FIRST = "first"
    """That of the first turn that is not on record."""
    NEXT = "next"
    """That of the turn after it."""


@dataclass(frozen=True)
class SaidRoll:
    """A roll that people say.

    Attributes
    ----------
    roll
        The number.
    whose
        Whose it is.
    likely
        How likely it was by the stories.
    """

    roll: int
    whose: Whose
    likely: float
    _looks: int

    def leaves(self, story: Story) -> Story | None:
        """Return what people's word leaves of a story; None where it cannot be by that."""
        return _ways(self.roll, self._looks)[self.whose](story)


def said_roll(
    stories: Sequence[Story], roll: int, looks: int, player: str | None = None
) -> SaidRoll | None:
    """Return whose roll people said; None where it fits no story.

    It is that of the first turn that is not on record, or of the one after it where that is much
    likelier by what lies there. ``looks`` is the number of the last look, ``player`` the name
    beside which it was entered: mostly it is that player's, then.
    """
    ways = _ways(roll, looks)
    meant = {Whose.FIRST: 1.0, Whose.NEXT: weights.MEANT_NEXT if player is None else 1.0}
    likely, scores = {}, {}
    for whose, leaves in ways.items():
        left = [(story, leaves(story)) for story in stories]
        likely[whose] = total(one for _, one in left if one is not None)
        named = total(
            one for of, one in left if one is not None and player in (None, mover_of(of, whose))
        )
        scores[whose] = meant[whose] * (named + weights.MISNAMED * (likely[whose] - named))
    whose = max(Whose, key=lambda one: scores[one])
    return SaidRoll(roll, whose, likely[whose], looks) if likely[whose] > 0 else None


def mover_of(story: Story, whose: Whose | None = None) -> str:
    """Return the player, by a story, whose roll people said."""
    number = 1 if whose is Whose.NEXT else 0
    return story.turns[number].mover if len(story.turns) > number else story.ledger.mover


def as_told(stories: Sequence[Story], roll: int | None, look: int) -> list[Story]:
    """Return what is left of stories where people tell each roll and all that lies there.

    Nobody reads a die then, so none is misread, and nobody passes unseen: the roll that a look
    with this number tells is that of the mover, or of the turn that passed by it. One that is not
    told the tiles tell. Nor is a number told of a die that is only handed over.
    """

    def leaves(story: Story) -> Story | None:
        new = [turn for turn in story.turns if turn.ended_at == look]
        if any(turn.verdict.move.is_pass and not turn.seen for turn in new):
            return None
        if roll is None:
            return story
        if roll in story.rolls:
            return with_roll(story, roll)
        return story if new and new[-1].roll == roll and not story.thrown else None

    told = kept(filter(None, map(leaves, stories))) or list(stories)
    return [replace(story, habit=0.0) for story in told]


def perhaps_of_next(roll: int) -> Rolls:
    """Return rolls of a turn where people said one, and then that it is another player's turn."""
    either: dict[int | None, float] = {
        r: p * (1 - weights.SAID_OF_NEXT) for r, p in ANY_ROLL.items()
    }
    either[roll] += weights.SAID_OF_NEXT
    return either


def going_on(
    stories: Sequence[Story], said: SaidRoll, ledger: Ledger, extending: Extending
) -> list[Story]:
    """Return stories by which people's word holds as they go on with it.

    The word is proof of the roll, and of nothing else that a story tells which was hardly thought
    of before. How likely the look was by stories that nobody told is not known: the tiles that lie
    there may be what the mover did by that roll, whatever else seemed likelier.
    """
    found = kept(way for story in stories for way in extending.again(story))
    plain = Story(ledger.fork(), ledger.board, {said.roll: 1.0}, seen=True)
    if not found or plain.is_over or said.likely >= weights.WELL_THOUGHT_OF:
        return found
    ways = kept(extending.doing(plain, found[0].table))
    untold = weights.UNTOLD / len(DIE)
    told = [story.times(said.likely) for story in found]
    return kept([*told, *(way.times(untold) for way in ways)])


def _ways(roll: int, looks: int) -> dict[Whose, Callable[[Story], Story | None]]:
    """Return what is left of a story by whose roll it is."""

    def of_first(story: Story) -> Story | None:
        return with_first_roll(story, roll) if story.turns else with_roll(story, roll)

    def of_next(story: Story) -> Story | None:
        over = story.turns and story.turns[0].ended_at < looks
        if not over or len(story.turns) > 1:
            return story if over and story.turns[1].roll == roll else None
        return with_roll(story, roll) if story.turns[0].roll != roll else None

    return {Whose.FIRST: of_first, Whose.NEXT: of_next}

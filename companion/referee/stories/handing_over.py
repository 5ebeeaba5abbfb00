"""Dice that are put before the next player, any number up: that is no roll.

Some groups hand the die over so, most do not. Which of them play is told by what was seen in the
game: of a group that does, one number after another is seen before tiles are touched.
"""

from __future__ import annotations

from dataclasses import replace

from companion.referee.stories import weights
from companion.referee.stories.story import Story, with_turn
from rules import Board, Verdict

_ROLLS = (1 - weights.HANDED_OVER) / (1 - weights.SECOND_THROW)
"""How many times likelier the habit makes it that the first number of a turn is its roll."""


def chance(story: Story) -> float:
    """Return how often a number that is seen in a turn is no roll by a story, 0..1.

    The first one of a turn may be that of a die that was handed over. A later one is rolled, unless
    somebody throws again.
    """
    if story.again:
        return weights.SECOND_THROW
    return story.habit * weights.HANDED_OVER + (1 - story.habit) * weights.SECOND_THROW


def handed(story: Story) -> Story:
    """Return a story, weighed, in which the number that is seen was no roll of its turn."""
    gives = 1.0 if story.again else weights.HANDED_OVER / weights.SECOND_THROW
    given = replace(story, habit=_shifted(story.habit, gives), again=True)
    return given.times(chance(story))


def with_rolled_turn(
    story: Story, table: Board, roll: int | None, weight: float, verdict: Verdict, at: int
) -> Story:
    """Return a story in which the present turn is over; see :func:`with_turn`.

    That one number alone was seen in it, for sure, is rarer the more these players hand the die
    over.
    """
    if story.again or not story.seen:
        return with_turn(story, table, roll, weight, verdict, at)
    weight *= 1 - chance(story)
    rolls = replace(story, habit=_shifted(story.habit, _ROLLS))
    return with_turn(rolls, table, roll, weight, verdict, at)


def without_pass(story: Story) -> Story:
    """Return a story whose last turn, a pass, was none: people said so of the die that was seen."""
    gives = weights.HANDED_OVER / weights.SECOND_THROW
    return replace(story, habit=_shifted(story.habit, gives / _ROLLS), again=True)


def is_open(story: Story) -> bool:
    """Tell whether by a story the die that is seen was handed over, and nobody has rolled since."""
    return story.again and not story.thrown


def surely_rolled(story: Story) -> float:
    """Return how likely the number that is seen is rolled, no tile being touched yet, 0..1."""
    untouched = story.thrown and story.seen and story.table == story.base and not story.turns
    return 1 - chance(story) if untouched else 1.0


def _shifted(likely: float, times: float) -> float:
    """Return how likely something is, 0..1, once what it makes so many times likelier was seen."""
    return likely * times / (likely * times + 1 - likely)

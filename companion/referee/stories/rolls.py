"""The rolls of a story, as far as they are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.referee.stories import weights
from companion.referee.stories.content import total
from companion.referee.stories.story import Story, StoryTurn
from rules.palagonia.judging import DIE


def with_known_rolls(turns: Sequence[StoryTurn], stories: Sequence[Story]) -> tuple[StoryTurn, ...]:
    """Return turns without the rolls in which stories that come to the same differ."""
    enough = weights.AHEAD * total(stories)

    def is_known(number: int, roll: int | None) -> bool:
        return total(story for story in stories if story.turns[number].roll == roll) >= enough

    return tuple(
        turn if is_known(number, turn.roll) else replace(turn, roll=None)
        for number, turn in enumerate(turns)
    )


def with_roll(story: Story, roll: int) -> Story | None:
    """Return a story whose present roll is what people said; None where it cannot be."""
    if not story.thrown:
        known = {roll: story.weight / len(DIE)}
        return replace(story.by_rolls(known), thrown=True, seen=True)
    said = replace(story.by_rolls({roll: story.rolls.get(roll, 0.0)}), seen=True)
    return said if said.weight > 0 else None


def with_first_roll(story: Story, roll: int) -> Story | None:
    """Return a story by which the first turn was rolled for as people said; None if it was not.

    Of a turn against the rules that nobody saw, the roll is open.
    """
    first, *others = story.turns
    if first.roll is None and not first.verdict.legal:
        return replace(story, turns=(replace(first, roll=roll), *others))
    return story if first.roll == roll else None

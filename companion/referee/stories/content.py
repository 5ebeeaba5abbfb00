"""What of a story counts: by what two stories are held to be the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from companion.referee.stories.story import Story
from rules.board import Board

Key = tuple[Hashable, ...]
"""All that counts of a story: the moves taken back, what the turns come to, the illegal table."""


def key_of(story: Story) -> Key:
    """Return what an answer that has a story would hold."""
    return *essence(story, len(story.turns)), story.table if story.fault else None


def essence(story: Story, count: int) -> Key:
    """Return all that counts of the first turns of a story, in whichever order tiles were laid."""
    turns = story.turns[:count]
    results = tuple(turn.result for turn in turns)
    return story.undone, turns[-1].after if turns else None, results


def results(story: Story) -> Key:
    """Return what was taken back in a story, and what its turns come to."""
    return story.undone, tuple(turn.result for turn in story.turns)


def has_begun(story: Story) -> bool:
    """Tell whether the present turn has begun."""
    return story.table != story.base or (story.thrown and not is_diceless(story))


def is_diceless(story: Story) -> bool:
    """Tell whether no die is known of in the present turn."""
    return None in story.rolls


def afters(story: Story, count: int) -> tuple[Board, ...]:
    """Return the tables after each of the first turns."""
    return tuple(turn.after for turn in story.turns[:count])


def total(stories: Iterable[Story]) -> float:
    """Return the weight of some stories together."""
    return sum(story.weight for story in stories)

"""What stories say in all: which roll they have, and what of them may be put on record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from companion.referee.stories import weights
from companion.referee.stories.content import Key, key_of, total
from companion.referee.stories.handing_over import surely_rolled
from companion.referee.stories.rolls import with_known_rolls
from companion.referee.stories.story import Story


def roll_of(stories: Sequence[Story]) -> int | None:
    """Return the roll of the first turn that is not on record, where one is far ahead."""
    shares: dict[int | None, float] = defaultdict(float)
    for story in stories:
        rolls = {story.turns[0].roll: story.weight} if story.turns else story.rolls
        for roll, weight in rolls.items():
            shares[roll] += weight * surely_rolled(story)
    roll = max(shares, key=lambda value: shares[value])
    return roll if shares[roll] >= weights.AHEAD else None


def roll_seen_in(stories: Sequence[Story]) -> int | None:
    """Return the roll of that turn where it was read for sure, or said, and is not over.

    The number of a die that these players mostly hand over so is none before tiles are touched.
    """
    if total(story.times(surely_rolled(story)) for story in stories) < weights.AHEAD:
        return None
    shares: dict[int | None, float] = defaultdict(float)
    for story in stories:
        if story.seen and not (story.turns or story.undone or story.fault):
            for roll, weight in story.rolls.items():
                shares[roll] += weight
    roll = max(shares, key=lambda value: shares[value], default=None)
    return roll if shares[roll] >= weights.FAR_AHEAD else None


def answers_of(stories: Sequence[Story]) -> list[tuple[Key, float, Story]]:
    """Return what may be put on record: each with its share and its likeliest story."""
    classes: dict[Key, list[Story]] = defaultdict(list)
    for story in stories:
        classes[key_of(story)].append(story)
    found = []
    for key, alike in classes.items():
        best = max(alike, key=lambda story: story.weight)
        turns = with_known_rolls(best.turns, alike)
        found.append((key, total(alike), replace(best, turns=turns)))
    return sorted(found, key=lambda one: -one[1])

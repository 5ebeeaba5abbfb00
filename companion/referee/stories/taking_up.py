"""Dice that are taken off the table before they are thrown, so that a look finds none.

Some groups mostly do so, others hardly ever. Which of them play is told by what was seen in the
game: whether the die that lay there was gone for a while before another number lay there.
"""

from __future__ import annotations

from dataclasses import replace

from companion.referee.stories import weights
from companion.referee.stories.story import Story


def chance(story: Story) -> float:
    """Return how often a die is taken off the table by a story before it is thrown, 0..1."""
    groups = story.takes_up
    return groups * weights.TAKEN_UP + (1 - groups) * weights.SELDOM_TAKEN_UP


def taken_up(story: Story) -> Story:
    """Return a story, weighed, in which somebody has taken the die up and will throw it."""
    often = chance(story)
    return replace(story, takes_up=story.takes_up * weights.TAKEN_UP / often).times(often)


def thrown_at_once(story: Story) -> Story:
    """Return a story, weighed, in which the die was thrown and never off the table for a while."""
    often = 1 - chance(story)
    return replace(story, takes_up=story.takes_up * (1 - weights.TAKEN_UP) / often).times(often)

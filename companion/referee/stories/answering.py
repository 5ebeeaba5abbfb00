"""What people's answer to a question leaves of the stories."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from companion.referee.stories.content import Key, essence, has_key, reads_like
from companion.referee.stories.story import Story

Leaves = Callable[[Story], Story | None]
"""Returns what is left of a story; None where it cannot be."""


@dataclass(frozen=True)
class Answered:
    """An answer that people chose.

    Attributes
    ----------
    key, told
        What it holds, and the story that was offered.
    others
        What the other answers that were offered held.
    asked_at
        The number of the look at which it was asked.
    """

    key: Key
    told: Story
    others: Sequence[Key]
    asked_at: int

    def ways(self, looks: int) -> Iterator[Leaves]:
        """Yield what it leaves of a story, the strictest first; ``looks`` is the last look.

        What was wrong when it was asked may have been put right since, and something else be wrong.
        """
        later = looks > self.asked_at
        if not (later and self.key[-1] is None):
            yield self._fits
        if later:
            yield self._may_fit

    def _fits(self, story: Story) -> Story | None:
        """Keep a story that has it, or one that is said in its words and no other answer held."""
        if has_key(story, self.key, self.asked_at):
            return story
        is_other = any(has_key(story, other, self.asked_at) for other in self.others)
        reads_so = reads_like(story, self.told, self.asked_at)
        return story if reads_so and not is_other else None

    def _may_fit(self, story: Story) -> Story | None:
        by_then = sum(turn.ended_at <= self.asked_at for turn in story.turns)
        return story if essence(story, by_then) == self.key[:-1] else None

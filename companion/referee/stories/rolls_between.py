"""Rolls that were seen between two looks, while hands hid the tiles: who rolled them has played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.referee.stories import weights
from companion.referee.stories.handing_over import chance
from companion.referee.stories.story import Story


def how_likely(before: Story, now: Story, seen: Sequence[int]) -> float:
    """Return how likely the rolls that were seen between two looks are by a story.

    A roll may have been covered, and a die may have been handed over, thrown twice, or touched.

    Parameters
    ----------
    before, now
        The story up to the first of the looks, and one way in which it goes on with the second.
    seen
        The numbers that were seen in between, in the order in which they were rolled, but for those
        of the dice that are seen at the looks themselves.
    """
    if not seen or now.undone != before.undone:
        return 1.0
    turns = now.turns[len(before.turns) :]
    turns = turns[1:] if before.thrown else turns  # its die lay there at the first look
    turns = turns if now.thrown else turns[:-1]  # and that of the last one lies there now
    told = _in_common(seen, [turn.roll for turn in turns])
    untold, unseen = len(seen) - told, len(turns) - told
    idly = max(weights.ROLLED_IDLY, chance(replace(before, again=False)))
    return float(idly**untold * weights.ROLLED_COVERED**unseen)


def _in_common(seen: Sequence[int], rolls: Sequence[int | None]) -> int:
    """Return how many of two sequences agree, in order; a roll that is not known agrees with any.

    The length of their longest common subsequence.
    """
    longest = [0] * (len(rolls) + 1)
    for number in seen:
        before = longest[:]
        for index, roll in enumerate(rolls, 1):
            agrees = roll is None or roll == number
            longest[index] = max(before[index], longest[index - 1], before[index - 1] + agrees)
    return longest[-1]

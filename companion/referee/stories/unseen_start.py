"""How a game began whose table nobody could see: bare, or with what lies there when it is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.referee.sightline import Hidden
from companion.referee.stories import weights
from companion.referee.stories.content import is_wrong, total
from companion.referee.stories.look import Look
from companion.referee.stories.story import Story, kept


def first_stories(
    either: Sequence[Story], ways: Sequence[Sequence[Story]], most_turns: int
) -> list[Story]:
    """Return the stories before the first look: the game began bare, or with what is laid there.

    How likely each of the two is does not rest on how likely it is that just these turns were made.
    None are returned where legal turns, so many at most, hardly explain what lies there.

    Parameters
    ----------
    either
        The story by which it began bare, and that by which it began with what lies there.
    ways
        How each of them goes on with the look.
    most_turns
        There was time for so many turns, the one that is not over included.
    """
    bare, laid = either
    by_turns, as_it_lay = map(total, ways)
    told = kept(ways[0])
    may_be = [s for s in told if not is_wrong(s) and _turns_begun(s) <= most_turns]
    if not as_it_lay or total(may_be) < weights.PRESUMED:
        return []
    often = weights.BEGAN_WITH_TILES
    return kept([bare.times((1 - often) / by_turns), laid.times(often / as_it_lay)])


def as_seen_by(story: Story, look: Look) -> Look:
    """Return a look as it is by a story: by one that begins with it nothing was missed before."""
    begins = look.number == 1 and len(story.base) > 0 and not story.ledger.moves
    return replace(look, hidden=Hidden()) if begins else look


def _turns_begun(story: Story) -> int:
    """Return how many turns were begun by a story, the present one included."""
    return len(story.turns) + (story.table != story.base)

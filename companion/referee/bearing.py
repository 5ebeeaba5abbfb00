"""What an announcement rests on: whether it would be the same if what is presumed was otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from companion.referee.events import DieRolled, Event, MoveMade, Over
from companion.referee.ledger import Ledger
from companion.referee.stories.otherwise import Differs
from companion.referee.stories.story import Story
from companion.referee.stories.telling import Telling
from rules import Turn

_LATELY = 20
"""A turn that is told now is one of so many that are over by a story, the last ones."""


class Bearing:
    """Holds what is announced against the stories that tell otherwise of what is presumed.

    A move may lie there as it does, and be ruled on as it is, whichever of two players was wrong
    before. What all these stories tell alike needs no condition. But that something is wrong is a
    sign that what is presumed was otherwise, perhaps in a way that no story tells.
    """

    def __init__(self, ledger: Ledger, telling: Telling) -> None:
        self._ledger, self._telling = ledger, telling

    def on(self, event: Event) -> Mapping[int, Differs]:
        """Return how what is announced may be otherwise, by the numbers of presumed moves.

        What those that it lacks bear on nobody knows: it may be anything.
        """
        return self._telling.otherwise.bearing(lambda story: self._differs(event, story))

    def _differs(self, event: Event, story: Story) -> Differs:
        """Tell how what is announced would be told by a story; all of anything else rests on it."""
        found = [Differs.WHAT]
        if isinstance(event, MoveMade):
            found += (self._of_move(event, *one) for one in _numbered(story))
        elif isinstance(event, DieRolled):
            found += self._of_roll(event, story)
        elif isinstance(event, Over):
            found += [Differs.NOTHING] if _ends_so(event, story) else []
        return min(found)

    def _of_move(self, event: MoveMade, number: int, turn: Turn, helper: str | None) -> Differs:
        """Tell how a move that is announced differs from a turn of a story.

        Points and wins rest on whose turn it was, legality does not.
        """
        verdict = self._ledger.told(turn.verdict)
        if (turn.before, turn.after, verdict) != (event.before, event.after, event.verdict):
            return Differs.WHAT
        same = (number, turn.mover) == (event.number, event.mover)
        if verdict.islands or turn.verdict.palagems or verdict.reason:
            return Differs.NOTHING if same and event.helper in (None, helper) else Differs.WHAT
        return Differs.NOTHING if same else Differs.WHOSE

    def _of_roll(self, event: DieRolled, story: Story) -> Iterator[Differs]:
        """Yield how a roll that is announced differs from those for the same table by a story."""
        rolls = [(t.mover, t.die) for _, t, _ in _numbered(story) if t.before == self._ledger.board]
        if story.base == self._ledger.board:
            rolls.append((story.ledger.mover, story.likeliest_roll))
        for mover, value in rolls:
            if value == event.value:
                yield Differs.NOTHING if mover == event.mover else Differs.WHOSE


def _numbered(story: Story) -> Iterator[tuple[int, Turn, str | None]]:
    """Yield the last turns of a story, each with its number and who moved before."""
    moves = story.ledger.moves
    for number in islice(range(len(moves), 0, -1), _LATELY):
        before = moves[number - 2].mover if number > 1 else None
        yield number, moves[number - 1], before


def _ends_so(event: Over, story: Story) -> bool:
    """Tell whether the game has the end that is announced by a story as well."""
    outcome = story.ledger.outcome()
    if outcome is None:
        return False
    told = (event.winner, event.loser, event.reason, event.scores)
    return told == (outcome.winner, outcome.loser, outcome.reason, outcome.scores)

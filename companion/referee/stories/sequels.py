"""How stories go on after a turn that nobody saw end: found once for all that come to it alike."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

from companion.referee.stories.look import Look
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.story import Story
from rules import Board

Ways = Callable[..., list[Story]]
"""Tells how a story goes on with a table, a turn of it being over."""

_LIKELIER = 4.0
"""Of a story that is so many times as likely, what is less likely is looked into as well."""


@dataclass(frozen=True)
class _Known:
    """How a story went on."""

    first: Story
    ways: tuple[Story, ...]


class Sequels:
    """Finds how stories go on with a table after a turn that was over.

    Tiles that were laid in several turns may be divided in very many ways, of which most come to
    the same table with the same player to move. In a game with a die nothing else tells how they
    go on: neither who laid which of these tiles, nor in which order.
    """

    def __init__(self, rulings: Rulings, ways: Ways) -> None:
        self._rulings, self._ways = rulings, ways
        self._known: dict[Hashable, _Known] = {}

    def forget(self) -> None:
        """Forget all: another look is taken."""
        self._known.clear()

    def after(self, story: Story, table: Board, look: Look, depth: int) -> list[Story]:
        """Return how a story goes on whose last turn is over, the next one having begun.

        So many more turns may have been missed.
        """
        is_plain = self._rulings.has_die and not story.thrown and story.table == story.base
        if not is_plain:
            return self._ways(story, table, look, begun=True, depth=depth)
        last = story.turns[-1]
        seen = look.hidden, look.sight.since
        key = story.base, last.roll, last.result, len(story.turns), table, seen, depth
        known = self._known.get(key)
        if known is None or story.weight > _LIKELIER * known.first.weight:
            ways = tuple(self._ways(story, table, look, begun=True, depth=depth))
            known = self._known[key] = _Known(story, ways)
        return [_retold(way, known.first, story) for way in known.ways]


def _retold(way: Story, first: Story, story: Story) -> Story:
    """Return how a story goes on as another one did, ``first``."""
    if story is first:
        return way
    ledger, turns = story.ledger.fork(), list(story.turns)
    for turn in way.turns[len(first.turns) :]:
        turns.append(replace(turn, mover=ledger.mover))
        ledger.record(turn.after, turn.verdict, turn.roll)
    share = story.weight / first.weight
    rolls = {roll: weight * share for roll, weight in way.rolls.items()}
    return replace(way, ledger=ledger, turns=tuple(turns), rolls=rolls, undone=story.undone)

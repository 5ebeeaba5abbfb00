"""From which side players reach in: it tells whose turn it was that did what lies there.

Players mostly keep to their places, some walk about the table. Which of these it is, and where who
sits, is told by what was seen in the game: so a story by which turns are other players' soon has
hands come from everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, exp, pi
from typing import TYPE_CHECKING

from companion.referee.doubt import changed_cells
from companion.referee.stories import weights
from rules import Cell, difference
from vision.following.table_view import Reach

if TYPE_CHECKING:
    from companion.referee.stories.story import Story

_REMEMBERED = 12
"""So many directions of each player are remembered, the last ones."""

_CONCENTRATION = 1 / weights.SEAT_SPREAD**2
"""That of a von Mises distribution with such a spread."""

_PEAK = (2 * pi) ** 0.5 / weights.SEAT_SPREAD
"""How much likelier hands come from just where a player sits than from anywhere, about."""


@dataclass(frozen=True)
class Seats:
    """From where hands came so far, by a story.

    Attributes
    ----------
    sides
        The directions from which hands of each player came, in radians.
    kept
        How likely it is that players keep to their places, 0..1.
    """

    sides: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    kept: float = weights.KEEP_SEATS

    def after(self, movers: Sequence[str], direction: float) -> tuple[Seats, float]:
        """Return what is known once a hand of one of some players came from a direction.

        With it comes how much likelier that was than of any player.
        """
        anybody = _density([side for sides in self.sides.values() for side in sides], direction)
        own = sum(_density(self.sides.get(mover, ()), direction) for mover in movers) / len(movers)
        likely = self.kept * own + (1 - self.kept) * anybody
        sides = dict(self.sides)
        if len(movers) == 1:
            (mover,) = movers
            sides[mover] = (*sides.get(mover, ()), direction)[-_REMEMBERED:]
        return Seats(sides, self.kept * own / likely), likely / anybody


def after_reaches(before: Story, now: Story, reaches: Sequence[Reach]) -> tuple[Seats, float]:
    """Return what a story knows of seats after a look, and how likely the hands are by it.

    Parameters
    ----------
    before, now
        The story up to the look before, and one way in which it goes on with this one.
    reaches
        From where hands were seen to reach in between, and over which new tiles.
    """
    seats, likely = now.seats, 1.0
    if now.undone != before.undone:
        return seats, likely
    done = list(_done(before, now))
    for reach in reaches:
        movers = list(dict.fromkeys(mover for mover, cells in done if cells & reach.cells))
        if movers:
            seats, likelier = seats.after(movers, reach.direction)
            likely *= likelier
    return seats, likely


def _done(before: Story, now: Story) -> Iterator[tuple[str, set[Cell]]]:
    """Yield who changed which cells since a story, one turn after the other."""
    same = 0
    for old, new in zip(before.turns, now.turns, strict=False):
        if old is not new and old != new:
            break
        same += 1
    table = before.table
    for turn in now.turns[same:]:
        yield turn.mover, set(changed_cells(difference(table, turn.after)))
        table = turn.after
    if not now.is_over:
        yield now.ledger.mover, set(changed_cells(difference(table, now.table)))


def _density(sides: Sequence[float], direction: float) -> float:
    """Return how much likelier a hand comes from a direction than from anywhere, after others."""
    near = sum(exp(_CONCENTRATION * (cos(side - direction) - 1)) for side in sides)
    return float((1.0 + _PEAK * near) / (1.0 + len(sides)))

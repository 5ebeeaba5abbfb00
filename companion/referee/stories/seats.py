"""From which side players reach in: it tells whose turn it was that did what lies there.

Players mostly keep to their places, some walk about the table. Which of these it is, and where who
sits, is told by what was seen in the game: so a story by which turns are other players' soon has
hands come from everywhere.
"""

from __future__ import annotations

from cmath import phase, rect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import combinations, combinations_with_replacement, takewhile
from math import cos, exp, pi, prod
from typing import TYPE_CHECKING

from companion.referee.doubt import changed_cells
from companion.referee.sightline import Hidden
from companion.referee.stories import weights
from rules import Cell, difference
from rules.judging import PALAGONIA
from vision.following.table_view import HandsGone

if TYPE_CHECKING:
    from companion.referee.stories.story import Story

_REMEMBERED = 12
"""So many directions of each player are remembered, the last ones."""

_MOST_HANDS = 8
"""So many hands are asked who of them threw the die, the last ones."""

_CONCENTRATION = 1 / weights.SEAT_SPREAD**2
"""That of a von Mises distribution with such a spread."""

_PEAK = (2 * pi) ** 0.5 / weights.SEAT_SPREAD
"""How much likelier hands come from just where a player sits than from anywhere, about."""

_ONE_SIDE = 0.9
"""The mean of hands' directions, each of length 1, is longer where they came from one side."""


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
        anybody = self._of_anybody(direction)
        own = sum(_density(self.sides.get(mover, ()), direction) for mover in movers) / len(movers)
        likely = self.kept * own + (1 - self.kept) * anybody
        known = self.with_hands(movers, direction) if len(movers) == 1 else self
        return replace(known, kept=self.kept * own / likely), likely / anybody

    def likelier(self, mover: str, direction: float | None) -> float:
        """Return how much likelier a hand came from a direction if it was a player's than any's.

        That is 1 where nobody knows from where it came.
        """
        if direction is None:
            return 1.0
        own, anybody = _density(self.sides.get(mover, ()), direction), self._of_anybody(direction)
        return self.kept * own / anybody + (1 - self.kept)

    def with_hands(self, movers: Sequence[str], direction: float) -> Seats:
        """Return the same once a hand of each of some players is known to come from a direction."""
        sides = dict(self.sides)
        for mover in dict.fromkeys(movers):
            sides[mover] = (*sides.get(mover, ()), direction)[-_REMEMBERED:]
        return replace(self, sides=sides)

    def _of_anybody(self, direction: float) -> float:
        return _density([side for sides in self.sides.values() for side in sides], direction)


def after_reaches(before: Story, now: Story, hidden: Hidden) -> tuple[Seats, float]:
    """Return what a story knows of seats after a look, and how likely the hands are by it.

    Parameters
    ----------
    before, now
        The story up to the look before, and one way in which it goes on with this one.
    hidden
        From where hands were seen to reach in between, and over which new tiles.
    """
    seats, likely = now.seats, 1.0
    if now.undone != before.undone:
        return seats, likely
    done = list(_done(before, now))
    for reach in hidden.reaches:
        movers = list(dict.fromkeys(mover for mover, cells in done if cells & reach.cells))
        if movers:
            seats, likelier = seats.after(movers, reach.direction)
            likely *= likelier
    return seats, likely


def after_throws(before: Story, now: Story, hidden: Hidden) -> tuple[Seats, float]:
    """Return the same of the hands that threw the die, those that laid tiles being told already.

    Which hand threw is not seen: it may be any of those that came, in the order of the turns, and
    the others did nothing, whose hands they were. Where one came, and laid nothing, it was it, and
    where all came from one side, so did whichever threw. Dice are thrown beside the tiles: who
    points at them did not throw.
    """
    seats = now.seats
    throwers = _throwers(before, now)
    if not (throwers and hidden.came) or now.undone != before.undone:
        return seats, 1.0
    laid = {round(reach.direction, 2) for reach in hidden.reaches}
    hands = [_Thrower.of(hand, laid) for hand in hidden.came]
    if len(throwers) == len(hands) == 1 and hands[0].side is not None:
        seats, likely = seats.after(throwers, hands[0].side)
        return seats, likely * hands[0].often
    likely = _in_order(seats, throwers, hands)
    side = _only_side(hand.direction for hand in hidden.came)
    if side is not None:  # it came from there, whichever of them threw
        seats = seats.with_hands(throwers, side)
    return seats, likely


@dataclass(frozen=True)
class _Thrower:
    """A hand that may have thrown the die.

    Attributes
    ----------
    side
        From where it came; None where nobody knows, or that was told already.
    often
        How often one that throws is seen to be where this one was, held against one that does
        nothing.
    """

    side: float | None
    often: float

    @classmethod
    def of(cls, hand: HandsGone, laid: AbstractSet[float]) -> _Thrower:
        """Return what tells of a hand whether it threw, others from some sides having laid."""
        if hand.direction is not None and round(hand.direction, 2) in laid:
            return cls(None, 1.0)
        return cls(hand.direction, weights.THROWN_AT_TILES if hand.at_tiles else 1.0)


def _in_order(seats: Seats, throwers: Sequence[str], hands: Sequence[_Thrower]) -> float:
    """Return how much likelier some hands are where players threw in an order than of anybody.

    It is the mean over all ways in which each threw with another one of them. Where more threw than
    hands were told apart, several reached in at once, all of them from there.
    """
    asked = hands[-_MOST_HANDS:]
    are_apart = len(throwers) <= len(asked)
    choose = combinations if are_apart else combinations_with_replacement
    ways = list(choose(asked, len(throwers)))
    likely = (
        prod(
            seats.likelier(who, hand.side) * hand.often
            for who, hand in zip(throwers, way, strict=True)
        )
        for way in ways
    )
    return sum(likely) / len(ways)


def _only_side(directions: Iterable[float | None]) -> float | None:
    """Return the direction from which several hands came; None where they came from several."""
    known = [rect(1.0, direction) for direction in directions if direction is not None]
    mean = sum(known) / len(known) if known else 0j
    return phase(mean) if abs(mean) > _ONE_SIDE else None


def _throwers(before: Story, now: Story) -> list[str]:
    """Return who threw the die since a story, one after the other."""
    if now.ledger.setup.game != PALAGONIA:
        return []
    turns = [turn.mover for turn in now.turns[_shared(before, now) :]]
    threw = turns[1:] if before.thrown else turns
    has_begun = now.thrown and not now.is_over
    return [*threw, now.ledger.mover] if has_begun and (turns or not before.thrown) else threw


def _shared(before: Story, now: Story) -> int:
    """Return how many turns two stories begin with alike."""
    pairs = zip(before.turns, now.turns, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _done(before: Story, now: Story) -> Iterator[tuple[str, set[Cell]]]:
    """Yield who changed which cells since a story, one turn after the other.

    Who knocks a tile out before anybody has rolled, or puts it back, may be anybody.
    """
    same = _shared(before, now)
    table = before.table
    for turn in now.turns[same:]:
        yield turn.mover, set(changed_cells(difference(table, turn.after)))
        table = turn.after
    is_anybodys = not now.thrown and (now.fault or before.fault)
    if not (now.is_over or is_anybodys):
        yield now.ledger.mover, set(changed_cells(difference(table, now.table)))


def _density(sides: Sequence[float], direction: float) -> float:
    """Return how much likelier a hand comes from a direction than from anywhere, after others."""
    near = sum(exp(_CONCENTRATION * (cos(side - direction) - 1)) for side in sides)
    return float((1.0 + _PEAK * near) / (1.0 + len(sides)))

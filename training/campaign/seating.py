"""Where players sit about a table, and from which side a hand is seen to reach in."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, tau
from random import Random

from companion.referee.doubt import changed_cells
from rules import Board, difference
from training.campaign.rates import Rates
from vision.following.table_view import Reach

_SEEN = 0.85
"""How often it is seen from which side a hand came that laid tiles: in 60 of 69 looks (0.87) at
three drawn games at a brisk pace."""
_SPREAD = 0.3
"""How far the direction differs from hand to hand, the standard deviation in radians: 0.28 of
60 hands in those."""
_APART = pi / 6
"""Two players sit at least so far apart, in radians."""


class Seating:
    """The places of the players of one game, some of whom keep to none.

    Attributes
    ----------
    reaches
        The hands that were seen to reach over new tiles and are not told yet.
    """

    def __init__(self, players: Sequence[str], rates: Rates, random: Random) -> None:
        """Have players sit down anywhere."""
        self.reaches: tuple[Reach, ...] = ()
        self._table = Board()
        self._random = random
        self._walks = random.random() < rates.walks
        self._places: dict[str, float] = {}
        for player in players:
            place = random.uniform(0, tau)
            while any(_between(place, other) < _APART for other in self._places.values()):
                place = random.uniform(0, tau)
            self._places[player] = place

    def reach(self, player: str, table: Board) -> None:
        """Have a player reach over what is new on a table; it may be seen from where."""
        cells = changed_cells(difference(self._table, table))
        self._table = table
        place = self._random.uniform(0, tau) if self._walks else self._places[player]
        direction = self._random.gauss(place, _SPREAD) % tau
        if self._random.random() < _SEEN and cells:
            self.reaches = (*self.reaches, Reach(direction, frozenset(cells)))


def _between(first: float, second: float) -> float:
    apart = abs(first - second) % tau
    return min(apart, tau - apart)

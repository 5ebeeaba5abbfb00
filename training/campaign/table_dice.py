"""The dice on the table of a made-up game, and what players do with them but throw them."""

from __future__ import annotations

from dataclasses import replace
from math import cos, sin, tau
from random import Random

from training.campaign.eyes import Die
from training.campaign.rates import Rates
from vision.reading import DieReading

_HANDED_OVER = 0.7
"""Where players hand the die over, it is put on the table for the next one so often."""
_TAKEN_UP = 0.7
"""Where players take the die off the table before they throw it, they do so so often."""
_PUSHED_PX = (15.0, 50.0)
"""Pixels by which a die is pushed."""
_SURELY = 0.999
"""How surely a die is read that lies there all the while."""


class TableDice:
    """The dice that lie on a table.

    Attributes
    ----------
    thrown
        The die that is thrown; None where none lies there.
    throws
        How often it came to lie elsewhere so far.
    handing
        Chooses how and where a die that is handed over comes to lie.
    """

    def __init__(self, name: str, seed: int, rates: Rates) -> None:
        self.thrown: Die | None = None
        self.throws = 0
        self._pushed = rates.pushed
        self._pushing = Random(f"{name} {seed} pushing")
        self.handing = Random(f"{name} {seed} handing")
        self._hands_over = self.handing.random() < rates.handed
        self._taking = Random(f"{name} {seed} taking up")
        self._takes_up = self._taking.random() < rates.taken_up
        others = Random(f"{name} {seed} second die")
        value, place = others.randint(1, 6), (others.uniform(900, 1100), others.uniform(60, 300))
        self._second = Die(value, place) if others.random() < rates.second else None

    def lies_elsewhere(self, value: int, place: Random) -> None:
        """Have the die come to lie elsewhere, a number up."""
        self.throws += 1
        self.thrown = Die(value, (place.uniform(60, 300), place.uniform(500, 900)))

    def handed_over(self) -> int | None:
        """Return the number with which the die is put before the next player; None: it is not."""
        if self._hands_over and self.thrown and self.handing.random() < _HANDED_OVER:
            return self.handing.randint(1, 6)
        return None

    def take_up(self) -> bool:
        """Take the die off the table, as it is before a throw; tell whether that is done."""
        if self._takes_up and self.thrown and self._taking.random() < _TAKEN_UP:
            self.thrown = None
            return True
        return False

    def push(self) -> None:
        """Push the die a little, the same number up, as hands do that lay tiles."""
        if self.thrown is None or self._pushing.random() >= self._pushed:
            return
        by, angle = self._pushing.uniform(*_PUSHED_PX), self._pushing.uniform(0, tau)
        self.thrown = _shifted(self.thrown, (by * cos(angle), by * sin(angle)))

    def shift(self, offset: tuple[float, float]) -> None:
        """Have all be seen elsewhere in the picture (px), the camera being bumped."""
        self.thrown = self.thrown and _shifted(self.thrown, offset)
        self._second = self._second and _shifted(self._second, offset)

    def others(self) -> tuple[DieReading, ...]:
        """Return the dice that are not thrown, as they are read."""
        if self._second is None:
            return ()
        return (DieReading(self._second.value, self._second.center, _SURELY, sure=True),)


def _shifted(die: Die, offset: tuple[float, float]) -> Die:
    (x, y), (right, down) = die.center, offset
    return replace(die, center=(x + right, y + down))

"""Dice that lie there and are not thrown: a second one, a marker, one of another game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

from companion.referee.stories.way import NEAR_PX, Way, led_to
from vision.reading import DieReading

_MOST = 12
"""So many dice that lie still are remembered."""


class StillDice:
    """Tells dice that lie still from the one that is thrown.

    Where one of several dice is seen elsewhere, or shows another number, and the others lie as they
    lay, it was thrown and they were not. They count no more until they are touched. One that is
    seen besides them for the first time tells nothing of the kind: it may be none. Where one of
    several is lifted, the others tell no roll either.

    Attributes
    ----------
    lying
        The dice of the last look that were seen to lie so in the look before it.
    misses
        Whether one that lay there in the look before it is not seen to lie so any more.
    """

    def __init__(self) -> None:
        self.lying: list[DieReading] = []
        self.misses = False
        self._still: tuple[DieReading, ...] = ()
        self._last: tuple[DieReading, ...] = ()
        self._counted = self._lifted = 0
        self._camera_moved = False

    def camera_moved(self) -> None:
        """Take it that all dice are seen elsewhere now; a way, or their numbers, may tell where."""
        self._camera_moved, self._last, self._lifted = True, (), 0

    def others(self, dice: Sequence[DieReading], ways: Sequence[Way]) -> list[DieReading]:
        """Return the dice of a look that may be the one that is thrown.

        ``ways`` are those in which all that lay still may have gone in the picture.
        """
        sure = tuple(die for die in dice if die.sure)
        found = dict(self._seen_again(sure, ways))
        self._still = tuple(found.get(index, die) for index, die in enumerate(self._still))
        left = [die for die in dice if die not in found.values()]
        lying = [die for die in left if any(_is_as_it_lay(die, before) for before in self._last)]
        fresh = [die for die in left if die.sure and die not in lying]
        missing = len(self._last) + self._lifted - len(lying) - len(found)
        if len(fresh) == missing == 1 and lying:
            self._still = (*self._still, *lying)[-_MOST:]
        was_lifted = not fresh and missing > 0 and self._counted > len(lying)
        if was_lifted or (len(fresh) == missing == 1):
            left = [die for die in left if die not in lying]
        self.misses = missing > 0
        self.lying, self._lifted = lying, max(0, missing - len(fresh))
        self._last, self._counted = (*sure, *(die for die in lying if not die.sure)), len(left)
        self._camera_moved = self._camera_moved and not dice
        return left

    def _seen_again(
        self, dice: Sequence[DieReading], ways: Sequence[Way]
    ) -> Iterator[tuple[int, DieReading]]:
        """Yield the dice that lie as still ones lay, each with the number of that one from 0."""
        left = list(dice)
        for index, still in enumerate(self._still):
            places = [still.center, *led_to(still.center, ways)]
            alike = [die for die in left if die.value == still.value]
            there = [die for die in alike if any(dist(die.center, p) <= NEAR_PX for p in places)]
            if not there and self._camera_moved and len(alike) == 1:
                there = alike  # no other one shows that number
            if there:
                left.remove(there[0])
                yield index, there[0]


def _is_as_it_lay(die: DieReading, before: DieReading) -> bool:
    """Tell whether a die is seen where one lay, the same number up, be it not surely any more."""
    return die.value == before.value and dist(die.center, before.center) <= NEAR_PX

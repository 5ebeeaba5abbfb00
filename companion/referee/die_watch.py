"""The die: which number the mover rolled, as far as can be told from what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from vision.following.table_view import Point
from vision.reading import DieReading

MOVED_PX = 5.0
"""A die farther from where it lay was moved; less is noise of its reading."""


class DieWatch:
    """Follows the die from turn to turn.

    The die that lies there when the mover's tiles start to change is the mover's roll. A die that
    shows another number than after the last move, or lies elsewhere, was rolled since.

    Attributes
    ----------
    rolled
        The number that was rolled in this turn, tiles being untouched as far as was seen.
    held
        The mover's roll, once tiles have started to change or a person has said it.
    by_hand
        Whether a person said it.
    """

    def __init__(self) -> None:
        self.rolled: int | None = None
        self.held: int | None = None
        self.by_hand = False
        self._looked = False
        self._value: int | None = None
        self._center: Point | None = None
        self._shown: int | None = None
        self._current: int | None = None

    @property
    def current(self) -> int | None:
        """The number that the die shows now; None where none is seen for sure."""
        return self._current

    @property
    def has_next_roll(self) -> bool:
        """Whether the die shows another number than when this turn's roll was settled."""
        return None not in (self._shown, self._current) and self._current != self._shown

    def look(self, dice: Sequence[DieReading]) -> None:
        """Take in the dice of a settled table."""
        known = {die.value for die in dice if die.sure}
        self._current = known.pop() if len(known) == 1 else None
        if self._current is None:
            self._looked = self._looked or not dice
            return
        center = next(die.center for die in dice if die.sure)
        first_ever = not self._looked
        if not first_ever and self.held is None and self._was_rolled(center):
            self.rolled = self._current
        self._looked = True
        self._value, self._center = self._current, center
        if self.by_hand and self._shown is None:
            self._shown = self._current

    def camera_moved(self) -> None:
        """Forget where the die lay, since the picture is another one now."""
        self._center = None

    def tiles_changed(self, rolled_before: int | None, fits: bool) -> None:
        """Settle the roll, tiles having started to change.

        Parameters
        ----------
        rolled_before
            What had been rolled in this turn before the present look at the table.
        fits
            Whether the tiles make a whole legal move by that roll. Then a die that shows another
            number now is the next player's already.
        """
        if self.held is not None:
            return
        if rolled_before is not None and (fits or self._current is None):
            self.held = self._shown = rolled_before
        elif self._current is not None:
            self.held = self._shown = self._current

    def tiles_back(self) -> None:
        """Let go of the roll: the table is as before, so tiles have not started to change."""
        if not self.by_hand:
            self.held = self._shown = None

    def decide(self, value: int) -> None:
        """Take a person's word for the roll, whatever the die shows."""
        self.held, self.by_hand, self._shown = value, True, self._current

    def next_turn(self) -> None:
        """Begin the next player's turn; a number that is not this turn's was rolled for it."""
        self.rolled = self._current if self.has_next_roll else None
        self.held = self._shown = None
        self.by_hand = False

    def begin_again(self) -> None:
        """Begin a turn anew that was played already: nothing was rolled for it since."""
        self.rolled = self.held = self._shown = None
        self.by_hand = False

    def _was_rolled(self, center: Point) -> bool:
        if self._value != self._current:
            return True
        return self._center is not None and dist(center, self._center) > MOVED_PX

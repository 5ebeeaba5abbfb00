"""The die: which number the mover rolled, as far as can be told from what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from companion.referee.rolls import EVEN, Belief, RollKnown, belief_of
from companion.referee.turn_stories import DieSight
from vision.following.table_view import Point
from vision.reading import DieReading

MOVED_PX = 5.0
"""A die farther from where it lay was moved; less is noise of its reading."""

UNSURE_MOVED_PX = 15.0
"""The same for a die that was not read for sure, whose place is not sure either."""


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
    known
        How the mover's roll is known; None while it is not.
    sight
        What the last look shows of the die.
    belief
        How likely each roll of this turn is by a die that was read, but not for sure, before tiles
        were touched; None where there was none.
    together
        Whether the roll was first seen in one look with the mover's tiles.
    """

    def __init__(self) -> None:
        self.rolled: int | None = None
        self.held: int | None = None
        self.known: RollKnown | None = None
        self.sight = DieSight()
        self.belief: Belief | None = None
        self.together = False
        self._following: int | None = None
        self._place: Point | None = None
        self._read: int | None = None
        self._looked = False
        self._value: int | None = None
        self._center: Point | None = None
        self._shown: int | None = None
        self._current: int | None = None

    @property
    def by_hand(self) -> bool:
        """Whether a person said the roll."""
        return self.known is RollKnown.SAID

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
        self.sight = self._seen(dice)
        if self._current is None:
            self._looked = self._looked or not dice
            return
        center = next(die.center for die in dice if die.sure)
        first_ever = not self._looked
        thrown = self._was_rolled(center) or self.sight.moved
        if not first_ever and self.held is None and thrown:
            self.rolled = self._current
        self._looked = True
        self._value, self._center = self._current, center
        if self.by_hand and self._shown is None:
            self._shown = self._current

    def camera_moved(self) -> None:
        """Forget where the die lay, since the picture is another one now."""
        self._center = self._place = None

    def tiles_untouched(self) -> None:
        """Remember what was read of a die that is not sure, the mover's tiles being untouched."""
        if self.sight.value is None and self.sight.seen:
            belief = self.sight.belief
            if not self.sight.is_new:
                # it may be the last roll, which nobody has taken up yet
                belief = {roll: (weight + EVEN[roll]) / 2 for roll, weight in belief.items()}
            self.belief = belief

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
            self.known, self.together = RollKnown.SEEN, False
        elif self._current is not None:
            self.held = self._shown = self._current
            self.known, self.together = RollKnown.SEEN, rolled_before is None

    def tiles_back(self) -> None:
        """Let go of the roll: the table is as before, so tiles have not started to change."""
        if not self.by_hand:
            self.held = self._shown = self.known = None

    def decide(self, value: int) -> None:
        """Take a person's word for the roll, whatever the die shows."""
        self.held, self.known, self._shown = value, RollKnown.SAID, self._current

    def tell(self, value: int | None, known: RollKnown, following: int | None) -> None:
        """Settle the roll by what the tiles told, or by what was seen or said later.

        Parameters
        ----------
        value
            The roll; None where several allow the same.
        known
            How it is known.
        following
            What was rolled for the turn after this one, where that was seen for sure.
        """
        self.held, self.known, self._following = value, known, following

    def let_go(self) -> None:
        """Let go of a roll that does not explain the tiles."""
        self.held = self._shown = self.known = None
        self.together = False

    def shows_held(self) -> None:
        """Take note that the die shows the roll that is held; another number is the next one."""
        self._shown = self.held

    def next_turn(self) -> None:
        """Begin the next player's turn; a number that is not this turn's was rolled for it."""
        self.rolled = self._current if self.has_next_roll else self._following
        self._forget()

    def begin_again(self) -> None:
        """Begin a turn anew that was played already: nothing was rolled for it since."""
        self.rolled = None
        self._forget()

    def _forget(self) -> None:
        self.held = self._shown = self._following = self.known = self.belief = None
        self.together = False

    def _seen(self, dice: Sequence[DieReading]) -> DieSight:
        """Return what a look shows of the die, and whether it lies otherwise than it did."""
        counted = [die for die in dice if die.sure] or list(dice)
        if not counted:
            return DieSight()
        one = counted[0] if len({die.value for die in counted}) == 1 else None
        place = None if one is None else one.center
        read = one.value if one is not None and one.sure else None
        moved = None
        if place is not None and self._place is not None:
            both_sure = read is not None and self._read is not None
            limit = MOVED_PX if both_sure else UNSURE_MOVED_PX
            moved = dist(place, self._place) > limit or (both_sure and read != self._read)
        self._place, self._read = place or self._place, read if place else self._read
        return DieSight(read, belief_of(counted), moved, seen=True)

    def _was_rolled(self, center: Point) -> bool:
        if self._value != self._current:
            return True
        return self._center is not None and dist(center, self._center) > MOVED_PX

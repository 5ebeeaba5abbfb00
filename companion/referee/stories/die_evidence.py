"""What one look says of the die: how likely it is by what was thrown, and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import dist

from companion.referee.rolls import EVEN, Belief, belief_of
from companion.referee.stories import weights
from companion.referee.stories.still_dice import StillDice
from companion.referee.stories.way import NEAR_PX, Way, led_to
from rules.palagonia.judging import DIE
from vision.following.table_view import Point
from vision.reading import DieReading

MOVED_PX = 5.0
"""A die farther from where it lay was moved; less is noise of its reading."""

NUDGED_PX = 50.0
"""A die that was moved no farther, the same number up, may have been pushed: a width or two."""

_FALLS_FAR = 4
"""So many throws that fell farther off show that in this game they do."""

_FAR_FOR_EACH_NEAR = 8
"""The same where for each that fell near so many fell farther off."""

_MOST_MARKS = 60
"""So many marks of the table are remembered."""

_UNSEEN: tuple[Point | None, tuple[Point, int] | None] = (None, None)


@dataclass(frozen=True)
class DieSight:
    """What one look shows of the die.

    Attributes
    ----------
    value
        The number that was read for sure; None where there is none.
    belief
        How likely each roll is by what was read.
    moved
        Whether it lies elsewhere, or shows another number, than when it was last seen; None where
        that cannot be told.
    nudged
        Whether it was moved by no more than hands push a die, and is surely the same number up, in
        a game in which dice that are thrown fall farther off.
    seen
        Whether any die was read, for sure or not.
    was_seen
        Whether one was in the look before.
    unseen_looks
        In how many looks before this one none was seen, counted since one was.
    in_view
        Whether any was seen in this game.
    camera_moved
        Whether the camera was moved since the look before.
    first
        Whether it is the first look at the game.
    otherwise
        Whether it is read otherwise than in the look before, or is sure now.
    since
        Whether the last turn, which no look fell after, was rolled for since the look before.
    stayed
        Whether it was seen to lie as it does all the time since then.
    unwatched
        Whether a turn may have been over before the first look, how it came there being unseen.
    beside
        What another die shows that lies as it lay, where one is new beside it; None where none is.
    """

    value: int | None = None
    belief: Belief = field(default_factory=lambda: EVEN)
    moved: bool | None = None
    nudged: bool = False
    seen: bool = False
    was_seen: bool = False
    unseen_looks: int = 0
    in_view: bool = False
    camera_moved: bool = False
    first: bool = False
    otherwise: bool = False
    since: bool = False
    stayed: bool = False
    unwatched: bool = False
    beside: int | None = None

    @property
    def is_new(self) -> bool:
        """Whether it may have been thrown since the last look: it is seen, and not as it lay."""
        return self.seen and self.moved is not False

    @property
    def is_gone(self) -> bool:
        """Whether it was seen at the last look and is not any more."""
        return self.was_seen and not self.seen

    def again(self) -> DieSight:
        """Return what another look shows at which nothing was thrown since."""
        return replace(
            self,
            moved=False if self.seen else None,
            nudged=False,
            was_seen=self.seen,
            unseen_looks=0 if self.seen else self.unseen_looks + 1,
            first=False,
            otherwise=False,
            beside=None,
        )

    def thrown(self) -> Mapping[int, float]:
        """Return how likely this look is by each number, the die having been thrown before it."""
        if not self.seen:
            out_of_sight = weights.NOT_READ if self.was_seen else weights.STILL_NOT_READ
            return dict.fromkeys(DIE, out_of_sight if self.in_view else 1.0)
        elsewhere = weights.THROWN_ELSEWHERE
        place = {True: elsewhere, False: 1 - elsewhere, None: 1.0}[self.moved]
        if self.nudged:
            place *= weights.THROWN_NEAR
        if self.stayed:
            place = weights.THROWN_UNSEEN
        if self.first:
            place = weights.THROWN_UNWATCHED if self.unwatched else weights.THROWN_BEFORE
        return {roll: place * p for roll, p in self._read().items()}

    def lying(self) -> Mapping[int, float]:
        """Return how likely this look is by each number that lies there, nobody having thrown.

        Where the last turn was rolled for since the look before, nobody has thrown after that.
        """
        if self.since:
            return self.thrown()
        if not self.seen:
            vanished = weights.NOT_READ if self.camera_moved else weights.VANISHED  # read anew
            chance = vanished if self.was_seen else 1.0
            return dict.fromkeys(DIE, chance)
        if self.moved is False:
            read = self._read() if self.otherwise else dict.fromkeys(DIE, 1.0)
            return {roll: (1 - weights.NUDGED) * p for roll, p in read.items()}
        often = weights.CAME_IN_SIGHT if self.moved is None else weights.PUSHED
        if self.nudged:
            often = weights.NUDGED
        if self.camera_moved or self.first:
            often = 1.0
        read = self._read()
        return {roll: often * read[roll] for roll in DIE}

    def found(self) -> Mapping[int, float]:
        """Return how likely this look is by each number, the die having been thrown and not read.

        Where it lay then nobody knows. A camera that was moved reads it anew.
        """
        if self.was_seen or not self.seen or self.camera_moved:
            return self.lying()
        return {roll: weights.READ_LATER * p for roll, p in self._read().items()}

    def _read(self) -> Mapping[int, float]:
        """Return how likely it is read as it was, by each number."""
        if self.value is None:
            total = sum(self.belief.values())
            return {roll: weights.READ_UNSURELY * self.belief[roll] / total for roll in DIE}
        wrong = weights.READ_WRONGLY
        return {r: weights.READ_SURELY if r == self.value else wrong for r in DIE}


class DieTracker:
    """Follows where the die lies from look to look."""

    def __init__(self) -> None:
        self.sight = DieSight()
        self._place: Point | None = None
        self._surely: tuple[Point, int] | None = None
        self._lay = _UNSEEN
        self._in_view = False
        self._camera_moved = self._bumped = False
        self._looked = False
        self._still = StillDice()
        self._marks: tuple[Point, ...] = ()
        self._learns = True
        self._fell_near = self._fell_far = 0

    @property
    def shown(self) -> int | None:
        """The number that the die shows now; None where none is seen for sure."""
        return self.sight.value

    def camera_moved(self) -> None:
        """Forget where the die lay, since the picture is another one now; a way may tell it."""
        self._lay = (self._place, self._surely) if self._place is not None else self._lay
        self._place, self._surely, self._camera_moved, self._bumped = None, None, True, True
        self._learns, self._marks = self._learns or bool(self._marks), ()
        self._still.camera_moved()

    def look(
        self,
        dice: Sequence[DieReading],
        *,
        handled: bool = True,
        stayed: bool = False,
        ways: Sequence[Way] = (),
        unwatched: float = 0.0,
    ) -> DieSight:
        """Take in the dice of a settled table and say what that shows.

        ``handled`` tells whether a hand may have been there since the last look, ``stayed`` whether
        all dice were seen to lie there just as they do all the time since then. ``ways`` are those
        in which all that lay still may have gone in the picture. Of the first look ``unwatched``
        tells for how many seconds before it nobody can have seen how they came to lie there.
        """
        first, self._looked = not self._looked, True
        learns, self._learns = self._learns or not handled, False
        others = self._still.others(dice, ways)
        unsure = [die for die in others if not self._is_mark(die, learns=learns)]
        counted = self._counted([die for die in others if die.sure], unsure)
        self._go_along(counted, ways)
        was_seen, moved_camera = self.sight.seen, self._camera_moved
        unseen_looks = 0 if was_seen else self.sight.unseen_looks + 1
        bumped, self._bumped = self._bumped, False
        if not counted:
            self.sight = DieSight(
                was_seen=was_seen,
                unseen_looks=unseen_looks,
                in_view=self._in_view,
                camera_moved=bumped,
                first=first,
            )
            return self.sight
        one = self._one_of(counted)
        place = None if one is None else one.center
        read = one.value if one is not None and one.sure else None
        lay_unsurely = read is not None and self._place is None and self._is_at_mark(place)
        if lay_unsurely:
            self._place = place
            self._marks = tuple(mark for mark in self._marks if not _is_near(place, mark))
        moved, belief = self._moved(place, read), self._belief(counted)
        if one is None and all(die in self._still.lying for die in counted):
            moved = False  # which of them was thrown last is not known, but none of them since
        nudged = moved is True and self._is_nudged(place, read)
        self._place = place or self._place
        if place is not None and read is not None:
            self._surely = place, read
        elif moved or (self._surely is not None and _guess(belief) != self._surely[1]):
            self._surely = None  # that was another throw
        self._in_view, self._camera_moved = True, False
        otherwise = lay_unsurely or (
            was_seen and (read, _guess(belief)) != (self.sight.value, _guess(self.sight.belief))
        )
        self.sight = DieSight(
            read,
            belief,
            moved,
            nudged,
            seen=True,
            was_seen=was_seen,
            unseen_looks=unseen_looks,
            in_view=True,
            camera_moved=moved_camera,
            first=first,
            otherwise=otherwise,
            stayed=stayed and moved is False,
            unwatched=first and unwatched >= weights.LEAST_OF_A_TURN_S,
            beside=self._beside(counted),
        )
        return self.sight

    def _beside(self, dice: Sequence[DieReading]) -> int | None:
        """Return what a die shows that lies as it lay, a new one lying beside it."""
        lying = [die for die in dice if die in self._still.lying]
        are_alone = len(lying) != 1 or len(dice) == 1 or not lying[0].sure
        return None if are_alone else lying[0].value

    def _counted(
        self, sure: Sequence[DieReading], unsure: Sequence[DieReading]
    ) -> Sequence[DieReading]:
        """Return the dice that may be the one that was thrown: the sure ones, if there are any.

        Where these lie as they lay, and one that lay beside them does no more, it was that one.
        """
        if self._still.misses and all(die in self._still.lying for die in sure):
            return [*sure, *unsure]
        return sure or unsure

    def _one_of(self, dice: Sequence[DieReading]) -> DieReading | None:
        """Return the die that was thrown, if anybody knows: of some alike one that lies elsewhere.

        None where they show several numbers.
        """
        if len({die.value for die in dice}) > 1:
            return None
        return next((die for die in dice if not _is_near(self._place, die.center)), dice[0])

    def _belief(self, dice: Sequence[DieReading]) -> Belief:
        """Return how likely each number was thrown last, by some dice, 0..1 in all."""
        lying = [die for die in dice if die in self._still.lying]
        fresh = [die for die in dice if die not in lying]
        if not (lying and fresh):
            return belief_of(dice)
        elsewhere, there = belief_of(fresh), belief_of(lying)
        often = weights.THROWN_ELSEWHERE
        return {roll: often * elsewhere[roll] + (1 - often) * there[roll] for roll in DIE}

    def _go_along(self, dice: Sequence[DieReading], ways: Sequence[Way]) -> None:
        """Take a die that is seen where the picture's way leads for one that lay still.

        Where none is, the picture may have stayed, and the tiles alone were pushed. Far from a few
        tiles they tell the way no better than where an unsure die lies.
        """
        lay, self._lay = self._lay if self._place is None else (self._place, self._surely), _UNSEEN
        place, surely = lay
        spots = led_to(place, ways) if place is not None else []
        there = [d.center for d in dice if any(_is_near(d.center, spot) for spot in spots)]
        if there:
            self._place = there[0]
            self._surely = None if surely is None else (there[0], surely[1])

    def _is_mark(self, die: DieReading, *, learns: bool) -> bool:
        """Tell whether what is taken for a die, but not surely, is a mark of the table.

        A die comes to lie where it lies by a hand. What was there before the first one, or shows
        itself though no hand has been there, is no die; nor is it later on.
        """
        if die.sure:
            return False
        if self._is_at_mark(die.center):
            return True
        if learns and not _is_near(self._place, die.center):
            self._marks = (*self._marks, die.center)[-_MOST_MARKS:]
            return True
        return False

    def _is_at_mark(self, place: Point | None) -> bool:
        return any(_is_near(place, mark) for mark in self._marks)

    def _moved(self, place: Point | None, read: int | None) -> bool | None:
        if place is None or self._place is None:
            return None
        if read is not None and self._surely is not None:
            lay_at, showed = self._surely
            return dist(place, lay_at) > MOVED_PX or read != showed
        return not _is_near(place, self._place)

    def _is_nudged(self, place: Point | None, read: int | None) -> bool:
        """Tell whether a die that was moved may have been pushed, where it was read surely.

        Some throw it into a tray, or put it down with the number that fell; there it may be a roll.
        """
        if place is None or read is None or self._surely is None:
            return False
        lay_at, showed = self._surely
        is_near = dist(place, lay_at) <= NUDGED_PX
        if read != showed:
            self._fell_near, self._fell_far = (
                self._fell_near + is_near,
                self._fell_far + (not is_near),
            )
            return False
        falls_far = self._fell_far >= max(_FALLS_FAR, _FAR_FOR_EACH_NEAR * self._fell_near)
        return is_near and falls_far


def _is_near(place: Point | None, other: Point) -> bool:
    """Tell whether a die that was read here, not for sure, may be one that was read there."""
    return place is not None and dist(place, other) <= NEAR_PX


def _guess(belief: Belief) -> int:
    return max(belief, key=lambda roll: belief[roll])

"""The mover's roll: by the die where it was seen for sure, else by what the tiles tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.referee.die_watch import DieWatch
from companion.referee.rolls import EVEN, Belief, RollKnown, onehot, rolls_that_fit
from companion.referee.turn_stories import AHEAD, DieSight, TurnStories
from rules import Board, Stage
from vision.reading import DieReading

WORTH_ASKING = 0.2
"""The roll is asked for when a turn is so likely to be over, and less than what is announced."""


@dataclass(frozen=True)
class ToldTurn:
    """A turn that is over by what the tiles and the die told.

    Attributes
    ----------
    after
        The board after it.
    roll
        Its roll; None where several allow the same and none was seen.
    fitting
        A roll that allows it.
    known
        How the roll is known.
    following
        What was rolled for the next turn, where that was seen for sure.
    rest
        What is known of the turns after it, where tiles of those were touched.
    """

    after: Board
    roll: int | None
    fitting: int
    known: RollKnown
    following: int | None
    rest: TurnStories | None


class RollWatch:
    """Follows the die and the tiles of a game of Palagonia from turn to turn.

    Attributes
    ----------
    dice
        What is known of the die.
    stories
        What may have happened since the last move, while the roll is not known for sure.
    explained
        Whether these explain what lies on the table.
    """

    def __init__(self, pool: int, start: Board) -> None:
        self.dice = DieWatch()
        self.stories: TurnStories | None = None
        self.explained = True
        self._pool = pool
        self._laid = start
        self._hands = 0
        self._idle = False
        self._die_seen = False
        self._hands_told = False
        self._rolls_in_view = False
        self._said_next: int | None = None
        self._fresh = False
        self._rolled_before: int | None = None
        self._belief_before: Belief | None = None

    def hands_gone(self) -> None:
        """Take note that a hand came and went."""
        self._hands += 1
        self._hands_told = True

    def look(self, dice: Sequence[DieReading]) -> None:
        """Take in the dice of a settled table; `follow` takes in its tiles."""
        self._rolled_before, self._belief_before = self.dice.rolled, self.dice.belief
        self.dice.look(dice)
        self._fresh = True

    def roll(self, *, ended: bool) -> int | None:
        """Return the mover's roll: settled, or rolled with no tile touched yet."""
        if self.dice.held is not None or self.stories is not None:
            return self.dice.held
        return self.dice.rolled or (self.dice.current if ended else None)

    def unsure_roll_passed(self) -> int | None:
        """Return the likely roll of a die not read for sure that was rolled anew since, untouched.

        None where the die lies as it lay, or the roll is not likely enough to be told.
        """
        belief = self._belief_before
        if not self._fresh or self._rolled_before or belief is None or not self.dice.sight.moved:
            return None
        roll = max(belief, key=lambda value: belief[value])
        return roll if belief[roll] >= AHEAD else None

    def follow(self, base: Board, now: Board) -> None:
        """Settle the mover's roll when tiles start to change; let go of it when they are back.

        ``base`` and ``now`` are the boards after the last move and on the table.
        """
        sight = self.dice.sight if self._fresh else DieSight()
        hand = self._hand(now, sight)
        at_rest = self.stories is None and self.dice.held is None
        self._rolls_in_view = self._rolls_in_view or sight.seen or (hand and at_rest)
        if now == base:
            self.dice.tiles_back()
            self.stories, self.explained = None, True
            if self._fresh:
                self.dice.tiles_untouched()
        elif self.dice.held is None:
            if self.stories is None:
                self._begin(base, now, sight)
            else:
                self._go_on(now, sight, hand)
        self._fresh = False

    def told(self, *, ended: bool) -> ToldTurn | None:
        """Return the first turn that is over, if one story is far ahead."""
        if self.stories is None or not self.explained:
            return None
        ended = ended or self._said_next is not None
        likeliest = self.stories.likeliest(ended=ended)
        if likeliest is None or not self.stories.is_far_ahead(likeliest):
            return None
        known = RollKnown.SEEN if likeliest.seen else RollKnown.INFERRED
        known = RollKnown.SAID if self.stories.said else known
        rest = self.stories.settled(likeliest.after)
        thrown = self.dice.rolled if self.dice.sight.is_new and not likeliest.seen else None
        following = None if rest else thrown
        roll, fitting = likeliest.roll, likeliest.rolls[0]
        return ToldTurn(likeliest.after, roll, fitting, known, following, rest)

    @property
    def is_worth_asking(self) -> bool:
        """Whether a turn may be over, but by no story that is far ahead."""
        if self.stories is None or not self.explained:
            return False
        likeliest = self.stories.likeliest()
        return likeliest is not None and likeliest.over >= WORTH_ASKING

    def may_be_two_turns(self, base: Board, now: Board) -> bool:
        """Tell whether what no roll that was seen allows may be two turns, and go on so if it is.

        That is where the roll was first seen with the tiles, or the next roll was seen by now.
        """
        held, shown = self.dice.held, self.dice.current
        if held is None or self.dice.by_hand:
            return False
        if self.dice.has_next_roll and shown is not None:
            first, second = onehot(held), shown
        elif self.dice.together:
            first, second = EVEN, held
        else:
            return False
        return self._begin_stories(base, now, first, _rolled(second))

    def decide(self, value: int) -> None:
        """Take a person's word for the mover's roll, of the turn that is asked about."""
        stories = self.stories
        if stories is not None and stories.say(value) and stories.has_ended_turns:
            return
        if stories is not None and not stories.said and stories.is_far_ahead_if_ended:
            # it does not go with the tiles that lie there, so it is the next player's
            self._said_next = value
            return
        self.stories, self.explained = None, True
        self.dice.decide(value)

    def next_turn(self, rest: TurnStories | None) -> None:
        """Begin the next player's turn with what is known of it."""
        self.dice.next_turn()
        self.stories, self.explained = rest, True
        if rest is not None:
            self._take_fact()
        value, self._said_next = self._said_next, None
        if value is not None:
            self.stories = None
            self.dice.decide(value)

    def begin_again(self) -> None:
        """Begin a turn anew that was played already."""
        self.stories, self.explained = None, True
        self.dice.begin_again()

    def _begin(self, base: Board, now: Board, sight: DieSight) -> None:
        """Hold the roll that was seen for sure; without one, begin to tell stories."""
        dice, shown = self.dice, self.dice.current
        fits = rolls_that_fit(base, now, self._left(base))
        whole = [roll for roll, one in fits.items() if one.stage is Stage.COMPLETE]
        rolled = self._rolled_before if self._fresh else dice.rolled
        if rolled is not None:
            neither = shown is not None and not fits.keys() & {rolled, shown}
            if neither and sight.is_new and self._begin_stories(base, now, onehot(rolled), sight):
                return
            belongs = rolled in whole or (rolled in fits and shown not in fits)
            dice.tiles_changed(rolled, belongs)
        elif shown is None:
            self._begin_stories(base, now, dice.belief or _belief(sight), DieSight(), force=True)
        elif dice.belief is not None and sight.is_new:
            self._begin_stories(base, now, dice.belief, sight, force=True)
        elif sight.is_new and shown not in fits and len(whole) == 1:
            self.stories, self.explained = TurnStories(self._pool, base), True
            self.stories.contest(now, whole[0], shown)
        else:
            dice.tiles_changed(None, False)

    def _begin_stories(
        self, base: Board, now: Board, belief: Belief | None, sight: DieSight, force: bool = False
    ) -> bool:
        seen = belief is not None and max(belief.values()) == 1.0
        stories = TurnStories(self._pool, base, belief, seen=seen)
        explained = stories.look(now, sight, hand=False, rolls_in_view=self._rolls_in_view)
        if explained or force:
            self.stories, self.explained = stories, explained
            self.dice.let_go()
            self._take_fact()
        return explained

    def _go_on(self, now: Board, sight: DieSight, hand: bool) -> None:
        assert self.stories is not None
        in_view = self._rolls_in_view
        self.explained = self.stories.look(now, sight, hand=hand, rolls_in_view=in_view)
        if self.explained:
            self._take_fact()
        elif sight.value is not None and not self.stories.has_ended_turns:
            # the die was read for sure, and no story has another roll
            self.stories, self.explained = None, True
            self.dice.tiles_changed(None, False)

    def _take_fact(self) -> None:
        """Hold the roll where the stories have come down to one that was read for sure."""
        stories = self.stories
        if stories is None or stories.said:
            return
        if stories.is_untouched:
            self.dice.rolled = stories.fact
            self.dice.belief = None if stories.fact else stories.belief
            self.stories = None
        elif stories.fact is not None:
            self.dice.tell(stories.fact, RollKnown.SEEN, None)
            self.dice.shows_held()
            self.stories = None

    def _hand(self, now: Board, sight: DieSight) -> bool:
        """Tell whether a hand came and went and left the tiles as they were."""
        if now != self._laid:
            hand = self._idle or self._hands > 1
            self._laid, self._hands, self._idle = now, 0, False
        else:
            vanished = self._fresh and self._die_seen and not (sight.seen or self._hands_told)
            self._idle = hand = self._idle or self._hands > 0 or vanished
        if self._fresh:
            self._die_seen = sight.seen
        return hand

    def _left(self, board: Board) -> int:
        return max(0, self._pool - len(board))


def _rolled(value: int) -> DieSight:
    return DieSight(value, onehot(value), moved=True, seen=True)


def _belief(sight: DieSight) -> Belief | None:
    return sight.belief if sight.seen else None

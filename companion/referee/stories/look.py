"""What one look says beside the tiles: the die, and the hands before it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.referee.doubt import changed_cells
from companion.referee.sightline import Hidden
from companion.referee.stories import weights
from companion.referee.stories.die_evidence import DieSight
from rules import Cell, Move

_MOST_IDLE = 2
"""More hands that do nothing say no more than so many."""


@dataclass(frozen=True)
class Look:
    """What a look says beside the tiles.

    Attributes
    ----------
    sight
        The die.
    hidden
        When the table could not be seen since the last look.
    number
        The number of the look.
    stirred
        Whether other tiles are seen than in the look before, for sure or not.
    beside
        Whether tiles that lie beside the board, as those that somebody tries out, came or went.
    came_beside
        Whether more of them lie there now.
    doubtful
        The cells that are not seen for sure: a hand may hold a tile over them.
    concealed
        The cells beside a tile that are hidden by themselves since this look: a tile that was
        touched there may not be made out.
    """

    sight: DieSight
    hidden: Hidden = field(default_factory=Hidden)
    number: int = 0
    stirred: bool = False
    beside: bool = False
    came_beside: bool = False
    doubtful: frozenset[Cell] = frozenset()
    concealed: frozenset[Cell] = frozenset()

    def again(self) -> Look:
        """Return the same look taken once more, nothing having happened since."""
        return Look(self.sight.again(), number=self.number)

    @property
    def hands(self) -> int:
        """How many hands came and went; what all but the last one did was not seen."""
        return self.hidden.hands

    @property
    def is_of_same_hand(self) -> bool:
        """Whether the only hand that came is mostly the one still that had gone before it."""
        return self.hidden.at_once and self.hands == 1 and not self.sight.is_new

    def bears_out(self, turn: Move, done: Move) -> bool:
        """Tell whether a part of what was done may have been laid before the rest of it.

        It was not where a look under hands showed a tile of the rest, and none where one of this
        turn lies now.
        """
        first = {tile.cell for tile in turn.placed}
        rest = {tile.cell for tile in done.placed} - first
        return not any(g.lay & rest and g.bare & first for g in self.hidden.glimpses)

    @property
    def hides_a_roll(self) -> bool:
        """Whether a hand came and went unseen that may have thrown a die that was not read."""
        return self.hands > 1 and not self.sight.was_seen

    @property
    def takes_a_die(self) -> bool:
        """Whether a hand that came and went may have taken up the die that lay there."""
        seen = self.sight.is_gone and not self.sight.camera_moved
        return seen and self.hands > 0 and not self.hidden.said

    @property
    def was_hidden_for_long(self) -> bool:
        """Whether the table was hidden for so long that several turns may have been made."""
        seconds = self.hidden.lately if self._rolling is None else self._rolling
        return seconds >= weights.HIDDEN_S * max(1.0, self.hidden.usual)

    @property
    def _rolling(self) -> float | None:
        """For how many seconds the die that lies there may have been thrown after a missed turn.

        None where nobody knows, and where that die was not thrown since the look before.
        """
        return self.hidden.rolling if self.sight.is_new else None

    def _may_take(self, *, rolled: bool) -> float | None:
        """Return how many seconds a missed turn may have taken, by the die that was thrown after.

        Where it was ``rolled`` for since the look before, that throw fell into that time as well.
        None where nobody knows.
        """
        return self.hidden.throwing if rolled and self.sight.is_new else self._rolling

    def after_one(self) -> Look:
        """Return what is left to explain when what the first hand did is known."""
        return replace(self, hidden=self.hidden.after_one())

    def of_the_last_hand(self) -> Look:
        """Return what is left to explain when tiles were laid: they came with the last hand.

        Those before it had left all as it was.
        """
        return replace(self, hidden=replace(self.hidden, hands=min(1, self.hidden.hands)))

    def idle_before(self, turn: Move, *, thrown: bool) -> float:
        """Return how often so many hands come before the one that lays a turn's tiles, or pass.

        One of them may have thrown the die, if it was not ``thrown`` before.
        """
        if turn.is_pass:
            return 1.0
        return float(weights.IDLE_HAND ** min(_MOST_IDLE, max(0, self.hands - 1 - (not thrown))))

    def unhindered(self) -> Look:
        """Return a look before which any turn may have been missed."""
        long, glimpses = weights.VERY_LONG_S, self.hidden.glimpses
        return replace(self, hidden=Hidden(seconds=long, lately=long, glimpses=glimpses))

    def after_a_throw(self) -> Look:
        """Return the look where a turn is over that was rolled for since the one before."""
        return replace(self, sight=replace(self.sight, since=True))

    def idle(self, *, moved: bool) -> int:
        """Return how many hands came and went that left the table and the camera as they were."""
        useful = (moved or self.stirred or self.beside) + self.sight.camera_moved
        return min(_MOST_IDLE, max(0, self.hands - useful))

    def rolled_and_laid(self, touched: int) -> float:
        """Return how often a roll and the tiles of a turn, so many, are seen in one look.

        Where the table was hidden for long both were done meanwhile.
        """
        share = min(1.0, self._beyond_laying(touched, since_seen=True) / weights.HIDDEN_S)
        return float(weights.ROLLED_AND_LAID ** (1 - share))

    def missed(self, turn: Move, *, another: bool, touched: int, rolled: bool = False) -> float:
        """Return the odds that a turn was over that nobody saw end.

        Parameters
        ----------
        turn
            The turn.
        another
            Whether the look missed one that was before it, too.
        touched
            How many cells were changed since the last look, by this turn and later ones.
        rolled
            Whether the die was thrown for it since the last look, too.
        """
        within = self._may_take(rolled=rolled)
        if within is not None:  # the rest came after the throw, and took its time
            mine = min(touched, len(changed_cells(turn)))
            rest = weights.LAYING_S * max(1.0, self.hidden.usual) * (touched - mine)
            within, touched = min(within, max(0.0, self.hidden.lately - rest)), mine
        seconds = self._beyond_laying(touched, since_seen=not turn.is_pass, within=within)
        seldom = 0.0 if self.hidden.said else weights.SELDOM_MISSED
        if self.hands and not turn.is_pass:
            seldom *= self.hidden.haste**2  # the next hand comes before the table is looked at
        share = max(min(1.0, (seconds / weights.HIDDEN_S) ** weights.SHORT_RARER), seldom)
        often = weights.MISSED * share
        if another:
            often *= self.hidden.haste  # of turns that are as short several fit into that time
            beyond = min(seconds - weights.VERY_LONG_S, weights.VERY_LONG_S)
            often += weights.ANOTHER_A_SECOND * max(0.0, beyond)
            if turn.is_pass:  # it takes no time but to roll
                long = min(seconds, weights.VERY_LONG_S) - weights.PASSED_TOO_S
                often += weights.PASSED_TOO_A_SECOND * max(0.0, long)
        elif seconds >= weights.HIDDEN_S and turn.is_pass and touched:
            long = min(seconds, 2 * weights.VERY_LONG_S)  # who lays tiles hides it for long, too
            often = weights.MISSED_A_SECOND * long * long / weights.VERY_LONG_S
        elif seconds >= weights.HIDDEN_S and not touched:
            fast, slow = (_odds_of_a_pass(s) for s in (seconds, seconds / self.hidden.perhaps))
            perhaps = weights.PERHAPS_FAST if self.hidden.perhaps > 1 else 1.0
            often = perhaps * fast + (1 - perhaps) * slow
        elif seconds >= weights.HIDDEN_S:
            often = weights.MISSED_A_SECOND * min(seconds, weights.VERY_LONG_S)
        hides_a_pass = turn.is_pass and self.hides_a_roll and self.hidden.visits > 1
        return max(often, weights.STILL_NOT_READ) if hides_a_pass else often

    def _beyond_laying(
        self, touched: int, *, since_seen: bool, within: float | None = None
    ) -> float:
        """Return for how many seconds the table was hidden for longer than such a move takes.

        Where it is known in how many seconds it was made, these count.
        """
        hidden = self.hidden.lately if since_seen else self.hidden.seconds
        hidden = hidden if within is None else within
        pace = max(1.0, self.hidden.usual)
        return max(0.0, hidden / pace - weights.LAYING_S * (1 + touched))


def _odds_of_a_pass(seconds: float) -> float:
    """Return the odds that a pass was missed while no tile was laid, by how long it was hidden."""
    often = weights.MISSED_A_SECOND * min(seconds, weights.VERY_LONG_S) * weights.FOR_NO_TILE
    share = seconds / weights.HIDDEN_S
    rarer = weights.SOON_RARER if share > 1 else weights.SHORT_RARER
    return float(min(often, weights.MISSED * share**rarer))

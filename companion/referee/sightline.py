"""Whether the table can be seen: hands over it, a board that was lost, a computer too slow."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf
from statistics import median

from companion.referee.tempo import Tempo
from rules import Board
from vision.following.table_view import (
    CameraMoved,
    FilmOver,
    Glimpse,
    HandsGone,
    HandsIn,
    Lost,
    Reach,
    Settled,
    Sighting,
    TooSlow,
)

_REMEMBERED = 30
"""Of so many times at which the table was hidden it is known how long they were."""

_SAME_PLAYER_S = 1.5
"""A hand that comes so soon after one has gone is the same player's: it took the die, and throws,
or it threw, and lays. Nobody has passed in between."""

_ONE_HAND_S, _MOMENT_S = 0.15, 0.5
"""Of two hands of which the second comes so soon after the first one has gone, and one hides the
table for the second number at most, that one is a part of the other: a shadow that comes before it,
or a sleeve that goes after it. Most of such a moment the table was only waited for to keep still:
nobody throws a die in it. Where a turn is played each three seconds, a throw is seen as short, but
0.2 s lie between it and the hand that lays."""

_AT_ONCE_S = 0.3
"""A hand that comes so soon after one has gone is mostly that one still. Of 229 such hands in drawn
films 29 were the next player's, of 183 that came up to 0.6 s after one 43."""

_AT_FIRST = (1.0,) * 5
"""How many seconds hands are thought to hide the table before a game has shown it."""


@dataclass(frozen=True)
class Hidden:
    """When the table could not be seen since the last look.

    Attributes
    ----------
    hands
        How many hands came and went; what moved for a moment right before one, or after, is a part
        of it.
    seconds
        For how many seconds it was hidden, the longest time.
    lately
        The same since the table was last seen, as it lay before.
    usual
        For how many seconds it mostly is in this game.
    haste
        How many times faster than unhurried play the game is.
    perhaps
        How many times longer ``lately`` counts since the game may be faster than that.
    rolling
        For how many seconds of ``lately``, the first ones, the die that lies there now may have
        been thrown: later it was seen to lie as it does. None where nobody knows.
    throwing
        The same from when the die of the look before was seen last to lie as it did: whatever was
        thrown more than once since was thrown in that time.
    stayed
        Whether the die was seen to lie as it does since before anything hid the table first.
    rolls
        What was seen to be rolled meanwhile, before the die that lies there now.
    glimpses
        What was seen meanwhile of the tiles that are new.
    said
        Whether people say what lies there, who miss nothing.
    since
        So many seconds after the look before, at most, the die came to lie as it does now; infinite
        where nobody knows.
    back
        How many of the hands came right after one had gone.
    follows
        Whether the first of them came right after the one before the look before had gone.
    at_once
        Whether it came so soon that it mostly is that hand still.
    rested
        Where the look before was the first to show what a hand had done: for how long no other one
        came since that went, as a share of the time for which hands mostly hide the table, or of
        twice the time for which it mostly lies open, if that is longer. None where it was not.
    came
        The hands, one after the other.
    """

    hands: int = 0
    seconds: float = 0.0
    usual: float = 0.0
    lately: float = 0.0
    haste: float = 1.0
    perhaps: float = 1.0
    rolling: float | None = None
    throwing: float | None = None
    stayed: bool = False
    rolls: tuple[int, ...] = ()
    glimpses: tuple[Glimpse, ...] = ()
    reaches: tuple[Reach, ...] = ()
    said: bool = False
    since: float = inf
    back: int = 0
    follows: bool = False
    at_once: bool = False
    rested: float | None = None
    came: tuple[HandsGone, ...] = field(default=(), compare=False)

    @property
    def visits(self) -> int:
        """How many hands came, those that came right after one had gone counting as that one."""
        return max(min(1, self.hands), self.hands - self.back)

    @property
    def handled(self) -> bool:
        """Whether a hand may have been over the table."""
        return self.hands > 0 or self.seconds > 0

    def after_one(self) -> Hidden:
        """Return what is left when what the first hand did is known."""
        return replace(self, hands=max(0, self.hands - 1))

    def counted(self, tempo: Tempo) -> Hidden:
        """Return the same, the time that it was hidden being counted as that of unhurried play."""
        rolling = None if self.rolling is None else tempo.unhurried(self.rolling)
        throwing = None if self.throwing is None else tempo.unhurried(self.throwing)
        return replace(
            self,
            seconds=tempo.unhurried(self.seconds),
            lately=tempo.unhurried(self.lately),
            haste=tempo.haste,
            perhaps=tempo.perhaps(self.lately),
            rolling=rolling,
            throwing=throwing,
        )

    def at_most(self, most: float) -> Hidden:
        """Return the same, the table having been hidden for so many seconds at most that count."""
        return replace(
            self,
            seconds=min(most, self.seconds),
            lately=min(most, self.lately),
            rolling=None if self.rolling is None else min(most, self.rolling),
            throwing=None if self.throwing is None else min(most, self.throwing),
        )

    def in_all(self) -> Hidden:
        """Return the same where the table lay as before in between, though a turn was over."""
        return replace(self, lately=self.seconds, rolling=None, throwing=None)


class Sightline:
    """Follows what keeps the table from being seen.

    Attributes
    ----------
    has_hands
        Whether something hangs over the table.
    is_blind
        Whether the board cannot be found in the picture.
    is_slow
        Whether the computer cannot keep up.
    """

    def __init__(self) -> None:
        self.has_hands = self.is_blind = self.is_slow = False
        self._since: float | None = None
        self._first_hidden: float | None = None
        self._t, self._looked_at = 0.0, -inf
        self._lengths = deque(_AT_FIRST, maxlen=_REMEMBERED)
        self._usual = median(_AT_FIRST)
        self._hands, self._longest, self._lately = 0, 0.0, 0.0
        self._lain: float | None = None
        self._left: float | None = None
        self._rolls: tuple[int, ...] = ()
        self._glimpses: tuple[Glimpse, ...] = ()
        self._reaches: tuple[Reach, ...] = ()
        self._seen = self._said = self._is_back = False
        self._back, self._gone_at = 0, -inf
        self._follows = self._at_once = False
        self._came: list[HandsGone] = []
        self._told_as: list[int | None] = []
        self._came_at, self._lasted, self._is_at_once = -inf, 0.0, False
        self._board: Board | None = None
        self._did_at: float | None = None
        self._rest: float | None = None
        self._rests: deque[float] = deque(maxlen=_REMEMBERED)

    @property
    def is_hidden(self) -> bool:
        """Whether the table cannot be seen now, so that it may have changed since it was."""
        return self.has_hands or self.is_blind

    def follow(self, sighting: Sighting, t: float) -> None:
        """Take in a sighting, ``t`` seconds into the game."""
        if isinstance(sighting, FilmOver):
            return
        if isinstance(sighting, HandsIn) and not self.has_hands:
            is_soon = t - self._gone_at < _SAME_PLAYER_S
            self._came_at, self._is_at_once = t, t - self._gone_at <= _ONE_HAND_S
            self._is_back = self._hands > 0 and is_soon
            self._follows |= self._hands == 0 and is_soon
            self._at_once |= self._hands == 0 and t - self._gone_at < _AT_ONCE_S
            if self._gone_at > -inf:
                self._rests.append(t - self._gone_at)
            if self._did_at is not None:
                self._rest, self._did_at = t - self._did_at, None
        if isinstance(sighting, TooSlow):
            self.is_slow = True
        elif not isinstance(sighting, CameraMoved):
            self.is_slow = self.is_slow and not isinstance(sighting, Settled)
            self.has_hands = isinstance(sighting, HandsIn)
            self.is_blind = isinstance(sighting, Lost)
        if isinstance(sighting, HandsIn | Lost):
            if self._seen:  # hands had gone, and all lay as before
                self._lately, self._seen = 0.0, False
            self._since = t if self._since is None else self._since
            self._first_hidden = t if self._first_hidden is None else self._first_hidden
        elif isinstance(sighting, HandsGone | Settled) and self._since is not None:
            seconds, self._since = t - self._since, None
            self._lengths.append(seconds)
            self._longest, self._lately = max(self._longest, seconds), max(self._lately, seconds)
        if isinstance(sighting, Settled):
            if sighting.view.board != self._board and self._hands > 0:
                self._did_at = self._gone_at
            self._board = sighting.view.board
            self._lain, self._left = sighting.view.dice_lain, sighting.view.dice_left
            self._rolls = sighting.view.dice_between
            self._glimpses, self._said = sighting.view.glimpses, sighting.view.said
            self._reaches = sighting.view.reaches
            self._tell_sides(sighting.view.hands_before)
        self._t = t
        self._seen = self._seen or isinstance(sighting, HandsGone)
        if isinstance(sighting, HandsGone):
            lasted = t - self._came_at
            if self._is_part(lasted):
                is_most = bool(self._came) and lasted > self._lasted
                self._told_as.append(len(self._came) - 1 if is_most else None)
                if is_most:
                    self._came[-1] = sighting
                lasted = max(lasted, self._lasted)
            else:
                self._hands, self._back = self._hands + 1, self._back + self._is_back
                self._came.append(sighting)
                self._told_as.append(len(self._came) - 1)
            self._gone_at, self._lasted = t, lasted

    def _tell_sides(self, gone: Sequence[HandsGone]) -> None:
        """Take in from where hands came that had gone from a bare table, the last one last."""
        for hand, number in zip(reversed(gone), reversed(self._told_as), strict=False):
            if number is not None:
                self._came[number] = hand

    def _is_part(self, lasted: float) -> bool:
        """Tell whether a hand that goes after so many seconds is one with the hand before it.

        Where a look came between the two, the first was counted for it.
        """
        was_a_moment = self._hands > 0 and self._lasted <= _MOMENT_S
        return self._is_at_once and (lasted <= _MOMENT_S or was_a_moment)

    def hidden(self) -> Hidden:
        """Return when the table was hidden before the present look, once."""
        rolling, throwing = self._thrown_in(self._lately), self._thrown_in(self._left)
        found = Hidden(
            self._hands,
            self._longest,
            self._usual,
            self._lately,
            rolling=rolling,
            throwing=rolling if throwing is None else throwing,
            stayed=self._stayed(),
            rolls=self._rolls,
            glimpses=self._glimpses,
            reaches=self._reaches,
            said=self._said,
            since=inf if self._lain is None else self._t - self._looked_at - self._lain,
            back=self._back,
            follows=self._follows,
            at_once=self._at_once,
            rested=self._rested(),
            came=tuple(self._came),
        )
        self._looked_at = self._t
        self._hands, self._longest, self._usual = 0, 0.0, median(self._lengths)
        self._back, self._came, self._told_as = 0, [], []
        self._follows = self._at_once = False
        self._lately, self._seen = 0.0, False
        self._lain = self._left = self._first_hidden = None
        self._rolls, self._glimpses, self._reaches = (), (), ()
        self._rest = None
        return found

    def _rested(self) -> float | None:
        """Return for how long no hand came, as a share of what is usual in this game."""
        if self._rest is None:
            return None
        return self._rest / max(self._usual, 2 * median(self._rests))

    def _stayed(self) -> bool:
        """Tell whether the die was seen to lie there since the table was first hidden."""
        if self._lain is None:
            return False
        return self._first_hidden is None or self._lain >= self._t - self._first_hidden

    def _thrown_in(self, seconds: float | None) -> float | None:
        """Return for how many of the last seconds, the first ones, the die may have been thrown."""
        if seconds is None or self._lain is None:
            return None
        return max(0.0, min(seconds, self._lately) - self._lain)

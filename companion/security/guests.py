"""Who is in: the passes that are used, from where and since when, and how fast each may post."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from threading import Lock
from time import monotonic

from companion.security.passes import Pass, Role

POSTS_A_SECOND = 20.0
POSTS_AT_ONCE = 40.0
_MOST = 500
"""Guests that are remembered; of more those who were not seen for longest are forgotten."""


@dataclass(frozen=True)
class Guest:
    """Somebody who has a pass and has used it since the companion was started.

    ``id`` is the pass's; ``address`` is where it was used last, at ``seen`` (UTC).
    """

    id: int
    game: int
    role: Role
    since: datetime
    address: str
    seen: datetime


@dataclass
class _Pace:
    """What is left of the posts that a pass may make at once; it comes back with time."""

    left: float
    at: float


class Guests:
    """Who uses which pass; for any thread."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._known: dict[int, Guest] = {}
        self._paces: dict[int, _Pace] = {}
        self._alone = Lock()

    def note(self, used: Pass, address: str) -> None:
        """Remember that a pass was used from an address."""
        now = datetime.now(UTC)
        with self._alone:
            known = self._known.pop(used.id, None)
            self._known[used.id] = (
                replace(known, address=address, seen=now)
                if known
                else Guest(used.id, used.game, used.role, used.since, address, now)
            )
            while len(self._known) > _MOST:
                longest = next(iter(self._known))
                del self._known[longest]
                self._paces.pop(longest, None)

    def of(self, game: int) -> tuple[Guest, ...]:
        """Return who is in a game, who came first first."""
        with self._alone:
            found = [guest for guest in self._known.values() if guest.game == game]
        return tuple(sorted(found, key=lambda guest: guest.since))

    def forget(self, name: int) -> None:
        """Forget who had a pass that was taken away."""
        with self._alone:
            self._known.pop(name, None)
            self._paces.pop(name, None)

    def may_post(self, name: int) -> bool:
        """Tell whether a pass may post once more just now, and count it."""
        now = self._clock()
        with self._alone:
            pace = self._paces.setdefault(name, _Pace(POSTS_AT_ONCE, now))
            pace.left = min(POSTS_AT_ONCE, pace.left + (now - pace.at) * POSTS_A_SECOND)
            pace.at = now
            if pace.left < 1:
                return False
            pace.left -= 1
            return True

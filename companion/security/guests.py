"""Who is in: the passes that are used, from where and since when, and how fast each may post."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from threading import Lock
from time import monotonic

from companion.security.passes import Pass, Role

FRAMES_A_SECOND, FRAMES_AT_ONCE = 20.0, 40.0
WORDS_A_SECOND, WORDS_AT_ONCE = 4.0, 40.0
"""What players decide and lay goes on record for good; nobody taps faster for long."""
PHOTOS_A_SECOND, PHOTOS_AT_ONCE = 0.1, 30.0
"""Of all guests together: each photo takes room on the disk until the host removes it."""
TRIES_A_SECOND, TRIES_AT_ONCE = 4.0, 40.0
"""Of all guests together, in lessons: one takes up to 30 ms to judge, and nothing is kept of it."""
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


class _Pace:
    """So many things at once, and so many a second."""

    def __init__(self, a_second: float, at_once: float, now: float) -> None:
        self._a_second, self._at_once = a_second, at_once
        self._left, self._at = at_once, now

    def may(self, now: float) -> bool:
        """Tell whether there may be one more, and count it."""
        self._left = min(self._at_once, self._left + (now - self._at) * self._a_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


@dataclass(frozen=True)
class _Paces:
    """How fast somebody posts frames, and everything else."""

    frames: _Pace
    words: _Pace


class Guests:
    """Who uses which pass; for any thread."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._known: dict[int, Guest] = {}
        self._paces: dict[int, _Paces] = {}
        self._photos = _Pace(PHOTOS_A_SECOND, PHOTOS_AT_ONCE, clock())
        self._tries = _Pace(TRIES_A_SECOND, TRIES_AT_ONCE, clock())
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

    def may_post(self, name: int, *, frame: bool) -> bool:
        """Tell whether a pass may post one more frame, or anything else, and count it."""
        now = self._clock()
        with self._alone:
            paces = self._paces.get(name)
            if paces is None:
                paces = self._paces[name] = _Paces(
                    _Pace(FRAMES_A_SECOND, FRAMES_AT_ONCE, now),
                    _Pace(WORDS_A_SECOND, WORDS_AT_ONCE, now),
                )
            return (paces.frames if frame else paces.words).may(now)

    def may_bring_photo(self) -> bool:
        """Tell whether guests may bring one more photo, and count it."""
        with self._alone:
            return self._photos.may(self._clock())

    def may_try(self) -> bool:
        """Tell whether guests may try one more step of a lesson, and count it."""
        with self._alone:
            return self._tries.may(self._clock())

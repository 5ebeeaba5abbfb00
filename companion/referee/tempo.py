"""How fast a game is played, so that it is known how much may be done in a few seconds."""

from __future__ import annotations

from collections import deque
from statistics import geometric_mean

_UNHURRIED_S = 15.0
"""Seconds from a turn to the next one: who takes as long, or longer, is not in a hurry.

It is thought that people take as long until turns show otherwise; that counts as one turn.
"""

_REMEMBERED = 15
"""So many turns tell the tempo, the last ones."""

_LEAST_S = 1.0
"""Nobody takes fewer seconds for a turn."""

_MOST_HASTE = 4.0

_KNOWN = 3
"""So many turns must be known until it is clear that people are not in a hurry."""

_PERHAPS_S = 12.0
"""Till then shorter times count as up to so many; in longer ones much may be done anyway."""


class Tempo:
    """Follows how fast turns come.

    It is the geometric mean of the seconds that turns took: one long thought hardly counts.
    """

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=_REMEMBERED)
        self._turns = 0
        self._since: float | None = None
        self._looked_at: float | None = None

    def look(self, turns: int, t: float) -> None:
        """Take in a look, ``t`` seconds into the game; so many turns were on record before it."""
        new, came_at = turns - self._turns, self._looked_at
        if new and came_at is not None:
            if new > 0 and self._since is not None:
                each = max((came_at - self._since) / new, _LEAST_S)
                self._seconds.extend([each] * min(new, _REMEMBERED))
            self._turns, self._since = turns, came_at
        self._looked_at = t

    @property
    def haste(self) -> float:
        """How many times faster than unhurried play this game is, 1 to 4."""
        usual = geometric_mean([_UNHURRIED_S, *self._seconds])
        return min(max(1.0, _UNHURRIED_S / usual), _MOST_HASTE)

    def unhurried(self, seconds: float) -> float:
        """Return for how many seconds of unhurried play so many seconds of this game count."""
        return self.haste * seconds * self.perhaps(seconds)

    def perhaps(self, seconds: float) -> float:
        """Return how many times longer such a time counts since the game may be a fast one."""
        found = self.haste * seconds
        if len(self._seconds) >= _KNOWN or not 0 < found < _PERHAPS_S:
            return 1.0
        return max(1.0, min(_MOST_HASTE * seconds, _PERHAPS_S) / found)

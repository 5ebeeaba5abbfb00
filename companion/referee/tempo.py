"""How fast a game is played, so that it is known how much may be done in a few seconds."""

from __future__ import annotations

from collections import deque
from statistics import geometric_mean

_UNHURRIED_S = 15.0
"""Seconds from a turn to the next one: who takes as long, or longer, is not in a hurry."""

_AT_FIRST_S = 7.5
"""So many are thought to be taken as long as nothing is known; that counts as one turn."""

_REMEMBERED = 15
"""So many turns tell the tempo, the last ones."""

_LEAST_S = 1.0
"""Nobody takes fewer seconds for a turn."""

_MOST_HASTE = 4.0


class Tempo:
    """Follows how fast turns come.

    It is the geometric mean of the seconds that turns took: one long thought hardly counts.
    """

    def __init__(self) -> None:
        self._seconds: deque[float] = deque([_AT_FIRST_S], maxlen=_REMEMBERED)
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
        return min(max(1.0, _UNHURRIED_S / geometric_mean(self._seconds)), _MOST_HASTE)

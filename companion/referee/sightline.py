"""Whether the table can be seen: hands over it, a board that was lost, a computer too slow."""

from __future__ import annotations

from vision.following.table_view import (
    CameraMoved,
    HandsGone,
    HandsIn,
    Lost,
    Settled,
    Sighting,
    TooSlow,
)


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
        self._hidden_s = 0.0

    def follow(self, sighting: Sighting, t: float) -> None:
        """Take in a sighting, ``t`` seconds into the game."""
        if isinstance(sighting, TooSlow):
            self.is_slow = True
        elif not isinstance(sighting, CameraMoved):
            self.is_slow = self.is_slow and not isinstance(sighting, Settled)
            self.has_hands = isinstance(sighting, HandsIn)
            self.is_blind = isinstance(sighting, Lost)
        if isinstance(sighting, HandsIn | Lost):
            self._since = t if self._since is None else self._since
        elif isinstance(sighting, HandsGone | Settled) and self._since is not None:
            self._hidden_s, self._since = t - self._since, None

    def hidden_s(self) -> float:
        """Return for how many seconds the table was hidden before the present look, once."""
        hidden, self._hidden_s = self._hidden_s, 0.0
        return hidden

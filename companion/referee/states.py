"""The states in which a referee honestly is."""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """What the referee is doing; of several that hold at once, the first that is named here."""

    OVER = "over"
    """The game has ended."""
    PAUSED = "paused"
    """People told it to take no notice."""
    BLIND = "blind"
    """The board cannot be seen, or the source gives no pictures."""
    ADRIFT = "adrift"
    """Nothing explains the table; people are to say what is right."""
    ASKING = "asking"
    """A question is open."""
    TOO_SLOW = "too-slow"
    """The computer cannot keep up; it follows, but looks less often."""
    HANDS = "waiting-for-hands"
    """Something hangs over the table."""
    FOLLOWING = "following"
    """The record explains the table."""

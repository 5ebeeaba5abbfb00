"""Moves on record that were seen only together: which tiles are whose is open."""

from __future__ import annotations

from collections.abc import Set

from companion.referee.stories import weights


def seen_with(number: int, together: Set[int]) -> int:
    """Return how many moves before one were seen only together with it, so many as are thought of.

    Parameters
    ----------
    number
        The number of the move.
    together
        The numbers of all moves that were seen only together with others.
    """
    first = number
    while first in together:
        first -= 1
    return min(weights.MOST_TURNS, max(0, number - first - 1))

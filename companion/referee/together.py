"""Moves on record that were seen only together: which tiles are whose is open."""

from __future__ import annotations

from collections.abc import Mapping

from companion.referee.moment import Moment
from companion.referee.stories import weights


def seen_with(number: int, together: Mapping[int, Moment]) -> int:
    """Return how many moves before one were seen only together with it, so many as are thought of.

    Those that went on record at another moment were seen together with others, not with it.

    Parameters
    ----------
    number
        The number of the move.
    together
        The numbers of all moves that were seen only together with others, and when each of them
        went on record.
    """
    first = number
    while first in together and together[first] == together[number]:
        first -= 1
    return min(weights.MOST_TURNS, max(0, number - first - 1))

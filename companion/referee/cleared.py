"""Tiles of an earlier game that lay on the table at first, and were put away before play began."""

from __future__ import annotations

from companion.referee.events import Event, InStep, QuestionSettled, Restored
from companion.referee.going_back import PlayBackAndForth
from companion.referee.moment import Moment
from companion.referee.questions import SettledHow
from companion.referee.seen_table import SeenTable
from rules import Board

_LEAST = 3
"""Fewer tiles a turn may take away or turn."""


def was_cleared(play: PlayBackAndForth | None, start: Board | None, table: SeenTable) -> bool:
    """Tell whether none of the tiles that play was to begin with lies there any more, surely.

    No turn does that. Once one is on record, the table was taken for the game's own.
    """
    if play is None or start is None or len(start) < _LEAST or play.ledger.moves:
        return False
    lies = table.board(Board())
    return table.doubtful.isdisjoint(start) and not any(lies.get(c) == k for c, k in start.items())


def what_ends(play: PlayBackAndForth | None, at: Moment) -> list[Event]:
    """Return what is said of what was open about tiles that were put away."""
    events: list[Event] = []
    if play is not None and play.question is not None:
        events.append(QuestionSettled(*at, SettledHow.SEEN))
    if play is not None and play.episode is not None:
        events.append(Restored(*at))
    if play is not None and play.adrift:
        events.append(InStep(*at))
    return events

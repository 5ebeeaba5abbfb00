"""Tiles that play began with, or its first moves, which were none of the game."""

from __future__ import annotations

from companion.referee.events import Event, InStep, QuestionSettled, Restored
from companion.referee.going_back import PlayBackAndForth
from companion.referee.moment import Moment
from companion.referee.questions import SettledHow
from companion.referee.seen_table import SeenTable
from rules import Board
from rules.judging import PALAGONIA

_LEAST = 3
"""Fewer tiles a turn of Palagonia may take away or turn, but no turn of another game."""


def cleared(
    play: PlayBackAndForth | None,
    start: Board | None,
    table: SeenTable,
    at: Moment,
    game: str,
    *,
    is_none: bool = False,
) -> list[Event] | None:
    """Return what is said where no tile that play was to begin with lies there any more, surely.

    No turn does that. Once one is on record, the table was taken for the game's own. A lone tile
    may have been of the supply, also where somebody passed. Where people built a palagem, the board
    ``is_none``, and all moves on it are taken back.
    """
    if is_none and play is not None:
        return [*what_ends(play, at), *play.take_all_back(at)]
    if play is None or not start or play.ledger.board != start:
        return None
    lies = table.board(Board())
    is_lone = len(start) == 1 < len(lies)
    may_be_turn = game == PALAGONIA and len(start) < _LEAST
    if not is_lone and (may_be_turn or play.ledger.moves):
        return None
    gone = not any(lies.get(cell) == orientation for cell, orientation in start.items())
    if not gone or not table.doubtful.isdisjoint(start):
        return None
    return what_ends(play, at)


def what_ends(play: PlayBackAndForth, at: Moment) -> list[Event]:
    """Return what is said where play that has begun is none: nothing of it is open any more."""
    events: list[Event] = []
    if play.question is not None:
        events.append(QuestionSettled(*at, SettledHow.SEEN))
    if play.episode is not None:
        events.append(Restored(*at))
    if play.adrift:
        events.append(InStep(*at))
    return events

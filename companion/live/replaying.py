"""A kept game as it stands: a new referee is given all that the old one was given."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from companion.live.errors import TableError, TableFault
from companion.live.kept_events import kept_event, kept_events
from companion.live.snapshot import Snapshot, snapshot_of
from companion.record import Entry, GameLog, GameNotFoundError, Games, KeptGame
from companion.record.errors import RecordFault
from companion.referee import Event, Referee
from companion.referee.decisions import TakenBack
from companion.referee.events import Correction, MoveMade
from companion.referee.inputs import give
from rules import FormatError, GameError
from rules.messages import message_of

MOST_REPLAYS = 8
"""Games whose replay is remembered: as many as people look into at a time."""


def kept_game(connection: sqlite3.Connection, number: int) -> tuple[KeptGame, GameLog]:
    """Return a game on record and its log.

    Raises
    ------
    GameNotFoundError
        If there is no such game.
    """
    games = Games(connection)
    kept = games.find(number)
    if kept is None:
        raise GameNotFoundError(RecordFault.NO_SUCH_GAME(number=number))
    return kept, games.open(number)


def moves_made(log: GameLog) -> int:
    """Return how many moves stand, without replaying the game."""
    last = log.newest("move")
    if last is None:
        return 0
    made = kept_event(last).event
    later = kept_events(log.events(after=last.number))
    taken_back = sum(1 for told in later if _takes_back(told.event))
    return max(0, made.number - taken_back) if isinstance(made, MoveMade) else 0


def _takes_back(event: Event) -> bool:
    return isinstance(event, Correction) and isinstance(event.decision, TakenBack)


def referee_of(kept: KeptGame) -> Referee:
    """Return a referee for a game on record, to whom nothing was given yet."""
    return Referee(kept.game, [player.name for player in kept.players], kept.options)


def replayed(kept: KeptGame, log: GameLog) -> Snapshot:
    """Return how a game on record stands; errors as of :func:`given_again`."""
    return snapshot_of(kept, given_again(kept, log), kept_events(log.events()))


@dataclass(frozen=True)
class _Replay:
    """How a game stands by what was on record of it when it was replayed."""

    kept: KeptGame
    last_number: int
    events: tuple[Entry, ...]
    snapshot: Snapshot


class Replays:
    """The games that were replayed last, for any thread.

    Weighing what nobody saw makes a replay of seconds, which every page of such a game would need.
    """

    def __init__(self) -> None:
        self._replays: OrderedDict[str, _Replay] = OrderedDict()
        self._one_at_a_time = Lock()

    def replayed(self, kept: KeptGame, log: GameLog) -> Snapshot:
        """Return how a game on record stands, as it stood unless its record is another by now.

        Errors as of :func:`given_again`.
        """
        last_number, events = log.last_number, log.events()
        with self._one_at_a_time:
            known = self._replays.pop(kept.uid, None)
            if known is None or (known.kept, known.last_number, known.events) != (
                kept,
                last_number,
                events,
            ):
                known = _Replay(kept, last_number, events, replayed(kept, log))
            self._replays[kept.uid] = known
            while len(self._replays) > MOST_REPLAYS:
                self._replays.popitem(last=False)
        return known.snapshot


def given_again(kept: KeptGame, log: GameLog) -> Referee:
    """Return a referee who was given all that is on record of a game.

    Raises
    ------
    TableError
        If the record cannot be replayed: another program made it.
    """
    try:
        referee = referee_of(kept)
        for entry in log.inputs():
            give(referee, entry.kind, entry.data, entry.t, entry.frame or 0)
    except (FormatError, GameError) as error:
        raise TableError(
            TableFault.NOT_REPLAYED(number=kept.number, error=message_of(error))
        ) from error
    return referee

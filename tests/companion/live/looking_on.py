"""What tests of running games look at: the record, and the news as they come."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from companion.live.news import State
from companion.live.replaying import kept_game, replayed
from companion.live.snapshot import Snapshot
from companion.storage.database import connect

WAIT_S = 30.0


def kept(data: Path, number: int) -> Snapshot:
    """Return how a game stands by its record alone."""
    with closing(connect(data)) as connection:
        return replayed(*kept_game(connection, number))


def same(one: Snapshot, other: Snapshot) -> bool:
    """Tell whether two snapshots say the same of a game."""

    def said(snapshot: Snapshot) -> tuple[Any, ...]:
        return (
            snapshot.board,
            snapshot.agreed,
            snapshot.mover,
            snapshot.roll,
            snapshot.moves,
            snapshot.sheet,
            snapshot.outcome,
            snapshot.wrong,
            snapshot.over,
            [entry.number for entry in snapshot.announcements],
        )

    return said(one) == said(other)


def until(game_state: Any, told: Any) -> State:
    """Wait until a game's news are as told."""
    news, version = game_state, -1
    while True:
        state = news.wait(version, WAIT_S)
        assert state is not None, "nothing came"
        if told(state):
            return state  # type: ignore[no-any-return]
        version = state.version

"""Games that ask something, or are out of step, whatever the referee makes of their tables."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from companion.live.kept_events import KeptEvent
from companion.live.news import News
from companion.live.snapshot import Snapshot, snapshot_of
from companion.record import Entry, KeptGame, Player, new_event
from companion.referee import Referee
from companion.referee.events import Adrift, Event, Question
from companion.referee.questions import About, Choice, ChosenTurn
from companion.referee.states import State
from rules import Board, Cell, difference


def kept_snapshot(referee: Referee) -> Snapshot:
    """Return how a referee's game stands, with an announcement for each of its moves."""
    setup, now = referee.setup, datetime.now(UTC)
    players = tuple(Player(player) for player in setup.players)
    kept = KeptGame(1, "0" * 32, setup.game, {}, players, now)
    snapshot = snapshot_of(kept, referee, ())
    for move in snapshot.standing_moves:
        snapshot = told(snapshot, move.made)
    return snapshot


def told(snapshot: Snapshot, event: Event) -> Snapshot:
    """Return a snapshot after one more event."""
    number, new = snapshot.last_number + 1, new_event(event.to_json())
    entry = Entry(number, "event", new.kind, dict(new.data), new.t, new.frame, datetime.now(UTC))
    return replace(snapshot, announcements=(*snapshot.announcements, KeptEvent(entry, event)))


def asking(snapshot: Snapshot, question: Question) -> Snapshot:
    """Return a snapshot in which a question was just asked."""
    return replace(told(snapshot, question), question=question, watching=State.ASKING)


def adrift(snapshot: Snapshot, table: Board) -> Snapshot:
    """Return a snapshot in which something else than the record lies there."""
    cells = differing(snapshot.agreed, table)
    said = told(snapshot, Adrift(1.0, 1, cells))
    return replace(said, board=table, adrift=frozenset(cells), watching=State.ADRIFT)


def rolls_asked(snapshot: Snapshot, *boards: tuple[int, Board]) -> Question:
    """Return the question which of some rolls the mover made, each with the board it leads to."""
    mover = snapshot.mover
    choices = [
        Choice(
            f"{mover} rolled a {roll}",
            (ChosenTurn(mover, board, roll),),
            cells=differing(snapshot.agreed, board),
        )
        for roll, board in boards
    ]
    cells = {c for _, board in boards for c in differing(snapshot.agreed, board)}
    return Question(
        1.0, 1, About.ROLL, tuple(choices), tuple(sorted(cells)), f"What did {mover} roll?"
    )


def publish(news: News, snapshot: Snapshot) -> None:
    """Have everybody who looks on see a snapshot."""
    news.change(lambda state: replace(state, snapshot=snapshot))


def differing(one: Board, other: Board) -> tuple[Cell, ...]:
    """Return the cells in which two boards differ, in order."""
    move = difference(one, other)
    return tuple(sorted((*move.placed_cells, *move.removed, *move.rotated_cells)))

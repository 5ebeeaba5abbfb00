"""Players' clocks: turns from move to move, without pauses."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from companion.live.kept_events import KeptEvent
from companion.live.snapshot import Snapshot
from companion.record import Entry
from companion.record.absences import Absence
from companion.referee import Event
from companion.referee.decisions import Paused, Resumed
from companion.referee.events import Correction, Ready
from companion.showing.clocks import Clock, clocks_of, stood_still
from rules import Cell
from tests.companion.showing.test_replay_view import played

START = datetime(2026, 1, 31, 20, tzinfo=UTC)
FIRST = {Cell(0, 0): 0, Cell(0, -1): 0}
SECOND = {**FIRST, Cell(1, -1): 0, Cell(1, 0): 0}


def after(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def told(snapshot: Snapshot, *said: tuple[float, Event]) -> Snapshot:
    """Return a game with what was announced so many seconds after its start."""
    kept = tuple(
        KeptEvent(Entry(number, "event", event.name, {}, 0.0, None, after(seconds)), event)
        for number, (seconds, event) in enumerate(said, 1)
    )
    return replace(snapshot, announcements=kept)


@pytest.fixture(scope="module")
def game() -> Snapshot:
    return played(FIRST, SECOND)


def test_a_turn_lasts_from_move_to_move(game: Snapshot) -> None:
    first, second = (move.made for move in game.standing_moves)
    snapshot = told(game, (5, Ready(0.0, 0)), (20, first), (50, second))
    running = round(after(50).timestamp() * 1000)
    assert clocks_of(snapshot, followed=True) == {"Ann": Clock(15, running), "Bob": Clock(30, None)}
    assert clocks_of(snapshot, followed=False)["Ann"] == Clock(15, None)


def test_a_pause_does_not_count(game: Snapshot) -> None:
    first, second = (move.made for move in game.standing_moves)
    pause, resume = Correction(0.0, 0, Paused()), Correction(0.0, 0, Resumed())
    said = [(0, Ready(0.0, 0)), (10, first), (12, pause), (42, resume), (50, second), (55, pause)]
    snapshot = replace(told(game, *said), paused=True)
    assert clocks_of(snapshot, followed=True) == {"Ann": Clock(15, None), "Bob": Clock(10, None)}
    resumed = told(game, *said, (155, resume))
    running = round(after(150).timestamp() * 1000)
    assert clocks_of(resumed, followed=True)["Ann"] == Clock(10, running)


def away(snapshot: Snapshot, *absences: tuple[float, float]) -> Snapshot:
    """Return a game that nobody followed from and to so many seconds after its start."""
    kept = tuple(Absence(after(since), after(until)) for since, until in absences)
    return replace(snapshot, kept=replace(snapshot.kept, absences=kept))


def test_time_that_nobody_followed_does_not_count(game: Snapshot) -> None:
    first, second = (move.made for move in game.standing_moves)
    snapshot = told(game, (5, Ready(0.0, 0)), (20, first), (50, second))
    off = away(snapshot, (0, 8), (25, 35), (60, 3660))
    running = round(after(50 + 3600).timestamp() * 1000)
    assert clocks_of(off, followed=True) == {"Ann": Clock(12, running), "Bob": Clock(20, None)}
    assert stood_still(off) == timedelta(seconds=3 + 10 + 3600)
    assert stood_still(snapshot) == timedelta()


def test_a_pause_in_which_nobody_followed_counts_once(game: Snapshot) -> None:
    first, second = (move.made for move in game.standing_moves)
    pause, resume = Correction(0.0, 0, Paused()), Correction(0.0, 0, Resumed())
    said = [(0, Ready(0.0, 0)), (10, first), (12, pause), (42, resume), (60, second)]
    off = away(told(game, *said), (30, 50))
    assert clocks_of(off, followed=False)["Bob"] == Clock(12, None)
    still_paused = replace(told(game, *said, (70, pause)), paused=True)
    assert clocks_of(away(still_paused, (80, 90)), followed=True)["Ann"] == Clock(20, None)

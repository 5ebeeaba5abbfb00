"""What goes wrong with record or reader is got over, and nothing is announced that is not kept."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion.live import Tables, running_game
from companion.live.choice import SourceChoice
from companion.record import GameContinuedError, GameLog
from companion.storage.database import FILE_NAME, DataFault, DiskFullError
from companion.web.bodies.starting import request_from_json
from tests.companion.live.conftest import Start
from tests.companion.live.games import (
    MATCHING,
    OPENING,
    by_hand,
    play,
)
from tests.companion.live.looking_on import kept, same, until
from tests.companion.live.test_sources_of_games import WATCHED, Scripted, gray, with_sources
from vision.readers.reader import Reader

HAND = SourceChoice("hand")


class FailingReader(Reader):
    """A reader that breaks down at its first look."""

    failed = False

    def examine(self, *_: object, **__: object) -> Any:
        type(self).failed = True
        raise sqlite3.Warning("a look went wrong")


def test_two_programs_do_not_go_on_with_one_game(start: Start, data: Path) -> None:
    game = start(by_hand("palago"))
    other = Tables(data).go_on(game.number, HAND)
    assert play(other, OPENING) == ["move"]
    with pytest.raises(GameContinuedError):
        play(game, OPENING)
    state = until(game.news, lambda state: not state.running)
    assert state.problem is not None
    assert play(other, MATCHING) == ["move"]
    other.stop()


def test_a_full_disk_announces_nothing_and_is_got_over(
    start: Start, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start(by_hand("palago"))
    play(game, OPENING)
    append = GameLog.append

    def full(*_args: Any, **_more: Any) -> tuple[int, ...]:
        raise DiskFullError("There is no room left on the disk.")

    monkeypatch.setattr(GameLog, "append", full)
    with pytest.raises(DiskFullError):
        play(game, MATCHING)
    state = game.news.state
    assert state.problem == "There is no room left on the disk."
    assert len(state.snapshot.moves) == 1
    monkeypatch.setattr(GameLog, "append", append)
    assert play(game, MATCHING) == ["move"]
    assert game.news.state.problem is None
    assert same(game.news.state.snapshot, kept(data, game.number))


def test_a_problem_that_guests_read_does_not_tell_where_the_data_lie(
    start: Start, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start(by_hand("palago"))

    def full(*_args: Any, **_more: Any) -> tuple[int, ...]:
        raise DiskFullError(DataFault.DISK_FULL(file=str(data / FILE_NAME)))

    monkeypatch.setattr(GameLog, "append", full)
    with pytest.raises(DiskFullError):
        play(game, OPENING)
    problem = str(game.news.state.problem)
    assert problem.startswith(f"There is no room left on the disk to write {FILE_NAME}:")


def test_a_game_whose_record_cannot_be_opened_says_why_and_shows_no_traceback(
    start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(_data: Path) -> sqlite3.Connection:
        raise DiskFullError("There is no room left on the disk.")

    monkeypatch.setattr(running_game, "connect", full)
    with pytest.raises(DiskFullError, match="no room left"):
        start(by_hand("palago"))
    assert caplog.records == []


def test_what_nobody_foresaw_leaves_the_game_as_it_is_on_record(
    start: Start, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start(by_hand("palago"))
    play(game, OPENING)

    def broken(*_args: Any, **_more: Any) -> tuple[int, ...]:
        raise ZeroDivisionError

    # the referee has taken the tiles in already when this goes wrong
    monkeypatch.setattr(GameLog, "append", broken)
    with pytest.raises(ZeroDivisionError):
        play(game, MATCHING)
    monkeypatch.undo()
    assert play(game, MATCHING) == ["move"]
    assert same(game.news.state.snapshot, kept(data, game.number))


def test_a_look_that_goes_wrong_is_told_and_the_game_goes_on(data: Path) -> None:
    still = [gray(n, n / 10) for n in range(12)]
    tables = with_sources(data, Scripted(*still), reader=FailingReader)
    game = tables.start(request_from_json(WATCHED))
    state = until(game.news, lambda state: state.problem is not None or state.source.ended)
    assert FailingReader.failed
    assert state.problem is not None
    assert "tried again" in str(state.problem)
    until(game.news, lambda state: state.source.ended)
    tables.go_on(game.number, HAND)
    assert play(game, OPENING) == ["move"]
    tables.stop_all()

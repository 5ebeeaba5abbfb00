"""A running game: what is announced is kept, sources come and go, failures are got over."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.live import RunningGame, TableError, Tables, running_game
from companion.live.choice import FrameSource, SourceChoice, open_choice
from companion.live.errors import NotRunningError, StartError
from companion.live.live_game import LiveGame
from companion.live.news import State
from companion.live.replaying import kept_game, replayed
from companion.live.snapshot import Snapshot
from companion.live.tables import MOST_BY_HAND, MOST_RUNNING, FullError
from companion.record import GameContinuedError, GameLog, Games
from companion.referee import Event
from companion.sources import Frame, Interruption, PostedFrames, SourceError
from companion.storage.database import FILE_NAME, DataFault, DiskFullError, connect
from companion.web.bodies.playing import laid_from_json
from companion.web.bodies.starting import request_from_json
from rules import Cell, GameError
from tests.companion.live.conftest import Start
from tests.companion.live.games import (
    CLOSING,
    MATCHING,
    MISMATCHED,
    OPENING,
    RING,
    THIRD,
    THREE,
    by_hand,
    kinds,
    play,
)
from vision.arrays import Image
from vision.readers.reader import Reader

HAND = SourceChoice("hand")
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


def test_a_game_of_palago_by_hand(start: Start, data: Path) -> None:
    game = start(by_hand("palago"))
    assert play(game, OPENING) == ["move"]
    assert play(game, MISMATCHED) == ["illegal"]
    wrong = game.news.state.snapshot
    assert wrong.wrong
    assert wrong.mover == "B"
    assert wrong.illegal is not None
    assert play(game, "2,-1>0") == ["restored", "move"]
    assert play(game, THIRD) == ["move"]
    assert play(game, CLOSING) == ["move", "over"]
    snapshot = game.news.state.snapshot
    assert snapshot.outcome is not None
    assert snapshot.outcome.winner == "B"
    assert same(snapshot, kept(data, game.number))


def test_a_game_of_palagonia_by_hand(start: Start) -> None:
    game = start(by_hand("palagonia", "ABC"))
    assert play(game, THREE, die=3) == ["die", "move"]
    assert play(game, RING, die=3) == ["die", "move"]
    snapshot = game.news.state.snapshot
    assert snapshot.sheet.totals() == {"A": 2, "B": 3, "C": 0}
    assert kinds(game.decide("vote", {"row": 1, "value": 5})) == ["correction"]
    assert game.news.state.snapshot.sheet.totals() == {"A": 10, "B": 15, "C": 0}


def test_the_same_number_rolled_again_is_a_roll(start: Start) -> None:
    game = start(by_hand("palagonia", "ABC"))
    play(game, THREE, die=3)
    # two tiles apart are no whole move by any roll, so there is nothing to ask yet
    assert play(game, "0,-1=2 2,-1=0") == []
    assert game.news.state.snapshot.lacks_roll
    assert play(game, "0,1=4", die=3) == ["correction", "move"]


def test_tiles_laid_in_order_are_judged_in_order(start: Start) -> None:
    game = start(by_hand("palago"))
    for move in (OPENING, MATCHING, THIRD):
        play(game, move)
    closing = {"placed": [tile(0, 1, 4), tile(-1, 1, 0)], "ordered": True}
    assert kinds(game.lay(laid_from_json(closing))) == ["move", "over"]
    (placed,) = game.news.state.snapshot.moves[-1].move.placed
    assert placed.cell == Cell(0, 1)


def test_a_die_is_refused_in_a_game_without_one(start: Start) -> None:
    game = start(by_hand("palago"))
    with pytest.raises(GameError, match="No die"):
        play(game, OPENING, die=3)
    assert not game.news.state.snapshot.board


def test_claim_mode_says_nothing_of_palagems_until_a_claim(start: Start) -> None:
    wanted = by_hand("palagem")
    wanted["options"]["mode"] = "claim"
    game = start(wanted)
    palagem = game.news.state.snapshot.palagems["A"]
    # the two in the middle first, so that each of the others touches both
    for cell in sorted(palagem.tiles, key=lambda cell: -len(palagem.tiles.touching(cell))):
        play(game, f"{cell.q},{cell.r}={palagem.tiles[cell]}")
    snapshot = game.news.state.snapshot
    assert len(snapshot.moves) == 4
    assert snapshot.moves[-1].verdict.palagems == ()
    assert not snapshot.over
    assert kinds(game.decide("claim", {"player": "A", "kind": "win"})) == ["correction", "over"]


def test_a_refused_decision_changes_nothing(start: Start, data: Path) -> None:
    game = start(by_hand("palago"))
    before = game.news.state.version
    with pytest.raises(GameError, match="No move"):
        game.decide("take-back", {})
    assert game.news.state.version == before
    assert same(game.news.state.snapshot, kept(data, game.number))


def test_a_kept_game_is_gone_on_with(start: Start, tables: Tables, data: Path) -> None:
    game = start(by_hand("palago"))
    play(game, OPENING)
    play(game, MISMATCHED)
    before = game.news.state.snapshot
    assert tables.stop(game.number)
    assert not game.news.state.running
    with pytest.raises(NotRunningError):
        play(game, MATCHING)
    again = Tables(data).go_on(game.number, HAND)
    assert same(again.news.state.snapshot, before)
    assert kinds(again.decide("let-stand", {})) == ["correction", "move"]
    again.stop()


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


class Scripted:
    """A source that gives what a test says, and fails where it says so."""

    def __init__(self, *items: Frame | Interruption | Exception) -> None:
        self._items = items
        self.closed = False

    def __iter__(self) -> Iterator[Frame | Interruption]:
        for item in self._items:
            if isinstance(item, Exception):
                raise item
            yield item

    def close(self) -> None:
        self.closed = True


class FailingReader(Reader):
    """A reader that breaks down at its first look."""

    failed = False

    def examine(self, _image: Image) -> Any:
        type(self).failed = True
        raise sqlite3.Warning("a look went wrong")


def tile(q: int, r: int, orientation: int) -> dict[str, int]:
    return {"q": q, "r": r, "orientation": orientation}


def gray(number: int, time: float) -> Frame:
    return Frame(np.full((120, 160, 3), 90, np.uint8), number, time)


def with_sources(data: Path, *sources: FrameSource, reader: Any = Reader) -> Tables:
    """Return tables that open these sources one after the other, whatever is chosen."""
    waiting = list(sources)

    def opened(choice: SourceChoice) -> FrameSource:
        return open_choice(choice) if choice.kind == "hand" else waiting.pop(0)

    return Tables(data, reader, opened)


WATCHED = {**by_hand("palago"), "source": {"kind": "stream", "url": "rtsp://127.0.0.1/none"}}


def test_the_games_time_does_not_jump_when_it_is_taken_up_again(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[float] = []

    def see(_game: LiveGame, frame: Frame) -> list[Event]:
        times.append(frame.time)
        if len(times) == 2:
            raise ZeroDivisionError
        return []

    monkeypatch.setattr(LiveGame, "see", see)
    monkeypatch.setattr(running_game, "RETRY_S", 0.0)
    tables = with_sources(data, Scripted(*(gray(n, 10.0 + n) for n in range(4))))
    game = tables.start(request_from_json(WATCHED))
    until(game.news, lambda state: state.source.ended)
    assert times == [10.0, 11.0, 1.0, 2.0]
    tables.stop_all()


def test_a_source_that_stops_is_told_and_can_be_replaced(data: Path) -> None:
    first = Scripted(gray(0, 0.0), Interruption("No pictures come.", 1.0))
    tables = with_sources(data, first)
    game = tables.start(request_from_json(WATCHED))
    state = until(game.news, lambda state: state.source.ended)
    assert state.source.problem == "No pictures come."
    assert not state.source.connected
    assert [a.kind for a in state.snapshot.announcements] == ["unsure"]
    tables.go_on(game.number, HAND)
    assert first.closed
    assert game.news.state.source.choice == HAND
    assert game.news.state.source.problem is None
    assert play(game, OPENING) == ["move"]
    tables.stop_all()


def test_pictures_that_are_back_leave_no_question_behind(data: Path) -> None:
    frames = [gray(0, 0.0), Interruption("No pictures come.", 0.1), gray(1, 0.2)]
    tables = with_sources(data, Scripted(*frames))
    game = tables.start(request_from_json(WATCHED))
    state = until(game.news, lambda state: state.source.ended)
    assert [a.kind for a in state.snapshot.announcements] == ["unsure"]
    assert state.source.problem is None
    assert state.snapshot.question is None
    assert state.snapshot.last_said is None
    tables.stop_all()


def test_a_source_that_breaks_down_ends_and_the_game_goes_on(data: Path) -> None:
    tables = with_sources(data, Scripted(gray(0, 0.0), OSError("the driver crashed")))
    game = tables.start(request_from_json(WATCHED))
    assert until(game.news, lambda state: state.source.ended).running
    tables.go_on(game.number, HAND)
    assert play(game, OPENING) == ["move"]
    tables.stop_all()


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


def test_a_source_that_cannot_be_opened_begins_no_game(data: Path) -> None:
    tables = Tables(data)
    missing = {**by_hand("palago"), "source": {"kind": "file", "path": str(data / "none.mp4")}}
    with pytest.raises(SourceError):
        tables.start(request_from_json(missing))
    with closing(connect(data)) as connection:
        assert Games(connection).recent(10) == []


def test_a_camera_s_game_takes_no_tables_by_hand(data: Path) -> None:
    tables = with_sources(data, Scripted(gray(0, 0.0)))
    game = tables.start(request_from_json(WATCHED))
    with pytest.raises(TableError, match="by hand"):
        play(game, OPENING)
    tables.stop_all()


def test_no_more_games_than_can_be_followed(data: Path) -> None:
    tables = Tables(data)
    seen = {**by_hand("palago"), "source": {"kind": "phone"}}
    games = [tables.start(request_from_json(seen)) for _ in range(MOST_RUNNING)]
    with pytest.raises(FullError):
        tables.start(request_from_json(seen))
    assert all(game.is_running for game in games)
    tables.stop_all()


def test_of_many_games_by_hand_one_that_is_over_rests_first(data: Path) -> None:
    tables = Tables(data)
    wanted = request_from_json(by_hand("palago"))
    games = [tables.start(wanted) for _ in range(MOST_BY_HAND)]
    for move in (OPENING, MATCHING, THIRD, CLOSING):
        play(games[2], move)
    tables.start(wanted)
    assert [game.number for game in games if not game.is_running] == [3]
    tables.start(wanted)
    assert [game.number for game in games if not game.is_running] == [1, 3]
    watched = tables.start(request_from_json({**by_hand("palago"), "source": {"kind": "phone"}}))
    assert [game.number for game in games if not game.is_running] == [1, 3]
    assert watched.is_running
    tables.stop_all()


def test_a_camera_looks_on_at_one_game(data: Path) -> None:
    first, second = PostedFrames(), PostedFrames()
    tables = with_sources(data, first, second)
    watched = {**by_hand("palago"), "source": {"kind": "camera", "number": 0}}
    one = tables.start(request_from_json(watched))
    other = tables.start(request_from_json(watched))
    assert (one.is_running, other.is_running) == (False, True)
    assert tables.find(one.number) is None
    tables.stop_all()


@pytest.mark.parametrize(
    ("rolls", "order"), [({"A": 2, "B": 6, "C": 3}, "BCA"), ({"A": 5, "B": 1, "C": 3}, "ABC")]
)
def test_the_highest_roll_starts_and_play_goes_clockwise(rolls: dict[str, int], order: str) -> None:
    request = request_from_json(by_hand("palagonia", "ABC", starting_rolls=rolls))
    assert "".join(player.name for player in request.players) == order


def test_equal_highest_rolls_are_rolled_again() -> None:
    rolls = {"A": 6, "B": 2, "C": 6}
    with pytest.raises(StartError, match="A and C rolled"):
        request_from_json(by_hand("palagonia", "ABC", starting_rolls=rolls))


def test_seats_and_colours_say_who_begins() -> None:
    players = [{"name": "Ann", "color": "blue"}, {"name": "Ben", "color": "white"}]
    request = request_from_json(by_hand("palago") | {"players": players})
    assert [player.name for player in request.players] == ["Ben", "Ann"]
    seated = [{"name": "Ann", "seat": 2}, {"name": "Ben", "seat": 3}, {"name": "Cem", "seat": 1}]
    request = request_from_json(by_hand("palagonia", "ABC") | {"players": seated})
    assert [player.name for player in request.players] == ["Cem", "Ann", "Ben"]


def test_a_film_waits_while_the_game_is_paused(start: Start) -> None:
    game = start({"source": {"kind": "demo", "name": "palago_1"}})
    until(game.news, lambda state: state.source.connected)
    game.decide("pause", {})
    deadline = time.monotonic() + WAIT_S
    while not stands(game):  # a frame or two may be on their way
        assert time.monotonic() < deadline
    game.decide("resume", {})
    while stands(game):
        assert time.monotonic() < deadline


def stands(game: RunningGame) -> bool:
    """Tell whether the same frame is shown for a second."""
    before = shown(game)
    time.sleep(1.0)
    return shown(game) == before


def shown(game: RunningGame) -> int:
    """Return the number of the frame that is shown."""
    encoded = game.picture.encoded()
    assert encoded is not None
    return encoded.number

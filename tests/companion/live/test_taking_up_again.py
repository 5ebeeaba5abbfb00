"""After the companion was stopped or killed, games go on without anybody doing anything."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.live import Tables
from companion.live.choice import FrameSource, SourceChoice, open_choice
from companion.live.tables import STILL_PLAYED
from companion.record.followed import followed
from companion.record.moment import moment
from companion.sources import PostedFrames, SourceError
from companion.storage.database import connect
from companion.web.bodies.starting import request_from_json
from tests.companion.live.games import CLOSING, MATCHING, OPENING, THIRD, by_hand, play

CAMERA = {"kind": "camera", "number": 0}
STREAM = {"kind": "stream", "url": "rtsp://ann:secret@table.local/live"}


class Cameras:
    """Opens sources as if every camera and stream were there, and remembers which."""

    def __init__(self) -> None:
        self.opened: list[SourceChoice] = []
        self.broken = False

    def __call__(self, choice: SourceChoice) -> FrameSource:
        self.opened.append(choice)
        if self.broken and choice.kind == "camera":
            raise SourceError("There is no camera.")
        return PostedFrames() if choice.kind in ("camera", "stream") else open_choice(choice)


@pytest.fixture
def cameras() -> Cameras:
    return Cameras()


@pytest.fixture
def before(data: Path, cameras: Cameras) -> Iterator[Tables]:
    tables = Tables(data, opened=cameras)
    yield tables
    tables.stop_all()


@pytest.fixture
def after(data: Path, cameras: Cameras) -> Iterator[Tables]:
    """The tables of the companion that is started later on the same data."""
    tables = Tables(data, opened=cameras)
    yield tables
    tables.stop_all()


def start(tables: Tables, source: dict[str, Any]) -> int:
    return tables.start(request_from_json({**by_hand("palago"), "source": source})).number


@pytest.mark.parametrize("source", [{"kind": "hand"}, {"kind": "phone"}, CAMERA, STREAM])
def test_a_game_goes_on_with_what_watched_it(
    before: Tables, after: Tables, source: dict[str, Any]
) -> None:
    number = start(before, source)
    chosen = before.find(number).news.state.source.choice  # type: ignore[union-attr]
    before.stop_all()
    assert after.take_up_again() == [number]
    game = after.find(number)
    assert game is not None
    assert game.news.state.source.choice == chosen


def test_the_board_and_the_turn_are_as_they_were_and_nothing_is_announced(
    before: Tables, after: Tables
) -> None:
    number = start(before, {"kind": "hand"})
    game = before.find(number)
    assert game is not None
    play(game, OPENING)
    before.go_on(number, SourceChoice("phone"))
    left = game.news.state.snapshot
    before.stop_all()
    after.take_up_again()
    again = after.find(number)
    assert again is not None
    found = again.news.state.snapshot
    assert (found.board, found.mover, found.moves) == (left.board, "B", left.moves)
    assert found.last_number == left.last_number


def test_it_is_known_before_anybody_stops_the_companion(before: Tables, data: Path) -> None:
    number = start(before, {"kind": "phone"})
    with closing(connect(data)) as connection:
        assert [one.game for one in followed(connection)] == [number]


def test_games_that_are_over_or_were_stopped_rest(before: Tables, after: Tables) -> None:
    over, stopped = start(before, {"kind": "hand"}), start(before, {"kind": "phone"})
    game = before.find(over)
    assert game is not None
    for move in (OPENING, MATCHING, THIRD, CLOSING):
        play(game, move)
    before.stop(stopped)
    before.stop_all()
    assert after.take_up_again() == []


def test_a_film_does_not_begin_again_by_itself(before: Tables, after: Tables) -> None:
    before.start(request_from_json({"source": {"kind": "demo", "name": "palago_1"}}))
    before.stop_all()
    assert after.take_up_again() == []


def aged(connection: sqlite3.Connection, by: timedelta) -> None:
    then = moment(datetime.now(UTC) - by)
    connection.execute("UPDATE followed SET since = ?", (then,))
    connection.commit()


def test_a_game_of_another_day_rests(before: Tables, after: Tables, data: Path) -> None:
    number = start(before, CAMERA)
    before.stop_all()
    with closing(connect(data)) as connection:
        aged(connection, STILL_PLAYED + timedelta(minutes=1))
        assert after.take_up_again() == []
        aged(connection, STILL_PLAYED - timedelta(minutes=10))
    assert after.take_up_again() == [number]


def test_a_camera_that_two_games_had_goes_on_with_the_later(
    before: Tables, after: Tables, cameras: Cameras
) -> None:
    start(before, CAMERA)
    later = start(before, CAMERA)
    before.stop_all()
    cameras.opened.clear()
    assert after.take_up_again() == [later]
    assert len(cameras.opened) == 1


def test_where_a_camera_is_gone_the_other_games_go_on(
    before: Tables, after: Tables, cameras: Cameras, caplog: pytest.LogCaptureFixture
) -> None:
    other, watched = start(before, {"kind": "hand"}), start(before, CAMERA)
    before.stop_all()
    cameras.broken = True
    assert after.take_up_again() == [other]
    assert f"Game {watched} is not gone on with" in caplog.text
    cameras.broken = False
    assert after.take_up_again() == [watched], "it is tried again at the next start"


def test_nothing_is_taken_up_by_a_companion_that_is_being_stopped(
    before: Tables, after: Tables
) -> None:
    start(before, {"kind": "hand"})
    before.stop_all()
    after.stop_all()
    assert after.take_up_again() == []


@pytest.mark.parametrize("source", ["{}", '{"kind": []}', '{"kind": "stream", "url": "rtsp://["}'])
def test_a_source_that_nobody_can_read_any_more_keeps_no_other_game_from_going_on(
    before: Tables, after: Tables, data: Path, source: str
) -> None:
    lost, other = (start(before, {"kind": "hand"}) for _ in range(2))
    before.stop_all()
    with closing(connect(data)) as connection:
        connection.execute("UPDATE followed SET source = ? WHERE game_id = ?", (source, lost))
        connection.commit()
    assert after.take_up_again() == [other]

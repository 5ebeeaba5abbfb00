"""Sources of frames come and go, and films wait; the game goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.live import RunningGame, TableError, Tables, running_game
from companion.live.choice import FrameSource, SourceChoice, open_choice
from companion.live.live_game import LiveGame
from companion.live.replaying import kept_game
from companion.record import Games
from companion.referee import Event
from companion.sources import Frame, Interruption, SourceError, VideoFile
from companion.storage.database import DataError, connect
from companion.web.bodies.starting import request_from_json
from tests.companion.live.conftest import Start
from tests.companion.live.games import (
    OPENING,
    by_hand,
    play,
)
from tests.companion.live.looking_on import WAIT_S, until
from vision.readers.reader import Reader

HAND = SourceChoice("hand")


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


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Return a film that shows an empty table for half a second."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (160, 120))
    for n in range(5):
        writer.write(gray(n, n / 10).image)
    writer.release()
    return path


def kinds(data: Path, game: RunningGame) -> list[str]:
    """Return the kinds of inputs on a game's record."""
    with closing(connect(data)) as connection:
        return [entry.kind for entry in kept_game(connection, game.number)[1].inputs()]


def test_the_end_of_a_film_is_on_record_and_the_end_of_a_stream_is_not(
    data: Path, film: Path
) -> None:
    for source, is_film in ((VideoFile(film, paced=False), True), (Scripted(gray(0, 0.0)), False)):
        tables = with_sources(data, source)
        game = tables.start(request_from_json(WATCHED))
        until(game.news, lambda state: state.source.ended)
        assert ("film-over" in kinds(data, game)) == is_film
        tables.stop_all()


def test_a_film_whose_end_cannot_be_kept_ends_and_the_game_goes_on(
    data: Path, film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide = LiveGame.decide

    def on_a_full_disk(game: LiveGame, kind: str, fields: dict[str, Any]) -> list[Event]:
        if kind == "film-over":
            raise DataError("The disk is full.")
        return decide(game, kind, fields)

    monkeypatch.setattr(LiveGame, "decide", on_a_full_disk)
    tables = with_sources(data, VideoFile(film, paced=False))
    game = tables.start(request_from_json(WATCHED))
    assert until(game.news, lambda state: state.source.ended).running
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

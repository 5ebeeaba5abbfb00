"""A live game on a computer that cannot keep up: it says so once, and still records each move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.live.live_game import LiveGame
from companion.referee import Event, Referee
from companion.referee.events import MoveMade
from companion.sources import Frame
from rules import Board, Cell
from tests.filming import Film
from training.synthesis.staging import make_table
from vision.arrays import Image, Mask
from vision.readers.examination import Examination
from vision.readers.picture_reader import Beside
from vision.readers.reader import Reader

OPENING = Board({Cell(0, 0): 4, Cell(1, -1): 4})
SECOND = Board({**OPENING, Cell(1, 0): 2, Cell(2, -1): 0})
LOOK_TAKES = 3.0


class SlowReader(Reader):
    """Counts its looks, so that the camera's clock can go on meanwhile."""

    looks = 0

    def examine(
        self, image: Image, shown: Mask | None = None, beside: Beside | None = None
    ) -> Examination:
        self.looks += 1
        return super().examine(image, shown, beside)


def _late(frames: Iterable[Frame], reader: SlowReader) -> Iterator[Frame]:
    """Yield frames that come as much later as the looks before them took."""
    for frame in frames:
        yield replace(frame, time=frame.time + LOOK_TAKES * reader.looks)


def test_a_slow_computer_is_told_once_and_each_move_is_recorded() -> None:
    reader, film = SlowReader(), Film(make_table(8))
    game = LiveGame(reader, Referee("palago", ["Ann", "Ben"]))
    events: list[Event] = []
    for frames in (film.show(Board()), film.play(OPENING), film.play(SECOND), film.play(SECOND)):
        events += [event for frame in _late(frames, reader) for event in game.see(frame)]
    assert [event.name for event in events].count("too-slow") == 1
    moves = [event for event in events if isinstance(event, MoveMade)]
    assert [(move.number, move.mover) for move in moves] == [(1, "Ann"), (2, "Ben")]

"""A computer that cannot keep up: told once, looks become rarer, and what is seen stays right."""

from __future__ import annotations

import numpy as np
import pytest

from rules.board import Board
from tests.grain import grainy
from tests.vision.following.drawn_film import LONGER, OPENING
from training.synthesis.staging import StagedBoard, make_table
from vision.arrays import Image
from vision.following.follower import Follower
from vision.following.pace import Pace
from vision.following.table_view import Settled, Sighting, TooSlow
from vision.following.thresholds import FALLS_BEHIND
from vision.readers.picture_reader import Beside, ReadPicture
from vision.readers.reader import Reader

FPS = 5


class SlowReader:
    """Reads, and takes its time: the clock goes on meanwhile."""

    def __init__(self, reader: Reader) -> None:
        self.reader, self.seconds, self.clock, self.looks = reader, 0.0, 0.0, list[float]()

    def look(self, image: Image, beside: Beside | None = None) -> ReadPicture:
        self.looks.append(self.clock)
        self.clock += self.seconds
        return self.reader.look(image, beside)


def _watch(follower: Follower, eyes: SlowReader, picture: Image, until: float) -> list[Sighting]:
    """Show a picture by a camera, which gives the newest frame only, until some time."""
    said: list[Sighting] = []
    while eyes.clock < until:
        eyes.clock += 1 / FPS
        said += follower.feed(grainy(picture, round(eyes.clock * FPS), 4), eyes.clock)
    return said


def test_a_slow_computer_says_so_once_looks_less_often_and_is_right(reader: Reader) -> None:
    table, eyes = make_table(8, width=960, height=540), SlowReader(reader)
    follower = Follower(eyes)
    hand = table.picture([StagedBoard(OPENING)], hand_at=(20.0, 10.0))
    eyes.seconds = 3.0
    said: list[Sighting] = []
    for board in (Board({}), OPENING, OPENING, LONGER):
        said += _watch(follower, eyes, hand, eyes.clock + 0.5)
        picture = table.picture([StagedBoard(board)] if board else [])
        said += _watch(follower, eyes, picture, eyes.clock + 15.0)
    slow = [sighting for sighting in said if isinstance(sighting, TooSlow)]
    assert [sighting.seconds for sighting in slow] == [pytest.approx(eyes.seconds, abs=0.2)]
    boards = [s.view.board for s in said if isinstance(s, Settled) and not s.view.unsure]
    assert [len(board) for board in boards] == [0, len(OPENING), len(LONGER)]

    began = eyes.clock
    said = _watch(follower, eyes, hand, eyes.clock + 30.0)
    looks = [time for time in eyes.looks if time > began]
    assert min(np.diff(looks)) >= 2 * eyes.seconds - 0.2
    assert not any(isinstance(sighting, TooSlow | Settled) for sighting in said)


def _looks(pace: Pace, clock: float, gap: float, taken: float, count: int) -> tuple[float, int]:
    """Look every fifth frame; return the time, and how often it was said to be too slow."""
    times = 0
    for _ in range(count):
        for _ in range(5):
            clock += gap
            times += pace.feed(clock) is not None
        pace.looked()
        clock += taken
    return clock, times


def test_it_is_said_once_an_episode() -> None:
    pace = Pace()
    clock, times = _looks(pace, 0.0, 0.1, 0.3, 10)
    assert (times, pace.rest) == (0, 0.0)
    clock, times = _looks(pace, clock, 0.1, FALLS_BEHIND + 1, 10)
    assert times == 1
    assert pace.rest == pytest.approx(2 * (FALLS_BEHIND + 1), abs=0.1)
    clock, times = _looks(pace, clock, 0.1, 0.3, 10)
    assert (times, pace.rest) == (0, 0.0)
    assert _looks(pace, clock, 0.1, FALLS_BEHIND + 1, 10)[1] == 1


def test_a_source_of_few_frames_or_a_stall_is_no_slow_computer() -> None:
    assert _looks(Pace(), 0.0, 2 * FALLS_BEHIND, 0.3, 20)[1] == 0
    pace = Pace()
    clock, times = _looks(pace, 0.0, 0.1, 0.3, 5)
    for _ in range(4):
        clock, again = _looks(pace, clock + 10.0, 0.1, 0.3, 4)
        times += again
    assert times == 0

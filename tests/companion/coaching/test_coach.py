"""The coach's own process: it answers, ends with who asks, and a slow or broken one is got over."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from companion.coaching import coach as coaching
from companion.coaching.coach import Coach, CoachError
from companion.coaching.tasks import choose
from companion.referee.setup import COMPUTER_LEVELS
from rules import Board, Cell, board_from_json, board_to_json, judge_palago
from rules.engine.playing import Level

BOARD = Board({Cell(0, 0): 0, Cell(1, 0): 2})
QUESTION = {
    "task": "choose",
    "board": board_to_json(BOARD),
    "to_move": "blue",
    "level": "easy",
    "seed": "a game 2",
    "size": 48,
}
WAIT_S = 60.0


@pytest.fixture
def coach() -> Iterator[Coach]:
    coach = Coach()
    yield coach
    coach.stop()


def test_it_answers_as_its_tasks_do(coach: Coach) -> None:
    answer = coach.ask(QUESTION, WAIT_S)
    assert answer == choose(QUESTION)
    after = BOARD.with_tiles(board_from_json({"tiles": answer["placed"]}).items())
    assert judge_palago(BOARD, after, mover="blue", tiles_left=46).legal
    mismatched = board_to_json(Board({Cell(0, 0): 0, Cell(1, 0): 1}))
    with pytest.raises(CoachError, match="do not match"):
        coach.ask({**QUESTION, "board": mismatched}, WAIT_S)


def with_process(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Have the coach run another program as its process."""
    started = subprocess.Popen

    def start(_command: Any, **more: Any) -> subprocess.Popen[str]:
        return started([sys.executable, "-c", program], **more)

    monkeypatch.setattr(coaching.subprocess, "Popen", start)
    monkeypatch.setattr(coaching, "SETTING_UP_S", 0.5)


def test_it_goes_on_after_its_process_was_killed(
    coach: Coach, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_process(monkeypatch, "while True: print(input(), flush=True)")
    assert coach.ask(QUESTION, WAIT_S) == QUESTION
    process = coach._process
    assert process is not None
    process.kill()
    process.wait()
    assert coach.ask(QUESTION, WAIT_S) == QUESTION


def test_one_that_is_too_slow_is_ended(coach: Coach, monkeypatch: pytest.MonkeyPatch) -> None:
    with_process(monkeypatch, "import time; time.sleep(600)")
    with pytest.raises(CoachError, match="no answer in time"):
        coach.ask(QUESTION, 0.1)
    assert coach._process is None


def test_one_that_breaks_down_is_told_at_once(
    coach: Coach, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_process(monkeypatch, "input()")
    began = monotonic()
    with pytest.raises(CoachError, match="ended before it answered"):
        coach.ask(QUESTION, WAIT_S)
    assert monotonic() < began + WAIT_S
    coach.stop()
    with pytest.raises(CoachError, match="being stopped"):
        coach.ask(QUESTION, WAIT_S)


def test_its_process_ends_when_nobody_can_ask_any_more(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion.coaching.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, cwd=tmp_path) as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(WAIT_S) == 0


def test_the_strengths_are_those_of_the_players() -> None:
    assert tuple(Level) == COMPUTER_LEVELS

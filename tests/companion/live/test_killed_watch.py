"""A game that is being followed is killed at random moments: nothing it announced is missing.

``PALAGO_WATCH_KILLS`` in the environment sets how often; 5 times by default.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import islice
from pathlib import Path
from time import sleep

import cv2
import pytest

from companion.record import Games
from companion.referee import Referee
from companion.referee.inputs import give
from companion.storage.database import FILE_NAME, connect
from rules import Board, Cell
from tests.filming import FPS, Film
from training.synthesis.staging import make_table

ROUNDS = int(os.environ.get("PALAGO_WATCH_KILLS", "5"))
MOST_HEARD = 12
"""Fewer than the film has, so that it is killed while it goes on."""
LONGEST_S = 1.0


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a film of eight moves, the boards of two and four tiles in turn."""
    path = tmp_path_factory.mktemp("film") / "game.avi"
    film = Film(make_table(8, width=960, height=540))
    boards = [Board({Cell(0, 0): 4, Cell(1, -1): 4})]
    for q in range(2, 8):
        boards.append(Board({**boards[-1], Cell(q, -1): 4, Cell(q, 0): 4}))
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (960, 540))
    for board in (Board(), *boards):
        for frame in film.play(board):
            writer.write(frame.image)
    writer.release()
    return path


def _announced_until_killed(
    video: Path, data: Path, heard: int, seconds: float
) -> list[dict[str, object]]:
    """Follow the film, kill it a while after so many events, and return those that came out whole.

    Events rather than the clock say when: on a busy machine it may take long to begin.
    """
    command = [sys.executable, "-m", "companion", "watch", str(video), "--json"]
    command += ["--game", "palago", "--players", "Ann,Ben", "--speed", "max", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = list(islice(process.stdout, heard))
        sleep(seconds)
        process.kill()
        lines += process.stdout
    return [json.loads(line) for line in lines if line.endswith("\n")]


def _check_kept(data: Path, announced: list[dict[str, object]]) -> None:
    """Hold what was announced against the record, and give the record to a new referee."""
    with closing(connect(data)) as connection:
        games = Games(connection).recent(2) if _has_games(connection) else []
        if not games:
            assert not announced
            return
        (kept,) = games
        log = Games(connection).open(kept.number)
        events = [entry.to_event() for entry in log.events()]
        assert announced == events[: len(announced)]
        again = Referee(kept.game, [player.name for player in kept.players], kept.options)
        replayed = [
            event.to_json()
            for entry in log.inputs()
            for event in give(again, entry.kind, entry.data, entry.t, entry.frame or 0)
        ]
        assert replayed == events


def test_nothing_announced_is_missing_after_a_kill(video: Path, tmp_path: Path) -> None:
    heard = []
    for round_number in range(ROUNDS):
        data = tmp_path / str(round_number)
        rng = random.Random(round_number)
        announced = _announced_until_killed(
            video, data, rng.randrange(MOST_HEARD), rng.uniform(0.0, LONGEST_S)
        )
        heard.append(len(announced))
        if (data / FILE_NAME).exists():
            _check_kept(data, announced)
        else:
            assert not announced
    assert sum(heard) > ROUNDS
    assert len(set(heard)) > 1


def _has_games(connection: sqlite3.Connection) -> bool:
    """Tell whether the process came as far as making the tables."""
    query = "SELECT name FROM sqlite_master WHERE name = 'game'"
    return connection.execute(query).fetchone() is not None

"""While nobody follows a game no clock counts: after a kill, a stop, or while all slept."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import sleep

import pytest

from companion.live import Tables
from companion.live.heartbeat import BEAT_S, Heartbeat
from companion.record import ExportFormatError, Games, Player
from companion.record.absences import Absence, absences_of, came_back, note_alive
from companion.record.exporting import export_game
from companion.record.importing import import_game
from companion.record.moment import now
from companion.showing.clocks import clocks_of
from companion.storage import database
from companion.storage.database import connect
from companion.web.bodies.starting import request_from_json
from tests.companion.live.games import MATCHING, OPENING, by_hand, play

NOW = datetime(2026, 1, 31, 20, tzinfo=UTC)
KILLED = """
import sys, time
from pathlib import Path
from companion.live import Tables
from companion.live import heartbeat
from companion.web.bodies.starting import request_from_json
from tests.companion.live.games import OPENING, by_hand, play

heartbeat.BEAT_S = 0.2
tables = Tables(Path(sys.argv[1]))
game = tables.start(request_from_json(by_hand("palago")))
play(game, OPENING)
time.sleep(1.5)
print("played", flush=True)
time.sleep(60)
"""
"""A companion in which one game by hand is played; it lives until it is killed."""


def started(connection: sqlite3.Connection, at: datetime) -> int:
    players = [Player("Ann"), Player("Ben")]
    return Games(connection, clock=lambda: at).start("palago", players).game


def test_a_killed_companion_takes_no_time_from_a_clock(data: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "played\n"
        process.kill()
        process.wait()
    off_since = now()
    sleep(3)
    tables = Tables(data)
    back_at = now()
    (number,) = tables.take_up_again()
    game = tables.find(number)
    assert game is not None
    (away,) = game.news.state.snapshot.kept.absences
    assert off_since - timedelta(seconds=2) < away.since <= off_since
    assert away.until >= back_at
    play(game, MATCHING)
    clock = clocks_of(game.news.state.snapshot, followed=True)["B"]
    first, second = (move.told for move in game.news.state.snapshot.standing_moves)
    assert first is not None
    assert second is not None
    counted = second.at - first.at - (away.until - away.since)
    assert (
        clock.used_s == round(counted.total_seconds()) < (second.at - first.at).total_seconds() - 2
    )
    tables.stop_all()


def test_a_game_that_was_stopped_for_a_while_says_so(data: Path) -> None:
    tables = Tables(data)
    game = tables.start(request_from_json(by_hand("palago")))
    play(game, OPENING)
    tables.stop(game.number)
    sleep(1.2)
    again = tables.go_on(game.number, game.news.state.source.choice)
    (away,) = again.news.state.snapshot.kept.absences
    assert away.until - away.since > timedelta(seconds=1)
    tables.go_on(game.number, game.news.state.source.choice)  # from elsewhere, without a break
    assert again.news.state.snapshot.kept.absences == (away,)
    tables.stop_all()


class Clocks:
    """A clock on the wall, and the time that passes while the computer is awake."""

    def __init__(self) -> None:
        self.at, self.passed_s = NOW, 100.0

    def go_on(self, seconds: float, awake: float | None = None) -> None:
        self.at += timedelta(seconds=seconds)
        self.passed_s += seconds if awake is None else awake


def heart(data: Path, clocks: Clocks, games: list[int], told: list[str]) -> Heartbeat:
    return Heartbeat(
        data,
        lambda: games,
        lambda: told.append("slept"),
        clock=lambda: clocks.at,
        passed_s=lambda: clocks.passed_s,
    )


@pytest.mark.parametrize("awake", [BEAT_S, 3600.0])
def test_a_computer_that_slept_took_no_time_from_a_clock(data: Path, awake: float) -> None:
    """Whether what counts the time stood still in its sleep or not."""
    clocks, told = Clocks(), list[str]()
    with closing(connect(data)) as connection:
        number = started(connection, NOW)
        beating = heart(data, clocks, [number], told)
        for _ in range(3):
            clocks.go_on(BEAT_S + 1.5)
            beating.beat()
        assert (absences_of(connection, number), told) == ((), [])
        slept_at = clocks.at
        clocks.go_on(3600.0, awake)
        beating.beat()
        assert absences_of(connection, number) == (Absence(slept_at, clocks.at),)
    assert told == ["slept"]


def test_what_a_full_disk_did_not_take_the_next_beat_notes(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks, told = Clocks(), list[str]()
    with closing(connect(data)) as connection:
        number = started(connection, NOW)
        beating = heart(data, clocks, [number], told)
        clocks.go_on(600.0, 5.0)
        slept = Absence(NOW, clocks.at)
        with monkeypatch.context() as failing:

            def full(*_: object) -> None:
                raise database.DiskFullError(database.DataFault.DISK_FULL(file="x"))

            failing.setattr("companion.live.heartbeat.note_alive", full)
            beating.beat()
        assert (absences_of(connection, number), told) == ((), [])
        clocks.go_on(BEAT_S)
        beating.beat()
        assert absences_of(connection, number) == (slept,)
    assert told == ["slept"]


def test_a_game_that_sleeps_with_its_computer_is_told_anew(data: Path) -> None:
    tables = Tables(data)
    game = tables.start(request_from_json(by_hand("palago")))
    slept = Absence(now() - timedelta(hours=1), now())
    with closing(connect(data)) as connection:
        note_alive(connection, [game.number], now(), [slept])
    game.tell_anew()
    play(game, OPENING)
    assert len(game.news.state.snapshot.kept.absences) == 1
    tables.stop_all()


def test_data_of_an_earlier_version_count_from_their_last_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(database, "SCHEMA_VERSION", 9)
        database.prepare(tmp_path)
    with closing(connect(tmp_path)) as connection:
        number = started(connection, NOW)
        database.prepare(tmp_path)
        kept = Games(connection).find(number)
        assert kept is not None
        assert kept.absences == ()
        came_back(connection, number, NOW + timedelta(days=1))
        assert absences_of(connection, number) == (Absence(NOW, NOW + timedelta(days=1)),)


def test_an_export_keeps_them_and_one_without_is_read(tmp_path: Path) -> None:
    documents = []
    for name in ("first", "second"):
        database.prepare(tmp_path / name)
    with closing(connect(tmp_path / "first")) as connection:
        number = started(connection, NOW)
        documents.append(export_game(connection, number))
        came_back(connection, number, NOW + timedelta(minutes=17))
        documents.append(export_game(connection, number))
    assert "absences" not in documents[0]
    with closing(connect(tmp_path / "second")) as connection:
        read = import_game(connection, json.loads(json.dumps(documents[1])))
        assert export_game(connection, read) == documents[1]
        older = {**documents[0], "uid": "0" * 32}
        assert absences_of(connection, import_game(connection, older)) == ()
        away = documents[1]["absences"][0]
        wrong = {
            **documents[1],
            "uid": "1" * 32,
            "absences": [dict(zip(away, reversed(away.values()), strict=True))],
        }
        with pytest.raises(ExportFormatError, match="before"):
            import_game(connection, wrong)

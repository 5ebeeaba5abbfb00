"""Nothing that was announced is lost when the process is killed or the power goes.

20 processes are killed; PALAGO_KILL_ROUNDS=200 in the environment makes it 200.
"""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from time import sleep

from companion.record import Games, NewEntry, Player
from companion.storage import database
from tests.companion.record import appending
from tests.companion.record.appending import EVENTS_OF_EACH, picture, replayed

ROOT = Path(__file__).resolve().parents[3]
ROUNDS = int(os.environ.get("PALAGO_KILL_ROUNDS", "20"))
OF_ONE_GAME = 100
"""So many kills in one game at most: every time all of it is held against what was announced."""
MOST_S = 0.06
NEWEST = 5 * EVENTS_OF_EACH
"""Events whose pictures are held against what they must be; older ones may be given up."""


def announced_until_killed(directory: Path, chance: random.Random) -> list[int]:
    """Let a companion append, kill it at a random moment, and return the numbers it announced."""
    process = subprocess.Popen(
        [sys.executable, str(Path(appending.__file__)), str(directory)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    with process, process.stdout as output:
        lines = []
        # Every fifth may be killed while it still opens the database or makes its tables.
        if chance.random() < 0.8:
            lines.append(output.readline())
            sleep(chance.uniform(0, MOST_S))
        else:
            sleep(chance.uniform(0, 4 * MOST_S))
        process.send_signal(signal.SIGKILL)
        lines += output.readlines()
    assert process.returncode == -signal.SIGKILL, "it must not have ended by itself"
    return [int(word) for line in lines if line.endswith("\n") for word in line.split()]


def check_whole(directory: Path, announced: list[int]) -> None:
    """Check that all that was announced is there, and that nothing is there by halves."""
    with closing(database.connect(directory)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        found = Games(connection).resume()
        if found is None:
            assert announced == []
            return
        log = found[1]
        entries = log.entries()
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        assert len(entries) >= max(announced, default=0)
        assert len(entries) % (1 + EVENTS_OF_EACH) == 0
        for event in log.events()[-NEWEST:]:
            look = ((event.cause or 0) - 1) // (1 + EVENTS_OF_EACH)
            assert log.picture(event.before or 0) == picture(look)
            assert log.picture(event.after or 0) == picture(look + 1)
        states = replayed(log.inputs())
        expected = [state for state in states for _part in range(EVENTS_OF_EACH)]
        assert [event.data["state"] for event in log.events()] == expected


def test_what_was_announced_outlives_being_killed(tmp_path: Path) -> None:
    chance = random.Random(20260)
    total = 0
    for begins in range(0, ROUNDS, OF_ONE_GAME):
        folder = tmp_path / f"from_{begins}"
        announced: list[int] = []
        for number in range(begins, min(ROUNDS, begins + OF_ONE_GAME)):
            announced += announced_until_killed(folder, chance)
            assert announced == sorted(set(announced)), f"round {number}: a number twice"
            if announced:
                check_whole(folder, announced)
        check_whole(folder, announced)
        total += len(announced)
    assert total > ROUNDS


def test_what_was_announced_outlives_a_log_cut_off_anywhere(tmp_path: Path) -> None:
    """A power cut: of the write-ahead log, only what was flushed is sure to be on the disk.

    After each append the log's length is what had been flushed when its numbers were announced.
    """
    database.prepare(tmp_path / "data")
    file = tmp_path / "data" / database.FILE_NAME
    log_file = file.with_name(file.name + "-wal")
    chance = random.Random(5)
    with closing(database.connect(tmp_path / "data")) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        log = Games(connection).start("palago", [Player("Ann"), Player("Bob")])
        flushed = [log_file.stat().st_size]
        for look in range(6):
            log.append(
                [NewEntry("settled", {"look": look}, look)],
                [NewEntry("move", {"look": look}, look, after=picture(look))],
            )
            flushed.append(log_file.stat().st_size)
        cuts = [*flushed, *(chance.randrange(flushed[0], flushed[-1]) for _ in range(30))]
        for number, length in enumerate(cuts):
            copy = tmp_path / f"cut_{number}"
            copy.mkdir()
            shutil.copy(file, copy)
            torn = log_file.read_bytes()[:length] + chance.randbytes(300)
            (copy / log_file.name).write_bytes(torn)
            durable = sum(length >= size for size in flushed) - 1
            assert looks_after_restart(copy) == list(range(durable))


def looks_after_restart(directory: Path) -> list[int]:
    database.prepare(directory)
    with closing(database.connect(directory)) as connection:
        found = Games(connection).resume()
        assert found is not None
        looks = [entry.data["look"] for entry in found[1].inputs()]
        assert [entry.data["look"] for entry in found[1].events()] == looks
        assert [found[1].picture(1 + look) for look in looks] == [picture(x) for x in looks]
    return looks


def test_each_commit_is_flushed(games: Games, connection: sqlite3.Connection) -> None:
    """FULL (2) flushes the log at each commit; NORMAL would lose the last ones with the power."""
    games.start("palago", [Player("Ann")])
    assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2
    assert connection.execute("PRAGMA fullfsync").fetchone()[0] == 1
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


def test_a_picture_is_kept_once_and_whole(games: Games) -> None:
    log = games.start("palago", [Player("Ann")])
    log.append(events=[NewEntry("move", {}, 1.0, 1, picture(1), picture(2))])
    log.append(events=[NewEntry("move", {}, 2.0, 2, picture(2), picture(1))])
    assert [(e.before, e.after) for e in log.events()] == [(1, 2), (2, 1)]
    kept = log.picture(2)
    assert kept is not None
    assert sha256(kept.jpeg).digest() == sha256(picture(2).jpeg).digest()
    assert log.picture(3) is None

"""What is forgotten is gone: from the tables, from the bytes of every file, and from the labels."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from companion.cli import main
from companion.live.believed_clock import SteadyClock
from companion.live.forgetting import forget_game, forget_reading
from companion.live.retention import Keeper, Outdated, Retention, choose, chosen, keep_to_it
from companion.photos.correction import confirmation
from companion.photos.labelled_folder import LabelledFolder
from companion.photos.photo_queue import ReadPhoto
from companion.photos.readings import Readings
from companion.record import Games, NewEntry, Picture, Player
from companion.record.checking import damages
from companion.record.salvaging import open_record
from companion.storage import database
from vision.reading import Reading

Truth = Callable[[str], Reading]
NAME = "Zebulon Quix"
PHOTO = Random(1).randbytes(150_000)
SHOWN = Random(2).randbytes(90_000)
NOW = datetime(2026, 6, 1, tzinfo=UTC)
STEP = 500


def traces(data: Path, *secrets: bytes) -> int:
    """Return how many pieces of something can be found in all files of a data folder."""
    files = [path.read_bytes() for path in data.rglob("*") if path.is_file()]
    pieces = [
        secret[at : at + 24]
        for secret in secrets
        for at in range(0, max(1, len(secret) - 24), STEP)
    ]
    return sum(piece in content for content in files for piece in pieces)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    database.prepare(tmp_path)
    return tmp_path


@pytest.fixture
def connection(data: Path) -> Iterator[sqlite3.Connection]:
    with closing(database.connect(data)) as connection:
        yield connection


def played(connection: sqlite3.Connection, at: datetime, name: str = NAME) -> int:
    """Keep a game of one look and one move, made at a moment."""
    log = Games(connection, clock=lambda: at).start("palago", [Player(name), Player("Bob")])
    move = NewEntry("move", {"said": f"{name} lays"}, 1, 1, None, Picture(SHOWN, 64, 48))
    log.append([NewEntry("settled", {}, 1, 1, reading={"of": name})], [move], over=True)
    return log.game


def photographed(
    connection: sqlite3.Connection, data: Path, reading: Reading, game: int | None = None
) -> int:
    """Keep a photo that was confirmed, with its label."""
    photo = ReadPhoto(reading, PHOTO, b"small")
    number = Readings(connection).keep("home.jpg", photo, confirmation(reading), game)
    kept = Readings(connection).find(number)
    assert kept is not None
    LabelledFolder(data).update(kept, PHOTO)
    return number


def test_nothing_of_a_forgotten_game_is_left_in_any_file(
    data: Path, connection: sqlite3.Connection, truth: Truth
) -> None:
    """While the game's thread and others have the database open, so that its log stays."""
    game = played(connection, NOW)
    photographed(connection, data, truth("p001087_small"), game)
    other = played(connection, NOW, "Ann")
    assert traces(data, NAME.encode()) > 0
    assert traces(data, PHOTO, SHOWN) > 100
    assert forget_game(connection, LabelledFolder(data), game)
    assert traces(data, NAME.encode(), PHOTO) == 0
    assert Games(connection).find(other) is not None
    assert forget_game(connection, LabelledFolder(data), other)
    assert traces(data, SHOWN, b"Ann") == 0
    assert not forget_game(connection, LabelledFolder(data), other)


def test_nothing_of_a_forgotten_photo_is_left_in_any_file(
    data: Path, connection: sqlite3.Connection, truth: Truth
) -> None:
    number = photographed(connection, data, truth("p001087_small"))
    kept = Readings(connection).find(number)
    assert kept is not None
    assert traces(data, PHOTO) > 100
    forget_reading(connection, LabelledFolder(data), kept)
    assert traces(data, PHOTO, b"home.jpg") == 0


def test_what_earlier_versions_removed_is_wiped_when_the_file_is_brought_up_to_date(
    data: Path, connection: sqlite3.Connection
) -> None:
    connection.execute("PRAGMA secure_delete = OFF")
    Games(connection).forget(played(connection, NOW))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert traces(data, SHOWN) > 100
    connection.execute("PRAGMA user_version = 6")
    connection.close()
    database.prepare(data)
    assert traces(data, SHOWN, NAME.encode()) == 0


def test_the_command_forgets_as_thoroughly(
    data: Path, connection: sqlite3.Connection, truth: Truth
) -> None:
    game = played(connection, NOW)
    photographed(connection, data, truth("p001087_small"), game)
    assert main(["games", "--data", str(data), "forget", str(game)]) == 0
    assert traces(data, NAME.encode(), PHOTO, SHOWN) == 0


def nobody(_number: int) -> bool:
    return False


@pytest.mark.parametrize(
    ("kept", "age_days", "goes"),
    [
        (Retention.FOR_EVER, 4000, Outdated()),
        (Retention.MONTH, 29, Outdated()),
        (Retention.MONTH, 31, Outdated(games=(1,))),
        (Retention.DAY, 0.9, Outdated()),
        (Retention.DAY, 1.1, Outdated(games=(1,))),
        (Retention.NO_PICTURES, 0.9, Outdated()),
        (Retention.NO_PICTURES, 1.1, Outdated(pictures=(1,))),
    ],
)
def test_games_are_kept_as_long_as_was_chosen(
    data: Path,
    connection: sqlite3.Connection,
    kept: Retention,
    age_days: float,
    goes: Outdated,
) -> None:
    played(connection, NOW - timedelta(days=age_days))
    assert chosen(connection) is Retention.FOR_EVER
    choose(connection, kept, NOW)
    assert chosen(connection) is kept
    assert keep_to_it(data, nobody, NOW) == goes
    assert keep_to_it(data, nobody, NOW) == Outdated()
    assert [game.number for game in Games(connection).recent(5)] == ([] if goes.games else [1])
    assert (traces(data, SHOWN) == 0) == bool(goes)
    assert damages(connection) == []


def test_a_game_that_is_followed_stays_however_old(
    data: Path, connection: sqlite3.Connection
) -> None:
    game = played(connection, NOW - timedelta(days=90))
    choose(connection, Retention.DAY, NOW)
    assert keep_to_it(data, lambda number: number == game, NOW) == Outdated()
    assert keep_to_it(data, nobody, NOW).games == (game,)


def test_photos_and_files_set_aside_are_kept_no_longer_than_games(
    data: Path, connection: sqlite3.Connection, truth: Truth
) -> None:
    number = photographed(connection, data, truth("p001087_small"))
    aside = data / f"{database.FILE_NAME}.damaged-20260101-000000"
    aside.write_bytes(PHOTO)
    today = datetime.now(UTC)
    choose(connection, Retention.MONTH, today + timedelta(days=28))
    assert keep_to_it(data, nobody, today + timedelta(days=29)) == Outdated()
    found = keep_to_it(data, nobody, today + timedelta(days=31))
    assert (found.photos, found.asides) == ((number,), (aside,))
    assert traces(data, PHOTO) == 0
    assert not list((data / "labelled").iterdir())


def test_a_damaged_file_is_kept_from_when_it_was_set_aside(
    data: Path, connection: sqlite3.Connection
) -> None:
    """It may have been written last long before, and holds what could not be taken over."""
    today = datetime.now(UTC)
    played(connection, today)
    choose(connection, Retention.DAY, today)
    connection.close()
    file = data / database.FILE_NAME
    content = bytearray(file.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    file.write_bytes(content)
    os.utime(file, (0, 0))
    salvage = open_record(data)
    assert salvage is not None
    with closing(database.connect(data)) as new:
        choose(new, Retention.DAY, today)
    assert keep_to_it(data, nobody, today).asides == ()
    assert salvage.aside.is_file()
    assert keep_to_it(data, nobody, today + timedelta(days=2)).asides == (salvage.aside,)


def test_what_an_earlier_version_kept_counts_as_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(database, "SCHEMA_VERSION", 7)
        database.prepare(tmp_path)
    with closing(database.connect(tmp_path)) as connection:
        old = played(connection, NOW - timedelta(days=31))
        played(connection, NOW - timedelta(days=29))
        connection.execute("INSERT INTO retention VALUES (1, '30-days')")
        connection.commit()
    database.prepare(tmp_path)
    assert keep_to_it(tmp_path, nobody, NOW).games == (old,)


class Clocks:
    """A clock that people see, and time as it passes, which nobody sets."""

    def __init__(self, at: datetime = NOW) -> None:
        self.at, self.passed_s = at, 0.0

    def go_on(self, by: timedelta) -> None:
        self.at += by
        self.passed_s += by.total_seconds()

    def steady(self) -> SteadyClock:
        return SteadyClock(lambda: self.at, lambda: self.passed_s)


def test_a_clock_is_steady_from_when_it_was_set_the_last_time() -> None:
    clocks = Clocks()
    steady = clocks.steady()
    clocks.go_on(timedelta(minutes=9))
    assert steady.steady_for() == timedelta(minutes=9)
    clocks.at -= timedelta(days=5000)
    assert steady.steady_for() == timedelta()
    clocks.go_on(timedelta(hours=3))
    clocks.at += timedelta(seconds=20)  # as it is put right little by little
    assert steady.steady_for() == timedelta(hours=3)


def test_it_is_looked_at_again_and_again_once_the_clock_is_steady(
    data: Path, connection: sqlite3.Connection
) -> None:
    played(connection, NOW - timedelta(days=400))
    choose(connection, Retention.DAY)
    looked: list[int] = []
    clocks = Clocks()

    def is_followed(number: int) -> bool:
        looked.append(number)
        return len(looked) < 3

    pause = timedelta(milliseconds=10)
    keeper = Keeper(data, is_followed, pause, pause, clocks.steady())
    try:
        keeper._stopping.wait(0.3)
        assert looked == [], "the clock does not go on"
        clocks.go_on(timedelta(minutes=10))
        deadline = monotonic() + 30
        while Games(connection).recent(1) and monotonic() < deadline:
            pass
    finally:
        keeper.stop()
    assert looked == [1, 1, 1]
    assert Games(connection).recent(1) == []


YEARS = timedelta(days=4000)


@pytest.mark.parametrize("wrong", [YEARS, timedelta(days=15), -timedelta(days=2), -YEARS])
def test_a_clock_that_jumped_removes_nothing_until_the_host_says_that_it_is_right(
    data: Path, connection: sqlite3.Connection, wrong: timedelta
) -> None:
    played(connection, NOW - 2 * YEARS)
    choose(connection, Retention.MONTH, NOW)
    game = played(connection, NOW)
    assert keep_to_it(data, lambda _number: True, NOW) == Outdated()
    assert keep_to_it(data, nobody, NOW + wrong) == Outdated()
    assert len(Games(connection).recent(5)) == 2
    choose(connection, Retention.MONTH, NOW + wrong)
    ahead = wrong > timedelta(days=30)
    removed = keep_to_it(data, nobody, NOW + wrong + timedelta(hours=1)).games
    assert removed == ((1, game) if ahead else (1,))


def test_a_clock_that_was_put_right_in_time_goes_on_as_before(
    data: Path, connection: sqlite3.Connection
) -> None:
    played(connection, NOW)
    choose(connection, Retention.MONTH, NOW)
    assert keep_to_it(data, nobody, NOW + YEARS) == Outdated()
    for day in range(1, 31):
        assert keep_to_it(data, nobody, NOW + timedelta(days=day)) == Outdated()
    assert keep_to_it(data, nobody, NOW + timedelta(days=31)).games == (1,)


def test_what_a_clock_that_was_behind_dated_is_kept_from_when_it_was_noticed(
    data: Path, connection: sqlite3.Connection
) -> None:
    """As on a computer without a battery: a game is played before it has asked for the time."""
    choose(connection, Retention.DAY, NOW)
    played(connection, NOW - YEARS)
    assert keep_to_it(data, nobody, NOW + timedelta(hours=1)) == Outdated()
    assert keep_to_it(data, nobody, NOW + timedelta(hours=24)) == Outdated()
    assert keep_to_it(data, nobody, NOW + timedelta(hours=26)).games == (1,)


def test_a_game_that_was_gone_on_with_by_a_clock_that_was_behind_is_kept_as_well(
    data: Path, connection: sqlite3.Connection
) -> None:
    choose(connection, Retention.DAY, NOW)
    game = played(connection, NOW)
    followed = [game]
    for day in range(9):
        by = NOW + timedelta(days=day)
        assert keep_to_it(data, followed.__contains__, by) == Outdated()
    log = Games(connection, clock=lambda: NOW + timedelta(hours=2)).open(game)
    log.append([NewEntry("settled", {}, 2, 2)])
    last = NOW + timedelta(days=9)
    assert keep_to_it(data, nobody, last) == Outdated()
    assert keep_to_it(data, nobody, last + timedelta(hours=23)) == Outdated()
    assert keep_to_it(data, nobody, last + timedelta(hours=25)).games == (game,)


def test_what_comes_before_the_end_is_noticed_at_the_end(
    data: Path, connection: sqlite3.Connection
) -> None:
    choose(connection, Retention.DAY)
    clocks = Clocks()
    keeper = Keeper(data, nobody, clock=clocks.steady())
    played(connection, NOW)
    clocks.go_on(timedelta(minutes=1))
    keeper.stop()
    assert [row["game_id"] for row in connection.execute("SELECT * FROM game_noticed")] == [1]


def test_what_a_later_version_chose_removes_nothing(
    data: Path, connection: sqlite3.Connection
) -> None:
    played(connection, NOW - timedelta(days=4000))
    connection.execute("INSERT INTO retention VALUES (1, 'a-week')")
    connection.commit()
    assert keep_to_it(data, nobody, NOW) == Outdated()

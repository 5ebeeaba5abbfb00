"""What is forgotten is gone: from the tables, from the bytes of every file, and from the labels."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from companion.cli import main
from companion.live.forgetting import forget_game, forget_reading
from companion.live.retention import Keeper, Outdated, Retention, choose, chosen, keep_to_it
from companion.photos.correction import confirmation
from companion.photos.labelled_folder import LabelledFolder
from companion.photos.photo_queue import ReadPhoto
from companion.photos.readings import Readings
from companion.record import Games, NewEntry, Picture, Player
from companion.record.checking import damages
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
    choose(connection, kept)
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
    choose(connection, Retention.DAY)
    assert keep_to_it(data, lambda number: number == game, NOW) == Outdated()
    assert keep_to_it(data, nobody, NOW).games == (game,)


def test_photos_and_files_set_aside_are_kept_no_longer_than_games(
    data: Path, connection: sqlite3.Connection, truth: Truth
) -> None:
    number = photographed(connection, data, truth("p001087_small"))
    aside = data / f"{database.FILE_NAME}.damaged-20260101-000000"
    aside.write_bytes(PHOTO)
    choose(connection, Retention.MONTH)
    today = datetime.now(UTC)
    assert keep_to_it(data, nobody, today + timedelta(days=29)) == Outdated()
    found = keep_to_it(data, nobody, today + timedelta(days=31))
    assert (found.photos, found.asides) == ((number,), (aside,))
    assert traces(data, PHOTO) == 0
    assert not list((data / "labelled").iterdir())


def test_it_is_looked_at_once_at_the_start_and_again_and_again(
    data: Path, connection: sqlite3.Connection
) -> None:
    choose(connection, Retention.DAY)
    looked: list[int] = []

    def is_followed(number: int) -> bool:
        looked.append(number)
        return len(looked) < 3

    played(connection, NOW - timedelta(days=400))
    keeper = Keeper(data, is_followed, timedelta(milliseconds=10))
    try:
        deadline = datetime.now(UTC) + timedelta(seconds=30)
        while Games(connection).recent(1) and datetime.now(UTC) < deadline:
            pass
    finally:
        keeper.stop()
    assert looked == [1, 1, 1]
    assert Games(connection).recent(1) == []


def test_what_a_later_version_chose_removes_nothing(
    data: Path, connection: sqlite3.Connection
) -> None:
    played(connection, NOW - timedelta(days=4000))
    connection.execute("INSERT INTO retention VALUES (1, 'a-week')")
    connection.commit()
    assert keep_to_it(data, nobody, NOW) == Outdated()

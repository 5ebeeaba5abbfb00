"""A locked file, a full disk, a file that is none, a later version: each says what to do."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from threading import Thread

import pytest

from companion.record import Games, NewEntry, Picture, Player
from companion.storage import database
from companion.storage.database import (
    BusyDataError,
    DataError,
    DiskFullError,
    NewerDataError,
    NotADatabaseError,
)

PLAYERS = (Player("Ann"), Player("Bob"))


def look(number: int, size: int = 10) -> NewEntry:
    return NewEntry("settled", {"look": number, "filler": "x" * size}, number)


@pytest.fixture
def other(tmp_path: Path, games: Games) -> Iterator[sqlite3.Connection]:
    """Another program's connection to the same file."""
    assert games.recent(1) == []
    with closing(database.connect(tmp_path)) as connection:
        yield connection


def test_a_locked_file_is_waited_for_and_then_named(
    games: Games, other: sqlite3.Connection
) -> None:
    log = games.start("palago", PLAYERS)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(BusyDataError, match=r"try again, and close other companions"):
        log.append([look(1)])
    assert log.entries() == (), "reading goes on while somebody writes"
    other.rollback()
    assert log.append([look(1)]) == (1,)


def test_a_full_disk_loses_nothing_and_play_goes_on_when_there_is_room(
    games: Games, connection: sqlite3.Connection
) -> None:
    log = games.start("palago", PLAYERS)
    log.append([look(1)])
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    event = NewEntry("move", {}, 2.0, 2, after=Picture(bytes(100_000), 640, 480))
    with pytest.raises(DiskFullError, match=r"free some; all that was announced is kept"):
        log.append([look(2)], [event])
    assert [entry.data["look"] for entry in log.entries()] == [1]
    assert log.picture(1) is None
    connection.execute("PRAGMA max_page_count = 100000")
    assert log.append([look(2)], [event]) == (2, 3)


def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path: Path) -> None:
    notes = tmp_path / database.FILE_NAME
    notes.write_text("my notes, not a database at all" * 99)
    with pytest.raises(NotADatabaseError, match=r"move it away"):
        database.prepare(tmp_path)
    assert notes.read_text().startswith("my notes")


def test_a_damaged_file_is_named(tmp_path: Path, games: Games) -> None:
    log = games.start("palago", PLAYERS)
    for number in range(40):
        log.append([look(number, 3000)])
    log._connection.close()
    file = tmp_path / database.FILE_NAME
    data = bytearray(file.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    file.write_bytes(data)
    with pytest.raises(NotADatabaseError, match="move it away"):
        database.connect(tmp_path)


def test_data_of_a_later_version_are_left_alone(tmp_path: Path, games: Games) -> None:
    games.start("palago", PLAYERS)
    with closing(database.connect(tmp_path)) as connection:
        connection.execute(f"PRAGMA user_version = {database.SCHEMA_VERSION + 1}")
    with pytest.raises(NewerDataError, match="update it"):
        database.prepare(tmp_path)
    assert len(games.recent(5)) == 1


def test_a_directory_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="choose another with --data"):
        database.prepare(tmp_path / "file" / "inside")


def test_a_file_that_may_not_grow_any_more_is_named(tmp_path: Path) -> None:
    """The system stops the log from growing in the middle of a commit, as a quota does."""
    resource = pytest.importorskip("resource", reason="Windows has no limits to set")
    database.prepare(tmp_path)
    with closing(database.connect(tmp_path)) as connection:
        log = Games(connection).start("palago", PLAYERS)
        log.append([look(1)])
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        size = (tmp_path / f"{database.FILE_NAME}-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 30_000, before[1]))
        try:
            with pytest.raises(DataError, match=r"try again|free some"):
                log.append([look(2, 100_000)])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert [entry.data["look"] for entry in log.entries()] == [1]
        assert log.append([look(2, 100_000)]) == (2,)


def test_a_file_that_may_not_be_written_is_named(tmp_path: Path, games: Games) -> None:
    games.start("palago", PLAYERS)
    uri = f"file:{tmp_path / database.FILE_NAME}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        with pytest.raises(DataError, match="let yourself write it"):
            Games(connection).forget(1)
    assert len(games.recent(5)) == 1


def test_a_closed_connection_is_the_callers_mistake(games: Games) -> None:
    log = games.start("palago", PLAYERS)
    log._connection.close()
    with pytest.raises(sqlite3.ProgrammingError):
        log.append([look(1)])


def test_readings_of_the_version_before_stay_when_games_come_in(tmp_path: Path) -> None:
    """The database as the version before made it, with a reading and a correction in it."""
    with closing(database.connect(tmp_path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        for step in (1, 2):
            schema = (
                files("companion.storage")
                .joinpath("migrations", f"schema_{step}.sql")
                .read_text("utf-8")
            )
            connection.executescript(schema)
        connection.execute("PRAGMA user_version = 2")
        reading = json.dumps({"image": "table.jpg", "clusters": []})
        connection.execute(
            "INSERT INTO reading VALUES (7, 'table.jpg', '2026-01-02T03:04:05+00:00', ?)",
            (reading,),
        )
        connection.execute("INSERT INTO photo VALUES (7, x'00', x'01')")
        connection.execute(
            "INSERT INTO correction VALUES (3, 7, '2026-01-02T03:05:00+00:00', '{}')"
        )
        connection.commit()
        tables = ("reading", "photo", "correction", "sqlite_sequence")
        kept = {t: [tuple(r) for r in connection.execute(f"SELECT * FROM {t}")] for t in tables}
    database.prepare(tmp_path)
    with closing(database.connect(tmp_path)) as connection:
        for table, rows in kept.items():
            assert [tuple(r) for r in connection.execute(f"SELECT * FROM {table}")] == rows
        log = Games(connection).start("palago", PLAYERS)
        assert log.append([look(1)]) == (1,)


def test_a_step_that_fails_is_taken_back_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table in the way of the third step: of that step nothing stays, of the two before all."""
    with monkeypatch.context() as earlier:
        earlier.setattr(database, "SCHEMA_VERSION", 2)
        database.prepare(tmp_path)
    with closing(database.connect(tmp_path)) as connection:
        connection.execute("CREATE TABLE entry (mine TEXT)")
        with pytest.raises(DataError, match="entry"):
            database.prepare(tmp_path)
        assert connection.execute("PRAGMA user_version").fetchone()[0] == 2
        names = {r[0] for r in connection.execute("SELECT name FROM sqlite_schema")}
        assert "reading" in names
        assert "game" not in names
        connection.execute("DROP TABLE entry")
        database.prepare(tmp_path)
        assert Games(connection).recent(1) == []


def test_several_may_make_the_tables_at_once(tmp_path: Path) -> None:
    errors: list[Exception] = []

    def prepare() -> None:
        try:
            database.prepare(tmp_path)
        except Exception as error:
            errors.append(error)

    threads = [Thread(target=prepare) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    with closing(database.connect(tmp_path)) as connection:
        assert Games(connection).recent(1) == []

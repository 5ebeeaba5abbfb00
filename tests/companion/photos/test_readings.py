"""What is kept survives, and data that cannot be used are named in a sentence."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from companion.photos.correction import confirmation
from companion.photos.photo_queue import ReadPhoto
from companion.photos.readings import Readings
from companion.storage import database
from companion.storage.database import DataError
from vision.reading import Reading

Truth = Callable[[str], Reading]


def keep(directory: Path, reading: Reading) -> int:
    connection = database.connect(directory)
    number = Readings(connection).keep("table.jpg", ReadPhoto(reading, b"jpeg", b"small"))
    connection.close()
    return number


def test_a_reading_is_found_again_after_a_restart(tmp_path: Path, truth: Truth) -> None:
    reading = truth("palagonia_1_r039")
    database.prepare(tmp_path)
    number = keep(tmp_path, reading)
    database.prepare(tmp_path)
    connection = database.connect(tmp_path)
    kept = Readings(connection).find(number)
    assert kept is not None
    assert kept.name == "table.jpg"
    assert kept.reading.clusters[0].board() == reading.clusters[0].board()
    assert Readings(connection).photo(number) == b"jpeg"
    assert Readings(connection).thumbnail(number) == b"small"
    connection.close()


def test_a_reading_cut_off_by_a_crash_leaves_nothing_half(tmp_path: Path, truth: Truth) -> None:
    database.prepare(tmp_path)
    connection = database.connect(tmp_path)
    photo = ReadPhoto(truth("p001087_small"), b"jpeg", None)  # type: ignore[arg-type]
    with pytest.raises(sqlite3.IntegrityError):
        Readings(connection).keep("table.jpg", photo)
    assert Readings(connection).recent(10) == []
    connection.close()


def test_the_newest_come_first_and_numbers_are_not_used_again(tmp_path: Path, truth: Truth) -> None:
    database.prepare(tmp_path)
    numbers = [keep(tmp_path, truth("p001087_small")) for _ in range(3)]
    connection = database.connect(tmp_path)
    readings = Readings(connection)
    assert [kept.number for kept in readings.recent(2)] == numbers[:0:-1]
    assert readings.forget(numbers[-1])
    assert not readings.forget(numbers[-1])
    assert readings.photo(numbers[-1]) is None
    connection.close()
    assert keep(tmp_path, truth("p001087_small")) > numbers[-1]


def test_it_is_written_ahead_and_to_the_disk(tmp_path: Path) -> None:
    database.prepare(tmp_path)
    connection = database.connect(tmp_path)
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2
    connection.close()


def test_corrections_stay_on_the_record_and_the_last_counts(tmp_path: Path, truth: Truth) -> None:
    reading = truth("palagonia_1_r039")
    database.prepare(tmp_path)
    number, other = keep(tmp_path, reading), keep(tmp_path, reading)
    right = confirmation(reading)
    without_die = replace(right, dice=())
    with closing(database.connect(tmp_path)) as connection:
        readings = Readings(connection)
        for correction in (without_die, None, right):
            readings.correct(number, correction)
            kept = readings.find(number)
            assert kept is not None
            assert kept.correction == correction
            assert kept.reading == reading
            assert (kept.corrected_at is None) == (correction is None)
        assert [k.correction for k in readings.recent(5)] == [None, right]
        count = "SELECT count(*) FROM correction WHERE reading_id = ?"
        assert connection.execute(count, (number,)).fetchone()[0] == 3
        readings.forget(number)
        assert connection.execute(count, (number,)).fetchone()[0] == 0
        assert readings.find(other) is not None


def test_data_of_the_first_version_are_brought_up_to_date(tmp_path: Path, truth: Truth) -> None:
    """The database as the first version made it: its tables, a reading in them, version 1."""
    reading = truth("p001087_small")
    with closing(database.connect(tmp_path)) as connection:
        connection.executescript(
            files("companion.storage").joinpath("migrations", "schema_1.sql").read_text("utf-8")
        )
        connection.execute("PRAGMA user_version = 1")
        connection.execute(
            "INSERT INTO reading (name, read_at, reading) VALUES (?, ?, ?)",
            ("table.jpg", "2026-01-02T03:04:05+00:00", json.dumps(reading.to_json("table.jpg"))),
        )
        connection.execute("INSERT INTO photo VALUES (1, x'00', x'01')")
        connection.commit()
    for _ in range(2):
        database.prepare(tmp_path)
    with closing(database.connect(tmp_path)) as connection:
        readings = Readings(connection)
        (kept,) = readings.recent(5)
        assert kept.reading == reading
        assert readings.photo(kept.number) == b"\x01"
        readings.correct(kept.number, confirmation(reading))
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        assert version == database.SCHEMA_VERSION


def test_data_of_a_later_version_are_left_alone(tmp_path: Path) -> None:
    database.prepare(tmp_path)
    connection = database.connect(tmp_path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(DataError, match="later version"):
        database.prepare(tmp_path)


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / database.FILE_NAME).write_text("my notes, not a database at all" * 99)
    with pytest.raises(DataError, match="move it away"):
        database.prepare(tmp_path)
    with pytest.raises(DataError, match="choose another with --data"):
        database.prepare(tmp_path / database.FILE_NAME / "inside")

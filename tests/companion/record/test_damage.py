"""A record that a disk has damaged: noticed, set aside under a name that is told, and salvaged.

60 bytes are flipped; PALAGO_FLIPS=1000 in the environment makes it 1,000.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.record import Games, NewEntry, Player
from companion.record.checking import damages
from companion.record.errors import DamagedGameError
from companion.record.exporting import export_game
from companion.record.importing import import_game
from companion.record.salvaging import open_record
from companion.storage import database
from companion.storage.database import DataError, DiskFullError, NotADatabaseError
from tests.companion.record.appending import picture

FLIPS = int(os.environ.get("PALAGO_FLIPS", "60"))
PLAYERS = [Player("Ann", "white"), Player("Bob", "blue")]
GAMES, LOOKS = 3, 12
MADE = {"tiles": [{"q": q, "r": 0, "orientation": 3} for q in range(30)]}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of three games, the first of which has ended."""
    folder = tmp_path_factory.mktemp("whole")
    assert open_record(folder) is None
    with closing(database.connect(folder)) as connection:
        for game in range(GAMES):
            log = Games(connection).start("palago", PLAYERS, {"size": 5})
            for look in range(LOOKS):
                seen = NewEntry("settled", {"look": look, **MADE}, look, look, reading=MADE)
                shown = picture(look) if look % 4 == 0 else None
                move = NewEntry("move", {"number": look, **MADE}, look, look, None, shown)
                log.append([seen], [move], over=True if (game, look) == (0, LOOKS - 1) else None)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


@pytest.fixture
def copy(data: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(data, tmp_path / "copy"))


def exported(folder: Path) -> dict[int, Any]:
    with closing(database.connect(folder)) as connection:
        games = [found["id"] for found in connection.execute("SELECT id FROM game")]
        return {game: export_game(connection, game) for game in games}


def changed(folder: Path, change: str) -> None:
    """Change the record as a disk would, past the triggers that forbid it."""
    with closing(sqlite3.connect(folder / database.FILE_NAME)) as connection:
        connection.execute("DROP TRIGGER entry_is_never_changed")
        connection.execute("DROP TRIGGER entry_is_never_removed")
        assert connection.execute(change).rowcount > 0
        connection.commit()


CHANGES = {
    "UPDATE entry SET data = replace(data, '\"number\":4', '\"number\":7') WHERE game_id = 2": 10,
    "UPDATE entry SET reading = replace(reading, '3', '4') WHERE game_id = 2 AND number = 1": 1,
    "UPDATE entry SET at = '2020-01-01T00:00:00.000+00:00' WHERE game_id = 2 AND number = 5": 5,
    "DELETE FROM entry WHERE game_id = 2 AND number = 24": 24,
    "UPDATE player SET name = 'Eve' WHERE game_id = 2 AND seat = 1": 0,
    "UPDATE game SET options = '{}' WHERE id = 2": 0,
    "UPDATE picture SET width = 7 WHERE game_id = 2 AND number = 2": 10,
}


@pytest.mark.parametrize(("change", "entry"), CHANGES.items(), ids=range(len(CHANGES)))
def test_a_change_is_found_where_it_is(copy: Path, change: str, entry: int) -> None:
    changed(copy, change)
    with closing(database.connect(copy)) as connection:
        assert [(found.game, found.entry) for found in damages(connection)] == [(2, entry)]
        with pytest.raises(DamagedGameError, match="2"):
            export_game(connection, 2)
        assert export_game(connection, 1)


def test_a_picture_and_an_end_that_changed_are_found(copy: Path) -> None:
    changed(copy, "UPDATE picture SET jpeg = x'00' WHERE game_id = 3 AND number = 1")
    changed_end = "UPDATE game SET ended_at = '2020-01-01T00:00:00.000+00:00' WHERE id = 1"
    with closing(sqlite3.connect(copy / database.FILE_NAME)) as connection:
        connection.execute(changed_end)
        connection.commit()
    with closing(database.connect(copy)) as connection:
        assert [(d.game, d.entry, d.picture) for d in damages(connection)] == [
            (1, -1, None),
            (3, 0, 1),
        ]


def test_what_is_whole_goes_on_and_the_damaged_file_stays(copy: Path) -> None:
    before = exported(copy)
    changed(copy, next(iter(CHANGES)))
    damaged = (copy / database.FILE_NAME).read_bytes()
    salvage = open_record(copy)
    assert salvage is not None
    assert (salvage.whole, salvage.shortened, salvage.lost) == (2, (2,), 0)
    assert str(salvage.aside) in salvage.sentence()
    assert salvage.aside.read_bytes()[100:] == damaged[100:]
    after = exported(copy)
    assert {game: after[game] for game in (1, 3)} == {game: before[game] for game in (1, 3)}
    assert after[2]["entries"] == before[2]["entries"][:9]
    assert open_record(copy) is None


def test_a_damaged_link_costs_no_entry(copy: Path) -> None:
    before = exported(copy)
    changed(copy, "UPDATE link SET digest = 'ff' WHERE game_id = 2 AND number = 6")
    salvage = open_record(copy)
    assert salvage is not None
    assert salvage.shortened == (2,)
    assert exported(copy) == before


def test_a_file_that_is_no_database_is_set_aside(copy: Path) -> None:
    file = copy / database.FILE_NAME
    file.write_bytes(b"\0" * 10_000)
    salvage = open_record(copy)
    assert salvage is not None
    assert salvage.aside.read_bytes() == b"\0" * 10_000
    with closing(database.connect(copy)) as connection:
        assert Games(connection).start("palago", PLAYERS).append([NewEntry("settled", {}, 0)])


@pytest.mark.parametrize("room", [40, 60, 90])
def test_where_there_is_no_room_to_salvage_the_record_stays_as_it_was(
    copy: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    """Games that could not be written are not told to be lost; the next start tries again."""
    changed(copy, "UPDATE entry SET data = '{}' WHERE game_id = 2 AND number = 5")
    before = sorted(file.name for file in copy.iterdir())
    connect = database.connect

    def cramped(folder: Path) -> sqlite3.Connection:
        connection = connect(folder)
        connection.execute(f"PRAGMA max_page_count = {room}")
        return connection

    with monkeypatch.context() as full:
        full.setattr(database, "connect", cramped)
        with pytest.raises(DiskFullError, match="no room left"):
            open_record(copy)
    assert {file.name for file in copy.iterdir()} >= set(before)
    assert not list(copy.glob("*.damaged-*"))
    salvage = open_record(copy)
    assert salvage is not None
    assert (salvage.whole, salvage.shortened, salvage.lost) == (GAMES - 1, (2,), 0)


def test_no_flipped_byte_changes_anything_unnoticed(data: Path, tmp_path: Path) -> None:
    before = exported(data)
    whole = (data / database.FILE_NAME).read_bytes()
    chance = random.Random(3)
    noticed = 0
    for number in range(FLIPS):
        folder = tmp_path / str(number)
        folder.mkdir()
        content = bytearray(whole)
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        (folder / database.FILE_NAME).write_bytes(content)
        try:
            salvage = open_record(folder)
        except DataError:  # it is told, and the file is left as it is
            noticed += 1
            continue
        after = exported(folder)
        if salvage is None:
            assert after == before
            continue
        noticed += 1
        assert salvage.aside.is_file()
        for game in after.keys() - set(salvage.shortened):
            assert after[game] == before[game]
        for game in salvage.shortened:
            entries = after[game]["entries"]
            assert len(entries) <= len(before[game]["entries"])
        shutil.rmtree(folder)
    assert noticed > FLIPS // 10


def test_games_of_earlier_versions_are_linked_at_the_next_start(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = exported(copy)
    with closing(sqlite3.connect(copy / database.FILE_NAME)) as connection:
        connection.executescript("DROP TABLE link; PRAGMA user_version = 5;")
    database.prepare(copy)
    assert exported(copy) == before
    assert main(["games", "--data", str(copy), "check"]) == 0
    assert "not linked yet" in capsys.readouterr().out
    assert open_record(copy) is None
    assert main(["games", "--data", str(copy), "check"]) == 0
    assert "not linked yet" not in capsys.readouterr().out
    assert exported(copy) == before


def test_a_game_goes_on_in_its_chain(copy: Path) -> None:
    with closing(database.connect(copy)) as connection:
        log = Games(connection).open(1)
        log.append(events=[NewEntry("correction", {}, 20)], over=False)
        assert damages(connection) == []
        log.append(events=[NewEntry("over", {}, 21)], over=True)
        assert damages(connection) == []
        document = export_game(connection, 1, with_pictures=False)
        Games(connection).forget(1)
        game = import_game(connection, document)
        assert damages(connection) == []
        assert export_game(connection, game, with_pictures=False) == document


def test_games_are_checked_on_the_command_line(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ["games", "--data", str(copy), "--json"]
    assert main([*told, "check"]) == 0
    changed(copy, next(iter(CHANGES)))
    assert main([*told, "check"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()][GAMES:]
    assert {line["number"]: line["whole"] for line in lines} == {1: True, 2: False, 3: True}
    (problem,) = [line["problem"] for line in lines if line["problem"]]
    assert "from entry 10 on" in problem
    target = copy / "game.json"
    assert main(["games", "--data", str(copy), "export", "2", "--output", str(target)]) == 1
    assert not target.exists()


def test_text_that_is_none_any_more_is_damage_like_any_other(copy: Path) -> None:
    """SQLite looks at types and pages, not at letters; so does its quick check."""
    before = exported(copy)
    changed(copy, "UPDATE entry SET kind = CAST(x'ff6d' AS TEXT) WHERE game_id = 2 AND number = 10")
    salvage = open_record(copy)
    assert salvage is not None
    assert (salvage.whole, salvage.shortened, salvage.lost) == (GAMES - 1, (2,), 0)
    assert exported(copy)[2]["entries"] == before[2]["entries"][:9]


def test_a_salvage_that_was_killed_before_the_end_is_ended_by_the_next_start(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The damaged file is set aside, and the new one is not in its place yet."""
    before = exported(copy)
    changed(copy, next(iter(CHANGES)))
    replace, target = Path.replace, copy / database.FILE_NAME

    def killed(self: Path, to: Path) -> Path:
        if to == target:
            raise KeyboardInterrupt
        return replace(self, to)

    with monkeypatch.context() as ending:
        ending.setattr(Path, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            open_record(copy)
    assert not target.exists()
    salvage = open_record(copy)
    assert salvage is not None
    assert (salvage.whole, salvage.shortened, salvage.lost) == (GAMES - 1, (2,), 0)
    assert salvage.aside.is_file()
    assert open_record(copy) is None
    after = exported(copy)
    assert {game: after[game] for game in (1, 3)} == {game: before[game] for game in (1, 3)}
    assert after[2]["entries"] == before[2]["entries"][:9]
    assert len(list(copy.glob("*.damaged-*"))) == 1
    assert not list(copy.glob(".salvag*"))


def test_what_goes_on_with_a_game_is_taken_over_with_it(copy: Path) -> None:
    """A pass that was taken away would count again, and nobody would follow the game."""
    with closing(database.connect(copy)) as connection:
        connection.execute("INSERT INTO withdrawn_pass VALUES (3, 77)")
        connection.execute("INSERT INTO followed VALUES (3, '2026-01-01', '{}')")
        connection.execute("INSERT INTO game_noticed VALUES (3, '2026-01-01', 7)")
        connection.execute("INSERT INTO believed VALUES (1, '2026-01-01')")
        connection.commit()
    changed(copy, next(iter(CHANGES)))
    assert open_record(copy) is not None
    with closing(database.connect(copy)) as connection:
        for table in ("withdrawn_pass", "followed", "game_noticed"):
            found = connection.execute(f"SELECT game_id FROM {table}").fetchall()
            assert [row["game_id"] for row in found] == [3]
        assert connection.execute("SELECT at FROM believed").fetchone()["at"] == "2026-01-01"


def test_entries_whose_links_are_gone_are_not_left_out_unsaid(copy: Path) -> None:
    """They cannot be shown to be right any more, and a game that lacks them is not whole."""
    before = exported(copy)
    changed(copy, "DELETE FROM link WHERE game_id = 2 AND number > 18")
    salvage = open_record(copy)
    assert salvage is not None
    assert (salvage.whole, salvage.shortened, salvage.lost) == (GAMES - 1, (2,), 0)
    assert exported(copy)[2]["entries"] == before[2]["entries"][:18]


def test_a_table_whose_name_is_no_text_any_more_is_damage(copy: Path) -> None:
    """Python cannot read what SQLite says of it."""
    file = copy / database.FILE_NAME
    content = file.read_bytes()
    assert b"CREATE TABLE link" in content
    file.write_bytes(content.replace(b"CREATE TABLE link", b"CREATE TABLE\xd2link"))
    with pytest.raises(NotADatabaseError):
        database.prepare(copy)
    salvage = open_record(copy)
    assert salvage is not None
    assert salvage.aside.is_file()
    assert open_record(copy) is None

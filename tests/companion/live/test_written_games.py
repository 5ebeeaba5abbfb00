"""Games on record as plain text: written, taken in, and written again as they were."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli import main
from companion.live import Tables
from companion.live.written_games import document_of, written_game
from companion.record import GameExistsError, Games
from companion.record.checking import damages
from companion.record.importing import import_game
from companion.storage import database
from companion.web.bodies.starting import request_from_json
from rules import (
    GameFormatError,
    PalagoniaGame,
    WrittenGame,
    format_game,
    parse_game,
    parse_move,
)
from tests.companion.live.games import MATCHING, MISMATCHED, OPENING, RING, THREE, by_hand, play
from tests.rules.test_games import play_palagem, play_palago, play_palagonia

DATE = "2026-01-31T19:30:00.000+00:00"
SEEDS = int(os.environ.get("PALAGO_WRITTEN_GAMES", "2"))
"""How many random games of each are taken in."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    database.prepare(tmp_path)
    return tmp_path


@pytest.fixture
def connection(data: Path) -> Iterator[sqlite3.Connection]:
    with closing(database.connect(data)) as connection:
        yield connection


def text_of(connection: sqlite3.Connection, number: int) -> str:
    games = Games(connection)
    kept = games.find(number)
    assert kept is not None
    return format_game(written_game(kept, games.open(number)))


@pytest.mark.parametrize(
    "played", [play_palago, play_palagem, play_palagonia], ids=lambda played: played.__name__
)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_games_are_taken_in_and_written_again_as_they_were(
    connection: sqlite3.Connection,
    played: Any,
    seed: int,
) -> None:
    game = played(Random(seed))
    text = format_game(WrittenGame(game.to_json(), DATE))
    number = import_game(connection, document_of(parse_game(text)))
    again = parse_game(text_of(connection, number))
    assert text_of(connection, number) == format_game(again)
    assert again.date == DATE
    replayed = again.played()
    assert replayed.outcome() == game.outcome()
    assert [(turn.mover, turn.after, turn.die) for turn in replayed.turns] == [
        (turn.mover, turn.after, turn.die) for turn in game.turns
    ]
    kept = Games(connection).find(number)
    assert kept is not None
    assert (kept.ended_at is not None) == (game.outcome() is not None)
    assert damages(connection) == []
    with pytest.raises(GameExistsError):
        import_game(connection, document_of(parse_game(text)))


def test_what_people_did_at_the_table_is_written_and_taken_in(
    data: Path, connection: sqlite3.Connection
) -> None:
    """Somebody moved out of turn, a move was let stand, a pass and a vote; one was taken back."""
    tables = Tables(data)
    try:
        game = tables.start(request_from_json(by_hand("palagonia", "ABC")))
        play(game, THREE, 3)
        play(game, RING, 3)
        game.decide("vote", {"row": 1, "value": 4})
        game.decide("set-die", {"value": 6})  # nobody can turn a tile: a pass
        game.decide("set-mover", {"player": "B"})
        play(game, "5,5=0", 2)
        game.decide("let-stand", {})
        play(game, "3,-1=2 4,-1=0", 2)
        game.decide("take-back", {})
    finally:
        tables.stop_all()
    text = text_of(connection, game.number)
    assert text.partition("\n\n")[2].splitlines() == [
        "1. A (3): 0,0=0 1,-1=4 1,0=2",
        "2. B (3): 0,-1=2 0,1=4 2,-1=0",
        "vote: row 1 = 4",
        "3. C (6): pass",
        "turn: B",
        "4. B (2): 5,5=0 let stand",
        "5. C (2):",
    ]
    number = import_game(connection, document_of(parse_game(text)))
    assert text_of(connection, number) == text


@pytest.mark.parametrize("moves", [(OPENING, MISMATCHED), (OPENING, MATCHING, MATCHING)])
def test_what_cannot_be_played_is_not_taken_in(
    connection: sqlite3.Connection, moves: tuple[str, ...]
) -> None:
    lines = [f"{n}. {'AB'[(n - 1) % 2]}: {move}" for n, move in enumerate(moves, 1)]
    head = "palago-game: 1\ngame: palago\nplayer: A\nplayer: B\n"
    with pytest.raises(GameFormatError, match="cannot be played as it is written"):
        document_of(parse_game(head + "\n".join(lines)))
    assert Games(connection).recent(9) == []


def test_the_command_writes_and_takes_in(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = PalagoniaGame(["Ann", "Bob", "Cem"])
    game.roll(3)
    game.play(parse_move(THREE))
    written = tmp_path / "game.txt"
    written.write_text(format_game(game), "utf-8")
    options = ["--data", str(data)]
    assert main(["games", *options, "import", str(written)]) == 0
    assert "Taken in as game 1." in capsys.readouterr().out
    again = tmp_path / "again.txt"
    assert main(["games", *options, "write", "1", "--output", str(again)]) == 0
    assert parse_game(again.read_text("utf-8")).played().board == game.board
    assert main(["games", *options, "import", str(written)]) != 0
    assert "kept already" in capsys.readouterr().err
    written.write_text(format_game(game).replace("1. Ann", "1. Bob"), "utf-8")
    assert main(["games", *options, "import", str(written)]) != 0
    assert "cannot be played" in capsys.readouterr().err
    written.write_text("palago-game: 1\nchess: yes\n", "utf-8")
    assert main(["games", *options, "import", str(written)]) != 0
    assert "Line 2" in capsys.readouterr().err

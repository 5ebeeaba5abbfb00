"""`palago watch` and `palago games` on a drawn film of a game."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.record import GameContinuedError, GameLog, GameNotFoundError
from companion.record.errors import RecordFault
from companion.storage.database import DataFault, DiskFullError
from rules import Board, Cell
from tests.filming import FPS, Film
from tests.read_once import ReadOnce
from training.synthesis.staging import make_table

OPENING = Board({Cell(0, 0): 4, Cell(1, -1): 4})
WRONG = Board({**OPENING, Cell(1, 0): 3, Cell(2, -1): 0})
RIGHT = WRONG.with_tile(Cell(1, 0), 2)
PALAGO = ["FILM", "--game", "palago", "--players", "A,B"]


@pytest.fixture(autouse=True)
def the_film_is_read_once(read_once: ReadOnce, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all commands of a process read by one reader: they are shown one and the same film."""
    monkeypatch.setattr("vision.readers.reader.Reader", lambda: read_once)


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("film") / "game.avi"
    film = Film(make_table(8))
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (1280, 720))
    scenes = [film.show(Board()), film.play(OPENING), film.play(WRONG), film.play(RIGHT)]
    for frame in (frame for scene in scenes for frame in scene):
        writer.write(frame.image)
    writer.release()
    return path


def test_a_film_is_refereed_and_kept(
    video: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path / "data")]
    command = ["watch", str(video), "--game", "palago", "--players", "Ann, Ben", "--speed", "max"]
    assert main([*command, "--json", *data]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    told = [e for e in events if e["event"] not in ("hands", "hands-gone")]
    assert [e["event"] for e in told] == ["ready", "move", "illegal", "restored", "move"]
    assert [e["mover"] for e in told if e["event"] == "move"] == ["Ann", "Ben"]
    assert all(e["t"] * FPS == pytest.approx(e["frame"]) for e in events)

    assert main(["games", "--json", *data]) == 0
    (kept,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (kept["game"], kept["players"], kept["ended_at"]) == ("palago", ["Ann", "Ben"], None)
    exported, sheet = tmp_path / "game.json", tmp_path / "game.html"
    assert main(["games", *data, "export", "1", "--output", str(exported)]) == 0
    assert main(["games", *data, "sheet", "1", "--output", str(sheet)]) == 0
    assert "Ann" in sheet.read_text(encoding="utf-8")
    document = json.loads(exported.read_text(encoding="utf-8"))
    assert document["pictures"]
    assert main(["games", *data, "import", str(exported)]) == 1
    assert "kept already" in capsys.readouterr().err
    elsewhere = ["--data", str(tmp_path / "other")]
    assert main(["games", *elsewhere, "import", str(exported)]) == 0
    assert "game 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["1. A lays 2 tiles.", "Not legal."]),
        ("fr", ["1. A pose 2 tuiles.", "Interdit."]),
        ("de", ["1. A legt 2 Plättchen.", "Regelwidrig."]),
    ],
)
def test_a_film_is_told_to_people_as_on_the_page(
    video: Path, capsys: pytest.CaptureFixture[str], language: str, said: list[str]
) -> None:
    game = ["--game", "palago", "--players", "A,B", "--language", language]
    assert main(["watch", str(video), *game, "--speed", "max"]) == 0
    lines = [line.split(maxsplit=1)[1] for line in capsys.readouterr().out.splitlines()]
    assert [sentence for sentence in said if sentence not in lines] == []
    (places,) = (line for line in lines if line.startswith("("))
    assert places.count("), (") == 1, "two tiles do not match"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none.mp4", "--game", "palago", "--players", "A,B"], "no file"),
        (["none.mp4"], "--game palago --players"),
        (["FILM", "--game", "chess", "--players", "A,B"], "chess is no game"),
        (["FILM", "--game", "palago", "--players", "A,A"], "name of their own"),
        (["FILM", "--game", "palago", "--players", "A,B", "--option", "size"], "NAME=VALUE"),
        (
            [*PALAGO, "--option", "sise=24"],
            "eat_enemy, eat_size, must_contain, computer and hints.",
        ),
        ([*PALAGO, "--option", "mode=claim"], 'palago has no option "mode"; its options are '),
        ([*PALAGO, "--option", "size=24", "--option", "size=30"], "size is given twice"),
        (
            [*PALAGO[:-1], "A\x1b,B", "--data", "none"],
            '"A\N{REPLACEMENT CHARACTER}" cannot be kept',
        ),
        ([*PALAGO[:-1], "A"], "but 1 was named"),
        (["FILM", "--resume", "--option", "size=24"], "leave out --option."),
        (["FILM", "--resume", "--game", "palago"], "leave out --game."),
        (["FILM", "--resume", "--players", "A,B"], "leave out --players."),
        (
            ["FILM", "--resume", "--game", "palago", "--players", "A,B", "--option", "size=24"],
            "leave out --game, --players and --option.",
        ),
        (["/dev/null", *PALAGO[1:]], "/dev/null is a folder or a device"),
        ([".", *PALAGO[1:]], ". is a folder or a device"),
    ],
)
def test_wrong_usage_is_one_sentence(
    video: Path,
    arguments: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    command = [str(video) if part == "FILM" else part for part in arguments]
    assert main(["watch", *command]) == 2
    complaint = capsys.readouterr().err
    assert words in complaint
    assert complaint.count("\n") == 1


def test_a_film_in_which_nothing_can_be_read_is_said_to_be_that(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film, random = tmp_path / "noise.avi", np.random.default_rng(1)
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (640, 360))
    for _ in range(20):
        writer.write(random.integers(0, 255, (360, 640, 3), np.uint8))
    writer.release()
    assert main(["watch", str(film), *PALAGO[1:], "--speed", "max", "--json"]) == 1
    assert "no table could be read" in capsys.readouterr().err


FULL = DiskFullError(DataFault.DISK_FULL(file="companion.sqlite3"))
ELSEWHERE = GameContinuedError(RecordFault.CONTINUED_ELSEWHERE(number=1))
FORGOTTEN = GameNotFoundError(RecordFault.NO_SUCH_GAME(number=1))


@pytest.mark.parametrize(
    ("error", "words"),
    [(FULL, "no room left"), (ELSEWHERE, "another program"), (FORGOTTEN, "was removed")],
)
def test_a_record_that_cannot_be_gone_on_with_ends_the_watching_in_a_sentence(
    video: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    words: str,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(GameLog, "append", fails)
    command = ["watch", str(video), *PALAGO[1:], "--speed", "max", "--json"]
    assert main([*command, "--data", str(tmp_path)]) == 1
    ran = capsys.readouterr()
    assert ran.out == "", "nothing is announced that is not kept"
    assert words in ran.err
    assert ran.err.count("\n") == 1


def test_games_that_are_not_there_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    assert main(["games", *data]) == 0
    assert main(["games", *data, "forget", "7"]) == 1
    assert "no game 7" in capsys.readouterr().err
    assert main(["watch", "nothing.mp4", "--resume", *data]) == 2

"""Nothing is sent anywhere: no look-up, no connection, no file outside data folder and cache."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import cv2
import pytest

from companion.cli import COMMANDS
from rules import Board, Cell, board_to_json
from tests.end_to_end.companion_process import PALAGO, multipart
from tests.end_to_end.tracing import STRACE, Trace, trace, traced
from tests.filming import FPS, Film
from training.synthesis.staging import make_table

SERVES_S = float(os.environ.get("PALAGO_SILENCE_SECONDS", "8"))
"""How long the server is watched: a runtime that reports home does so within seconds."""
WAY_OUT = 'sin_port=htons(9), sin_addr=inet_addr("192.0.2.1")'
"""How the own address is learned: a datagram socket that is connected and sends nothing."""
ENDS_S = 300


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a photo and its truth, a board, a move and a short film."""
    folder = tmp_path_factory.mktemp("inputs")
    samples = Path(__file__).resolve().parents[2] / "sample_images"
    photos = folder / "photos"
    photos.mkdir()
    for file in samples.glob("p001087_small.*"):
        (photos / file.name).write_bytes(file.read_bytes())
    (folder / "tiles.jpg").write_bytes((samples / "p001015_dice.jpg").read_bytes())
    board = Board({Cell(0, 0): 4, Cell(1, -1): 4})
    move = {
        "game": "palago",
        "before": {"tiles": []},
        "after": board_to_json(board),
        "mover": "white",
    }
    (folder / "board.json").write_text(json.dumps(board_to_json(board)), "utf-8")
    (folder / "move.json").write_text(json.dumps({**move, "tiles_left": 48}), "utf-8")
    film = Film(make_table(8))
    file = str(folder / "game.avi")
    writer = cv2.VideoWriter(file, cv2.VideoWriter.fourcc(*"MJPG"), FPS, (1280, 720))
    for scene in (film.show(Board()), film.play(board)):
        for frame in scene:
            writer.write(frame.image)
    writer.release()
    return folder


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def environment(home: Path) -> Mapping[str, str]:
    return new_user(home)


def new_user(home: Path) -> Mapping[str, str]:
    """Return a new user's environment; one on which nobody has turned anything off.

    What the tests have compiled is in a folder of their own.
    """
    names = ("PATH", "LANG", "NUMBA_CACHE_DIR")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    return {**kept, "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}


GAME = ("--game", "palago", "--players", "Ann,Ben", "--speed", "max")
ARGUMENTS = {
    "read": [["read", "photos/p001087_small.jpg", "--json"]],
    "score": [["score", "board.json"], ["score", "photos/p001087_small.jpg"]],
    "judge": [["judge", "move.json"]],
    "analyse": [["analyse", "board.json", "--seconds", "1", "--to-move", "white"]],
    "verify": [["verify", "board.json"]],
    "openings": [
        [
            "openings",
            "--only",
            "b",
            "--seconds",
            "9",
            "--folder",
            "{home}/.local/share/palago/openings",
        ]
    ],
    "watch": [["watch", "game.avi", "--data", "{home}/.local/share/palago", *GAME]],
    "games": [["games"], ["games", "export", "1", "--output", "{home}/.local/share/palago/g.json"]],
    "print": [["print", "sheet", "--output", "{home}/.local/share/palago/sheet.pdf"]],
    "calibrate": [["calibrate", "colors", "tiles.jpg", "--camera", "phone"]],
    "evaluate": [["evaluate", "photos"]],
    "desktop": [["desktop", "--stop"]],
}
"""What each subcommand is watched at; they write into the data folder and the cache at most."""


def test_every_subcommand_is_watched() -> None:
    assert {command.name for command in COMMANDS} == {*ARGUMENTS, "serve"}


@pytest.mark.skipif(STRACE is None, reason="strace is not installed")
@pytest.mark.parametrize("command", ARGUMENTS)
def test_a_subcommand_is_silent(
    command: str, inputs: Path, home: Path, environment: Mapping[str, str], tmp_path: Path
) -> None:
    for number, arguments in enumerate(ARGUMENTS[command]):
        logs = tmp_path / f"logs{number}"
        told = [argument.format(home=home) for argument in arguments]
        process = traced([PALAGO, *told], inputs, logs, environment)
        output, complaints = process.communicate(timeout=ENDS_S)
        assert "Traceback" not in complaints
        assert process.returncode in (0, 1), output + complaints
        assert_silent(trace(inputs, logs), home)


@pytest.mark.parametrize("command", ["read", "watch"])
def test_reading_leaves_nothing_in_the_home_folder(
    command: str, inputs: Path, home: Path, environment: Mapping[str, str]
) -> None:
    """The same without strace, for machines that have none: no identifier of the device."""
    told = [argument.format(home=home) for argument in ARGUMENTS[command][0]]
    subprocess.run(
        [PALAGO, *told],
        cwd=inputs,
        env=environment,
        check=True,
        capture_output=True,
        timeout=ENDS_S,
    )
    assert {path.relative_to(home).parts[:3] for path in files_in(home)} <= {DATA}


@dataclass(frozen=True)
class Served:
    """A server whose system calls are written down, and its user's home."""

    process: subprocess.Popen[str]
    began: float
    logs: Path
    home: Path


SERVERS: dict[str, list[str]] = {"alone": [], "phones": ["--phone", "--https-port", "0"]}


@pytest.fixture(scope="module")
def served(inputs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Served]]:
    """The servers, each with a home of its own; they are watched in the same seconds."""
    servers = {}
    for name, options in SERVERS.items():
        folder = tmp_path_factory.mktemp(name)
        home, logs = folder / "home", folder / "logs"
        home.mkdir()
        began, user = time.monotonic(), new_user(home)
        process = traced([PALAGO, "serve", "--port", "0", *options], inputs, logs, user)
        servers[name] = Served(process, began, logs, home)
    yield servers
    for server in servers.values():
        if server.process.poll() is None:
            server.process.kill()
            server.process.communicate(timeout=ENDS_S)


@pytest.mark.skipif(STRACE is None, reason="strace is not installed")
@pytest.mark.parametrize("name", SERVERS)
def test_the_server_is_silent(name: str, served: dict[str, Served], inputs: Path) -> None:
    server = served[name]
    process, logs = server.process, server.logs
    assert process.stdout is not None
    address = next(word for word in process.stdout.readline().split() if word.startswith("http:"))
    read_a_photo(address, inputs / "photos" / "p001087_small.jpg")
    time.sleep(max(0.0, SERVES_S - (time.monotonic() - server.began)))
    palago = int(sorted(logs.iterdir(), key=lambda log: log.stat().st_ctime)[0].suffix[1:])
    os.kill(palago, 15)
    process.communicate(timeout=ENDS_S)
    found = trace(inputs, logs)
    asked = {to for to in found.addressed if WAY_OUT in to}
    assert asked or name != "phones"
    assert_silent(Trace(found.addressed - asked, found.written), server.home)


DATA = (".local", "share", "palago")


def assert_silent(found: Trace, home: Path) -> None:
    """Fail where somebody was addressed, or anything outside data folder and cache is written."""
    assert not found.addressed
    folders = [home.joinpath(*DATA), Path(os.environ["NUMBA_CACHE_DIR"])]
    above = {parent for folder in folders for parent in folder.parents if parent != home.parent}
    allowed = {Path("/dev/null"), *above}
    beside = {
        path
        for path in found.written - allowed
        if not any(path.is_relative_to(folder) for folder in folders)
    }
    assert not beside


def read_a_photo(address: str, photo: Path) -> None:
    host = address.removeprefix("http://").rstrip("/")
    connection = HTTPConnection(host, timeout=ENDS_S)
    form, content_type = multipart(photo.name, photo.read_bytes())
    connection.request("POST", "/api/readings", form, {"Content-Type": content_type})
    assert connection.getresponse().status == 201
    connection.close()


def files_in(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())

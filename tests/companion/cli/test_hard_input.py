"""What nobody means to give or to write to: one sentence, the right status, and soon."""

from __future__ import annotations

import os
import re
import resource
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.record import Games, Player
from companion.storage import database
from tests.end_to_end.companion_process import PALAGO

MEGABYTE = 1 << 20
SOON_S = 10.0
"""Of processor time; 2 s on an idle machine, of which 1 s is starting."""
MOST_BYTES = 350 * MEGABYTE
DEEP = 100_000
FILES: dict[str, Callable[[], bytes]] = {
    "deep lists.json": lambda: b"[" * DEEP + b"]" * DEEP,
    "deep objects.json": lambda: b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "many lists.json": lambda: b"[" + b"[]," * (20 * MEGABYTE) + b"[]]",
    "lists in a row.json": lambda: b"[]," * (20 * MEGABYTE),
    "many lines.json": lambda: b"{}\n" * (20 * MEGABYTE),
    "starts.jpg": lambda: b"\xff\xd8\xff" * (20 * MEGABYTE),
    "filling.jpg": lambda: b"\xff\xd8" + b"\xff" * (60 * MEGABYTE),
    "chunks.png": lambda: b"\x89PNG\r\n\x1a\n" + b"\0" * (60 * MEGABYTE),
}
"""What makes each: to keep them all takes each process that runs tests a third of a gigabyte."""
MEASURED = """
import resource, subprocess, sys
ended = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(ended.returncode)
"""
"""A small process that runs a command: what runs the tests would count with it at first."""
JSON = [name for name in FILES if name.endswith(".json")]
COMMANDS = [
    *(("score", name) for name in FILES),
    *(("judge", name) for name in JSON),
    *(("games", "import", name) for name in JSON),
    *(("read", name) for name in FILES if name not in JSON),
    *(("read", "--lens", name, "filling.jpg") for name in JSON[:2]),
    *(("read", "--die", name, "filling.jpg") for name in JSON[:2]),
]
TAKING_LITTLE = [("judge" if name in JSON else "read", name) for name in FILES]
"""Those of which the memory is looked at as well."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hard")
    for name, content in FILES.items():
        (folder / name).write_bytes(content())
    return folder


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**inherited, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_it_is_refused_in_one_sentence_and_soon(
    command: tuple[str, ...], folder: Path, environment: dict[str, str]
) -> None:
    """Whoever measures hears all that it says, and how it ends."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(
        [sys.executable, "-c", MEASURED, PALAGO, *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert ended.returncode in (1, 2)
    assert ended.stderr.startswith("palago: ")
    assert ended.stderr.count("\n") == 1, ended.stderr[:400]
    assert "Traceback" not in ended.stderr
    assert (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime) < SOON_S
    if command in TAKING_LITTLE:
        assert int(ended.stdout) * 1024 < MOST_BYTES


def test_of_damaged_notes_of_a_camera_nothing_is_printed(
    sample_images: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    """They are passed over: Pillow would print two lines of its own about them."""
    entry = struct.pack("<HHHII", 1, 0x0110, 2, 4000, 26)  # a name that goes on beyond the notes
    notes = b"Exif\0\0II*\0" + struct.pack("<I", 8) + entry + b"\0\0"
    plain = (sample_images / "p001087_small.jpg").read_bytes()
    noted = plain[:2] + b"\xff\xe1" + struct.pack(">H", len(notes) + 2) + notes + plain[2:]
    (tmp_path / "noted.jpg").write_bytes(noted)
    command = [PALAGO, "read", "noted.jpg"]
    ended = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")


WRITING = [["--help"], ["--version"], ["read", "--help"], ["games"], ["games", "--json"]]


@pytest.fixture
def with_games(environment: dict[str, str]) -> dict[str, str]:
    data = Path(environment["XDG_DATA_HOME"]) / "palago"
    database.prepare(data)
    with closing(database.connect(data)) as connection:
        for _ in range(300):
            Games(connection).start("palago", [Player("Ann"), Player("Ben")], {})
    return environment


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("command", WRITING, ids=" ".join)
def test_a_full_disk_behind_the_output_is_said(
    command: list[str], with_games: dict[str, str]
) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [PALAGO, *command], env=with_games, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert ended.returncode == 1
    assert ended.stderr == "palago: The output cannot be written: no space left on device.\n"


@pytest.mark.parametrize("command", WRITING, ids=" ".join)
def test_who_stops_reading_hears_nothing(command: list[str], with_games: dict[str, str]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    with os.fdopen(writes, "wb") as closed:
        ended = subprocess.run(
            [PALAGO, *command], env=with_games, stdout=closed, stderr=subprocess.PIPE, text=True
        )
    assert ended.returncode == 1
    assert ended.stderr == ""


def test_a_closed_output_is_said(tmp_path: Path, environment: dict[str, str]) -> None:
    def ran(closed: str, *command: object) -> subprocess.CompletedProcess[str]:
        shell = ["bash", "-c", f'"$@" {closed}', "bash", PALAGO, *map(str, command)]
        return subprocess.run(shell, env=environment, capture_output=True, text=True)

    ended = ran(">&-", "games", "schema")
    assert ended.returncode == 1
    assert ended.stderr == "palago: The output cannot be written: bad file descriptor.\n"
    assert ran("2>&-", "score", tmp_path / "none.json").returncode == 1
    assert ran(">&- 2>&-", "--help").returncode == 1
    # who prints nothing needs none
    exported = ["--data", tmp_path, "games", "export", "7", "--output", tmp_path / "game.json"]
    assert "no game 7" in ran(">&-", *exported).stderr


@pytest.mark.parametrize("command", ["print", "read"])
def test_what_cannot_be_written_leaves_the_older_file(
    command: str, environment: dict[str, str], tmp_path: Path, sample_images: Path
) -> None:
    photo = sample_images / "p001087_small.jpg"
    target = tmp_path / {"print": "tiles.pdf", "read": photo.name}[command]
    target.write_text("an older one", "utf-8")
    does = {
        "print": ["print", "tiles", "--output", target],
        "read": ["read", "--annotate", tmp_path, photo],
    }
    limited = ["bash", "-c", 'ulimit -f 0; trap "" XFSZ; "$@"', "bash", PALAGO, *does[command]]
    ended = subprocess.run(limited, env=environment, capture_output=True, text=True)
    assert ended.returncode == 1
    assert f"{target} cannot be written: file too large; choose another place" in ended.stderr
    assert target.read_text("utf-8") == "an older one"


@pytest.mark.parametrize(
    "command",
    [
        ("calibrate", "lens", "photos"),
        ("calibrate", "lens", "pipe.jpg"),
        ("calibrate", "colors", "pipe.jpg"),
        ("read", "--die", "pipe.jpg", "photos"),
        ("read", "--lens", "/dev/zero", "photos"),
        ("evaluate", "photos", "--figures", "/dev/zero"),
        ("watch", "/dev/zero", "--game", "palago", "--players", "A,B"),
    ],
    ids=" ".join,
)
def test_nobody_waits_for_what_is_no_file(
    command: tuple[str, ...], tmp_path: Path, environment: dict[str, str]
) -> None:
    (tmp_path / "photos").mkdir()
    for pipe in ("pipe.jpg", "photos/pipe.jpg"):
        os.mkfifo(tmp_path / pipe)
    ended = subprocess.run(
        [PALAGO, *command],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode in (1, 2)
    assert ended.stderr.startswith("palago: ")
    assert re.search(r" is (a folder or a device|no file|not a plain file)\b", ended.stderr)


def test_an_export_that_cannot_be_written_leaves_the_older_one(
    with_games: dict[str, str], tmp_path: Path
) -> None:
    target = tmp_path / "game.json"
    target.write_text("an older export", "utf-8")
    command = [PALAGO, "games", "export", "1", "--output", target]
    limited = ["bash", "-c", 'ulimit -f 0; trap "" XFSZ; "$@"', "bash", *command]
    ended = subprocess.run(limited, env=with_games, capture_output=True, text=True)
    assert ended.returncode == 1
    assert target.read_text("utf-8") == "an older export"
    assert [path.name for path in tmp_path.glob("*game.json*")] == ["game.json"]
    begins = time.monotonic()
    assert subprocess.run(command, env=with_games).returncode == 0
    assert time.monotonic() - begins < 60
    assert target.read_text("utf-8").startswith('{"format": "palago-game"')

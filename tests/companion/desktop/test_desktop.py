"""``palago desktop``: it starts a companion, shows it, and stops it once the window is closed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from configparser import RawConfigParser
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from companion.storage.folder_lock import FolderLock, Running, running_at

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the browser here is a script")

WAIT_S = 90.0
_BROWSER = """#!{python}
import sys
from pathlib import Path
from urllib.request import urlopen
address = next(one.removeprefix("--app=") for one in sys.argv[1:] if "http" in one)
Path({shown!r}).write_bytes(address.encode() + b"\\n" + urlopen(address).read())
{then}
"""
_DEMO = {"source": {"kind": "demo", "name": "palago_1"}}


class Desktop:
    """A user's session: a data folder, and a browser of which each window is closed soon."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.home = folder / "home"
        self.programs = folder / "programs"
        self.shown = folder / "shown"
        self.programs.mkdir()

    def has_browser(self, name: str = "chromium", then: str = "") -> None:
        script = self.programs / name
        text = _BROWSER.format(python=sys.executable, shown=str(self.shown), then=then)
        script.write_text(text)
        script.chmod(0o700)

    def start(self, *arguments: str, command: str = "desktop") -> subprocess.Popen[str]:
        environment = {
            **os.environ,
            "PATH": str(self.programs),
            "BROWSER": str(self.programs / "tab"),
            "XDG_DATA_HOME": str(self.home),
        }
        return subprocess.Popen(
            [sys.executable, "-m", "companion", command, *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *arguments: str) -> str:
        process = self.start(*arguments)
        said, _ = process.communicate(timeout=WAIT_S)
        assert process.returncode == 0, said
        return said

    @property
    def running(self) -> Running | None:
        return running_at(self.data)


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    desktop = Desktop(tmp_path)
    yield desktop
    if desktop.running is not None:
        desktop.run("--stop", "--data", str(desktop.data))


def test_the_companion_stops_when_its_window_is_closed(desktop: Desktop) -> None:
    desktop.has_browser()
    desktop.run("--data", str(desktop.data))
    assert "<title>" in desktop.shown.read_text()
    assert desktop.running is None


def test_one_that_runs_is_shown_and_goes_on_until_it_is_stopped(desktop: Desktop) -> None:
    desktop.has_browser()
    server = desktop.start("--port", "0", "--data", str(desktop.data), command="serve")
    assert server.stdout is not None
    address = next(word for word in server.stdout.readline().split() if "http" in word)
    desktop.run("--data", str(desktop.data))
    assert desktop.shown.read_text().splitlines()[0] == address
    assert desktop.running == Running(address, server.pid)
    assert "Stopped." in desktop.run("--stop", "--data", str(desktop.data))
    assert server.wait(WAIT_S) == 0
    server.stdout.close()
    assert "No companion runs." in desktop.run("--stop", "--data", str(desktop.data))


def test_a_game_that_is_followed_goes_on_without_a_window(desktop: Desktop) -> None:
    follow = f"urlopen({Request.__name__}(address + 'api/games', {json.dumps(_DEMO).encode()!r},"
    desktop.has_browser(
        then="from urllib.request import Request\n"
        + follow
        + " {'Content-Type': 'application/json'}))"
    )
    process = desktop.start("--data", str(desktop.data))
    assert process.wait(WAIT_S) == 0
    running = desktop.running
    assert running is not None
    with urlopen(f"{running.address}api/games") as answer:
        assert json.load(answer)["games"][0]["running"]
    desktop.run("--stop", "--data", str(desktop.data))
    assert process.stdout is not None
    assert "A camera follows a game" in process.stdout.read()
    process.stdout.close()
    assert desktop.running is None


def test_a_browser_that_cannot_show_a_window_shows_a_tab(desktop: Desktop) -> None:
    desktop.has_browser(then="sys.exit(1)")
    desktop.has_browser("tab")
    process = desktop.start("--data", str(desktop.data))
    assert process.stdout is not None
    said = [process.stdout.readline(), process.stdout.readline()]
    assert any("palago desktop --stop" in line for line in said)
    desktop.run("--stop", "--data", str(desktop.data))
    assert process.wait(WAIT_S) == 0
    process.stdout.close()


def test_it_is_put_into_the_menu_and_taken_out_again(desktop: Desktop) -> None:
    data = desktop.home / 'my "games" $1 50%'
    written = desktop.run("--add-to-menu", "--data", str(data)).splitlines()
    entry, icon = (Path(line) for line in written)
    parser = RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(entry, "utf-8")
    starts = parser["Desktop Entry"]
    assert Path(starts["Icon"]) == icon
    assert icon.read_text().startswith("<svg")
    unescaped = starts["Exec"].replace("\\\\", "\\").replace("%%", "%")
    quoted = re.findall(r'"((?:\\.|[^"\\])*)"', unescaped)
    command = [re.sub(r'\\([\\"`$])', r"\1", argument) for argument in quoted]
    assert command[-3:] == ["desktop", "--data", str(data)]
    assert parser["Desktop Action stop"]["Exec"] == starts["Exec"] + " --stop"
    assert sorted(desktop.run("--remove-from-menu").splitlines()) == sorted(written)
    assert not entry.exists()
    assert not icon.exists()
    assert "was not in the menu" in desktop.run("--remove-from-menu")


def test_looking_whether_one_runs_does_not_keep_it_from_starting(tmp_path: Path) -> None:
    with FolderLock(tmp_path) as lock:
        assert running_at(tmp_path) is None  # it has not said yet where it is
        lock.say("http://127.0.0.1:8000/")
        assert running_at(tmp_path) == Running("http://127.0.0.1:8000/", os.getpid())
    assert running_at(tmp_path) is None
    assert running_at(tmp_path / "none") is None

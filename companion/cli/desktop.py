"""``palago desktop``: the companion in a window of its own, and in the menu."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from companion.cli.data_folder import add_data_option, data_folder
from companion.cli.output import DONE, NOT_ALL_DONE, WRONG_USAGE, Status, complain
from companion.cli.stop_signals import StopSignals

if TYPE_CHECKING:
    from companion.storage.folder_lock import Running

_EXAMPLE = """Closing the window stops the companion, unless a camera follows a game: then it goes
on, and the same command opens a window on it again.

examples:
  palago desktop
  palago desktop --add-to-menu
"""
_LOOK_S = 0.2
_START_S = 60.0
_STOP_S = 20.0
_TOO_SOON_S = 3.0
"""A browser that ends so soon, and not well, never showed a window."""
_ASKING_S = 5.0
_BY_HAND = "hand"


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say what ``palago desktop`` does and takes."""
    parser.description = "Open the companion in a window of its own; it is started where none runs."
    parser.epilog = _EXAMPLE
    does = parser.add_mutually_exclusive_group()
    does.add_argument("--stop", action="store_true", help="stop the companion that runs")
    does.add_argument(
        "--add-to-menu", action="store_true", help="put it into the desktop's menu (Linux)"
    )
    does.add_argument(
        "--remove-from-menu", action="store_true", help="take it out of the menu again"
    )
    add_data_option(parser, "where games and readings are kept")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> Status:
    """Open the window, or do what else was asked for."""
    if options.add_to_menu or options.remove_from_menu:
        return _change_menu(options)
    data = data_folder(options)
    if options.stop:
        return _stop(data)
    with StopSignals() as told_to_stop:
        return _show(data, told_to_stop)


def _show(data: Path, told_to_stop: StopSignals) -> Status:
    """Show the companion until its window is closed; start it before, and stop it after."""
    from companion.storage.folder_lock import running_at

    found, server = running_at(data), None
    if found is None:
        server = subprocess.Popen([sys.executable, "-m", "companion", "serve", "--data", str(data)])
        found = _waited_for(data, server, told_to_stop)
        if found is None:
            _end(server)
            return NOT_ALL_DONE
    _keep_open(found.address, data, told_to_stop, server)
    if server is not None:
        if not told_to_stop.wait(0) and _follows_a_game(found.address):
            print("A camera follows a game: the companion goes on (palago desktop --stop).")
            return DONE
        _end(server)
    return DONE


def _waited_for(
    data: Path, server: subprocess.Popen[bytes], told_to_stop: StopSignals
) -> Running | None:
    """Return the companion once it can be reached; None if it ended, or was told to."""
    from companion.storage.folder_lock import running_at

    deadline = time.monotonic() + _START_S
    while server.poll() is None and time.monotonic() < deadline:
        found = running_at(data)
        if found is not None:
            return found
        if told_to_stop.wait(_LOOK_S):
            return None
    if server.poll() is None:
        complain("The companion did not start in time: try palago serve, which says why.")
    return None


def _keep_open(
    address: str,
    data: Path,
    told_to_stop: StopSignals,
    server: subprocess.Popen[bytes] | None,
) -> None:
    """Open a window and wait until it is closed; in a browser's tab, until the companion ends."""
    from companion.desktop.window import open_tab, open_window

    opened = time.monotonic()
    window = open_window(address, data / "window")
    if window is not None:
        while window.poll() is None:
            if told_to_stop.wait(_LOOK_S) or (server is not None and server.poll() is not None):
                window.terminate()
                window.wait()
                return
        if window.returncode == 0 or time.monotonic() > opened + _TOO_SOON_S:
            return
    if not open_tab(address):
        print(f"No browser was found: open {address} yourself.", flush=True)
    print("Ctrl-C stops the companion, as does palago desktop --stop.", flush=True)
    while server is not None and server.poll() is None and not told_to_stop.wait(_LOOK_S):
        pass


def _follows_a_game(address: str) -> bool:
    """Tell whether a camera, a phone or a video watches a game, which closing no window may end."""
    try:
        # this machine is asked, never a proxy
        with build_opener(ProxyHandler({})).open(
            f"{address}api/games", timeout=_ASKING_S
        ) as answer:
            games = json.load(answer)["games"]
    except (URLError, OSError, ValueError):
        return False
    return any(game["running"] and game["source"]["kind"] != _BY_HAND for game in games)


def _end(server: subprocess.Popen[bytes]) -> None:
    """Stop a companion that was started here, in its own time."""
    server.terminate()
    try:
        server.wait(_STOP_S)
    except subprocess.TimeoutExpired:
        server.kill()  # what was announced is on the disk
        server.wait()


def _stop(data: Path) -> Status:
    from companion.storage.folder_lock import running_at

    found = running_at(data)
    if found is None:
        print("No companion runs.")
        return DONE
    os.kill(found.process, signal.SIGTERM)
    deadline = time.monotonic() + _STOP_S
    while running_at(data) is not None:
        if time.monotonic() > deadline:
            complain(f"The companion at {found.address} has not stopped yet: try again.")
            return NOT_ALL_DONE
        time.sleep(_LOOK_S)
    print("Stopped.")
    return DONE


def _change_menu(options: argparse.Namespace) -> Status:
    if sys.platform in ("win32", "darwin"):
        complain("Only Linux has a menu that can be written to: docs/starting.md says what to do.")
        return WRONG_USAGE
    from companion.desktop.menu_entry import add_menu_entry, remove_menu_entry

    data_home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    try:
        if options.remove_from_menu:
            changed = remove_menu_entry(data_home)
        else:
            program = shutil.which(sys.argv[0]) or shutil.which("palago")
            command = [program] if program else [sys.executable, "-m", "companion"]
            named = ["--data", str(data_folder(options))] if options.data else []
            changed = add_menu_entry(data_home, [*command, "desktop", *named])
    except OSError as error:
        complain(f"{error.filename} cannot be changed: {(error.strerror or '').lower()}.")
        return NOT_ALL_DONE
    print("\n".join(map(str, changed)) or "It was not in the menu.")
    return DONE

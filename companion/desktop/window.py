"""A window that shows one page and looks like a program's, of a browser that is there already.

Browsers that are made of Chromium have such a mode (``--app``). It gets a folder of its own for
what it keeps, so that it is nobody's tabs, and its process ends when the window is closed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import webbrowser
from pathlib import Path
from typing import Final

_NAMES: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "brave-browser",
)
_MACOS: Final = ("Google Chrome", "Microsoft Edge", "Chromium", "Brave Browser")
_WINDOWS: Final = (
    r"Microsoft\Edge\Application\msedge.exe",
    r"Google\Chrome\Application\chrome.exe",
)
_QUIETLY: Final = (
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""The window is for the companion's page alone, and asks nobody else for anything."""
WINDOW_CLASS: Final = "palago-companion"
"""By which desktops know which menu entry a window belongs to."""


def browser() -> Path | None:
    """Return a browser that can show a page in a window of its own, None where there is none."""
    for name in _NAMES:
        found = shutil.which(name)
        if found is not None:
            return Path(found)
    return next(filter(Path.exists, _usual_places()), None)


def _usual_places() -> list[Path]:
    if sys.platform == "darwin":
        folder = Path("/Applications")
        return [folder / f"{name}.app" / "Contents" / "MacOS" / name for name in _MACOS]
    if sys.platform == "win32":
        roots = (os.environ.get(name) for name in ("ProgramFiles", "ProgramFiles(x86)"))
        return [Path(root) / name for root in roots if root for name in _WINDOWS]
    return []


def open_window(address: str, keeps: Path) -> subprocess.Popen[bytes] | None:
    """Open a window of its own for a page.

    Parameters
    ----------
    address
        The page's.
    keeps
        Where the browser keeps what belongs to this window.

    Returns
    -------
        The browser, which ends when the window is closed; None where no browser can do this.
    """
    program = browser()
    if program is None:
        return None
    return subprocess.Popen(
        [
            str(program),
            f"--app={address}",
            f"--user-data-dir={keeps}",
            f"--class={WINDOW_CLASS}",
            *_QUIETLY,
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def open_tab(address: str) -> bool:
    """Open a page in the browser that the user likes best; tell whether there is one."""
    return webbrowser.open(address)

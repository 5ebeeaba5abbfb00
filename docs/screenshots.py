"""Take the pictures of the page that the README and docs/ show: `make screenshots`.

Starts the companion on data of its own, has it read sample photos, and lets Chromium take pictures
of what it shows. Nothing outside this machine is asked for anything.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import cv2

FOLDER = Path(__file__).resolve().parent / "pictures"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
QUALITY = 90


@dataclass(frozen=True)
class Picture:
    """One picture: of the start page, or of a sample's reading with a line of it lit up.

    ``lit`` may also be "correcting", the mode in which a reading is corrected.
    """

    name: str
    width: int
    height: int
    sample: str | None = None
    lit: str = ""
    dark: bool = False


PICTURES = (
    Picture("island", 1366, 790, "palagonia_1_r039", "0-0"),
    Picture("start-laptop", 1366, 900),
    Picture("start-laptop-dark", 1366, 900, dark=True),
    Picture("start-phone", 360, 740),
    Picture("illegal-laptop", 1366, 790, "p001066_illegal"),
    Picture("illegal-laptop-dark", 1366, 790, "p001066_illegal", "0-0", dark=True),
    Picture("hand-laptop", 1366, 840, "p001081_hand"),
    Picture("palagems-laptop", 1366, 1100, "p001103_palagems"),
    Picture("correcting-laptop", 1366, 900, "p001075_cropped", "correcting"),
    Picture("correcting-phone-dark", 360, 900, "p001075_cropped", "correcting", dark=True),
    Picture("island-phone", 360, 1300, "palagonia_1_r039"),
    Picture("island-phone-dark", 360, 1300, "palagonia_1_r039", dark=True),
)


def main() -> int:
    """Take all pictures."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("No Chromium was found: install it to take pictures of the page.", file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, companion(Path(scratch) / "data") as address:
        for number, picture in enumerate(PICTURES):
            url = address if picture.sample is None else read(address, picture.sample)
            target = Path(scratch) / f"{number}.png"
            take(browser, f"{url}#{picture.lit}", picture, target, Path(scratch) / f"user{number}")
            image = cv2.imread(str(target))
            kept = FOLDER / f"{picture.name}.webp"
            cv2.imwrite(str(kept), image, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
            print(kept)
    return 0


@contextmanager
def companion(data: Path) -> Iterator[str]:
    """Run the companion; gives its address."""
    command = [str(Path(sys.executable).with_name("palago")), "serve", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--data", str(data)], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield next(word for word in line.split() if word.startswith("http://"))
    finally:
        process.terminate()
        process.wait(10)


def read(address: str, sample: str) -> str:
    """Have the companion read a sample; return the address of its page."""
    form = urlencode({"sample": sample}).encode()
    with urlopen(Request(f"{address}api/readings", form), timeout=60) as response:
        url: str = json.load(response)["url"]
        return url


def take(browser: str, url: str, picture: Picture, target: Path, user: Path) -> None:
    """Let the browser take one picture."""
    options = [
        "--headless",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--virtual-time-budget=2000",  # until what lights up has lit up
        f"--user-data-dir={user}",
        f"--window-size={picture.width},{picture.height}",
        f"--screenshot={target}",
        f"--blink-settings=preferredColorScheme={0 if picture.dark else 1}",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--no-sandbox")  # Chromium's sandbox does not work for root
    subprocess.run([browser, *options, url], check=True, capture_output=True, timeout=120)


if __name__ == "__main__":
    sys.exit(main())

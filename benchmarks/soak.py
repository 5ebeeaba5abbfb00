"""Whether the companion's memory stays flat for hours: ``python -m benchmarks.soak [--minutes N]``.

A companion is started on a free port and plays game after game from the sample videos, at the pace
they were filmed or, with ``--full-speed``, as fast as it can. A browser's requests go with it: the
page and its live picture each second, an event stream, and after each game its review, its score
sheet and its export; each fourth game is forgotten. What the process holds is looked at every ten
seconds. The slope is the median of the slopes between all pairs of looks (Theil and Sen), after
the first quarter of the time.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import combinations, cycle
from pathlib import Path
from statistics import median
from threading import Event, Thread
from typing import Any

from companion.live.demos import Demo, all_demos

PALAGO = Path(sys.executable).with_name("palago")
LOOK_S = 10.0
PATIENCE_S = 60.0
FORGOTTEN_EACH = 4
BEGINNING = 0.25
"""The share of the time after which memory is expected to be flat."""


@dataclass
class Soak:
    """A companion that is being played with, and what it held when."""

    port: int
    process: int
    over: Event = field(default_factory=Event)
    games: int = 0
    held: list[tuple[float, float]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def ask(self, method: str, path: str, body: Any = None) -> bytes:
        """Ask as the host, and note what fails."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        data = None if body is None else json.dumps(body)
        try:
            connection.request(method, path, data, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            if answer.status >= 400:
                self.failures.append(f"{method} {path}: {answer.status}")
            return answer.read()
        except OSError as error:
            self.failures.append(f"{method} {path}: {error}")
            return b""
        finally:
            connection.close()

    def play(self, *, fast: bool) -> None:
        """Play game after game until it is over."""
        for demo in cycle(all_demos()):
            if self.over.is_set():
                return
            self._game(demo, fast=fast)

    def _game(self, demo: Demo, *, fast: bool) -> None:
        source = {"kind": "demo", "name": demo.name, "fast": fast}
        players = [{"name": name} for name in demo.players]
        wanted = {"game": demo.game, "players": players, "source": source}
        number = json.loads(self.ask("POST", "/api/games", wanted) or b"{}").get("id")
        if number is None:
            time.sleep(1)
            return
        Thread(target=self._listen, args=[number], daemon=True).start()
        while not self.over.wait(1.0):
            self.ask("GET", f"/games/{number}/live")
            self.ask("GET", f"/api/games/{number}/live.jpg")
            state = json.loads(self.ask("GET", f"/api/games/{number}") or b"{}")
            if state.get("source", {}).get("ended"):
                break
        for page in ("review", "record"):
            self.ask("GET", f"/games/{number}/{page}")
        for page in ("export.json", "score-sheet"):
            self.ask("GET", f"/api/games/{number}/{page}")
        self.games += 1
        if self.games % FORGOTTEN_EACH == 0:
            self.ask("DELETE", f"/api/games/{number}")

    def _listen(self, number: int) -> None:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request("GET", f"/api/games/{number}/events")
            answer = connection.getresponse()
            while not self.over.is_set() and answer.readline():
                pass
        except OSError:
            pass  # the game was forgotten, or nothing was said for a minute
        finally:
            connection.close()

    def look(self, seconds: float) -> None:
        """Look at what the process holds until the time is over."""
        began = time.monotonic()
        while (now := time.monotonic() - began) < seconds:
            self.held.append((now, held_by(self.process)))
            if len(self.held) % 6 == 0:
                minutes, held = now / 60, self.held[-1][1]
                print(f"{minutes:5.1f} min {self.games:4} games {held:6.0f} MB", flush=True)
            time.sleep(LOOK_S)


def held_by(process: int) -> float:
    """Return the resident memory of a process, in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise ProcessLookupError(process)


def slope(held: Sequence[tuple[float, float]]) -> float:
    """Return the median of the slopes between all pairs of looks, in MB an hour."""
    return median(
        3600 * (after - before) / (later - earlier)
        for (earlier, before), (later, after) in combinations(held, 2)
    )


def main() -> None:
    """Play, look, and print the figures."""
    parser = argparse.ArgumentParser(description="Whether the companion's memory stays flat.")
    parser.add_argument("--minutes", type=float, default=120, help="two at least, for a slope")
    parser.add_argument("--full-speed", action="store_true", help="play as fast as it can")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [PALAGO, "serve", "--port", "0", "--data", data], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        port = int(process.stdout.readline().split("127.0.0.1:")[1].split("/")[0])
        soak = Soak(port, process.pid)
        playing = Thread(target=soak.play, kwargs={"fast": options.full_speed}, daemon=True)
        playing.start()
        try:
            soak.look(60 * options.minutes)
        finally:
            soak.over.set()
            playing.join(PATIENCE_S)
            process.terminate()
            process.wait(30)
    flat = soak.held[round(BEGINNING * len(soak.held)) :]
    most = max(one for _, one in soak.held)
    print(f"{soak.games} games in {options.minutes:.0f} minutes, {len(soak.failures)} failures")
    for failure in sorted(set(soak.failures))[:5]:
        print(f"  {failure}")
    print(f"{most:.0f} MB at most; {slope(flat):+.1f} MB an hour after the first quarter")


if __name__ == "__main__":
    main()

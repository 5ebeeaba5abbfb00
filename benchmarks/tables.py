"""How many live tables one companion bears: ``python -m benchmarks.tables [--tables 8]``.

A companion is started on a free port, and the sample films are played on so many tables at once,
each at the pace it was filmed. A film waits for who is slow, so that one which is followed too
slowly takes longer than it has. Printed are, for one table and for all at once, the frames a second
that each table gets, how long after what it tells of an announcement is heard, and the server's
memory and share of a core. An announcement comes at the earliest once a table has lain still for a
moment, which is the same with one table and with many: their ratio is what counts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

import cv2

from companion.live.demos import Demo, all_demos

PALAGO = Path(sys.executable).with_name("palago")
PATIENCE_S = 120.0
_KB = 1024


@dataclass
class Table:
    """A table, and what was heard of it: how late each announcement came, and when it was over."""

    demo: Demo
    began: float = 0.0
    ended: float = 0.0
    late_s: list[float] = field(default_factory=list)
    moves: int = 0

    @property
    def fps(self) -> float:
        """The frames a second that were used."""
        capture = cv2.VideoCapture(str(self.demo.path))
        frames = capture.get(cv2.CAP_PROP_FRAME_COUNT)
        capture.release()
        return float(frames) / (self.ended - self.began)


class Server:
    """A companion in a process of its own."""

    def __init__(self, data: Path) -> None:
        command = [PALAGO, "serve", "--port", "0", "--data", data]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split("127.0.0.1:")[1].split("/")[0])

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the API for something."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        data = None if body is None else json.dumps(body)
        connection.request(method, path, data, {"Content-Type": "application/json"})
        return json.load(connection.getresponse())

    def play(self, table: Table) -> None:
        """Play a film as a table, and listen to what is said of it until it has ended."""
        players = [{"name": name} for name in table.demo.players]
        source = {"kind": "file", "path": str(table.demo.path)}
        wanted = {"game": table.demo.game, "players": players, "source": source}
        table.began = time.monotonic()
        game = self.ask("POST", "/api/games", wanted)["id"]
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.request("GET", f"/api/games/{game}/events?after=0")
        answer = connection.getresponse()
        while line := answer.readline():
            if not line.startswith(b"data: "):
                continue
            told = json.loads(line[6:])
            now = time.monotonic()
            if told.get("event") in ("move", "illegal", "restored", "over"):
                table.late_s.append(now - table.began - told["t"])
                table.moves += told["event"] == "move"
            if (told.get("source") or {}).get("ended"):
                table.ended = now
                break
        connection.close()
        self.ask("DELETE", f"/api/games/{game}/source")

    def cpu_s(self) -> float:
        """Return the time that cores worked for the process."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        """Return the most memory that the process held."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / _KB


def main() -> None:
    """Measure one table, then many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=8)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        try:
            for number in (1, options.tables):
                measure(server, number)
        finally:
            server.process.terminate()
            server.process.wait(30)


def measure(server: Server, number: int) -> None:
    """Play so many tables at once, and print how they did."""
    demos = all_demos()
    tables = [Table(demos[index % len(demos)]) for index in range(number)]
    players = [Thread(target=server.play, args=[table]) for table in tables]
    began, cpu = time.monotonic(), server.cpu_s()
    for thread in players:
        thread.start()
    for thread in players:
        thread.join()
    share = (server.cpu_s() - cpu) / (time.monotonic() - began)
    late = sorted(one for table in tables for one in table.late_s)
    p99 = late[min(len(late) - 1, round(0.99 * len(late)))]
    slowest = min(table.fps for table in tables)
    moves = [table.moves for table in tables]
    print(
        f"{number} tables: {median(table.fps for table in tables):.1f} frames a second each,"
        f" {slowest:.1f} at least; {len(late)} announcements, {median(late):.2f} s after what they"
        f" tell of in the median, {p99:.2f} s p99; {share:.2f} cores, {server.memory_mb():.0f} MB"
        f" at most; moves {moves}",
        flush=True,
    )


if __name__ == "__main__":
    main()

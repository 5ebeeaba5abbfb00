"""How soon many viewers hear of moves: ``python -m benchmarks.viewers [--viewers N]``.

A companion is started on a free port. A phone posts the frames of a sample video, at the pace it
was filmed, from this machine's address in the network, and viewers with passes listen to the game
over HTTPS. Printed are how many were refused, and how long after it was kept an announcement came.
"""

from __future__ import annotations

import argparse
import json
import ssl
import subprocess
import sys
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from statistics import median
from threading import Event, Thread
from typing import Any

import cv2

from companion.live.demos import all_demos
from companion.security import network
from companion.sources.video_file import VideoFile

PALAGO = Path(sys.executable).with_name("palago")
FPS = 10.0
PATIENCE_S = 30.0


class Table:
    """A companion and one game on it, seen by a phone."""

    def __init__(self, data: Path, https: int) -> None:
        command = [PALAGO, "serve", "--phone", "--port", "0", "--https-port", str(https)]
        self.process = subprocess.Popen(
            [*command, "--data", data], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split("127.0.0.1:")[1].split("/")[0])
        self.https = https
        self.address = network.addresses()[0]
        self.statuses: Counter[int] = Counter()
        self.delays: list[float] = []
        self.over = Event()
        demo = all_demos()[0]
        self.video = demo.path
        players = [{"name": name} for name in demo.players]
        wanted = {"game": demo.game, "players": players, "source": {"kind": "phone"}}
        self.game = self.host("POST", "/api/games", wanted)["id"]

    def host(self, method: str, path: str, body: Any = None) -> Any:
        """Ask as the host, on loopback."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        data = None if body is None else json.dumps(body)
        connection.request(method, path, data, {"Content-Type": "application/json"})
        return json.load(connection.getresponse())

    def elsewhere(self) -> HTTPSConnection:
        """Return a connection as a phone has it; whose certificate it is does not matter here."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return HTTPSConnection(self.address, self.https, timeout=PATIENCE_S, context=context)

    def pass_for(self, role: str) -> dict[str, str]:
        """Return the header that shows a new pass."""
        token = self.host("POST", f"/api/games/{self.game}/passes", {"role": role})["token"]
        connection = self.elsewhere()
        body = json.dumps({"token": token})
        connection.request("POST", "/api/passes", body, {"Content-Type": "application/json"})
        return {"Authorization": f"Bearer {json.load(connection.getresponse())['pass']}"}

    def watch(self, known: dict[str, str]) -> None:
        """Listen to the game until it is over."""
        connection = self.elsewhere()
        connection.request("GET", f"/api/games/{self.game}/events", headers=known)
        answer = connection.getresponse()
        self.statuses[answer.status] += 1
        while not self.over.is_set() and (line := answer.readline()):
            if line.startswith(b"data: ") and b'"at"' in line:
                at = datetime.fromisoformat(json.loads(line[6:])["at"])
                self.delays.append((datetime.now(UTC) - at).total_seconds())

    def film(self, known: dict[str, str], seconds: float) -> Counter[int]:
        """Post the video's frames over and over, at its pace; return the statuses."""
        taken: Counter[int] = Counter()
        connection, begins = self.elsewhere(), time.monotonic()
        headers = {**known, "Content-Type": "image/jpeg"}
        while time.monotonic() - begins < seconds:
            for number, frame in enumerate(VideoFile(self.video, paced=False)):
                if time.monotonic() - begins > seconds:
                    break
                jpeg = cv2.imencode(".jpg", frame.image)[1].tobytes()
                time.sleep(max(0.0, begins + sum(taken.values()) / FPS - time.monotonic()))
                connection.request("POST", f"/api/games/{self.game}/frames", jpeg, headers)
                answer = connection.getresponse()
                answer.read()
                taken[answer.status] += 1
                if number % 300 == 299:
                    print(f"{sum(taken.values())} frames, {len(self.delays)} heard", flush=True)
        return taken


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--https", type=int, default=18444, help="the port for HTTPS")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        table = Table(Path(data), options.https)
        try:
            watching = [
                Thread(target=table.watch, args=[table.pass_for("player")], daemon=True)
                for _ in range(options.viewers)
            ]
            for thread in watching:
                thread.start()
            frames = table.film(table.pass_for("camera"), options.seconds)
        finally:
            table.over.set()
            table.process.terminate()
            table.process.wait(30)
    delays = sorted(table.delays)
    print(f"streams by status {dict(table.statuses)}, frames by status {dict(frames)}")
    if delays:
        p99 = delays[int(0.99 * (len(delays) - 1))]
        print(
            f"{len(delays)} announcements heard, median {1000 * median(delays):.0f} ms,"
            f" p99 {1000 * p99:.0f} ms, latest {1000 * delays[-1]:.0f} ms"
        )


if __name__ == "__main__":
    main()

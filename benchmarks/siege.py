"""What the host's page costs while others hold connections: ``python -m benchmarks.siege``.

A companion is started on a free port. Connections of one kind at a time are opened from this
machine's address in the network, as a guest would, or from loopback, and the host's page is asked
for all the while. Nothing leaves the machine.
"""

from __future__ import annotations

import argparse
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread

from companion.security import network

PALAGO = Path(sys.executable).with_name("palago")
DRIP_S = 1.0
ANSWER_S = 30.0
MEGABYTE = 1 << 20
Attack = Callable[["Siege"], None]


class Siege:
    """Connections of one kind, kept up until it ends; whichever is closed is opened anew."""

    def __init__(self, address: str, ports: tuple[int, int], count: int, megabytes: int) -> None:
        self.address, (self.http, self.https) = address, ports
        self.count, self.megabytes = count, megabytes
        self.over = Event()
        self.refused = 0

    def open(self, port: int | None = None) -> socket.socket | None:
        """Return a new connection; None where it is refused."""
        try:
            return socket.create_connection((self.address, port or self.http), 5)
        except OSError:
            self.refused += 1
            return None

    def hold(self, begin: bytes, drip: bytes, port: int | None = None, room: int = 0) -> None:
        """Keep ``count`` connections that send ``begin`` and then ``drip`` once a second."""
        held: list[socket.socket] = []
        while not self.over.wait(DRIP_S if len(held) >= self.count else 0.001):
            if len(held) < self.count and (new := self.open(port)):
                if room:
                    new.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
                with suppress(OSError):
                    new.sendall(begin)
                new.settimeout(0)
                held.append(new)
                continue
            held = [one for one in held if self._drips(one, drip, reads=not room)]
        for one in held:
            one.close()

    def _drips(self, one: socket.socket, drip: bytes, *, reads: bool) -> bool:
        try:
            if drip:
                one.send(drip)
            if reads and one.recv(1) == b"":
                one.close()
                return False
        except BlockingIOError:
            return True
        except OSError:
            one.close()
            return False
        return True

    def pour(self, begin: bytes, filling: bytes) -> None:
        """Send ``begin``, then ``filling`` over and over, as much as is taken up to the bound."""
        while not self.over.is_set():
            if (one := self.open()) is None:
                time.sleep(0.1)
                continue
            with suppress(OSError), one:
                one.sendall(begin)
                for _ in range(self.megabytes * MEGABYTE // len(filling)):
                    if self.over.is_set():
                        return
                    one.sendall(filling)
                one.settimeout(2)
                one.recv(100)


def _request(path: str, *headers: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


HALF_HELLO = bytes.fromhex("160301020001000100")
FILLING = b"x" * 65536
ATTACKS: dict[str, Attack] = {
    "nobody": lambda _siege: None,
    "silent": lambda siege: siege.hold(b"", b""),
    "dripping head": lambda siege: siege.hold(b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"x"),
    "dripping body": lambda siege: siege.hold(
        b"POST /api/passes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 10000\r\n\r\n",
        b"x",
    ),
    "half a handshake": lambda siege: siege.hold(HALF_HELLO, b"", siege.https),
    "slow reading": lambda siege: siege.hold(
        _request("/static/css/style.css") * 100, b"", room=2048
    ),
    "large header": lambda siege: siege.pour(b"GET / HTTP/1.1\r\nHost: x\r\nX: ", FILLING),
    "large request line": lambda siege: siege.pour(b"GET /", FILLING),
    "large chunk": lambda siege: siege.pour(
        b"POST /api/passes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n40000000\r\n",
        FILLING,
    ),
}


def _pages(port: int, seconds: float) -> Iterator[float]:
    """Yield how long the host's page takes, in milliseconds; infinite where it fails."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        begins = time.monotonic()
        connection = HTTPConnection("127.0.0.1", port, timeout=ANSWER_S)
        try:
            connection.request("GET", "/")
            answer = connection.getresponse()
            answer.read()
            ok = answer.status == 200
        except OSError:
            ok = False
        finally:
            connection.close()
        yield (time.monotonic() - begins) * 1000 if ok else float("inf")
        time.sleep(0.05)


def _memory(process: int) -> tuple[float, float]:
    """Return the resident memory of a process in MB, now and at most."""
    status = Path(f"/proc/{process}/status").read_text()
    found = {line.split(":")[0]: line.split()[1] for line in status.splitlines() if "kB" in line}
    return int(found["VmRSS"]) / 1024, int(found["VmHWM"]) / 1024


def _measure(name: str, options: argparse.Namespace, address: str) -> None:
    with tempfile.TemporaryDirectory() as data:
        command = [PALAGO, "serve", "--phone", "--port", "0", "--https-port", str(options.https)]
        process = subprocess.Popen(
            [*command, "--data", data],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout is not None
        port = int(process.stdout.readline().split("127.0.0.1:")[1].split("/")[0])
        # phones are answered beside the host's own page, at a port of their own
        phones = int(process.stdout.readline().split("http://")[1].split("/")[0].split(":")[1])
        list(_pages(port, 1))
        before, _ = _memory(process.pid)
        http = port if options.loopback else phones
        siege = Siege(address, (http, options.https), options.count, options.megabytes)
        attack = Thread(target=ATTACKS[name], args=[siege])
        attack.start()
        time.sleep(1)
        times = sorted(_pages(port, options.seconds))
        _, highest = _memory(process.pid)
        siege.over.set()
        attack.join()
        process.terminate()
        process.wait(30)
    good = [one for one in times if one != float("inf")]
    p99 = times[min(len(times) - 1, int(0.99 * len(times)))]
    print(
        f"{name:20} {len(times):6} {len(times) - len(good):6} {statistics.median(times):9.0f}"
        f" {p99:9.0f} {max(good, default=0):9.0f} {highest - before:9.0f}",
        flush=True,
    )


def main() -> None:
    """Measure what is asked for, or everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="connections of each kind")
    parser.add_argument("--megabytes", type=int, default=1024, help="of a header or chunk")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--https", type=int, default=18443, help="the port for HTTPS")
    parser.add_argument("--loopback", action="store_true", help="attack from loopback")
    parser.add_argument("--only", choices=ATTACKS, action="append")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    address = "127.0.0.1" if options.loopback else network.addresses()[0]
    print(f"{options.count} connections from {address}, {options.megabytes} MB, soft limit {soft}")
    print(
        f"{'kind':20} {'pages':>6} {'failed':>6} {'median':>9} {'p99 ms':>9} {'most':>9} {'+MB':>9}"
    )
    for name in options.only or ATTACKS:
        _measure(name, options, address)


if __name__ == "__main__":
    main()

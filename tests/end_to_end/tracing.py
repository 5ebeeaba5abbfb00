"""What a process asks of the network and writes to the disk, as strace(1) sees it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

STRACE = shutil.which("strace")
_CALLS = "connect,sendto,sendmsg,sendmmsg,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2"
_SENT_TO = re.compile(r"^(?:connect|send\w+)\(.*\{sa_family=AF_(?!NETLINK)(\w+), ([^}]*)")
_OPENED = re.compile(r'^(?:open|openat|creat)\((?:AT_FDCWD|\d+<([^>]*)>)?,? ?"([^"]+)"')
_MADE = re.compile(r'^(?:mkdir|rename)\w*\(.*"([^"]+)"')
_WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|^creat\(")


@dataclass(frozen=True)
class Trace:
    """What a process did: whom it addressed, and which files and folders it made or wrote."""

    addressed: frozenset[str]
    written: frozenset[Path]


def traced(
    command: Sequence[str | Path], cwd: Path, logs: Path, environment: Mapping[str, str]
) -> subprocess.Popen[str]:
    """Start a command under strace; what it and all its threads do goes to files in ``logs``.

    It is stopped at the calls that are looked for alone, where the kernel can tell them.
    """
    assert STRACE is not None
    logs.mkdir()
    watched = [STRACE, "-ff", "--seccomp-bpf", "-qq", "-y", "-s", "300"]
    watched += ["-e", f"trace={_CALLS}", "-o", logs / "log"]
    return subprocess.Popen(
        [*watched, *command],
        cwd=cwd,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def trace(cwd: Path, logs: Path) -> Trace:
    """Return what the processes that wrote ``logs`` did."""
    addressed: set[str] = set()
    written: set[Path] = set()
    for call in _done(logs):
        if to := _SENT_TO.match(call):
            addressed.add(f"{to[1]} {to[2]}")
        elif opened := _OPENED.match(call):
            if _WRITES.search(call):
                written.add(Path(opened[1] or cwd, opened[2]))
        elif made := _MADE.match(call):
            written.add(Path(cwd, made[1]))
    return Trace(frozenset(addressed), frozenset(written))


def _done(logs: Path) -> Iterator[str]:
    """Yield the calls that were not refused; a connection that failed was asked for as well."""
    for log in logs.iterdir():
        for line in log.read_text("utf-8", "replace").splitlines():
            if line.startswith(("connect", "send")) or not re.search(r"= -1 E[A-Z]+ ", line):
                yield line

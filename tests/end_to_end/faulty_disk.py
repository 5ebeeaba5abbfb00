"""A disk that fails at the n-th call of a kind, or a process that is killed there.

``python -m tests.end_to_end.faulty_disk [--most N] [--seed S]`` prints what went wrong, a line of
JSON each, and how much was tried. A process that has everything loaded forks once for each fault,
and strace(1) makes one system call of the child fail. So every call of what is played counts, and
no call of loading it.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.end_to_end.faulty_plays import PLAYS, Say

KILLED = "KILL"
_WRITING = ("ENOSPC", "EIO", "EROFS", KILLED)
ERRORS = {
    **dict.fromkeys(("pwrite64", "write", "ftruncate", "fallocate"), _WRITING),
    **dict.fromkeys(("openat", "mkdir", "rename", "unlink", "rmdir"), _WRITING),
    **dict.fromkeys(("fsync", "fdatasync", "chmod", "fchmod", "link"), ("ENOSPC", "EIO", KILLED)),
    **dict.fromkeys(("pread64", "read"), ("EIO",)),
}
"""The calls that fail, and how each may."""
_MOST_BYTES = 1 << 20
_PTRACER, _ANY = 0x59616D61, ctypes.c_ulong(-1)
_HUNG = signal.SIGABRT
_ATTACHED_S, _ENDS_S, _STARTS_S = 20, 60, 10


@dataclass(frozen=True)
class Fault:
    """A call of a kind that fails: the n-th of a thread, or from the n-th on every one."""

    play: str
    call: str
    error: str
    number: int
    lasting: bool = False

    @property
    def rule(self) -> str:
        """The fault as strace is told it."""
        what = f"signal={KILLED}" if self.error == KILLED else f"error={self.error}"
        return f"inject={self.call}:{what}:when={self.number}{'+' if self.lasting else ''}"


@dataclass(frozen=True)
class Outcome:
    """What a child said, how it ended, what it printed."""

    said: list[dict[str, Any]]
    status: int
    printed: str


def played(
    play: str,
    folder: Path,
    log: Path,
    fault: Fault | None = None,
    trace: Sequence[str] = (),
) -> Outcome:
    """Play in a child under strace, which writes its calls to ``log``.

    With ``trace`` these calls are written with all that was given to them, as hexadecimal text.
    """
    ours, theirs = socket.socketpair()
    printed = folder.with_suffix(".printed")
    # opened here, so that no fault is spent on it where strace attaches early
    file = os.open(printed, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
    child = os.fork()
    if child == 0:
        ours.close()
        _be_played(play, folder, file, theirs)
    theirs.close()
    os.close(file)
    calls = ",".join(trace or ERRORS) if fault is None else fault.call
    rules = ["-e", f"trace={calls}", *(["-e", fault.rule] if fault else [])]
    rules += ["-xx", "-s", str(_MOST_BYTES)] if trace else []
    command = ["strace", "-f", "-qq", "-o", log, *rules, "-p", str(child)]
    tracer = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    said = b""
    try:
        _wait_until_traced(child)
        ours.sendall(b"go")
        ours.settimeout(_ENDS_S)
        while more := ours.recv(1 << 16):
            said += more
    except TimeoutError:
        os.kill(child, _HUNG)
    finally:
        ours.close()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        tracer.wait(_ENDS_S)
    whole = [line for line in said.splitlines(keepends=True) if line.endswith(b"\n")]
    lines = [json.loads(line) for line in whole]
    return Outcome(lines, status, printed.read_text("utf-8", "replace"))


def _wait_until_traced(child: int) -> None:
    deadline = time.monotonic() + _ATTACHED_S
    while "TracerPid:\t0\n" in Path(f"/proc/{child}/status").read_text():
        if time.monotonic() > deadline:
            raise TimeoutError("strace does not attach: may this user trace its own processes?")
        time.sleep(0.002)


def _be_played(play: str, folder: Path, printed: int, parent: socket.socket) -> None:
    """Play in the child, and end it without what the parent has to tidy up."""
    try:
        ctypes.CDLL(None).prctl(_PTRACER, _ANY, 0, 0, 0)  # where only parents may trace
        os.dup2(printed, 1)
        os.dup2(printed, 2)
        parent.recv(2)
        say: Say = lambda **what: parent.sendall(json.dumps(what).encode() + b"\n")  # noqa: E731
        PLAYS[play].play(folder, say)
        sys.stdout.flush()
        say(done=True)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(0)


def counted(log: Path) -> Counter[str]:
    """Return how often each kind of call was made, by the thread that made it most."""
    calls: Counter[tuple[str, str]] = Counter()
    for line in log.read_text("utf-8", "replace").splitlines():
        thread, _, call = line.partition(" ")
        calls[thread, call.strip().partition("(")[0]] += 1
    most: Counter[str] = Counter()
    for (_thread, call), number in calls.items():
        if call in ERRORS:
            most[call] = max(most[call], number)
    return most


def faults(play: str, most: Counter[str]) -> Iterator[Fault]:
    """Yield every fault there is to a play."""
    for call, count in most.items():
        for error in ERRORS[call]:
            for number in range(1, count + 1):
                yield Fault(play, call, error, number)
                if error != KILLED:
                    yield Fault(play, call, error, number, lasting=True)


def problems(fault: Fault | None, outcome: Outcome, folder: Path, play: str) -> Iterator[str]:
    """Yield what is wrong with how a play ended and with what it left behind."""
    is_killed = fault is not None and fault.error == KILLED
    if outcome.status == -_HUNG:
        yield f"it hung: {outcome.said[-3:]}"
    elif outcome.status != (-signal.SIGKILL if is_killed else 0) and not (
        is_killed and outcome.status == 0
    ):
        yield f"the process ended with {outcome.status}"
    for sentence in (line["refused"] for line in outcome.said if "refused" in line):
        if not str(sentence).endswith("."):
            yield f"no sentence: {sentence}"
    if "Traceback" in outcome.printed:
        yield "a traceback: " + outcome.printed[outcome.printed.index("Traceback") :]
    if not (is_killed or (fault is not None and fault.lasting)) and not any(
        "done" in line for line in outcome.said
    ):
        yield f"one fault stopped it: {outcome.said[-2:]} {outcome.printed}"
    begins = time.monotonic()
    try:
        yield from PLAYS[play].check(folder, outcome.said)
    except Exception:
        yield "checked: " + traceback.format_exc()
    if time.monotonic() - begins > _STARTS_S:
        yield f"the next start took more than {_STARTS_S} s"


def _tried(work: Path, play: str, fault: Fault | None) -> tuple[list[str], Counter[str]]:
    folder = work / "data"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(work / play, folder)
    outcome = played(play, folder, work / "calls", fault)
    found = list(problems(fault, outcome, folder, play))
    return found, counted(work / "calls") if fault is None else Counter()


def main(arguments: list[str] | None = None) -> None:
    """Try all faults, or some that are drawn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, help="try so many, drawn by chance (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--play", action="append", choices=list(PLAYS))
    parser.add_argument("--call", action="append")
    options = parser.parse_args(arguments)
    tell: Callable[[dict[str, Any]], None] = lambda what: print(json.dumps(what), flush=True)  # noqa: E731
    with TemporaryDirectory(prefix="palago-faults-") as name:
        work = Path(name)
        every: list[Fault] = []
        for play in options.play or PLAYS:
            (work / play).mkdir()
            PLAYS[play].begin(work / play)
            shutil.copytree(work / play, work / "warm")
            PLAYS[play].play(work / "warm", lambda **_what: None)
            shutil.rmtree(work / "warm")
            found, calls = _tried(work, play, None)
            tell({"play": play, "calls": dict(calls), "problems": found})
            every += [one for one in faults(play, calls) if one.call in (options.call or ERRORS)]
        if options.most is not None:
            every = random.Random(options.seed).sample(every, min(options.most, len(every)))
        for fault in every:
            found, _calls = _tried(work, fault.play, fault)
            if found:
                tell({**asdict(fault), "problems": found})
        tell({"tried": len(every)})


if __name__ == "__main__":
    main()

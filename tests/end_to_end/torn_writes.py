"""What a disk may hold after a power cut: what was flushed, and of the rest anything.

``python -m tests.end_to_end.torn_writes [--most N] [--seed S]`` keeps a game under strace(1), and
makes of its calls the disk as it may be found after a cut at any of them. What was written since a
file was last flushed is there, or not, or half: behind the cut lies what lay there before, zeros or
noise. Besides, parts of the finished files are torn, as a disk does that lies about flushing.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.record.salvaging import open_record
from companion.storage import database
from companion.storage.database import DataError
from tests.end_to_end.faulty_disk import played
from tests.end_to_end.faulty_plays import PLAYS, Said, exports

CALLS = ("openat", "pwrite64", "write", "fdatasync", "fsync", "ftruncate", "unlink", "sendto")
_CALL = re.compile(r"^\d+ +(\w+)\((.*)\) += (\d+)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_SECTOR = 512
_STARTS_S = 10


@dataclass
class File:
    """A file: what is sure to be on the disk, and what was done to it since."""

    flushed: bytes = b""
    since: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Writes by where they begin; with None the file is cut off there."""

    def flush(self) -> None:
        self.flushed = _written(self.flushed, self.since)
        self.since = []

    def after_a_cut(self, chance: random.Random) -> bytes:
        """Return what may be found: of what was not flushed, each write whole, torn or lost."""
        done = []
        for at, data in self.since:
            how = chance.randrange(3)
            if data is None or how == 0:
                done.append((at, data))
            elif how == 1:
                done.append((at, _torn(data, chance)))
        return _written(self.flushed, done)


def _written(content: bytes, writes: Sequence[tuple[int, bytes | None]]) -> bytes:
    found = bytearray(content)
    for at, data in writes:
        if data is None:
            found = found[:at].ljust(at, b"\0")
        else:
            found = found.ljust(at, b"\0")
            found[at : at + len(data)] = data
    return bytes(found)


def _torn(data: bytes, chance: random.Random) -> bytes:
    """Return the beginning of a write, and behind it nothing, zeros or noise."""
    cut = chance.randrange(len(data))
    if chance.random() < 0.5:
        cut -= cut % _SECTOR
    rest = len(data) - cut
    return data[:cut] + chance.choice((b"", bytes(rest), chance.randbytes(rest)))


class Disk:
    """The files of a folder, as calls change them."""

    def __init__(self) -> None:
        self.files: dict[str, File] = {}
        self.removed: dict[str, File] = {}
        """Those that may be there again after a power cut."""
        self.said: Said = []
        self._open: dict[str, str] = {}

    def take(self, call: str, arguments: str, answer: str) -> None:
        """Do what a call did."""
        number, _, _rest = arguments.partition(",")
        name = self._open.get(number)
        texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(arguments)]
        if call == "openat":
            path = Path(texts[0].decode()).name
            self._open[answer] = path
            if path.startswith(database.FILE_NAME) and path not in self.files:
                self.files[path] = File()
                self.removed.pop(path, None)
        elif call == "sendto":
            self.said += [json.loads(line) for line in texts[0].splitlines()]
        elif call == "unlink":
            path = Path(texts[0].decode()).name
            if path in self.files:
                self.removed[path] = self.files.pop(path)
        elif name in self.files:
            file = self.files[name]
            if call == "pwrite64":
                file.since.append((int(arguments.rpartition(",")[2]), texts[0]))
            elif call == "ftruncate":
                file.since.append((int(arguments.rpartition(",")[2]), None))
            else:
                file.flush()
        elif call in ("fdatasync", "fsync"):  # the folder: what was removed is gone
            self.removed = {}

    def leave(self, folder: Path, chance: random.Random) -> None:
        """Write what may be found after a power cut now."""
        folder.mkdir()
        found = {
            **self.files,
            **{name: file for name, file in self.removed.items() if chance.random() < 0.5},
        }
        for name, file in found.items():
            if not name.endswith("-shm"):
                (folder / name).write_bytes(file.after_a_cut(chance))


def calls_of(log: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the calls that were done, with what was given to them and what they answered."""
    for line in log.read_text().splitlines():
        if found := _CALL.match(line):
            yield found[1], found[2], found[3]


def cut_off(log: Path, work: Path, most: int, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Try power cuts at calls that are drawn; yield what is wrong."""
    calls = list(calls_of(log))
    cuts = sorted(chance.randrange(len(calls)) for _ in range(most))
    disk = Disk()
    done = 0
    for number, cut in enumerate(cuts):
        for call in calls[done : cut + 1]:
            disk.take(*call)
        done = cut + 1
        folder = work / f"cut{number}"
        disk.leave(folder, chance)
        begins = time.monotonic()
        try:
            found = list(PLAYS["record"].check(folder, disk.said))
        except Exception:
            found = [traceback.format_exc()]
        if time.monotonic() - begins > _STARTS_S:
            found.append("the start took too long")
        if found:
            yield {"cut": cut, "problems": found}
        shutil.rmtree(folder)


def torn_at_rest(whole: Path, work: Path, most: int, chance: random.Random) -> Iterator[Any]:
    """Tear parts of files that were flushed; yield what is wrong or changed unnoticed."""
    before = exports(whole)
    names = [file.name for file in whole.iterdir() if file.name.startswith(database.FILE_NAME)]
    for number in range(most):
        folder = work / f"torn{number}"
        folder.mkdir()
        for name in names:
            content = (whole / name).read_bytes()
            if name == names[number % len(names)]:
                size = chance.choice((_SECTOR, 4096))
                at = chance.randrange(0, len(content), size)
                torn = _torn(content[at : at + size], chance).ljust(size, b"\0")
                content = content[:at] + torn[: len(content) - at] + content[at + size :]
            (folder / name).write_bytes(content)
        begins = time.monotonic()
        try:
            found = list(_changed_unnoticed(folder, before))
        except Exception:
            found = [traceback.format_exc()]
        if time.monotonic() - begins > _STARTS_S:
            found.append("the start took too long")
        if found:
            yield {"torn": number, "problems": found}
        shutil.rmtree(folder)


def _changed_unnoticed(folder: Path, before: dict[str, Any]) -> Iterator[str]:
    try:
        salvage = open_record(folder)
    except DataError as error:
        if not str(error).endswith("."):
            yield f"no sentence: {error}"
        return
    after = exports(folder)
    with closing(database.connect(folder)) as connection:
        numbers = {row["uid"]: row["id"] for row in connection.execute("SELECT id, uid FROM game")}
    for uid, game in after.items():
        told = salvage is not None and numbers[uid] in salvage.shortened
        if game == before[uid] or told:
            continue
        entries = before[uid]["entries"][: len(game["entries"])]
        # what lies in the log only may be missing as a whole, which nothing can tell
        if salvage is not None or game["entries"] != entries:
            yield f"game {uid} is another one, and nobody was told"


def main(arguments: list[str] | None = None) -> None:
    """Try power cuts and torn files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    chance = random.Random(options.seed)
    with TemporaryDirectory(prefix="palago-torn-") as name:
        work = Path(name)
        (work / "data").mkdir()
        log = work / "calls"
        outcome = played("record", work / "data", log, trace=CALLS)
        assert outcome.status == 0, outcome
        for found in cut_off(log, work, options.most, chance):
            print(json.dumps(found), flush=True)
        (work / "whole").mkdir()
        with closing(database.connect(work / "data")) as connection:
            for file in (work / "data").glob(f"{database.FILE_NAME}*"):
                shutil.copy(file, work / "whole")
            del connection
        for found in torn_at_rest(work / "whole", work, options.most, chance):
            print(json.dumps(found), flush=True)
    print(json.dumps({"tried": options.most}), flush=True)


if __name__ == "__main__":
    main()

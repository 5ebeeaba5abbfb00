"""How the subcommands print: lines of JSON, and complaints."""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Literal

Status = Literal[0, 1, 2]

DONE: Status = 0
NOT_ALL_DONE: Status = 1
WRONG_USAGE: Status = 2
_CANNOT_BE_WRITTEN = (errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EROFS, errno.EDQUOT, errno.EBADF)


_CONTROLS = "\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
"""All but the new line: they move the cursor, colour what follows, or turn its direction."""
_ISOLATED_OR_CONTROL = re.compile(f"(\u2068[^\n{_CONTROLS}]*\u2069)|[{_CONTROLS}]")
"""What is isolated within a line turns nothing else, as names in sentences are."""


def open_streams() -> None:
    """Have standard output and standard error ready for what is printed, in UTF-8.

    A name that is no valid text is written escaped, which in JSON means the same. Where standard
    output is closed, what is printed fails as on a full disk; complaints nobody wants are dropped.
    """
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]


def show(text: str) -> None:
    """Print for people; what names bring that would control the terminal is written escaped."""
    print(_harmless(text), flush=True)


def _harmless(text: str) -> str:
    return _ISOLATED_OR_CONTROL.sub(
        lambda found: found[1] or found[0].encode("unicode_escape").decode(), text
    )


def print_json(data: dict[str, Any]) -> None:
    """Print one JSON object on a line of its own."""
    print(json.dumps(data, ensure_ascii=False), flush=True)


def complain(message: str) -> None:
    """Print one sentence on standard error."""
    with suppress(OSError):  # where even that cannot be written, the exit status tells
        print(f"palago: {_harmless(' '.join(message.split()))}", file=sys.stderr)


def write_file(path: Path, data: bytes) -> bool:
    """Write a file wholly or not at all, and complain where that fails; tell whether it is there.

    What was there under the name stays as long as the new one is not whole and on the disk.
    """
    from companion.security.private_files import sync_folder

    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a pipe or a device takes no other's place
            return True
        target = path.resolve()
        with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
            unfinished = Path(file.name)
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                unfinished.chmod(_mode_of(target))
                unfinished.replace(target)
            except BaseException:
                unfinished.unlink(missing_ok=True)
                raise
        sync_folder(target.parent)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        complain(f"{path} cannot be written: {reason}; choose another place, or make room there.")
        return False
    return True


def _mode_of(target: Path) -> int:
    """Return the mode that a file has, or that a new one gets here."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def is_output_lost(error: OSError) -> bool:
    """Tell whether an error means that standard output can be written no more.

    Nothing else that is written without a name gets out of a subcommand.
    """
    return error.filename is None and error.errno in _CANNOT_BE_WRITTEN


def leave_unread() -> None:
    """Let what is still to be printed go nowhere, once who read the output has gone.

    What is buffered would fail again when the process ends.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""How the subcommands print: lines of JSON, and complaints."""

from __future__ import annotations

import errno
import json
import os
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
_CANNOT_BE_WRITTEN = (errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EROFS, errno.EDQUOT)


def print_json(data: dict[str, Any]) -> None:
    """Print one JSON object on a line of its own."""
    print(json.dumps(data, ensure_ascii=False), flush=True)


def complain(message: str) -> None:
    """Print one sentence on standard error."""
    with suppress(OSError):  # where even that cannot be written, the exit status tells
        print(f"palago: {' '.join(message.split())}", file=sys.stderr)


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
        complain(f"{path} cannot be written: {(error.strerror or str(error)).lower()}.")
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

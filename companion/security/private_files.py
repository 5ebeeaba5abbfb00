"""Files that nobody but their owner may read: secrets and keys."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path

from companion.storage.database import DataError

_OWNER_ONLY = 0o600
_OWNER_ONLY_FOLDER = 0o700
_log = logging.getLogger(__name__)


def read_or_make(path: Path, make: Callable[[], bytes], length: int | None = None) -> bytes:
    """Return what is in a file; make it first where it is not there.

    Where a ``length`` in bytes is given, a file of another one is no secret of ours (a disk that
    was full or failed leaves an empty one), and another is made in its place.

    Raises
    ------
    DataError
        If it cannot be read or written.
    """
    try:
        if path.is_file():
            found = path.read_bytes()
            if length is None or len(found) == length:
                return found
            _log.warning(
                "%s is no secret of the companion's, and another is made: old passes end.", path
            )
        data = make()
        write_private(path, data)
    except OSError as error:
        raise DataError(
            f"{path} cannot be read or written ({error.strerror}): let yourself use it and its"
            " folder, or choose another directory with --data."
        ) from error
    return data


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read, wholly or not at all; it is on the disk then."""
    path.parent.mkdir(mode=_OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk; Windows has no way to ask for that, nor the need."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

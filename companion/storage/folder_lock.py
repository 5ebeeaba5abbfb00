"""One companion for each data folder: two would take games from each other."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType

from companion.storage.database import DataError, private_folder

if os.name == "nt":
    import msvcrt
else:
    import fcntl

FILE_NAME = "companion.lock"
_LONGEST = 200
_PATIENCE_S, _AGAIN_S = 0.5, 0.05
_NOBODY = "another companion"
_WORD = "the companion at {address} (process {process})"
_SAID = re.compile(r"the companion at (\S+) \(process (\d+)\)")


@dataclass(frozen=True)
class Running:
    """The companion that has a data folder: its address, and the number of its process."""

    address: str
    process: int


def running_at(directory: Path) -> Running | None:
    """Return the companion that has a data folder; None where none has, or it is yet to say so."""
    try:
        file = os.open(directory / FILE_NAME, os.O_RDWR)
    except OSError:
        return None
    try:
        _lock(file)
    except OSError:
        said = _SAID.fullmatch(_said(file))
        return Running(said[1], int(said[2])) if said else None
    finally:
        os.close(file)
    return None


class FolderLock:
    """Holds a data folder until it is closed or the process ends, however it ends.

    The system lets go of the lock by itself, so that nothing is to be tidied up after a crash.
    """

    def __init__(self, directory: Path) -> None:
        """Take the folder.

        Raises
        ------
        DataError
            If another companion has it, or the file cannot be written.
        """
        private_folder(directory)
        path = directory / FILE_NAME
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise DataError(
                f"{path} cannot be written ({error.strerror}): let yourself use the folder, or"
                " choose another with --data."
            ) from error
        try:
            _take(self._file)
        except OSError:
            who = _said(self._file)
            os.close(self._file)
            raise DataError(
                f"{directory} is in use by {who}: go on there, stop it, or choose another folder"
                " with --data."
            ) from None

    def say(self, address: str) -> None:
        """Leave word for who comes next: the companion's address."""
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, _WORD.format(address=address, process=os.getpid()).encode())

    def __enter__(self) -> FolderLock:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        os.close(self._file)


def _take(file: int) -> None:
    """Lock a file; who only looks whether it is locked has it for a moment, which is waited for.

    Raises
    ------
    OSError
        If another has it for longer.
    """
    deadline = monotonic() + _PATIENCE_S
    while True:
        try:
            _lock(file)
        except OSError:
            if monotonic() > deadline:
                raise
            sleep(_AGAIN_S)
        else:
            return


def _said(file: int) -> str:
    try:
        os.lseek(file, 0, os.SEEK_SET)
        return os.read(file, _LONGEST).decode("utf-8", "replace").strip() or _NOBODY
    except OSError:
        return _NOBODY


if os.name == "nt":

    def _lock(file: int) -> None:
        # far behind the text, which stays readable for others
        os.lseek(file, 1 << 20, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

"""Profiles in a folder, one file a calibration: ``NAME-NUMBER.json``, the newest counts.

Lenses and colours are kept by the name of their camera, dice by their own.

A new calibration never takes the place of an older one, so that one that turns out badly can be
removed and the one before it counts again.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from rules.json_text import decoded_json
from rules.messages import MessageCode, MessageError, Wording
from vision.profiles.color_profile import ColorProfile, ColorProfileError, color_profile_from_json
from vision.profiles.die_profile import DieProfile, DieProfileError, die_profile_from_json
from vision.profiles.lens_profile import LensProfile, LensProfileError, lens_profile_from_json

_FILE = re.compile(r"(?P<name>.+)-(?P<number>\d{3,})\.json")
_NOT_IN_NAMES = re.compile(r"[^\w.]+")
Kind = TypeVar("Kind", ColorProfile, DieProfile, LensProfile)


class Profile(Protocol):
    """A profile of any kind."""

    @property
    def kept_as(self) -> str:
        """The name that it is kept by."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON data."""
        ...


class KeepingFault(MessageCode):
    """Why the file of a profile cannot be used, and what to do."""

    WRONG_IN_FILE = Wording("{path}: {problem}")
    FILE_NOT_READ = Wording(
        "{path} cannot be read: {reason}; name another file, or calibrate again."
    )
    NO_JSON = Wording("{path} is no JSON file: name another file, or calibrate again.")


class ProfileFileError(MessageError, ValueError):
    """A file that holds no profile of the kind looked for; says what to do."""


def keep_profile(folder: Path, profile: Profile) -> Path:
    """Write a profile as the newest of its name, wholly or not at all; return its path.

    Of two programs that write one at the same time, each has a number of its own.

    Raises
    ------
    OSError
        If the folder cannot be written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(profile.to_json(), indent=2, ensure_ascii=False) + "\n"
    number = max((number for number, _ in _kept(folder, profile.kept_as)), default=0) + 1
    while not _is_written(
        path := folder / f"{_name(profile.kept_as)}-{number:03d}.json", text.encode()
    ):
        number += 1
    return path


def _is_written(path: Path, data: bytes) -> bool:
    """Write a file; False where it is there already, or somebody is writing it.

    Whoever makes the unfinished file has the name to themselves until the file is whole.
    """
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        file = unfinished.open("xb")
    except FileExistsError:
        return False
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            unfinished.unlink()
            return False
        unfinished.replace(path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
    return True


def newest_lens(
    folder: Path, camera: str, size: tuple[int, int] | None = None
) -> LensProfile | None:
    """Return the newest lens profile of a camera, None where there is none.

    With ``size``, (width, height) in px, it is the newest one for pictures of that shape: a camera
    may see more with a photo than with a video.

    Raises
    ------
    ProfileFileError
        If its file is damaged, or of a later version of the program.
    """
    for _, path in sorted(_kept(folder, camera), reverse=True):
        profile = load_lens(path)
        if profile.camera == camera and (size is None or profile.is_for_shape_of(*size)):
            return profile
    return None


def newest_colors(folder: Path, camera: str) -> ColorProfile | None:
    """Return the newest colour profile of a camera, None where there is none.

    Raises
    ------
    ProfileFileError
        If its file is damaged, or of a later version of the program.
    """
    for _, path in sorted(_kept(folder, camera), reverse=True):
        profile = load_colors(path)
        if profile.camera == camera:
            return profile
    return None


def newest_dice(folder: Path) -> tuple[DieProfile, ...]:
    """Return the newest profile of every die.

    Raises
    ------
    ProfileFileError
        If the file of one is damaged, or of a later version of the program.
    """
    newest: dict[str, tuple[int, Path]] = {}
    for name, number, path in _files(folder):
        newest[name] = max(newest.get(name, (0, path)), (number, path))
    return tuple(load_die(path) for _, (_, path) in sorted(newest.items()))


def load_lens(path: Path) -> LensProfile:
    """Return the lens profile in a file.

    Raises
    ------
    ProfileFileError
        If the file cannot be read, or holds no lens profile of this format.
    """
    return _load(path, lens_profile_from_json)


def load_colors(path: Path) -> ColorProfile:
    """Return the colour profile in a file.

    Raises
    ------
    ProfileFileError
        If the file cannot be read, or holds no colour profile of this format.
    """
    return _load(path, color_profile_from_json)


def load_die(path: Path) -> DieProfile:
    """Return the profile of a die in a file.

    Raises
    ------
    ProfileFileError
        If the file cannot be read, or holds no profile of a die of this format.
    """
    return _load(path, die_profile_from_json)


def _load(path: Path, from_json: Callable[[object], Kind]) -> Kind:
    try:
        return from_json(_data(path))
    except (ColorProfileError, DieProfileError, LensProfileError) as error:
        problem = KeepingFault.WRONG_IN_FILE(path=str(path), problem=error.message)
        raise ProfileFileError(problem) from error


def _data(path: Path) -> object:
    try:
        if path.exists() and not path.is_file():
            raise OSError("it is no file")
        data: object = decoded_json(path.read_text("utf-8"))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ProfileFileError(KeepingFault.FILE_NOT_READ(path=str(path), reason=reason)) from error
    except (ValueError, RecursionError) as error:
        raise ProfileFileError(KeepingFault.NO_JSON(path=str(path))) from error
    return data


def _kept(folder: Path, kept_as: str) -> list[tuple[int, Path]]:
    return [(number, path) for name, number, path in _files(folder) if name == _name(kept_as)]


def _files(folder: Path) -> list[tuple[str, int, Path]]:
    """Return the profiles of a folder: what each is kept by, its number, its path."""
    if not folder.is_dir():
        return []
    found = ((path, _FILE.fullmatch(path.name)) for path in folder.iterdir())
    return [(match["name"], int(match["number"]), path) for path, match in found if match]


def _name(kept_as: str) -> str:
    """Return a name as files are named."""
    return _NOT_IN_NAMES.sub("_", kept_as).strip("._") or "camera"

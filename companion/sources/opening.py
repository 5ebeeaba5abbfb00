"""From what somebody typed to a source: a camera's number, an address, or a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from companion.sources.frame import SourceError, SourceSays
from companion.sources.live import LiveSource, open_camera, open_stream
from companion.sources.video_file import VideoFile
from rules.messages import Said

_CAMERAS = Path("/sys/class/video4linux")
_NUMBERED = "camera "
"""Profiles of cameras without a name are kept under it, whatever the reader's language."""


def open_source(text: str, *, fast: bool = False) -> VideoFile | LiveSource:
    """Open a source.

    Parameters
    ----------
    text
        The number of a camera, the address of a stream (with ``://``), or a video file.
    fast
        Play a file as fast as it can be used instead of in its own time.

    Raises
    ------
    SourceError
        If it is a file that cannot be played, or there is no such camera.
    """
    if text.isdecimal():
        number = int(text)
        capture = open_camera(number)
        if not capture.isOpened():
            # nobody who has named no number is told of one
            says = SourceSays.NO_CAMERA(number=number) if number else SourceSays.NO_FIRST_CAMERA()
            raise SourceError(says)
        capture.release()
        return LiveSource(SourceSays.CAMERA(number=number), partial(open_camera, number))
    if "://" in text:
        return LiveSource(shown_address(text), partial(open_stream, text))
    return VideoFile(Path(text), paced=not fast)


def camera_name(number: int) -> str:
    """Return what profiles of a camera of this machine are kept under.

    Linux knows what the camera is called, so that a profile does not pass to another one that is
    plugged in first; elsewhere it is the number.
    """
    try:
        name = (_CAMERAS / f"video{number}" / "name").read_text("utf-8").strip()
    except (OSError, ValueError):
        name = ""
    return name or f"{_NUMBERED}{number}"


def camera_said(name: str) -> Said | None:
    """Return how to say what profiles of a camera are kept under; None where it has a name."""
    number = name.removeprefix(_NUMBERED)
    is_numbered = name.startswith(_NUMBERED) and number.isascii() and number.isdecimal()
    return SourceSays.CAMERA(number=int(number)) if is_numbered else None


def source_camera(text: str) -> str | None:
    """Return what profiles of a source's camera are kept under; None where nobody knows which."""
    if text.isdecimal():
        return camera_name(int(text))
    return shown_address(text) if "://" in text else None


def shown_address(url: str) -> str:
    """Return a stream's address as it may be shown and kept: without a name and password in it."""
    scheme, _, rest = url.partition("://")
    place, slash, path = rest.partition("/")
    return f"{scheme}://{place.rpartition('@')[2]}{slash}{path.partition('?')[0]}"

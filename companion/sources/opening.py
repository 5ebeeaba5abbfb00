"""From what somebody typed to a source: a camera's number, an address, or a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from companion.sources.frame import SourceError
from companion.sources.live import LiveSource, open_camera, open_stream
from companion.sources.video_file import VideoFile


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
            raise SourceError(
                f"There is no camera number {number} on this machine; plug it in, or try another "
                "number (the first camera is 0)."
            )
        capture.release()
        return LiveSource(f"camera {number}", partial(open_camera, number))
    if "://" in text:
        return LiveSource(shown_address(text), partial(open_stream, text))
    return VideoFile(Path(text), paced=not fast)


def shown_address(url: str) -> str:
    """Return a stream's address as it may be shown and kept: without a name and password in it."""
    scheme, _, rest = url.partition("://")
    place, slash, path = rest.partition("/")
    return f"{scheme}://{place.rpartition('@')[2]}{slash}{path.partition('?')[0]}"

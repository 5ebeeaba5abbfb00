"""Which source of frames somebody chose for a game, and opening it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import Event
from typing import Any, Protocol
from urllib.parse import urlsplit

from companion.live.demos import all_demos
from companion.live.errors import StartError
from companion.sources import Frame, Interruption, PostedFrames, VideoFile, open_source
from companion.sources.frame import SourceSays
from companion.sources.opening import camera_name, shown_address
from companion.words.language import gettext as _
from companion.words.language import listing, say
from rules.messages import Said

KINDS = ("camera", "file", "stream", "phone", "hand", "demo")
ADDRESS_KEYS = {"camera": "number", "file": "path", "stream": "url", "demo": "name"}
"""Under which key JSON data have the address of a kind that has one."""
HIGHEST_CAMERA = 63
_SCHEMES = ("rtsp", "rtsps", "http", "https", "rtmp", "udp")
_LONGEST = 2000


class FrameSource(Protocol):
    """What gives frames: iterated by one thread, closed by any."""

    def __iter__(self) -> Iterator[Frame | Interruption]:
        """Yield frames, and interruptions when none come."""
        ...

    def close(self) -> None:
        """End the iteration."""
        ...


class NoFrames:
    """The source of a game that is tapped in by hand: it gives nothing."""

    def __init__(self) -> None:
        self._closed = Event()

    def __iter__(self) -> Iterator[Frame | Interruption]:
        """Wait until it is closed."""
        self._closed.wait()
        return iter(())

    def close(self) -> None:
        """End the waiting."""
        self._closed.set()


Open = Callable[["SourceChoice"], FrameSource]


@dataclass(frozen=True)
class SourceChoice:
    """A source as somebody chose it.

    Attributes
    ----------
    kind
        One of ``KINDS``.
    address
        The camera's number, the file's path, the stream's URL, or the demo's name; empty where the
        kind needs none.
    fast
        Whether a demo or file is played as fast as it can be followed.
    """

    kind: str
    address: str = ""
    fast: bool = False

    @property
    def name(self) -> str:
        """What players call it, without what is nobody's business."""
        names = {
            "file": Path(self.address).name,
            "stream": shown_address(self.address),
            "camera": say(SourceSays.CAMERA(number=self.address)),
            "phone": _("the phone"),
            "hand": _("by hand"),
            "demo": _("a sample video"),
        }
        return names[self.kind]

    @property
    def camera(self) -> str | None:
        """The name under which profiles of its camera are kept; None where nobody knows which."""
        if self.kind == "camera":
            return camera_name(int(self.address))
        return shown_address(self.address) if self.kind == "stream" else None


_MOST_DIGITS = 9
FIRST_CAMERA = SourceChoice("camera", "0")


def chosen(kind: str, address: str | None = None, *, fast: bool = False) -> SourceChoice:
    """Return a choice that makes sense.

    Parameters
    ----------
    kind
        One of ``KINDS``.
    address
        As `SourceChoice` has it. Left out, it is the first camera, or the first demo; the kinds
        that need none go without it.
    fast
        Whether a film is played as fast as it can be followed.

    Raises
    ------
    StartError
        If there is no such kind or demo, or the address is nothing that such a source can have.
    """
    if kind not in KINDS:
        raise StartError(
            _("There is no source {kind}; choose one of {kinds}.", kind=kind, kinds=listing(KINDS))
        )
    if kind == "camera":
        address = address or "0"
        if len(address) > _MOST_DIGITS or not address.isdecimal() or int(address) > HIGHEST_CAMERA:
            raise StartError(_("Cameras have numbers from 0 to {most}.", most=HIGHEST_CAMERA))
        return SourceChoice(kind, str(int(address)), fast)
    if kind in ("file", "stream"):
        return SourceChoice(kind, _checked(kind, (address or "").strip()), fast)
    if kind == "demo":
        return SourceChoice(kind, _demo(address), fast)
    return SourceChoice(kind, "", fast)


def _checked(kind: str, address: str) -> str:
    """Return the address of a file or stream, where it can be one."""
    if not address.isprintable() or not 0 < len(address) <= _LONGEST:
        raise StartError(_("The source's address is empty, too long, or cannot be printed."))
    if kind == "stream" and _scheme(address) not in _SCHEMES:
        raise StartError(
            _(
                "The stream's address must begin with one of {schemes} and ://.",
                schemes=", ".join(_SCHEMES),
            )
        )
    return address


def _scheme(address: str) -> str:
    try:
        return urlsplit(address).scheme
    except ValueError:  # of something in brackets that is no address
        return ""


def _demo(name: str | None) -> str:
    """Return the name of a demo that is there, the first where none is named."""
    names = [demo.name for demo in all_demos()]
    if not names:
        raise StartError(_("No sample videos came with this installation: choose a camera."))
    if name is not None and name not in names:
        raise StartError(
            _(
                "There is no sample video {name}; there are {names}.",
                name=name,
                names=listing(names),
            )
        )
    return name or names[0]


def choice_from_json(data: Mapping[str, Any]) -> SourceChoice:
    """Return a choice from the JSON data that `choice_to_json` made of it.

    Raises
    ------
    StartError
        If it is none that can be made today.
    """
    kind = str(data.get("kind"))
    address = data.get(ADDRESS_KEYS.get(kind, ""))
    return chosen(kind, None if address is None else str(address))


def choice_to_json(choice: SourceChoice) -> dict[str, str | int]:
    """Return a choice as JSON data."""
    data: dict[str, str | int] = {"kind": choice.kind}
    if choice.kind in ADDRESS_KEYS:
        is_number = choice.kind == "camera"
        data[ADDRESS_KEYS[choice.kind]] = int(choice.address) if is_number else choice.address
    return data


def open_choice(choice: SourceChoice) -> FrameSource:
    """Open what was chosen.

    Raises
    ------
    SourceError
        If it is a file that cannot be played, or there is no such camera.
    """
    if choice.kind == "phone":
        return PostedFrames()
    if choice.kind == "hand":
        return NoFrames()
    if choice.kind == "demo":
        path = next(demo.path for demo in all_demos() if demo.name == choice.address)
        return VideoFile(path, paced=not choice.fast)
    if choice.kind == "file":
        return VideoFile(Path(choice.address).expanduser(), paced=not choice.fast)
    return open_source(choice.address)


class Strain(StrEnum):
    """That a phone is too slow for what it does, as when it is too hot."""

    HOT = "hot"
    """Its browser says so."""
    SLOW = "slow"
    """Its page has measured it."""


@dataclass(frozen=True)
class SourceStatus:
    """How a game's source does.

    ``problem`` is what players are told, None where all is well; ``ended`` says that a video has
    been played to its end; ``strain`` what a phone says of itself.
    """

    choice: SourceChoice
    connected: bool = False
    ended: bool = False
    problem: Said | None = None
    strain: Strain | None = None

    @property
    def by_hand(self) -> bool:
        """Whether people tap the tiles in, and no camera sees them."""
        return self.choice.kind == "hand"


def choice_from_text(text: str) -> SourceChoice:
    """Read a choice as somebody types it: a camera's number, an address, a file, or a kind.

    Raises
    ------
    StartError
        If it is none.
    """
    if text.isdecimal():
        return chosen("camera", text)
    if "://" in text:
        return chosen("stream", text)
    if text in ("phone", "hand", "demo"):
        return chosen(text)
    return chosen("file", text)

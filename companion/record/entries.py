"""Entries of a game's record: what goes in, and what comes back out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from math import isfinite
from typing import Any, Literal

from companion.record.errors import EntryError

Source = Literal["input", "event"]
"""An input is what the referee was given: seen by the camera or done by a person. An event is what
it said about that."""

MAX_ENTRY_BYTES = 4 * 1024 * 1024
"""Far more than any reading needs; an entry beyond it is a mistake that would fill the disk."""

MOST_FRAMES = 2**53
"""Beyond it not every reader of JSON tells whole numbers apart."""

_DEEPEST = 100


@dataclass(frozen=True)
class Picture:
    """A picture as it is kept: JPEG bytes, width and height in pixels.

    `companion.record.pictures.picture_of` makes one of an image, within bounds.
    """

    jpeg: bytes
    width: int
    height: int


@dataclass(frozen=True)
class NewEntry:
    """An input or an event that is to be kept.

    Attributes
    ----------
    kind
        What sort of input or event, as in ``"settled"`` or ``"move"``.
    data
        A plain JSON object: all that is needed to give the referee the same input again, or to
        tell the same event again.
    t
        Seconds into the game.
    frame
        Which frame of the camera or video it was; None for what a person did.
    before, after
        Evidence: pictures of the table before and after. One that is kept already is not kept
        twice.
    reading
        Evidence: the whole reading (``Reading.to_json``) that an input rests on.
    """

    kind: str
    data: Mapping[str, Any]
    t: float
    frame: int | None = None
    before: Picture | None = None
    after: Picture | None = None
    reading: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Entry:
    """An entry as it is kept.

    ``number`` counts the game's entries from 1, inputs and events in the order they were appended;
    ``at`` is when (UTC). ``cause`` is the number of the input that an event followed from.
    ``before`` and ``after`` are numbers of pictures; ``has_reading`` says whether one is kept.
    """

    number: int
    source: Source
    kind: str
    data: dict[str, Any]
    t: float
    frame: int | None
    at: datetime
    cause: int | None = None
    before: int | None = None
    after: int | None = None
    has_reading: bool = False

    def to_event(self) -> dict[str, Any]:
        """Return an event as ``palago watch --json`` prints it."""
        own = {"t": self.t, "frame": self.frame, "event": self.kind}
        return {**own, **self.data, **own}  # a record from elsewhere may have them in its data


def new_event(
    event: Mapping[str, Any], *, before: Picture | None = None, after: Picture | None = None
) -> NewEntry:
    """Return an event, as ``palago watch --json`` prints it, as an entry to keep.

    Raises
    ------
    EntryError
        If it does not say what it is or when.
    """
    data = dict(event)
    try:
        kind, t = data.pop("event"), data.pop("t")
    except KeyError as error:
        raise EntryError(f"An event has no {error}: give it as interfaces name it.") from error
    return NewEntry(kind, data, t, data.pop("frame", None), before, after)


def check(entry: NewEntry) -> None:
    """Check what the types of an entry do not say.

    Raises
    ------
    EntryError
        If its kind is empty, its time is no time, or its frame is negative.
    """
    if not entry.kind or not entry.kind.isprintable():
        raise EntryError(f"{entry.kind!r} is no kind of an entry: name it with a word.")
    if not isfinite(entry.t):
        raise EntryError(f"{entry.t!r} is no time for '{entry.kind}': give seconds into the game.")
    if entry.frame is not None and not 0 <= entry.frame <= MOST_FRAMES:
        raise EntryError(f"{entry.frame!r} is no frame for '{entry.kind}': count frames from 0.")


def json_text(data: Mapping[str, Any], what: str) -> str:
    """Return an object as JSON that reads back as the same object; ``what`` is for messages.

    Raises
    ------
    EntryError
        If it is no plain JSON object, or one of more than :data:`MAX_ENTRY_BYTES`.
    """
    if not isinstance(data, Mapping):
        raise EntryError(f"The data of {what} are {type(data).__name__}: give a JSON object.")
    _check_plain(data, what, 1)
    try:
        text = json.dumps(data, allow_nan=False, separators=(",", ":"), default=dict)
    except (TypeError, ValueError) as error:
        raise EntryError(f"The data of {what} are no JSON ({error}): correct them.") from error
    if len(text) > MAX_ENTRY_BYTES:
        raise EntryError(
            f"The data of {what} take {len(text)} bytes, more than {MAX_ENTRY_BYTES}: leave out"
            " what need not be kept."
        )
    return text


def _check_plain(value: object, what: str, depth: int) -> None:
    """Refuse what JSON would quietly change, so that a replay is given what was given first."""
    if depth > _DEEPEST:
        raise EntryError(f"The data of {what} are nested too deeply: flatten them.")
    if isinstance(value, Mapping):
        for key, part in value.items():
            if not isinstance(key, str):
                raise EntryError(f"A key in the data of {what} is {key!r}: make it a text.")
            _check_plain(part, what, depth + 1)
    elif isinstance(value, (list, tuple)):
        for part in value:
            _check_plain(part, what, depth + 1)
    elif isinstance(value, float):
        if not isfinite(value):
            raise EntryError(f"A number in the data of {what} is {value}: give a finite one.")
    elif not (value is None or isinstance(value, (str, int))):
        raise EntryError(
            f"The data of {what} hold {type(value).__name__}, which JSON has not: give texts,"
            " numbers, lists and objects."
        )

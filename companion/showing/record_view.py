"""The record of a game as people read it: what was seen, decided and said, in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.showing.announcements import announce
from companion.showing.score_sheet.correction_wording import correction
from companion.showing.score_sheet.wording import clock
from companion.words.language import gettext as _
from companion.words.language import ngettext, retold


@dataclass(frozen=True)
class RecordLine:
    """One entry: its number, the time into the game, where it came from, and what it is."""

    number: int
    time: str
    source: str
    words: str
    picture: int | None
    is_said: bool


def record_lines(entries: Iterable[Mapping[str, Any]]) -> tuple[RecordLine, ...]:
    """Return the lines of a record, as ``GET /api/games/ID/record`` gives its entries."""
    return tuple(_line(entry) for entry in entries)


def _line(entry: Mapping[str, Any]) -> RecordLine:
    data: Mapping[str, Any] = entry.get("data") or {}
    kind, is_said = str(entry["kind"]), entry["source"] == "event"
    if is_said:
        is_correction = kind == "correction"
        said = correction(data) if is_correction else announce({**data, "event": kind}).sentences
        words = ": ".join(said) if is_correction else " ".join(said)
        source = _("said")
    else:
        words = _given(kind, data)
        source = _("seen") if kind in _SIGHTINGS else _("decided")
    return RecordLine(
        number=int(entry["number"]),
        time=clock(float(entry.get("t") or 0)),
        source=source,
        words=words or _kind_in_words(kind),
        picture=entry.get("after") or entry.get("before"),
        is_said=is_said,
    )


def _given(kind: str, data: Mapping[str, Any]) -> str:
    if kind == "settled":
        tiles = len((data.get("board") or {}).get("tiles") or ())
        return ngettext(
            "The table lies still with {count} tile.",
            "The table lies still with {count} tiles.",
            tiles,
        )
    if kind == "lost":
        return retold(str(data.get("reason") or ""))
    return _kind_in_words(kind)


def _kind_in_words(kind: str) -> str:
    return {
        "hands": _("Hands over the table."),
        "hands-gone": _("The hands are gone."),
        "camera-moved": _("The camera was moved."),
        "set-tile": _("A tile was put right."),
        "take-back": _("Take back the last move."),
        "let-stand": _("Let it stand."),
        "set-die": _("The die was given."),
        "set-mover": _("The mover was given."),
        "end-turn": _("The turn was ended."),
        "pause": _("Pause."),
        "resume": _("Go on."),
        "vote": _("A value was voted."),
        "claim": _("A claim was made."),
        "set-palagem": _("A palagem was given."),
    }.get(kind, kind)


_SIGHTINGS = {"settled", "hands", "hands-gone", "camera-moved", "lost"}

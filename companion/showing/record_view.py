"""The record of a game as people read it: what was seen, decided and said, in order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.live.kept_events import KeptEvent, KeptInput
from companion.referee import Correction, Event
from companion.showing.announcements import announce
from companion.showing.score_sheet.correction_wording import correction
from companion.showing.score_sheet.wording import clock
from companion.words.language import gettext as _
from companion.words.language import ngettext, say
from vision.following.table_view import Lost, Settled


@dataclass(frozen=True)
class RecordLine:
    """One entry: its number, the time into the game, where it came from, and what it is."""

    number: int
    time: str
    source: str
    words: str
    picture: int | None
    is_said: bool


def record_lines(
    entries: Iterable[KeptEvent | KeptInput], *, by_hand: bool = False
) -> tuple[RecordLine, ...]:
    """Return the lines of a record; ``by_hand``: people tap the tiles in."""
    return tuple(_line(kept, by_hand=by_hand) for kept in entries)


def _line(kept: KeptEvent | KeptInput, *, by_hand: bool) -> RecordLine:
    entry, is_said = kept.entry, isinstance(kept, KeptEvent)
    if isinstance(kept, KeptEvent):
        source, words = _("said"), _said(kept.event, by_hand=by_hand)
    else:
        source = _("seen") if kept.is_sighting else _("decided")
        words = _given(kept)
    return RecordLine(
        number=entry.number,
        time=clock(entry.t),
        source=source,
        words=words or _kind_in_words(entry.kind),
        picture=entry.after or entry.before,
        is_said=is_said,
    )


def _said(event: Event, *, by_hand: bool) -> str:
    if isinstance(event, Correction):
        return ": ".join(correction(event.decision))
    return " ".join(announce(event, by_hand=by_hand).sentences)


def _given(kept: KeptInput) -> str:
    sighting = kept.sighting
    if isinstance(sighting, Settled):
        return ngettext(
            "The table lies still with {count} tile.",
            "The table lies still with {count} tiles.",
            len(sighting.view.board),
        )
    return say(sighting.reason) if isinstance(sighting, Lost) else ""


def _kind_in_words(kind: str) -> str:
    return {
        "hands": _("Hands over the table."),
        "hands-gone": _("The hands are gone."),
        "camera-moved": _("The camera was moved."),
        "too-slow": _("The computer cannot keep up."),
        "settled": _("The question is settled."),
        "set-tile": _("A tile was put right."),
        "take-back": _("Take back the last move."),
        "lay-again": _("Let moves that were taken back stand again."),
        "tell-turns": _("What was played was told."),
        "let-stand": _("Let it stand."),
        "set-die": _("The die was given."),
        "set-mover": _("The mover was given."),
        "end-turn": _("The turn was ended."),
        "answer": _("The question was answered."),
        "confirm": _("What was presumed was confirmed."),
        "table-right": _("The table is right."),
        "record-right": _("The record is right."),
        "pause": _("Pause."),
        "resume": _("Go on."),
        "vote": _("A value was voted."),
        "claim": _("A claim was made."),
        "set-palagem": _("A palagem was given."),
    }.get(kind, kind)

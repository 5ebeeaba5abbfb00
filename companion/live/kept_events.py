"""Entries of a game's record as what they were: events, sightings, decisions.

This is the one place where the plain JSON on record becomes typed values again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from companion.record import Entry, KeptGame
from companion.referee import Event
from companion.referee.event_reading import event_from_json
from companion.referee.events import Over
from companion.referee.inputs import SIGHTINGS, sighting_of
from rules import FormatError
from vision.following.table_view import Sighting


@dataclass(frozen=True)
class KeptEvent:
    """An event on record: what was said, and the entry that keeps it."""

    entry: Entry
    event: Event

    @property
    def number(self) -> int:
        """The number of its entry."""
        return self.entry.number

    @property
    def kind(self) -> str:
        """What the record calls it."""
        return self.entry.kind

    @property
    def at(self) -> datetime:
        """When it was said (UTC)."""
        return self.entry.at


@dataclass(frozen=True)
class KeptInput:
    """An input on record; ``sighting`` is None for a decision, and where it cannot be read."""

    entry: Entry
    sighting: Sighting | None

    @property
    def is_sighting(self) -> bool:
        """Whether it was seen; all else was decided by people."""
        return self.entry.kind in SIGHTINGS


def kept_event(entry: Entry) -> KeptEvent:
    """Return the event that an entry keeps."""
    return KeptEvent(entry, event_from_json(entry.to_event()))


def kept_events(entries: Iterable[Entry]) -> tuple[KeptEvent, ...]:
    """Return the events among entries, in order."""
    return tuple(kept_event(entry) for entry in entries if entry.source == "event")


def kept_entries(entries: Iterable[Entry]) -> tuple[KeptEvent | KeptInput, ...]:
    """Return entries as what they were, in order."""
    return tuple(
        kept_event(entry) if entry.source == "event" else KeptInput(entry, _sighting(entry))
        for entry in entries
    )


def over_of(kept: KeptGame) -> Over | None:
    """Return how a game on record ended; None where it has not, or nobody can read how."""
    if kept.outcome is None:
        return None
    event = event_from_json({"event": Over.name, **kept.outcome})
    return event if isinstance(event, Over) else None


def _sighting(entry: Entry) -> Sighting | None:
    try:
        return sighting_of(entry.kind, entry.data)
    except FormatError:
        return None

"""What was announced in a game, by the number that it has on record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.event_sentences import sentences
from companion.language import retold
from companion.record import Entry
from companion.record.moment import moment
from companion.referee import Event


@dataclass(frozen=True)
class Announcement:
    """An event as it is on record.

    ``event`` is the same as the referee said it; None where the record holds something that this
    program would not say.
    """

    entry: Entry
    event: Event | None

    @property
    def number(self) -> int:
        """The number of the entry."""
        return self.entry.number

    @property
    def kind(self) -> str:
        """Which event it is, as ``palago watch`` names it."""
        return self.entry.kind

    def sentences(self) -> list[str]:
        """Return what to tell people, in the language that is spoken."""
        if self.event is None:
            reason = self.entry.data.get("reason")
            return [retold(reason)] if isinstance(reason, str) else []
        return [retold(sentence) for sentence in sentences(self.event)]

    def to_json(self) -> dict[str, Any]:
        """Return the event as ``palago watch --json`` prints it, with its number and sentences."""
        return {
            "id": self.number,
            **self.entry.to_event(),
            "at": moment(self.entry.at),
            "sentences": self.sentences(),
        }


def announced(entries: Iterable[Entry], said: Sequence[Event]) -> list[Announcement]:
    """Put events on record beside what the referee said when it was given the same again."""
    found: list[Announcement] = []
    left = list(said)
    for entry in entries:
        if left and left[0].name == entry.kind:
            found.append(Announcement(entry, left.pop(0)))
        else:
            found.append(Announcement(entry, None))
    return found

"""The settled sightings on a game's record: which picture shows what, and where it lies there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.live.projection_json import projection_from_json
from companion.record import Entry, GameLog
from rules import Board, Cell, FormatError, board_from_json
from vision.lattice.projection import Projection
from vision.reading import Reading, reading_from_json


@dataclass(frozen=True)
class KeptSighting:
    """A settled look at the table, as it is on record with its picture and its reading.

    Attributes
    ----------
    entry
        The entry that keeps it.
    board, unsure, hidden
        What was seen, as the game names its cells.
    projection
        Where the game's lattice lies in the picture, in pixels of the reading; None where nothing
        lay there.
    size
        Width and height of the picture in pixels of the reading.
    """

    entry: Entry
    board: Board
    unsure: frozenset[Cell]
    hidden: frozenset[Cell]
    projection: Projection | None
    size: tuple[int, int]
    _reading: Mapping[str, Any]

    @property
    def reading(self) -> Reading:
        """What the picture shows, in a lattice of the reading's own."""
        return reading_from_json(self._reading)


class KeptSightings:
    """Finds the settled looks in a game's log that have a picture."""

    def __init__(self, log: GameLog) -> None:
        self._log = log
        self._entries = [
            entry
            for entry in log.inputs()
            if entry.kind == "settled" and entry.has_reading and entry.after is not None
        ]

    def last(self, upto: int | None = None) -> KeptSighting | None:
        """Return the last look, or the last one up to the entry with a number."""
        found = [e for e in self._entries if upto is None or e.number <= upto]
        return self._look(found[-1]) if found else None

    def first(self) -> KeptSighting | None:
        """Return the first look."""
        return self._look(self._entries[0]) if self._entries else None

    def _look(self, entry: Entry) -> KeptSighting | None:
        reading = self._log.reading(entry.number)
        if reading is None:
            return None
        try:
            return _kept_look(entry, reading)
        except (FormatError, KeyError, TypeError, ValueError):
            return None  # a record from elsewhere may hold anything


def _kept_look(entry: Entry, reading: Mapping[str, Any]) -> KeptSighting:
    return KeptSighting(
        entry=entry,
        board=board_from_json(entry.data["board"]),
        unsure=frozenset(Cell(q, r) for q, r in entry.data["unsure"]),
        hidden=frozenset(Cell(q, r) for q, r in entry.data["hidden"]),
        projection=projection_from_json(reading.get("projection")),
        size=(int(reading["width"]), int(reading["height"])),
        _reading=reading,
    )

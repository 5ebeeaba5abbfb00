"""The settled looks on a game's record: which picture shows what, and where it lies there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.live.projection_json import projection_from_json
from companion.record import Entry, GameLog
from rules import Board, Cell, FormatError, board_from_json
from vision.lattice.projection import Projection
from vision.reading import Reading, reading_from_json


@dataclass(frozen=True)
class KeptLook:
    """A settled look at the table, as it is on record with its picture and its reading.

    ``reading_json`` is the reading as it is kept, in a lattice of its own, with the ``projection``
    of the game's lattice beside it.
    """

    entry: Entry
    reading_json: dict[str, Any]

    @property
    def board(self) -> Board:
        """The tiles that were seen, as the game names their cells."""
        return board_from_json(self.entry.data["board"])

    @property
    def unsure(self) -> frozenset[Cell]:
        """The cells of which it was not sure what lies there."""
        return frozenset(Cell(q, r) for q, r in self.entry.data["unsure"])

    @property
    def hidden(self) -> frozenset[Cell]:
        """The cells that could not be seen."""
        return frozenset(Cell(q, r) for q, r in self.entry.data["hidden"])

    @cached_property
    def projection(self) -> Projection | None:
        """Where the game's lattice lies in the picture, in pixels of the reading."""
        return projection_from_json(self.reading_json.get("projection"))

    @property
    def reading(self) -> Reading:
        """What the picture shows."""
        return reading_from_json(self.reading_json)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels of the reading."""
        return int(self.reading_json["width"]), int(self.reading_json["height"])


class Looks:
    """Finds the settled looks in a game's log that have a picture."""

    def __init__(self, log: GameLog) -> None:
        self._log = log
        self._entries = [
            entry
            for entry in log.inputs()
            if entry.kind == "settled" and entry.has_reading and entry.after is not None
        ]

    def last(self, upto: int | None = None) -> KeptLook | None:
        """Return the last look, or the last one up to the entry with a number."""
        found = [e for e in self._entries if upto is None or e.number <= upto]
        return self._look(found[-1]) if found else None

    def first(self) -> KeptLook | None:
        """Return the first look."""
        return self._look(self._entries[0]) if self._entries else None

    def _look(self, entry: Entry) -> KeptLook | None:
        reading = self._log.reading(entry.number)
        if reading is None:
            return None
        look = KeptLook(entry, reading)
        try:
            # a record from elsewhere may hold anything
            _ = look.board, look.unsure, look.hidden, look.projection, look.size
        except (FormatError, KeyError, TypeError, ValueError):
            return None
        return look

"""What the figures show: positions, and what to point out on them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from rules import Board, Cell, Color, board_from_json
from rules.tile import COLORS


@dataclass(frozen=True)
class RuleFigure:
    """One figure: a position, and what is pointed out on it.

    ``placed`` and ``marked`` tiles are outlined, ``framed`` ones lie in one common frame.
    ``highlight`` names the colours whose largest closed group stands out. ``expect`` is what the
    captions (`calibration.printing.texts`) claim, for the tests.
    """

    name: str
    board: Board
    expect: Mapping[str, Any]
    placed: tuple[Cell, ...] = ()
    marked: tuple[Cell, ...] = ()
    framed: tuple[Cell, ...] = ()
    highlight: tuple[Color, ...] = ()

    @property
    def before(self) -> Board:
        """The position before the outlined tiles were placed."""
        board = self.board
        for cell in self.placed:
            board = board.without(cell)
        return board


@lru_cache
def rule_figures() -> Mapping[str, RuleFigure]:
    """Return all figures by name, in the order of the rules."""
    source = files("calibration.figures") / "figures.json"
    entries = json.loads(source.read_text("utf-8"))
    return {entry["name"]: _figure(entry) for entry in entries}


def _figure(entry: dict[str, Any]) -> RuleFigure:
    highlight = entry.get("highlight")
    return RuleFigure(
        name=entry["name"],
        board=board_from_json(entry["board"]),
        expect=entry["expect"],
        placed=_cells(entry, "placed"),
        marked=_cells(entry, "marked"),
        framed=_cells(entry, "framed"),
        highlight=COLORS if highlight == "both" else tuple(c for c in COLORS if c == highlight),
    )


def _cells(entry: dict[str, Any], key: str) -> tuple[Cell, ...]:
    return tuple(Cell(q, r) for q, r in entry.get(key, ()))

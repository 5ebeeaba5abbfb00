"""What the referee asks where more than one story explains the table: one question, few answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.referee.rolls import RollKnown
from rules import Board, Cell, board_to_json
from rules.messages import Said, said_to_json


class About(StrEnum):
    """What the answers to a question differ in."""

    ROLL = "roll"
    """What was rolled."""
    TILE = "tile"
    """What lies on a cell."""
    TURNS = "turns"
    """Which turns were played, and by whom."""
    LEGAL = "legal"
    """Whether somebody's move is against the rules."""


class SettledHow(StrEnum):
    """How a question came to its end."""

    SEEN = "seen"
    """What was seen later left one answer."""
    ANSWERED = "answered"
    """A person said it."""


@dataclass(frozen=True)
class ChosenTurn:
    """A turn as an answer has it: who moved, the board after it, the roll, whether it is legal.

    ``closed`` is the number of islands that it closed.
    """

    mover: str
    after: Board
    roll: int | None = None
    legal: bool = True
    how: RollKnown | None = None
    closed: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "mover": self.mover,
            "roll": self.roll,
            "legal": self.legal,
            "board": board_to_json(self.after),
        }


@dataclass(frozen=True)
class Choice:
    """An answer to a question.

    Attributes
    ----------
    says
        The answer in words.
    turns
        The turns since the moves on record that would be over; none where the answer is that no
        turn is.
    undone
        How many moves on record were taken back by it.
    cells
        The cells that lie otherwise by this answer than by others.
    illegal
        Whether by it something that is against the rules lies there.
    """

    says: Said
    turns: tuple[ChosenTurn, ...] = ()
    undone: int = 0
    cells: tuple[Cell, ...] = ()
    illegal: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "text": str(self.says),
            "says": said_to_json(self.says),
            "turns": [turn.to_json() for turn in self.turns],
            "undone": self.undone,
            "cells": [[cell.q, cell.r] for cell in self.cells],
            "illegal": self.illegal,
        }

"""The verdict on one move: whether it is legal, what is wrong with it, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.board_json import cell_to_json
from rules.groups import Group
from rules.lattice import Cell
from rules.messages import Said, said_to_json
from rules.move import Move
from rules.tile import Color


class Code(StrEnum):
    """What can be wrong with a move; the codes of all three games."""

    EDGE_MISMATCH = "edge-mismatch"
    WRONG_COUNT = "wrong-count"
    NOT_TOUCHING = "not-touching"
    NOT_ADJACENT = "not-adjacent"
    SINGLE_HOLE = "single-hole"
    DISTURBED = "disturbed"
    TOUCH_TWO = "touch-two"
    NOT_EXPOSED = "not-exposed"
    NOT_EXTERIOR = "not-exterior"
    NOT_INTERIOR = "not-interior"
    SPLIT_OCEAN = "split-ocean"
    INTERIOR_HOLE = "interior-hole"
    NOT_TOGETHER = "not-together"


class Reason(StrEnum):
    """Why a game ended with a move."""

    CLOSED_GROUP = "closed-group"
    BOTH_CLOSED = "both-closed"
    LARGEST_GROUP = "largest-group"
    TILES_OUT = "tiles-out"
    PALAGEM = "palagem"
    MOVER_LOSES = "mover-loses"


class Action(StrEnum):
    """What a Palagonia turn does."""

    ADD = "add"
    REMOVE = "remove"
    ROTATE = "rotate"
    PASS = "pass"


DRAW = "draw"
"""What ``Verdict.winner`` says when the game ended without one."""


@dataclass(frozen=True)
class Violation:
    """One rule that a move breaks: the code, the cells to look at, and what to tell players."""

    code: Code
    cells: tuple[Cell, ...]
    message: Said


@dataclass(frozen=True)
class ScoredIsland:
    """An island that a Palagonia move closed, and the points that creator and helper get."""

    color: Color
    limbs: int
    animals: tuple[int, ...]
    value: int
    """Limbs and animals' scores, or 15 for a continent worth less."""
    continent: bool
    creator: int
    helper: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Verdict:
    """The ruling on one move.

    ``violations`` are this move's, ``already`` what was wrong on the table before it. An illegal
    move has no winner, loser, palagems or islands. ``action`` is Palagonia's; where the move is
    illegal it is the action that the die asks for.
    """

    move: Move
    violations: tuple[Violation, ...] = ()
    already: tuple[Violation, ...] = ()
    action: Action | None = None
    winner: str | None = None
    loser: str | None = None
    reason: Reason | None = None
    palagems: tuple[str, ...] = ()
    islands: tuple[ScoredIsland, ...] = ()
    over: bool = False
    closed: tuple[Group, ...] = ()
    """The closed groups that decided a game of Palago."""

    @property
    def legal(self) -> bool:
        """Whether the move breaks no rule."""
        return not self.violations

    @property
    def codes(self) -> frozenset[Code]:
        """The codes of the violations."""
        return frozenset(violation.code for violation in self.violations)


def verdict_to_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as ``palago judge --json`` prints it."""
    return {
        "legal": verdict.legal,
        "violations": [violation_to_json(violation) for violation in verdict.violations],
        "already": [violation_to_json(violation) for violation in verdict.already],
        "action": None if verdict.action is None else verdict.action.value,
        "winner": verdict.winner,
        "loser": verdict.loser,
        "reason": None if verdict.reason is None else verdict.reason.value,
        "palagems": list(verdict.palagems),
        "islands": [_island_to_json(island) for island in verdict.islands],
        "over": verdict.over,
    }


def violation_to_json(violation: Violation) -> dict[str, Any]:
    """Return a violation as a verdict's JSON holds it."""
    return {
        "code": violation.code.value,
        "cells": [cell_to_json(cell) for cell in violation.cells],
        "message": str(violation.message),
        "says": said_to_json(violation.message),
    }


def _island_to_json(island: ScoredIsland) -> dict[str, Any]:
    return {
        "color": island.color,
        "limbs": island.limbs,
        "animals": list(island.animals),
        "value": island.value,
        "continent": island.continent,
        "creator": island.creator,
        "helper": island.helper,
        "cells": [cell_to_json(cell) for cell in island.cells],
    }

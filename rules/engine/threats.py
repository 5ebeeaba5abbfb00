"""The threats on a board: groups that a player could close with the next move, and what parries.

A threat is named by its freedoms, the empty cells that the winning tiles go to. One tile closes a
group of one freedom, two tiles one of two. Where the threats of a player are too many for any one
answer, they are *double*; where the answers meet threats that share no cell, *disjoint*.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from rules.engine import moves, winning
from rules.engine.grid import Int32s
from rules.engine.position import FastPosition
from rules.lattice import Cell
from rules.move import Move
from rules.tile import COLORS, Color


class ThreatKind(StrEnum):
    """What kind of threat it is."""

    ONE_FREEDOM = "one-freedom"
    """One tile closes the group."""
    TWO_FREEDOM = "two-freedom"
    """Two tiles close it."""
    DISJOINT = "disjoint"
    """Threats without a common cell, which one answer meets all the same."""
    DOUBLE = "double"
    """Threats that no one answer meets."""


@dataclass(frozen=True)
class Threat:
    """One threat of a player, or all of them together.

    Attributes
    ----------
    color
        Whose it is.
    kind
        What kind it is.
    cells
        The freedoms, sorted.
    answers
        The other player's moves after which it is there no more, those included by which they
        win themselves.
    """

    color: Color
    kind: ThreatKind
    cells: tuple[Cell, ...]
    answers: tuple[Move, ...]


def find_threats(position: FastPosition) -> tuple[Threat, ...]:
    """Return the threats of both players on a board, White's first, as if each were to move."""
    return tuple(threat for color in COLORS for threat in _threats_of(position, color))


def _threats_of(position: FastPosition, color: Color) -> list[Threat]:
    rows = np.empty((moves.MOST_MOVES, 4), np.int32)
    count = winning.winning_moves(position.state, position.kind(color), position.left, rows)
    by_cells: dict[frozenset[Cell], list[Int32s]] = {}
    for row in rows[:count]:
        cells = frozenset(position.move_of(row).placed_cells)
        by_cells.setdefault(cells, []).append(row)
    needed = [cells for cells in by_cells if not any(other < cells for other in by_cells)]
    threats = [
        Threat(
            color,
            ThreatKind.ONE_FREEDOM if len(cells) == 1 else ThreatKind.TWO_FREEDOM,
            tuple(sorted(cells)),
            _answers(position, color, by_cells[cells]),
        )
        for cells in sorted(needed, key=lambda cells: (len(cells), sorted(cells)))
    ]
    if len(threats) < 2:
        return threats
    answers = _answers(position, color, rows[:count])
    if answers and any(
        set(one.cells) & set(two.cells) for one in threats for two in threats if one is not two
    ):
        return threats
    kind = ThreatKind.DISJOINT if answers else ThreatKind.DOUBLE
    return [*threats, Threat(color, kind, tuple(sorted(frozenset().union(*needed))), answers)]


def _answers(position: FastPosition, color: Color, wins: Iterable[Int32s]) -> tuple[Move, ...]:
    """Return the other player's moves after which none of these moves wins any more."""
    state, before, kind = position.state, position.tiles, position.kind(color)
    wins = np.array(list(wins), np.int32)
    answers = []
    for row in position.legal_rows():
        winner = moves.winner_of(moves.play(state, row), 1 - kind)
        left = position.left
        if winner == 1 - kind or (
            winner == moves.NOBODY and not any(winning.wins_by(state, kind, left, w) for w in wins)
        ):
            answers.append(position.move_of(row))
        moves.take_back(state, before)
    return tuple(answers)

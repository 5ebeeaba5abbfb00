"""Choosing a move of Palago, in three strengths.

All of them win where they can with one move and parry what would lose at once. The two stronger
ones look for wins by threats, and play nothing after which the other player was found to have one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from random import Random

from rules.board import Board
from rules.engine.grid import Int32s
from rules.engine.position import FastPosition
from rules.engine.search import ThreatSearch
from rules.engine.threat_moves import StoppedError
from rules.lattice import Cell
from rules.move import Move, Tile
from rules.palago.options import STANDARD_SIZE
from rules.tile import Color, other_color


class Level(StrEnum):
    """How strong a player is."""

    EASY = "easy"
    """Takes a win and parries a loss, and else does anything."""
    MEDIUM = "medium"
    """Sees a threat and a fork."""
    HARD = "hard"
    """Sees three moves of threats, and plays for the next ones."""


@dataclass(frozen=True)
class _Strength:
    """How far somebody looks.

    Attributes
    ----------
    attack, defence
        With how many moves of the attacker they see a win of theirs, and of the other player.
    nodes
        In how many positions at most, for each of the two.
    choices
        How many moves that hold they choose from.
    """

    attack: int
    defence: int
    nodes: int
    choices: int


_STRENGTHS = {
    Level.EASY: _Strength(attack=1, defence=0, nodes=1, choices=1),
    Level.MEDIUM: _Strength(attack=2, defence=2, nodes=60, choices=1),
    Level.HARD: _Strength(attack=3, defence=3, nodes=250, choices=6),
}


def choose_move(
    board: Board, to_move: Color, level: Level, random: Random, size: int = STANDARD_SIZE
) -> Move:
    """Return a move for a player; of moves that seem as good, one at random.

    An empty board is opened with two tiles at random.

    Raises
    ------
    PositionError
        If the board cannot be searched, or the game is over.
    """
    if not board:
        return Move(placed=tuple(_opening(random)), ordered=True)
    position = FastPosition(board, size)
    strength = _STRENGTHS[level]
    own = ThreatSearch(position, to_move, _Budget(strength.nodes).is_spent)
    winning = _winning(own, strength.attack)
    if winning is not None:
        return position.move_of(winning)
    others = ThreatSearch(position, other_color(to_move), _Budget(strength.nodes).is_spent)
    rows = list(others.parries())
    if not rows:
        return position.move_of(random.choice(list(position.legal_rows())))
    random.shuffle(rows)
    return position.move_of(_best(rows, own, others, strength))


def _opening(random: Random) -> Iterator[Tile]:
    cell = Cell(0, 0)
    yield Tile(cell, 2 * random.randrange(3))
    yield Tile(cell.neighbour(random.randrange(6)), 2 * random.randrange(3))


class _Budget:
    """So many positions may be searched."""

    def __init__(self, nodes: int) -> None:
        self._left = nodes

    def is_spent(self) -> bool:
        """Count a position; tell whether there were too many."""
        self._left -= 1
        return self._left < 0


def _winning(own: ThreatSearch, most: int) -> Int32s | None:
    """Return the first move of a win by threats, where one is found."""
    at_once: list[Int32s] = list(own.winning(1))
    if at_once or most == 1:
        return at_once[0] if at_once else None
    threats: list[Int32s] = list(own.threatening())
    try:
        for depth in range(1, most):
            for row in threats:
                if own.after(row, partial(own.holds, depth)):
                    return row
    except StoppedError:
        pass
    return None


def _best(
    rows: list[Int32s], own: ThreatSearch, others: ThreatSearch, strength: _Strength
) -> Int32s:
    """Return a move after which no win of the other player is found, of several the best.

    The best is one that would win by threats if it were not answered.
    """
    holding: list[Int32s] = []
    try:
        for row in rows:
            if strength.defence and _loses(row, others, strength.defence):
                continue
            holding.append(row)
            if strength.choices == 1 or own.after(row, partial(own.wins, 2)):
                return row
            if len(holding) == strength.choices:
                break
    except StoppedError:
        pass
    return (holding or rows)[0]


def _loses(row: Int32s, others: ThreatSearch, most: int) -> bool:
    """Tell whether the other player wins by so many moves of threats after a move."""
    return others.after(row, partial(others.wins, most))

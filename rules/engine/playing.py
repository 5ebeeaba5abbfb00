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
from rules.engine.proof_number import WON, ProofNumberSearch
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
    """Sees wins by threats however deep, and plays for the next ones."""


@dataclass(frozen=True)
class _Strength:
    """How far somebody looks.

    Attributes
    ----------
    attack, defence
        With how many moves of the attacker they see a win of theirs, and of the other player.
    nodes
        In how many positions at most, for each of the two.
    deep_attack, deep_defence
        How many positions they look at for a longer win of theirs, and of the other player after
        each move that they think of.
    choices
        How many moves that hold they choose from.
    """

    attack: int
    defence: int
    nodes: int
    deep_attack: int
    deep_defence: int
    choices: int


_STRENGTHS = {
    Level.EASY: _Strength(1, 0, nodes=1, deep_attack=0, deep_defence=0, choices=1),
    Level.MEDIUM: _Strength(2, 2, nodes=60, deep_attack=0, deep_defence=0, choices=1),
    Level.HARD: _Strength(2, 2, nodes=60, deep_attack=60, deep_defence=15, choices=6),
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
    if winning is None and strength.deep_attack:
        winning = _winning_deep(ProofNumberSearch(position, to_move), strength.deep_attack)
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


def _winning_deep(own: ProofNumberSearch, most: int) -> Int32s | None:
    """Return the first move of a longer win by threats, where one is found."""
    return own.first_of_win() if own.search(most) == WON else None


def _best(
    rows: list[Int32s], own: ThreatSearch, others: ThreatSearch, strength: _Strength
) -> Int32s:
    """Return a move after which no win of the other player is found, of several the best.

    The best is one that would win by threats if it were not answered.
    """
    holding: list[Int32s] = []
    try:
        for row in rows:
            if strength.defence and _loses(row, others, strength):
                continue
            holding.append(row)
            if strength.choices == 1 or own.after(row, partial(own.wins, 2)):
                return row
            if len(holding) == strength.choices:
                break
    except StoppedError:
        pass
    return (holding or rows)[0]


def _loses(row: Int32s, others: ThreatSearch, strength: _Strength) -> bool:
    """Tell whether the other player is found to win by threats after a move."""

    def is_found() -> bool:
        if others.wins(strength.defence):
            return True
        deep = ProofNumberSearch(others.position, others.attacker)
        return strength.deep_defence > 0 and deep.search(strength.deep_defence) == WON

    return others.after(row, is_found)

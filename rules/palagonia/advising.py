"""Which move of Palagonia to make with a roll, and why: points now, points risked.

Whoever closes an island gets 3 times its value, and the player before them 2 times. So a move is
worth the value that it closes, less the value that the next player can close after it, in the mean
over their six rolls. That is as far as it looks: nobody can see through the dice for long.

All moves of a roll of 1 or 6 are looked at. Tiles can be added in millions of ways, so of those
only some are: all closings of a group, each completed in several ways where more tiles are due,
and quiet ones as chance has it. So the best move found may not be the best there is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.board import Board
from rules.groups import find_groups
from rules.move import Move, Tile, applied
from rules.palagonia.completing import can_be_completed
from rules.palagonia.judging import (
    DIE,
    REMOVE_DIE,
    ROTATE_DIE,
    can_act,
    rule_on_palagonia,
    tiles_due,
)
from rules.palagonia.moves import closings, legal_moves
from rules.palagonia.scoring import CREATOR_FACTOR, HELPER_FACTOR, islands_closed_by
from rules.placing import fitting_tiles, places
from rules.verdict import ScoredIsland

MOST_WEIGHED: Final = 40
"""So many moves at most are held against what the next player can do."""
_COMPLETIONS: Final = 12
_QUIET_TRIES: Final = 120
_MOST_QUIET: Final = 20
_SEED: Final = 48

Tiles = tuple[Tile, ...]


@dataclass(frozen=True)
class Closing:
    """Tiles that close islands, and what those are worth together."""

    tiles: Tiles
    value: int


@dataclass(frozen=True)
class Prospect:
    """A legal move, and what comes of it.

    Attributes
    ----------
    move
        The move.
    islands
        The islands that it closes, with their points.
    next_values
        What the islands are worth that the next player can close, for each roll from 1 to 6.
    """

    move: Move
    islands: tuple[ScoredIsland, ...]
    next_values: tuple[int, ...]

    @property
    def now(self) -> int:
        """The points that the mover gets at once."""
        return sum(island.creator for island in self.islands)

    @property
    def risked(self) -> float:
        """The points that the next player can make, in the mean over the six rolls."""
        return CREATOR_FACTOR * sum(self.next_values) / len(DIE)

    @property
    def returned(self) -> float:
        """The points that the mover gets of those as their helper, in the mean."""
        return HELPER_FACTOR * sum(self.next_values) / len(DIE)

    @property
    def balance(self) -> float:
        """By how much the mover comes out ahead of who gets most beside them, in the mean."""
        given = sum(island.helper for island in self.islands)
        return self.now - given - (self.risked - self.returned)


@dataclass(frozen=True)
class Advice:
    """What was found for a roll.

    Attributes
    ----------
    prospects
        Moves, the best first; empty where the mover has to pass.
    weighed_all
        Whether these are all legal moves; otherwise some were never looked at.
    """

    prospects: tuple[Prospect, ...]
    weighed_all: bool


def advise(
    board: Board,
    die: int,
    tiles_left: int,
    *,
    is_stopped: Callable[[], bool] = lambda: False,
    most: int = MOST_WEIGHED,
) -> Advice:
    """Find good moves for a roll.

    Parameters
    ----------
    board
        The position, which must be free of faults.
    die
        The mover's roll, 1 to 6.
    tiles_left
        The tiles left before the move.
    is_stopped
        Is asked between moves; what was weighed until then is returned, at least one move.
    most
        So many moves are weighed at most.
    """
    if not can_act(board, die, tiles_left):
        return Advice((), weighed_all=True)
    counted = _candidates(board, die, tiles_left)
    found = list(counted[:most])
    prospects: list[Prospect] = []
    for move, islands in found:
        if prospects and is_stopped():
            break
        after = applied(move, board)
        left = tiles_left - len(move.placed) + len(move.removed)
        prospects.append(Prospect(move, islands, next_values(after, left)))
    prospects.sort(key=lambda prospect: -prospect.balance)
    is_all = die in (REMOVE_DIE, ROTATE_DIE) and len(prospects) == len(counted)
    return Advice(tuple(prospects), is_all)


def next_values(board: Board, tiles_left: int) -> tuple[int, ...]:
    """Return what a player to move can close at best, for each roll from 1 to 6, at least.

    Where more tiles are due than it takes to close an island, the others are taken to close none.
    """
    due = [0 if die in (REMOVE_DIE, ROTATE_DIE) else tiles_due(die, tiles_left) for die in DIE]
    found = sorted(_closings_within(board, max(due)), key=lambda closing: -closing.value)
    values = []
    for die, number in zip(DIE, due, strict=True):
        legal = (c.value for c in found if _is_open(board, c.tiles, number, die, tiles_left))
        values.append(next(legal, 0) if number else 0)
    return tuple(values)


def _is_open(board: Board, tiles: Tiles, number: int, die: int, tiles_left: int) -> bool:
    """Tell whether a roll lets these tiles be added, with others where more are due."""
    missing = number - len(tiles)
    if missing > 0:
        return can_be_completed(board, tiles, missing, die=die, tiles_left=tiles_left)
    if missing < 0:
        return False
    return rule_on_palagonia(board, Move(placed=tiles), die=die, tiles_left=tiles_left).legal


def _closings_within(board: Board, most: int) -> Iterator[Closing]:
    """Yield the ways to close islands with so many tiles at most, each once."""
    seen: set[frozenset[Tile]] = set()
    for group in find_groups(board).all:
        if group.closed:
            continue
        for number in range(1, most + 1):
            for tiles in closings(board, min(group.corners), group.color, number):
                if frozenset(tiles) in seen:
                    continue
                seen.add(frozenset(tiles))
                islands = islands_closed_by(board.with_tiles(tiles), [tile.cell for tile in tiles])
                value = sum(island.value or 0 for island in islands)
                if value:
                    yield Closing(tiles, value)


Candidate = tuple[Move, tuple[ScoredIsland, ...]]


def _candidates(board: Board, die: int, tiles_left: int) -> list[Candidate]:
    """Return legal moves, those first that score most."""
    if die in (REMOVE_DIE, ROTATE_DIE) or not tiles_left:
        return [(move, ()) for move in legal_moves(board, die, tiles_left)]
    number = tiles_due(die, tiles_left)
    rng = random.Random(_SEED)
    found: dict[frozenset[Any], Candidate] = {}
    removals = board if die > tiles_left else ()
    tried = [Move(removed=(cell,)) for cell in removals]
    for move in (*(Move(placed=tiles) for tiles in _additions(board, number, rng)), *tried):
        changed: frozenset[Any] = frozenset((*move.placed, *move.removed))
        if changed in found:
            continue
        verdict = rule_on_palagonia(
            board, move, die=die, tiles_left=tiles_left, first_move=not board
        )
        if verdict.legal:
            found[changed] = move, verdict.islands
    by_points = sorted(found.values(), key=lambda one: -sum(i.creator for i in one[1]))
    scoring = [one for one in by_points if one[1]]
    return scoring[: MOST_WEIGHED - _MOST_QUIET] + [one for one in by_points if not one[1]]


def _additions(board: Board, number: int, rng: random.Random) -> Iterator[Tiles]:
    """Yield so many tiles to add: such as close islands, and others as chance has it."""
    closing = sorted(_closings_within(board, number), key=lambda closing: -closing.value)
    for one in closing:
        if len(one.tiles) == number:
            yield one.tiles
            continue
        for _ in range(_COMPLETIONS):
            yield from _grown(board, one.tiles, number, rng)
    for _ in range(_QUIET_TRIES):
        yield from _grown(board, (), number, rng)


def _grown(board: Board, tiles: Sequence[Tile], number: int, rng: random.Random) -> Iterator[Tiles]:
    """Yield tiles with others that touch them as chance has it, where it comes to so many."""
    grown, table = list(tiles), board.with_tiles(tiles)
    while len(grown) < number:
        own = {cell for tile in grown for cell in tile.cell.neighbours()}
        cells = sorted(own - table.keys()) or list(places(table))
        fitting = list(fitting_tiles(table, [rng.choice(cells)]))
        if not fitting:
            return
        grown.append(rng.choice(fitting))
        table = table.with_tile(*grown[-1])
    yield tuple(grown)

"""Which rolls explain what the tiles of Palagonia did, and how likely the dice make them.

One tile turned is a 6, one taken away a 1, and so many laid are that number. A part of a turn fits
several rolls: two tiles are a whole turn of a 2, and a part of one of a 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations

from rules import Board, Move, Progress, Stage, applied, difference, palagonia_progress
from rules.lattice import connected_parts
from rules.palagonia.judging import DIE, REMOVE_DIE, ROTATE_DIE
from rules.verdict import Verdict
from vision.reading import DieReading

Belief = Mapping[int, float]
"""How likely each roll of 1 to 6 is; the weights need not add up to one."""

EVEN: Belief = dict.fromkeys(DIE, 1 / len(DIE))
"""What is known of a die that nobody saw."""

SUREST = 0.999
"""A reading that is not sure is never taken for surer than this, whatever its confidence."""

REMEMBERED = 256
"""How many pairs of boards the rolls are remembered of."""


class RollKnown(StrEnum):
    """How a roll is known."""

    SEEN = "seen"
    """The die was read for sure."""
    INFERRED = "inferred"
    """The tiles told it."""
    SAID = "said"
    """A person said it."""


@dataclass(frozen=True)
class TwoTurns:
    """Two whole legal turns that lead from one board to another: what lay between, both rolls."""

    between: Board
    first: int
    second: int
    islands: tuple[object, object]


def onehot(roll: int) -> Belief:
    """Return what is known of a die that was read for sure."""
    return {value: float(value == roll) for value in DIE}


def belief_of(dice: Sequence[DieReading]) -> Belief:
    """Return how likely each roll is by the dice of one look; several dice count alike."""
    sure = [die for die in dice if die.sure]
    counted = sure or list(dice)
    if not counted:
        return EVEN
    beliefs = [onehot(die.value) if die.sure else _unsure(die) for die in counted]
    return {value: sum(belief[value] for belief in beliefs) / len(beliefs) for value in DIE}


@lru_cache(maxsize=REMEMBERED)
def rolls_that_fit(before: Board, now: Board, tiles_left: int) -> Mapping[int, Progress]:
    """Return the rolls by which what lies there is legal, or may still become so.

    Parameters
    ----------
    before, now
        The boards before the turn and on the table.
    tiles_left
        The tiles left before the turn.
    """
    fits = {}
    for die in DIE:
        progress = palagonia_progress(before, now, die=die, tiles_left=tiles_left)
        if progress.stage is not Stage.ILLEGAL:
            fits[die] = progress
    return fits


def two_turns(
    before: Board, now: Board, tiles_left: int, first: Belief, second: Belief
) -> list[TwoTurns]:
    """Return the ways in which two whole turns lead from one board to the other.

    Of ways in which nothing that counts differs only one is given: the rolls and what is scored
    are the same, whichever of the tiles were laid first.

    Parameters
    ----------
    before, now
        The boards before the first turn and on the table.
    tiles_left
        The tiles left before the first turn.
    first, second
        How likely the rolls of both turns are; what is impossible is not looked for.
    """
    ways: dict[tuple[object, ...], TwoTurns] = {}
    for one, other in _divided(difference(before, now)):
        if not _hangs_on(before, one):
            continue
        between = applied(one, before)
        left = tiles_left - len(one.placed) + len(one.removed)
        for roll in _rolls_of(one, tiles_left):
            earlier = _verdict(before, between, roll, tiles_left) if first[roll] else None
            if earlier is None:
                continue
            for following in _rolls_of(other, left):
                later = _verdict(between, now, following, left) if second[following] else None
                if later is not None:
                    islands = (earlier.islands, later.islands)
                    key = (roll, following, islands)
                    ways.setdefault(key, TwoTurns(between, roll, following, islands))
    return list(ways.values())


def _unsure(die: DieReading) -> Belief:
    right = min(max(die.confidence, EVEN[die.value]), SUREST)
    return {value: right if value == die.value else (1 - right) / (len(DIE) - 1) for value in DIE}


def _divided(move: Move) -> Iterator[tuple[Move, Move]]:
    """Yield the ways to divide what was done into two turns that each do one thing."""
    placed, removed, rotated = move.placed, move.removed, move.rotated
    most = max(DIE) - 1
    if len(removed) + len(rotated) > 2 or len(placed) > 2 * most:
        return
    if not removed and not rotated:
        for count in range(1, min(most, len(placed) - 1) + 1):
            for tiles in combinations(placed, count):
                rest = tuple(tile for tile in placed if tile not in tiles)
                if len(rest) <= most:
                    yield Move(placed=tiles), Move(placed=rest)
        return
    singles = [Move(removed=(cell,)) for cell in removed]
    singles += [Move(rotated=(tile,)) for tile in rotated]
    parts = singles + ([Move(placed=placed)] if placed else [])
    if len(parts) == 2 and len(placed) <= most:
        yield parts[0], parts[1]
        yield parts[1], parts[0]


def _hangs_on(before: Board, move: Move) -> bool:
    """Tell whether all placed tiles hang together with the table, without which none are legal."""
    parts = connected_parts(move.placed_cells)
    return not before or all(any(before.touching(cell) for cell in part) for part in parts)


def _rolls_of(move: Move, tiles_left: int) -> tuple[int, ...]:
    """Return the rolls that ask for so many tiles, the least one where it is all that are left."""
    if move.rotated:
        return (ROTATE_DIE,)
    if move.removed:
        return (REMOVE_DIE,)
    count = len(move.placed)
    if count == tiles_left:
        return tuple(range(max(count, REMOVE_DIE + 1), ROTATE_DIE))
    return (count,) if REMOVE_DIE < count < ROTATE_DIE else ()


def _verdict(before: Board, now: Board, die: int, tiles_left: int) -> Verdict | None:
    progress = palagonia_progress(before, now, die=die, tiles_left=tiles_left)
    return progress.verdict if progress.stage is Stage.COMPLETE else None

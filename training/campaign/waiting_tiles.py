"""The supply of a drawn game: tiles that wait beside the board, fewer with each that is laid."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

import numpy as np

from training.synthesis.unseen.filmed_table import Placed
from vision.arrays import Float64s

Chance = Callable[..., np.random.Generator]
"""Gives chances by numbers that tell what they are for; the same numbers give the same."""


class Supply(StrEnum):
    """How the tiles lie that wait to be laid."""

    NONE = "none"
    BACKS = "backs"
    SPREAD = "spread"
    STACK = "stack"
    STACKS = "stacks"
    HEAP = "heap"


SET_SIZE = 48
LEAST_SPOTS = 8
"""A table with a supply has room for so many tiles beside each other at least."""
SUPPLY_APART = 2.3
"""Edges between the middles of two tiles, or stacks, at least; two that touch are 1.7 apart."""
_STACKS, _HIGH = {Supply.STACK: 1, Supply.STACKS: 6}, 8
_OFF, _TURNED = 0.03, 0.05
"""How far tiles of a stack lie off one another, in edges, and radians, as deviations."""
HEAP_REACH = 4.0
"""Edges from the middle of a heap to the middles of its tiles, at most."""
_HEAP_WIDTH, _BACKS_IN_HEAP = 1.8, 0.5


def waiting(
    supply: Supply, spots: Sequence[Float64s], number: int, size: tuple[float, float], rng: Chance
) -> Iterator[Placed]:
    """Yield so many tiles of a supply, or as many as there is room for.

    Parameters
    ----------
    supply
        How they lie.
    spots
        Places (mm) for tiles beside each other, those near the first one first.
    number
        How many tiles wait.
    size
        The edge of the lattice and a tile's height, in mm.
    rng
        Tells how each of them lies.
    """
    if supply in (Supply.SPREAD, Supply.BACKS):
        for index, spot in enumerate(spots[:number]):
            yield _tile(spot, rng(0, index), back=supply is Supply.BACKS)
    elif supply in (Supply.STACK, Supply.STACKS):
        yield from _stacks(spots[: _STACKS[supply]], number, size, rng)
    elif supply is Supply.HEAP:
        yield from _heap(spots[0], number, size, rng)


def _tile(
    spot: Float64s, rng: np.random.Generator, z: float = 0.0, *, back: bool = False
) -> Placed:
    angle, piece = float(rng.uniform(0, math.tau)), int(rng.integers(1 << 30))
    return Placed((float(spot[0]), float(spot[1])), angle, piece, z, back)


def _stacks(
    spots: Sequence[Float64s], number: int, size: tuple[float, float], rng: Chance
) -> Iterator[Placed]:
    """Yield the tiles of stacks, the last of which is the one that is taken from."""
    pitch, height = size
    for index in range(min(number, _HIGH * len(spots))):
        stack, level = divmod(index, _HIGH)
        chance = rng(1, stack, level)
        off = chance.normal(size=2) * _OFF * pitch
        angle = float(rng(2, stack).uniform(0, math.tau) + chance.normal() * _TURNED)
        angle += int(chance.integers(6)) * math.pi / 3
        x, y = spots[stack] + off
        piece = int(chance.integers(1 << 30))
        yield Placed((float(x), float(y)), angle, piece, level * height)


def _heap(
    middle: Float64s, number: int, size: tuple[float, float], rng: Chance
) -> Iterator[Placed]:
    """Yield tiles that lie on one another anyhow, half of them face down."""
    pitch, height = size
    there: list[Float64s] = []
    for index in range(number):
        chance = rng(3, index)
        heading = chance.uniform(0, math.tau)
        away = min(float(np.hypot(*chance.normal(size=2))) * _HEAP_WIDTH, HEAP_REACH) * pitch
        spot = middle + away * np.array([math.cos(heading), math.sin(heading)])
        below = sum(float(np.hypot(*(spot - other))) < 1.5 * pitch for other in there)
        there.append(spot)
        back = bool(chance.random() < _BACKS_IN_HEAP)
        yield _tile(spot, chance, below * height, back=back)

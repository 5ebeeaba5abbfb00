"""Simulated annealing for an island of Palagonia that is worth as much as can be.

Tiles lie on the grid of ``rules.engine.grid``; the island is of the even colour, which is no loss,
since the two colours are alike. One step turns a tile, or lays it elsewhere beside the others. Each
tile that is missing at a corner of the island costs something, so that it closes in the end. What
this finds is worth what the plain rules say of it, nothing else.

Source: Kirkpatrick, Gelatt and Vecchi, Optimization by Simulated Annealing, Science 220 (1983).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from rules.engine.grid import (
    CELLS,
    CORNERS,
    EMPTY,
    EVEN,
    NEIGHBOURS,
    ODD,
    TURNS,
    WIDTH,
    Int32s,
)

Turns = NDArray[np.int8]
"""The turn of the tile in each cell of the grid, or ``EMPTY``; of shape (CELLS,)."""

_NODES: Final = 2 * CELLS
_OUTSIDE: Final = _NODES
_ROWS: Final = 9
_GROUPS, _REGIONS, _TILES, _DEGREES, _CORNERS, _HANDS, _FORKS, _ARCHES, _MISSING = range(_ROWS)
_TILES_AT_A_CORNER: Final = 3
RIM: Final = 3
"""Tiles wander in the course of time, and must not over the edge of the grid."""
_RELAID: Final = 0.35
"""So often a tile is laid elsewhere; otherwise it is turned where it lies."""


def scratch() -> Int32s:
    """Return room for what is counted of a board: one row of all corners for each thing."""
    return np.zeros((_ROWS, _NODES + 1), np.int32)


@njit(cache=True)
def _root(parents: Int32s, node: int) -> int:
    while parents[node] != node:
        parents[node] = parents[parents[node]]
        node = parents[node]
    return node


@njit(cache=True)
def _join(parents: Int32s, one: int, other: int) -> None:
    parents[_root(parents, one)] = _root(parents, other)


@njit(cache=True)
def _find_groups(cells: Int32s, turns: Turns, room: Int32s) -> None:
    """Join corners by arches, and count tiles and arches at each."""
    for cell in cells:
        for kind in range(2):
            for corner in range(3):
                node = 2 * cell + CORNERS[kind, corner]
                room[:, node] = 0
                room[_GROUPS, node] = room[_REGIONS, node] = node
    for cell in cells:
        for kind in range(2):
            tip = (turns[cell] + kind) % 3
            one = 2 * cell + CORNERS[kind, (tip + 1) % 3]
            other = 2 * cell + CORNERS[kind, (tip + 2) % 3]
            room[_TILES, 2 * cell + CORNERS[kind, tip]] += 1
            for node in (one, other):
                room[_TILES, node] += 1
                room[_DEGREES, node] += 1
            _join(room[_GROUPS], one, other)


@njit(cache=True)
def _measure_groups(cells: Int32s, turns: Turns, room: Int32s) -> None:
    """Count for each group, at its root, corners, hands, forks, arches and missing tiles."""
    for cell in cells:
        for kind in range(2):
            tip = (turns[cell] + kind) % 3
            room[_ARCHES, _root(room[_GROUPS], 2 * cell + CORNERS[kind, (tip + 1) % 3])] += 1
            for corner in range(3):
                node = 2 * cell + CORNERS[kind, corner]
                if room[_TILES, node] == 0:
                    continue  # counted from another of its tiles
                root = _root(room[_GROUPS], node)
                room[_CORNERS, root] += 1
                room[_MISSING, root] += _TILES_AT_A_CORNER - room[_TILES, node]
                room[_HANDS, root] += room[_DEGREES, node] == 1
                room[_FORKS, root] += room[_DEGREES, node] == 3
                room[_TILES, node] = 0


@njit(cache=True)
def _best_group(cells: Int32s, room: Int32s, open_cost: float) -> int:
    """Return the root of the even group that is worth most if each loop holds one shape."""
    best, chosen = -1.0e9, -1
    for cell in cells:
        for corner in range(3):
            node = 2 * cell + CORNERS[EVEN, corner]
            if room[_GROUPS, node] != node:
                continue
            limbs = room[_HANDS, node] if room[_FORKS, node] else 0
            loops = room[_ARCHES, node] - room[_CORNERS, node] + 1
            value = limbs + loops - open_cost * room[_MISSING, node]
            if value > best:
                best, chosen = value, node
    return chosen


@njit(cache=True)
def _inside(cells: Int32s, turns: Turns, room: Int32s, island: int) -> int:
    """Count the closed groups that no way leads to from outside but through one group."""
    groups, regions = room[_GROUPS], room[_REGIONS]
    regions[_OUTSIDE] = _OUTSIDE
    for cell in cells:
        turn = turns[cell]
        even_tip = _root(groups, 2 * cell + CORNERS[EVEN, turn])
        odd_arch = _root(groups, 2 * cell + CORNERS[ODD, (turn + 2) % 3])
        even_arch = _root(groups, 2 * cell + CORNERS[EVEN, (turn + 1) % 3])
        odd_tip = _root(groups, 2 * cell + CORNERS[ODD, (turn + 1) % 3])
        if island not in (even_tip, odd_arch):
            _join(regions, even_tip, odd_arch)
        if island not in (odd_arch, even_arch):
            _join(regions, odd_arch, even_arch)
        if island not in (even_arch, odd_tip):
            _join(regions, even_arch, odd_tip)
        for edge in range(6):
            if turns[cell + NEIGHBOURS[edge]] != EMPTY:
                continue
            for corner in (edge, (edge + 1) % 6):
                root = _root(groups, 2 * cell + CORNERS[corner % 2, corner // 2])
                if root != island:
                    _join(regions, root, _OUTSIDE)
    found = 0
    outside = _root(regions, _OUTSIDE)
    for cell in cells:
        for kind in range(2):
            for corner in range(3):
                node = 2 * cell + CORNERS[kind, corner]
                if groups[node] != node or room[_CORNERS, node] == 0 or node == island:
                    continue
                if room[_MISSING, node] == 0 and _root(regions, node) != outside:
                    found += 1
                room[_CORNERS, node] = 0  # a corner is met from several tiles
    return found


@njit(cache=True)
def worth(cells: Int32s, turns: Turns, room: Int32s, open_cost: float) -> tuple[float, int]:
    """Return what the best even group is worth, less what is missing, and how many are missing.

    Parameters
    ----------
    cells
        The numbers of the cells with a tile.
    turns
        The tiles' turns.
    room
        What :func:`scratch` returned.
    open_cost
        What a tile costs that is missing at a corner of the group.
    """
    _find_groups(cells, turns, room)
    _measure_groups(cells, turns, room)
    island = _best_group(cells, room, open_cost)
    limbs = room[_HANDS, island] if room[_FORKS, island] else 0
    missing = room[_MISSING, island]
    return limbs + _inside(cells, turns, room, island) - open_cost * missing, missing


@njit(cache=True)
def _is_inside(cell: int) -> bool:
    """Tell whether a cell is so far from the grid's rim that all around it is on the grid."""
    q, r = cell % WIDTH, cell // WIDTH
    return RIM <= q < WIDTH - RIM and RIM <= r < WIDTH - RIM


@njit(cache=True)
def _relay(cells: Int32s, turns: Turns, chosen: int) -> bool:
    """Lay a tile in a free cell beside another one; tell whether one was found."""
    beside = cells[np.random.randint(len(cells))] + NEIGHBOURS[np.random.randint(6)]
    if turns[beside] != EMPTY or not _is_inside(beside):
        return False
    turns[cells[chosen]] = EMPTY
    cells[chosen] = beside
    turns[beside] = np.random.randint(TURNS)
    return True


@njit(cache=True)
def anneal(
    cells: Int32s,
    turns: Turns,
    room: Int32s,
    steps: int,
    heats: tuple[float, float],
    open_cost: float,
    seed: int,
) -> tuple[float, Int32s, Turns]:
    """Change a board step by step while it cools; return the best closed island's and its value.

    Parameters
    ----------
    cells, turns, room, open_cost
        As for :func:`worth`; the first three are changed.
    steps
        So many changes are tried.
    heats
        The first heat and the last, in points: it falls evenly in proportion.
    seed
        Of the chance.
    """
    np.random.seed(seed)
    value, _ = worth(cells, turns, room, open_cost)
    best, best_cells, best_turns = 0.0, cells.copy(), turns[cells]
    for step in range(steps):
        heat = heats[0] * (heats[1] / heats[0]) ** (step / steps)
        chosen = np.random.randint(len(cells))
        cell, turn = cells[chosen], turns[cells[chosen]]
        if np.random.random() < _RELAID:
            if not _relay(cells, turns, chosen):
                continue
        else:
            turns[cell] = (turn + 1 + np.random.randint(2)) % TURNS
        found, missing = worth(cells, turns, room, open_cost)
        if found >= value or np.random.random() < np.exp((found - value) / heat):
            value = found
            if missing == 0 and found > best:
                best, best_cells, best_turns = found, cells.copy(), turns[cells]
            continue
        turns[cells[chosen]] = EMPTY
        cells[chosen] = cell
        turns[cell] = turn
    return best, best_cells, best_turns

"""The freedoms of groups on the fast core: the empty cells around their corners.

A group is closed once tiles lie on all of them.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from rules.engine.compiling import for_compiled
from rules.engine.core import State, root_of
from rules.engine.grid import CORNERS, EMPTY, NEIGHBOURS, TURNS, ZERO, Int64s
from rules.engine.limits import MOST_TILES

_SLOTS_OF_A_CELL: Final = 3


@for_compiled
def is_almost_closed(state: State, cell: int, kind: int) -> bool:
    """Tell whether one tile more might close a group at a tile's corners of a kind."""
    for index in range(TURNS):
        root = root_of(state, 2 * cell + CORNERS[kind, index])
        if state.missing[root] <= _SLOTS_OF_A_CELL:
            return True
    return False


@for_compiled
def is_among(number: int, numbers: Int64s, count: int) -> bool:
    """Tell whether a number is one of the first so many."""
    found = False
    for index in range(count):
        found |= numbers[index] == number
    return found


@for_compiled
def freedoms(state: State, corner: int, kind: int, most: int, cells: Int64s) -> int:
    """Write the empty cells around a corner's group; return how many there are.

    It ends as soon as there are more than ``most``; the one too many is not written.
    """
    found = np.empty(2 * MOST_TILES + 4, np.int64)
    found[0] = corner
    count, corners, looked = ZERO, ZERO + 1, ZERO
    while looked < corners:
        one = found[looked]
        looked += 1
        for index in range(TURNS):
            cell = (one - CORNERS[kind, index]) // 2
            turn = state.turns[cell]
            if turn == EMPTY:
                if not is_among(cell, cells, count):
                    if count == most:
                        return most + 1
                    cells[count] = cell
                    count += 1
                continue
            tip = (turn + kind) % TURNS
            if index == tip:
                continue
            end = 2 * cell + CORNERS[kind, 3 - index - tip]
            if not is_among(end, found, corners):
                found[corners] = end
                corners += 1
    return count


@for_compiled
def last_freedoms(state: State, corner: int, kind: int, cells: Int64s) -> int:
    """Write the empty cells around a corner's group if one move can fill them; else return 0."""
    if state.missing[root_of(state, corner)] > 2 * _SLOTS_OF_A_CELL:
        return 0
    free = freedoms(state, corner, kind, ZERO + 2, cells)
    if free == 1:
        return 1
    if free == 2:
        for edge in range(6):
            if cells[0] + NEIGHBOURS[edge] == cells[1]:
                return 2
    return 0


@for_compiled
def may_get_arch(state: State, corner: int, kind: int, cells: Int64s, count: int) -> bool:
    """Tell whether the move that fills a group's last cells may close an arch group with it.

    A group without an arch is closed as an eye unless a tile on one of those cells joins it to
    another corner of the cell, whose group must then be closed by the same move.
    """
    if state.arches[root_of(state, corner)] > 0:
        return True
    others = np.empty(2, np.int64)
    for number in range(count):
        for index in range(TURNS):
            other = 2 * cells[number] + CORNERS[kind, index]
            if other == corner:
                continue
            found = last_freedoms(state, other, kind, others)
            is_within = found > 0
            for one in range(found):
                is_within &= count == 1 or is_among(others[one], cells, count)
            if is_within:
                return True
    return False

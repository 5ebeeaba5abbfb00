"""Placing and taking back tiles, compiled: groups as a forest that can be undone.

Each corner belongs to a tree, whose root knows how many arches the group has and how many tiles
are missing around its corners. Roots are joined by size, and paths are never shortened, so that
undoing a placement is undoing at most two joints (union-find with rollback). A group is closed when
nothing is missing around any of its corners.

A function here takes the arrays of a :class:`State`; it checks nothing.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.engine.compiling import for_all, for_compiled
from rules.engine.grid import CELLS, CORNERS, EMPTY, NEIGHBOURS, TURNS, Int32s, Int64s
from rules.engine.limits import MOST_TILES

CELLS_AT_A_CORNER: Final = 3
_NOTHING: Final = -1


class State(NamedTuple):
    """A board that changes, and its groups.

    Attributes
    ----------
    turns
        For each cell its tile's turn, or ``EMPTY``; int8.
    parents
        For each corner the next one on the way to its group's root; a root is its own.
    sizes, arches, missing
        For each root the corners, arches and missing tiles of its group. A tile that is missing
        around several of its corners counts for each.
    placed
        The cells of the tiles in the order of placement, ``laid[0]`` of them.
    joints
        For each placement the two roots that were joined to others by it, or -1 where its arch
        closed a loop.
    """

    turns: NDArray[np.int8]
    parents: Int32s
    sizes: Int32s
    arches: Int32s
    missing: Int32s
    placed: Int32s
    joints: Int32s
    laid: Int64s


def new_state() -> State:
    """Return an empty board."""
    corners = 2 * CELLS
    return State(
        turns=np.full(CELLS, EMPTY, np.int8),
        parents=np.arange(corners, dtype=np.int32),
        sizes=np.ones(corners, np.int32),
        arches=np.zeros(corners, np.int32),
        missing=np.full(corners, CELLS_AT_A_CORNER, np.int32),
        placed=np.zeros(MOST_TILES + 8, np.int32),
        joints=np.zeros((MOST_TILES + 8, 2), np.int32),
        laid=np.zeros(1, np.int64),
    )


@for_compiled
def root_of(state: State, corner: int) -> int:
    """Return the root of a corner's group."""
    parents = state.parents
    while parents[corner] != corner:
        corner = parents[corner]
    return corner


@for_all
def place(state: State, cell: int, turn: int) -> int:
    """Put a tile onto an empty cell; return which kinds of arch groups it closes: 1 even, 2 odd."""
    state.turns[cell] = turn
    number = state.laid[0]
    state.placed[number] = cell
    state.laid[0] = number + 1
    closed = 0
    for kind in range(2):
        tip = (turn + kind) % TURNS
        free = root_of(state, 2 * cell + CORNERS[kind, tip])
        one = root_of(state, 2 * cell + CORNERS[kind, (tip + 1) % TURNS])
        two = root_of(state, 2 * cell + CORNERS[kind, (tip + 2) % TURNS])
        state.missing[free] -= 1
        state.missing[one] -= 1
        state.missing[two] -= 1
        if one == two:
            state.joints[number, kind] = _NOTHING
        else:
            if state.sizes[one] < state.sizes[two]:
                one, two = two, one
            state.parents[two] = one
            state.sizes[one] += state.sizes[two]
            state.arches[one] += state.arches[two]
            state.missing[one] += state.missing[two]
            state.joints[number, kind] = two
        state.arches[one] += 1
        # where the corner at the tip is of another group, that one has got no arch by this tile
        is_other = free not in (one, two) and state.arches[free] > 0
        if state.missing[one] == 0 or (is_other and state.missing[free] == 0):
            closed |= 1 << kind
    return closed


@for_all
def undo(state: State) -> None:
    """Take back the tile that was placed last."""
    number = state.laid[0] - 1
    cell = state.placed[number]
    turn = state.turns[cell]
    for kind in range(1, -1, -1):
        tip = (turn + kind) % TURNS
        two = state.joints[number, kind]
        one = root_of(state, 2 * cell + CORNERS[kind, (tip + 1) % TURNS])
        state.arches[one] -= 1
        if two != _NOTHING:
            state.parents[two] = two
            state.sizes[one] -= state.sizes[two]
            state.arches[one] -= state.arches[two]
            state.missing[one] -= state.missing[two]
        for index in range(TURNS):
            state.missing[root_of(state, 2 * cell + CORNERS[kind, index])] += 1
    state.turns[cell] = EMPTY
    state.laid[0] = number


@for_compiled
def touches(state: State, cell: int) -> bool:
    """Tell whether a tile lies beside a cell."""
    found = False
    for edge in range(6):
        found |= state.turns[cell + NEIGHBOURS[edge]] != EMPTY
    return found

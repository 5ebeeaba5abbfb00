"""Moves of Palago on the fast core: all of them, and what they do.

A move is a row of four numbers: cell and turn of the first tile, cell and turn of the second, or
-1 twice where the first ends the game or is all that is due. The players are the kinds of corners
that are theirs, 0 or 1. It is the game of two adjacent tiles, with nothing that a group must
enclose; tiles are out when none is left.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from rules.engine.compiling import for_all, for_compiled
from rules.engine.core import State, place, touches, undo
from rules.engine.grid import EMPTY, NEIGHBOURS, TURNS, ZERO, Int32s, Int64s

NO_TILE: Final = -1
MOST_MOVES: Final = 8192
NOBODY: Final = -1


@for_all
def winner_of(closed: int, mover: int) -> int:
    """Return who wins by arch groups that a move closed; who closes both kinds loses."""
    if closed == 0:
        return NOBODY
    if closed == 3:
        return 1 - mover
    return closed - 1


@for_compiled
def border(state: State, cells: Int64s) -> int:
    """Write the empty cells that touch a tile, each once; return how many there are."""
    count = 0
    for number in range(state.laid[0]):
        for edge in range(6):
            cell = state.placed[number] + NEIGHBOURS[edge]
            if state.turns[cell] == EMPTY:
                state.turns[cell] = EMPTY - 1  # seen
                cells[count] = cell
                count += 1
    for number in range(count):
        state.turns[cells[number]] = EMPTY
    return count


@for_compiled
def write_move(moves: Int32s, count: int, one: int, turn: int, two: int, other_turn: int) -> int:
    """Write a move where there is room; return how many there are with it."""
    if count < moves.shape[0]:
        moves[count, 0], moves[count, 1] = one, turn
        moves[count, 2], moves[count, 3] = two, other_turn
    return count + 1


@for_all
def legal_moves(state: State, left: int, moves: Int32s) -> int:
    """Write each legal move once, the first tile first; return how many there are.

    A tile that ends the game alone is a move of its own. Of two such tiles none is placed first
    in a pair.
    """
    nowhere = np.empty(0, np.int64)
    return legal_moves_at(state, left, moves, nowhere, nowhere, ZERO, ZERO)


@for_compiled
def _mask_of(cell: int, at: Int64s, masks: Int64s, places: int) -> int:
    mask: int = ZERO
    for index in range(places):
        if at[index] == cell:
            mask = masks[index]
    return mask


@for_compiled
def legal_moves_at(
    state: State, left: int, moves: Int32s, at: Int64s, masks: Int64s, places: int, wanted: int
) -> int:
    """Write each legal move on cells whose masks have all bits that are wanted between them.

    Parameters
    ----------
    at, masks
        The first ``places`` of them are cells and their masks; any other cell has none, 0.
    """
    if left < 1:
        return 0
    cells = np.empty(6 * state.laid[0], np.int64)
    around = border(state, cells)
    ends = np.zeros((around, TURNS), np.bool_)
    count = ZERO
    has = np.zeros(around, np.int64)
    for number in range(around):
        has[number] = _mask_of(cells[number], at, masks, places)
        for turn in range(TURNS):
            ends[number, turn] = place(state, cells[number], turn) != 0
            undo(state)
            is_whole = ends[number, turn] or left == 1 or state.laid[0] == 1
            if is_whole and has[number] == wanted:
                count = write_move(moves, count, cells[number], turn, NO_TILE, NO_TILE)
    if left < 2:
        return count
    for number in range(around):
        one = cells[number]
        for edge in range(6):
            two = one + NEIGHBOURS[edge]
            if state.turns[two] != EMPTY:
                continue
            if has[number] | _mask_of(two, at, masks, places) != wanted:
                continue
            other = NO_TILE  # where the second cell touches the table as well, else no number
            if touches(state, two):
                for index in range(around):
                    if cells[index] == two:
                        other = index
                if other < number:
                    continue  # had the other way round
            for turn in range(TURNS):
                for other_turn in range(TURNS):
                    # a tile that touches nothing cannot end the game
                    two_ends = other != NO_TILE and ends[other, other_turn]
                    if not ends[number, turn]:
                        count = write_move(moves, count, one, turn, two, other_turn)
                    elif not two_ends:
                        count = write_move(moves, count, two, other_turn, one, turn)
    return count


@for_all
def play(state: State, move: Int32s) -> int:
    """Place the tiles of a move; return which kinds of arch groups it closes: 1 even, 2 odd."""
    closed = place(state, ZERO + move[0], ZERO + move[1])
    if move[2] != NO_TILE and closed == 0:
        closed = place(state, ZERO + move[2], ZERO + move[3])
    return closed


@for_all
def take_back(state: State, count: int) -> None:
    """Take tiles back until so many are left."""
    while state.laid[0] > count:
        undo(state)

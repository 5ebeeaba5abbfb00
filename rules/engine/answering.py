"""Threats and what parries them, on the fast core."""

from __future__ import annotations

from typing import Final

import numpy as np

from rules.engine.compiling import for_all, for_compiled
from rules.engine.core import State
from rules.engine.freedoms import freedoms, last_freedoms, may_get_arch
from rules.engine.grid import CORNERS, TURNS, ZERO, Int32s, Int64s
from rules.engine.limits import MOST_TILES
from rules.engine.moves import (
    MOST_MOVES,
    NO_TILE,
    NOBODY,
    legal_moves,
    legal_moves_at,
    play,
    take_back,
    winner_of,
    write_move,
)
from rules.engine.winning import can_win, new_wins

_MOST_THREATS: Final = 12
_FREEDOMS: Final = 4
"""Two cells of a move and two of the answer to it."""
_MOST_CELLS: Final = 6 * MOST_TILES + 2 * _MOST_THREATS
"""More cells than border a table and belong to the threats that are looked at."""


@for_compiled
def _is_above(move: Int32s, other: Int32s) -> bool:
    """Tell whether a move has tiles on all cells of another one."""
    has_one: bool = other[0] == move[0] or other[0] == move[2]
    has_two: bool = other[2] == NO_TILE or other[2] == move[0] or other[2] == move[2]
    return has_one and has_two


@for_compiled
def _answering_cells(
    state: State, attacker: int, left: int, threats: Int32s, cells: Int64s, masks: Int64s
) -> tuple[int, int]:
    """Write where the tiles of an answer to all threats may lie; return how many cells, which bits.

    An answer has tiles on cells that have all those bits between them: for each threat that is
    looked at one, for a cell where a tile might meet it.
    """
    kept = np.empty(_MOST_THREATS, np.int32)
    count, places = ZERO, ZERO
    for number in range(threats.shape[0]):
        # where too few tiles are left after it, any answer meets the threat
        is_new = left - 2 >= (1 if threats[number, 2] == NO_TILE else 2)
        for one in range(count):
            is_new &= not _is_above(threats[number], threats[kept[one]])
        if is_new:
            kept[count] = number
            places = _mark(state, attacker, threats[number], 1 << count, cells, masks, places)
            count += 1
            if count == _MOST_THREATS:
                break
    wanted = (1 << count) - 1
    last = np.empty(2, np.int64)
    for number in range(state.laid[0]):
        for index in range(TURNS):
            corner = 2 * state.placed[number] + CORNERS[1 - attacker, index]
            count_last = last_freedoms(state, corner, 1 - attacker, last)
            if count_last and may_get_arch(state, corner, 1 - attacker, last, count_last):
                for one in range(count_last):
                    places = _add(last[one], wanted, cells, masks, places)
    return places, wanted


@for_compiled
def _mark(
    state: State,
    attacker: int,
    threat: Int32s,
    bit: int,
    cells: Int64s,
    masks: Int64s,
    places: int,
) -> int:
    """Mark the cells where a tile might meet a winning move; return how many have marks now.

    One way is to lie on a cell of the move. All other cells around the group that it closes have
    tiles already, so nothing else keeps it from being closed. But if the move closed a group of
    the other player as well it would not win; the two tiles of the answer would have to fill the
    other cells around that group. (The other player may also win first, which is not meant here.)
    """
    near = np.empty(_FREEDOMS, np.int64)
    winning = 1 if threat[2] == NO_TILE else 2
    for number in range(winning):
        cell = ZERO + threat[2 * number]
        places = _add(cell, bit, cells, masks, places)
        for index in range(TURNS):
            corner = 2 * cell + CORNERS[1 - attacker, index]
            count = freedoms(state, corner, 1 - attacker, ZERO + _FREEDOMS, near)
            if count <= winning + 2:
                for one in range(count):
                    places = _add(near[one], bit, cells, masks, places)
    return places


@for_compiled
def _add(cell: int, bits: int, cells: Int64s, masks: Int64s, places: int) -> int:
    for index in range(places):
        if cells[index] == cell:
            masks[index] |= bits
            return places
    cells[places], masks[places] = cell, bits
    return places + 1


@for_all
def parries(
    state: State, attacker: int, left: int, threats: Int32s, moves: Int32s, most: int
) -> int:
    """Write the other player's moves after which an attacker cannot win at once.

    Those that end the game for the other player are among them; those that end it for the attacker
    are not. It ends as soon as there are more than ``most``.

    Parameters
    ----------
    threats
        All moves that win for the attacker now; (n, 4).
    moves
        Where they are written; (m, 4).
    """
    possible = np.empty((MOST_MOVES, 4), np.int32)
    one = np.empty((1, 4), np.int32)
    cells, masks = np.empty(_MOST_CELLS, np.int64), np.zeros(_MOST_CELLS, np.int64)
    places, wanted = _answering_cells(state, attacker, left, threats, cells, masks)
    count = ZERO
    tiles = state.laid[0]
    found = legal_moves_at(state, left, possible, cells, masks, places, wanted)
    for number in range(min(found, MOST_MOVES)):
        winner = winner_of(play(state, possible[number]), 1 - attacker)
        now_left = left - (state.laid[0] - tiles)
        if winner == 1 - attacker or (
            winner == NOBODY and not can_win(state, attacker, now_left, tiles, threats, one)
        ):
            way = possible[number]
            count = write_move(moves, count, way[0], way[1], way[2], way[3])
        take_back(state, tiles)
        if count > most:
            break
    return count


@for_all
def threatening_moves(
    state: State, attacker: int, left: int, moves: Int32s, weights: Int32s
) -> int:
    """Write the moves that end nothing and after which an attacker could win with another one.

    It is for positions in which the attacker cannot win at once.

    Parameters
    ----------
    moves, weights
        Where they are written, and with how many moves the attacker could win then, 64 at most.
    """
    possible = np.empty((MOST_MOVES, 4), np.int32)
    wins = np.empty((64, 4), np.int32)
    count = ZERO
    tiles = state.laid[0]
    for number in range(min(legal_moves(state, left, possible), MOST_MOVES)):
        if play(state, possible[number]) == 0:
            now_left = left - (state.laid[0] - tiles)
            found = new_wins(state, attacker, now_left, tiles, wins)
            if found > 0 and count < moves.shape[0]:
                weights[count], way = found, possible[number]
                count = write_move(moves, count, way[0], way[1], way[2], way[3])
        take_back(state, tiles)
    return count

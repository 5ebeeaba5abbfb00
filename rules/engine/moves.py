"""Moves of Palago on the fast core: all of them, those that win, and those that parry.

A move is a row of four numbers: cell and turn of the first tile, cell and turn of the second, or
-1 twice where the first ends the game or is all that is due. The players are the kinds of corners
that are theirs, 0 or 1. It is the game of two adjacent tiles, with nothing that a group must
enclose; tiles are out when none is left.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from rules.engine.core import MOST_TILES, State, place, root_of, touches, undo
from rules.engine.grid import CORNERS, EMPTY, NEIGHBOURS, TURNS, Int32s

NO_TILE: Final = -1
MOST_MOVES: Final = 8192
NOBODY: Final = -1
_SLOTS_OF_A_CELL: Final = 3


@njit(cache=True)
def winner_of(closed: int, mover: int) -> int:
    """Return who wins by arch groups that a move closed; who closes both kinds loses."""
    if closed == 0:
        return NOBODY
    if closed == 3:
        return 1 - mover
    return closed - 1


@njit(cache=True)
def border(state: State, cells: Int32s) -> int:
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


@njit(cache=True)
def _write(moves: Int32s, count: int, one: int, turn: int, two: int, other_turn: int) -> int:
    """Write a move where there is room; return how many there are with it."""
    if count < moves.shape[0]:
        moves[count, 0], moves[count, 1] = one, turn
        moves[count, 2], moves[count, 3] = two, other_turn
    return count + 1


@njit(cache=True)
def _is_almost_closed(state: State, cell: int, kind: int) -> bool:
    """Tell whether one tile more might close a group at a tile's corners of a kind."""
    for index in range(TURNS):
        root = root_of(state, 2 * cell + CORNERS[kind, index])
        if state.missing[root] <= _SLOTS_OF_A_CELL:
            return True
    return False


@njit(cache=True)
def _freedoms(state: State, corner: int, kind: int, cells: Int32s) -> int:
    """Write the empty cells around a corner's group; 3 where there are more than two."""
    found = np.empty(2 * MOST_TILES + 4, np.int32)
    found[0] = corner
    count, looked, free = 1, 0, 0
    while looked < count:
        one = found[looked]
        looked += 1
        for index in range(TURNS):
            cell = (one - CORNERS[kind, index]) // 2
            turn = state.turns[cell]
            if turn == EMPTY:
                if (free > 0 and cells[0] == cell) or (free > 1 and cells[1] == cell):
                    continue
                if free == 2:
                    return 3
                cells[free] = cell
                free += 1
                continue
            tip = (turn + kind) % TURNS
            if index == tip:
                continue
            end = 2 * cell + CORNERS[kind, 3 - index - tip]
            is_new = True
            for number in range(count):
                if found[number] == end:
                    is_new = False
                    break
            if is_new:
                found[count] = end
                count += 1
    return free


@njit(cache=True)
def new_wins(state: State, mover: int, left: int, before: int, moves: Int32s) -> int:
    """Write moves that win at once and did not before the last tiles were placed; return how many.

    Such a win closes a group that has a corner at one of those tiles, and its tiles fill all empty
    cells around that group. ``before`` is how many tiles there were before. Moves may come twice.
    """
    count = 0
    if left < 1:
        return count
    cells = np.empty(2, np.int32)
    for number in range(before, state.laid[0]):
        placed = state.placed[number]
        for index in range(TURNS):
            free = _freedoms(state, 2 * placed + CORNERS[mover, index], mover, cells)
            if free == 1:
                count = _wins_at(state, mover, left, cells[0], NO_TILE, moves, count)
            elif free == 2 and left > 1:
                count = _wins_at(state, mover, left, cells[0], cells[1], moves, count)
                count = _wins_at(state, mover, left, cells[1], cells[0], moves, count)
            if count >= moves.shape[0]:
                return count
    return count


@njit(cache=True)
def _wins_at(
    state: State, mover: int, left: int, one: int, other: int, moves: Int32s, count: int
) -> int:
    """Write the winning moves with a tile on a cell, and one on another or any beside it."""
    is_beside = touches(state, one)
    for turn in range(TURNS):
        closed = place(state, one, turn)
        if closed != 0:
            if other == NO_TILE and winner_of(closed, mover) == mover:
                count = _write(moves, count, one, turn, NO_TILE, NO_TILE)
        elif left > 1:
            for edge in range(6):
                two = one + NEIGHBOURS[edge]
                if state.turns[two] != EMPTY or (other != NO_TILE and two != other):
                    continue
                for other_turn in range(TURNS):
                    closed = place(state, two, other_turn)
                    undo(state)
                    if winner_of(closed, mover) == mover and is_beside:
                        count = _write(moves, count, one, turn, two, other_turn)
        undo(state)
    if other == NO_TILE:
        count = _wins_second(state, mover, left, one, moves, count)
    return count


@njit(cache=True)
def _wins_second(state: State, mover: int, left: int, one: int, moves: Int32s, count: int) -> int:
    """Write the winning pairs of which a tile on a cell comes second."""
    if left < 2:
        return count
    for edge in range(6):
        two = one + NEIGHBOURS[edge]
        if state.turns[two] != EMPTY:
            continue
        for other_turn in range(TURNS):
            if place(state, two, other_turn) == 0:
                for turn in range(TURNS):
                    closed = place(state, one, turn)
                    undo(state)
                    if winner_of(closed, mover) == mover:
                        count = _write(moves, count, two, other_turn, one, turn)
            undo(state)
    return count


@njit(cache=True)
def winning_moves(state: State, mover: int, left: int, moves: Int32s) -> int:
    """Write moves that win at once; return how many there are, all those with one tile first.

    Pairs of which the first tile alone ends the game are left out, even where the other order
    would win. As many are found as there is room for.
    """
    if left < 1:
        return 0
    cells = np.empty(6 * state.laid[0], np.int32)
    around = border(state, cells)
    count = 0
    for number in range(around):
        for turn in range(TURNS):
            closed = place(state, cells[number], turn)
            undo(state)
            if winner_of(closed, mover) == mover:
                count = _write(moves, count, cells[number], turn, NO_TILE, NO_TILE)
                if count >= moves.shape[0]:
                    return count
    if left < 2:
        return count
    for number in range(around):
        one = cells[number]
        for turn in range(TURNS):
            if place(state, one, turn) == 0 and _is_almost_closed(state, one, mover):
                for edge in range(6):
                    two = one + NEIGHBOURS[edge]
                    if state.turns[two] != EMPTY:
                        continue
                    for other_turn in range(TURNS):
                        closed = place(state, two, other_turn)
                        undo(state)
                        if winner_of(closed, mover) == mover:
                            count = _write(moves, count, one, turn, two, other_turn)
                            if count >= moves.shape[0]:
                                undo(state)
                                return count
            undo(state)
    return count


@njit(cache=True)
def legal_moves(state: State, left: int, moves: Int32s) -> int:
    """Write each legal move once, the first tile first; return how many there are.

    A tile that ends the game alone is a move of its own. Of two such tiles none is placed first
    in a pair.
    """
    if left < 1:
        return 0
    cells = np.empty(6 * state.laid[0], np.int32)
    around = border(state, cells)
    ends = np.zeros((around, TURNS), np.bool_)
    count = 0
    for number in range(around):
        for turn in range(TURNS):
            ends[number, turn] = place(state, cells[number], turn) != 0
            undo(state)
            if ends[number, turn] or left == 1 or state.laid[0] == 1:
                count = _write(moves, count, cells[number], turn, NO_TILE, NO_TILE)
    if left < 2:
        return count
    for number in range(around):
        one = cells[number]
        for edge in range(6):
            two = one + NEIGHBOURS[edge]
            if state.turns[two] != EMPTY:
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
                        count = _write(moves, count, one, turn, two, other_turn)
                    elif not two_ends:
                        count = _write(moves, count, two, other_turn, one, turn)
    return count


@njit(cache=True)
def play(state: State, move: Int32s) -> int:
    """Place the tiles of a move; return which kinds of arch groups it closes: 1 even, 2 odd."""
    closed = place(state, move[0], move[1])
    if move[2] != NO_TILE and closed == 0:
        closed = place(state, move[2], move[3])
    return closed


@njit(cache=True)
def take_back(state: State, count: int) -> None:
    """Take tiles back until so many are left."""
    while state.laid[0] > count:
        undo(state)


@njit(cache=True)
def wins_by(state: State, mover: int, left: int, move: Int32s) -> bool:
    """Tell whether a move is still there, and wins at once."""
    if state.turns[move[0]] != EMPTY or left < 1:
        return False
    if move[2] != NO_TILE and (left < 2 or state.turns[move[2]] != EMPTY):
        return False
    if not touches(state, move[0]) and (move[2] == NO_TILE or not touches(state, move[2])):
        return False
    count = state.laid[0]
    won = winner_of(play(state, move), mover) == mover
    take_back(state, count)
    return won


@njit(cache=True)
def can_win(state: State, mover: int, left: int, before: int, known: Int32s, one: Int32s) -> bool:
    """Tell whether a player has a move that wins at once after another one was made.

    ``known`` are all moves that won before it, when ``before`` tiles lay there; ``one``, (1, 4), is
    for use here.
    """
    for number in range(known.shape[0]):
        if wins_by(state, mover, left, known[number]):
            return True
    return new_wins(state, mover, left, before, one) > 0


@njit(cache=True)
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
    count = 0
    tiles = state.laid[0]
    for number in range(min(legal_moves(state, left, possible), MOST_MOVES)):
        winner = winner_of(play(state, possible[number]), 1 - attacker)
        now_left = left - (state.laid[0] - tiles)
        if winner == 1 - attacker or (
            winner == NOBODY and not can_win(state, attacker, now_left, tiles, threats, one)
        ):
            if count < moves.shape[0]:
                moves[count] = possible[number]
            count += 1
        take_back(state, tiles)
        if count > most:
            break
    return count


@njit(cache=True)
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
    count = 0
    tiles = state.laid[0]
    for number in range(min(legal_moves(state, left, possible), MOST_MOVES)):
        if play(state, possible[number]) == 0:
            now_left = left - (state.laid[0] - tiles)
            found = new_wins(state, attacker, now_left, tiles, wins)
            if found > 0 and count < moves.shape[0]:
                moves[count], weights[count] = possible[number], found
                count += 1
        take_back(state, tiles)
    return count

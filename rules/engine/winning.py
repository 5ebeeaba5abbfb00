"""Moves that win at once, on the fast core."""

from __future__ import annotations

import numpy as np

from rules.engine.compiling import for_all, for_compiled
from rules.engine.core import State, place, root_of, touches, undo
from rules.engine.freedoms import is_almost_closed, is_among, last_freedoms
from rules.engine.grid import CORNERS, EMPTY, NEIGHBOURS, TURNS, ZERO, Int32s
from rules.engine.moves import NO_TILE, border, play, take_back, winner_of, write_move


@for_all
def winning_moves(state: State, mover: int, left: int, moves: Int32s) -> int:
    """Write moves that win at once; return how many there are, all those with one tile first.

    Pairs of which the first tile alone ends the game are left out, even where the other order
    would win. As many are found as there is room for.
    """
    if left < 1:
        return 0
    cells = np.empty(6 * state.laid[0], np.int64)
    around = border(state, cells)
    count = ZERO
    for number in range(around):
        for turn in range(TURNS):
            closed = place(state, cells[number], turn)
            undo(state)
            if winner_of(closed, mover) == mover:
                count = write_move(moves, count, cells[number], turn, NO_TILE, NO_TILE)
                if count >= moves.shape[0]:
                    return count
    if left < 2:
        return count
    for number in range(around):
        one = cells[number]
        for turn in range(TURNS):
            if place(state, one, turn) == 0 and is_almost_closed(state, one, mover):
                for edge in range(6):
                    two = one + NEIGHBOURS[edge]
                    if state.turns[two] != EMPTY:
                        continue
                    for other_turn in range(TURNS):
                        closed = place(state, two, other_turn)
                        undo(state)
                        if winner_of(closed, mover) == mover:
                            count = write_move(moves, count, one, turn, two, other_turn)
                            if count >= moves.shape[0]:
                                undo(state)
                                return count
            undo(state)
    return count


@for_all
def new_wins(state: State, mover: int, left: int, before: int, moves: Int32s) -> int:
    """Write moves that win at once and did not before the last tiles were placed; return how many.

    Such a win closes a group that has a corner at one of those tiles, and its tiles fill all empty
    cells around that group. ``before`` is how many tiles there were before. Of two orders of the
    same tiles one is written.
    """
    count = ZERO
    if left < 1:
        return count
    cells = np.empty(2, np.int64)
    roots = np.empty(2 * TURNS, np.int64)
    seen = ZERO
    for number in range(before, state.laid[0]):
        for index in range(TURNS):
            corner = 2 * state.placed[number] + CORNERS[mover, index]
            root = root_of(state, corner)
            if is_among(root, roots, seen):
                continue
            roots[seen] = root
            seen += 1
            free = last_freedoms(state, corner, mover, cells)
            if free == 1:
                count = _wins_at(state, mover, left, cells[0], moves, count)
            elif free == 2 and left > 1:
                count = _wins_at_both(state, mover, cells[0], cells[1], moves, count)
            if count >= moves.shape[0]:
                return count
    return count


@for_compiled
def _wins_at_both(state: State, mover: int, one: int, two: int, moves: Int32s, count: int) -> int:
    """Write the winning moves with tiles on two cells that touch the table."""
    for turn in range(TURNS):
        is_first = place(state, one, turn) == 0
        if is_first:
            for other_turn in range(TURNS):
                if winner_of(place(state, two, other_turn), mover) == mover:
                    count = write_move(moves, count, one, turn, two, other_turn)
                undo(state)
        undo(state)
        if is_first:
            continue
        # the first tile would end the game alone, so it can come second only
        for other_turn in range(TURNS):
            if place(state, two, other_turn) == 0:
                if winner_of(place(state, one, turn), mover) == mover:
                    count = write_move(moves, count, two, other_turn, one, turn)
                undo(state)
            undo(state)
    return count


@for_compiled
def _wins_at(state: State, mover: int, left: int, one: int, moves: Int32s, count: int) -> int:
    """Write the winning moves with a tile on a cell alone, or else with one beside it too."""
    before = count
    for turn in range(TURNS):
        closed = place(state, one, turn)
        undo(state)
        if winner_of(closed, mover) == mover:
            count = write_move(moves, count, one, turn, NO_TILE, NO_TILE)
    if left < 2 or count > before:
        return count
    for edge in range(6):
        two = one + NEIGHBOURS[edge]
        if state.turns[two] == EMPTY:
            count = _wins_at_both(state, mover, one, two, moves, count)
    return count


@for_all
def wins_by(state: State, mover: int, left: int, move: Int32s) -> bool:
    """Tell whether a move is still there, and wins at once."""
    if state.turns[move[0]] != EMPTY or left < 1:
        return False
    if move[2] != NO_TILE and (left < 2 or state.turns[move[2]] != EMPTY):
        return False
    one, two = ZERO + move[0], ZERO + move[2]
    if not touches(state, one) and (two == NO_TILE or not touches(state, two)):
        return False
    count = state.laid[0]
    won = winner_of(play(state, move), mover) == mover
    take_back(state, count)
    return won


@for_compiled
def can_win(state: State, mover: int, left: int, before: int, known: Int32s, one: Int32s) -> bool:
    """Tell whether a player has a move that wins at once after another one was made.

    ``known`` are all moves that won before it, when ``before`` tiles lay there; ``one``, (1, 4), is
    for use here.
    """
    for number in range(known.shape[0]):
        if wins_by(state, mover, left, known[number]):
            return True
    return new_wins(state, mover, left, before, one) > 0

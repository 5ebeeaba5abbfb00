"""Random games on the fast core: how positions are counted, and how fast the core is."""

from __future__ import annotations

import numpy as np

from rules.engine.compiling import for_all
from rules.engine.core import State
from rules.engine.moves import MOST_MOVES, NOBODY, legal_moves, play, take_back, winner_of


@for_all
def random_game(state: State, mover: int, size: int, seed: int) -> int:
    """Play legal moves at random until the game ends, and take them back.

    Returns who won by closing a group, 0 or 1, or -1 where the tiles ran out first. ``mover`` is
    the kind whose turn it is; ``seed`` starts the random numbers, unless it is negative.
    """
    if seed >= 0:
        np.random.seed(seed)
    moves = np.empty((MOST_MOVES, 4), np.int32)
    before = state.laid[0]
    winner = NOBODY
    while winner == NOBODY and state.laid[0] < size:
        count = min(legal_moves(state, size - state.laid[0], moves), MOST_MOVES)
        winner = winner_of(play(state, moves[np.random.randint(count)]), mover)
        mover = 1 - mover
    take_back(state, before)
    return winner


@for_all
def count_placements(state: State, left: int, rounds: int) -> int:
    """Play each legal move and take it back, so many times; return how many tiles were placed."""
    moves = np.empty((MOST_MOVES, 4), np.int32)
    count = min(legal_moves(state, left, moves), MOST_MOVES)
    before = state.laid[0]
    placed = 0
    for _ in range(rounds):
        for number in range(count):
            play(state, moves[number])
            placed += state.laid[0] - before
            take_back(state, before)
    return placed

"""Boards of Palagonia that grew tile by tile."""

from __future__ import annotations

import random
from functools import cache

from rules.board import Board
from rules.lattice import Cell
from rules.move import Move, applied
from rules.palagonia.judging import rule_on_palagonia
from rules.placing import fitting_tiles, places


@cache
def grown(seed: int, tiles: int) -> Board:
    """Return a board without holes, as chance has it."""
    rng = random.Random(seed)
    board = Board({Cell(0, 0): 0})
    while len(board) < tiles:
        move = Move(placed=(rng.choice(list(fitting_tiles(board, places(board)))),))
        if rule_on_palagonia(board, move, die=5, tiles_left=1).legal:
            board = applied(move, board)
    return board

"""Positions of Palago for the tests of the fast core."""

from __future__ import annotations

from random import Random

from rules import Board, Cell, PalagoGame
from rules.engine.position import FastPosition
from rules.tile import other_color

FALLS_TO_A_FORK = Board({Cell(0, 0): 4, Cell(1, 0): 4})
"""An opening after which Blue threatens, forks and wins."""
THREATENED = FALLS_TO_A_FORK.with_tiles([(Cell(0, -1), 2), (Cell(1, -2), 2)])
"""The same after Blue's threat; White is to move."""
FORKED = FALLS_TO_A_FORK.with_tiles(
    [
        (Cell(0, -1), 2),
        (Cell(1, -2), 2),
        (Cell(1, -1), 0),
        (Cell(2, -2), 2),
        (Cell(2, -1), 0),
        (Cell(3, -2), 0),
    ]
)
"""The same after Blue's threat, White's answer and Blue's fork; White is to move, and loses."""
_TRIES = 60


def careful_game(seed: int, tiles: int) -> PalagoGame:
    """Return a random game in which nobody gives a win away, as far as they see it at once."""
    random, game = Random(seed), PalagoGame()
    while len(game.board) < tiles:
        moves = list(game.legal_moves())
        random.shuffle(moves)
        for move in moves[:_TRIES]:
            after = game.board.with_tiles(move.placed)
            if game.board and game.verdict(move).over:
                continue
            if not FastPosition(after).winning_moves(other_color(game.color), 1):
                game.play(move)
                break
        else:
            return game
    return game

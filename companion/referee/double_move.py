"""Moves that follow each other so quickly that no settled look falls between them."""

from __future__ import annotations

from itertools import combinations

from companion.referee.ledger import Ledger
from companion.referee.ruling import Attempt, progress_of
from rules import Board, Code, Progress, Stage
from rules.judging import PALAGO
from rules.palago.judging import tiles_due


def may_be_two_moves(ledger: Ledger, progress: Progress, now: Board) -> bool:
    """Tell whether too many tiles of Palago may be two legal moves, of one player and the next.

    Nobody can tell from the table, so such tiles are no reason to call anybody's move wrong.
    """
    setup, placed, left = ledger.setup, progress.move.placed, ledger.tiles_left
    if setup.game != PALAGO or progress.stage is not Stage.ILLEGAL or progress.verdict is None:
        return False
    first_due = tiles_due(left, setup.palago)
    due = first_due + tiles_due(left - first_due, setup.palago)
    if progress.verdict.codes != {Code.WRONG_COUNT} or not first_due < len(placed) == due:
        return False
    players = setup.players
    following = players[(players.index(ledger.mover) + 1) % len(players)]
    for tiles in combinations(placed, first_due):
        between = ledger.board.with_tiles(tiles)
        first = ledger.progress(between)
        if first.stage is not Stage.COMPLETE or (first.verdict and first.verdict.over):
            continue
        second = progress_of(setup, {}, Attempt(following, between, now))
        if second.stage is Stage.COMPLETE:
            return True
    return False

"""What is to be said of turns, but rests on cells that nobody sees for sure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.referee.doubt import rests_on
from companion.referee.ledger import Ledger
from companion.referee.ruling import Attempt, verdict_on
from companion.referee.seen_table import SeenTable
from companion.referee.stories.story import StoryTurn
from companion.referee.stories.weights import FAINTEST
from rules import Board, Cell, Verdict
from rules.progress import ruled
from rules.tile import matching_orientations


def doubts_of(turns: Sequence[StoryTurn], table: SeenTable, ledger: Ledger) -> frozenset[Cell]:
    """Return the cells that what is to be said of turns rests on, but that nobody sees for sure.

    That is asked of the end of a game, and of cells that are hidden since this look only: a glass
    may stand there for the rest of the game.
    """
    found: set[Cell] = set()
    before = ledger.board
    for turn in turns:
        verdict = turn.verdict
        if table.newly_hidden or (table.doubtful and _ends(verdict)):
            inversion = ledger.setup.palagem.inversion
            cells = rests_on(ruled(verdict), turn.after, ledger.palagems, inversion=inversion)
            found |= cells & table.newly_hidden
            if _ends(verdict):
                found |= {
                    cell
                    for cell in cells & table.doubtful
                    if not _ends_alike(cell, turn, before, table, ledger)
                }
        before = turn.after
    return frozenset(found)


def _ends(verdict: Verdict) -> bool:
    return bool(verdict.over or verdict.winner or verdict.loser)


def _ends_alike(
    cell: Cell, turn: StoryTurn, before: Board, table: SeenTable, ledger: Ledger
) -> bool:
    """Tell whether a turn ends the game in the same way however a tile on record is turned.

    The tile must lie there on record and to the camera; how it is turned may be open. Those that
    were laid beside it match it in three ways.
    """
    lies = ledger.board.get(cell)
    if lies is None or not lies == before.get(cell) == turn.after.get(cell) == table.seen(cell):
        return False
    held = table.evidence().doubtful.get(cell)
    if held is None:
        return False
    others = (k for k in matching_orientations(lies) if k != lies and held.get(k, 0.0) >= FAINTEST)
    for other in others:
        turned = Attempt(
            turn.mover,
            before.with_tile(cell, other),
            turn.after.with_tile(cell, other),
            turn.roll,
            None,
            is_first=False,
        )
        if _end(verdict_on(ledger.setup, ledger.palagems, turned)) != _end(turn.verdict):
            return False
    return True


def _end(verdict: Verdict) -> tuple[object, ...]:
    """Return how a turn ends the game, and what it scores."""
    ends = verdict.legal, verdict.over, verdict.winner, verdict.loser, verdict.reason
    return *ends, verdict.islands, verdict.palagems

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
from rules.judging import PALAGEM
from rules.progress import ruled
from rules.tile import matching_orientations


def doubts_of(turns: Sequence[StoryTurn], table: SeenTable, ledger: Ledger) -> frozenset[Cell]:
    """Return the cells that what is to be said of turns rests on, but that nobody sees for sure.

    That is asked of the end of a game, and of cells that are hidden since this look only: a glass
    may stand there for the rest of the game. Once no tile is left no later look tells; then see
    :func:`end_in_doubt` for what lies on record.
    """
    found: set[Cell] = set()
    before = ledger.board
    for turn in turns:
        if table.newly_hidden:
            found |= _rests_on(turn, ledger) & table.newly_hidden
        if table.doubtful and _ends(turn.verdict):
            found |= {
                cell
                for cell in _open_ends(turn, before, table, ledger)
                if not _is_on_record(cell, turn, ledger)
            }
        before = turn.after
    return frozenset(found)


def end_in_doubt(turns: Sequence[StoryTurn], table: SeenTable, ledger: Ledger) -> frozenset[Cell]:
    """Return the cells of tiles on record, not sure, on which the end rests, no tile being left.

    The game is over whatever lies there, and no later look will tell. All that is told has them so.
    """
    last = turns[-1:]
    before = turns[-2].after if len(turns) > 1 else ledger.board
    return frozenset(
        cell
        for turn in last
        if table.doubtful and _ends(turn.verdict)
        for cell in _open_ends(turn, before, table, ledger)
        if _is_on_record(cell, turn, ledger)
    )


def _rests_on(turn: StoryTurn, ledger: Ledger) -> frozenset[Cell]:
    inversion = ledger.setup.palagem.inversion
    return rests_on(ruled(turn.verdict), turn.after, ledger.palagems, inversion=inversion)


def _open_ends(turn: StoryTurn, before: Board, table: SeenTable, ledger: Ledger) -> frozenset[Cell]:
    """Return the cells, not sure, on which it depends how a turn ends the game."""
    return frozenset(
        cell
        for cell in _rests_on(turn, ledger) & table.doubtful
        if not _ends_alike(cell, turn, before, table, ledger)
    )


def _is_on_record(cell: Cell, turn: StoryTurn, ledger: Ledger) -> bool:
    """Tell whether a tile lies on a cell as it does on record, and no tile is left to be laid."""
    lies = ledger.board.get(cell)
    return lies is not None and lies == turn.after.get(cell) and not _left(turn, ledger)


def _left(turn: StoryTurn, ledger: Ledger) -> int:
    """Return how many tiles are left after a turn; where tiles are moved then, play goes on."""
    setup = ledger.setup
    return 1 if setup.game == PALAGEM else setup.tiles_left(turn.after)


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

"""Legal turns that lay many tiles, one turn after the other: where they are too many to be told.

Which tiles came first nobody has seen then, and nobody says. So any order will do in which all
turns are legal, and none ends the game before the last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.referee.ledger import Ledger
from companion.referee.stories import weights
from companion.referee.stories.division import first_turns
from companion.referee.stories.story import StoryTurn
from rules import Board, Move, applied, difference
from rules.judging import PALAGEM, PALAGONIA
from rules.palago.judging import tiles_due
from rules.palagonia.judging import REMOVE_DIE, ROTATE_DIE


def laid_one_by_one(ledger: Ledger, table: Board, due: str | None = None) -> list[StoryTurn]:
    """Return the fewest legal turns that lead from the record to a table; none where none do.

    Parameters
    ----------
    ledger, table
        The moves on record, and what lies there: more tiles, and all others as they lay.
    due
        Who is to move after them; None where nobody said it.
    """
    done = difference(ledger.board, table)
    if done.removed or done.rotated:
        return []
    search = _Search(table)
    for count in _counts(ledger, len(done.placed)):
        if due in (None, _mover_after(ledger, count)):
            turns = search.turns(ledger, count)
            if turns or not search.steps_left:
                return turns or []
    return []


@dataclass
class _Search:
    """Tries one part of what was done after the other as the next turn, for so many steps."""

    table: Board
    steps_left: int = weights.MOST_STEPS_ONE_BY_ONE
    _in_vain: set[tuple[Board, int]] = field(default_factory=set)

    def turns(self, ledger: Ledger, count: int) -> list[StoryTurn] | None:
        """Return so many turns that lead from a ledger's board to the table, None if none do."""
        if not count:
            return []
        if (ledger.board, count) in self._in_vain:
            return None
        for part in self._parts(ledger, count):
            if not self.steps_left:
                return None
            self.steps_left -= 1
            after = _played(ledger, part)
            if after is None or (count > 1 and after.outcome() is not None):
                continue
            rest = self.turns(after, count - 1)
            if rest is not None and after.last is not None:
                made = after.last
                return [StoryTurn(made.mover, made.after, made.verdict, made.die), *rest]
        self._in_vain.add((ledger.board, count))
        return None

    def _parts(self, ledger: Ledger, count: int) -> Iterator[Move]:
        """Yield what may be the next of so many turns."""
        done = difference(ledger.board, self.table)
        if count == 1:
            yield done
            return
        for part in first_turns(ledger.setup, ledger.board, done):
            left = len(done.placed) - len(part.placed)
            if part.placed and _fits(ledger, left, count - 1):
                yield part


def _played(ledger: Ledger, turn: Move) -> Ledger | None:
    """Return the record with one more turn; None if that is against the rules."""
    after = ledger.fork()
    die = len(turn.placed) if ledger.setup.game == PALAGONIA else None
    table = applied(turn, ledger.board)
    verdict = ledger.whole(table, die=die)
    if not verdict.legal:
        return None
    after.record(table, verdict, die)
    return after


def _counts(ledger: Ledger, tiles: int) -> Iterator[int]:
    """Return how many turns may lay so many tiles, the fewest first."""
    return (count for count in range(1, tiles + 1) if _fits(ledger, tiles, count))


def _fits(ledger: Ledger, tiles: int, turns: int) -> bool:
    """Tell whether so many turns may lay so many tiles."""
    setup = ledger.setup
    if setup.game == PALAGONIA:
        return (REMOVE_DIE + 1) * turns <= tiles <= (ROTATE_DIE - 1) * turns
    each = 1 if setup.game == PALAGEM else tiles_due(ledger.tiles_left, setup.palago)
    return each * (turns - 1) < tiles <= each * turns


def _mover_after(ledger: Ledger, turns: int) -> str:
    """Return who is to move after so many turns."""
    players = ledger.setup.players
    return players[(players.index(ledger.mover) + turns) % len(players)]

"""How a game that was followed names its cells: the truth is told in its names.

A follower names cells by the first tiles that it sees. The script of the game has names of its own,
which are turned and shifted against those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.referee.ruling import Attempt, verdict_on
from companion.referee.setup import Setup
from rules import Board, Cell, Turn
from rules.lattice import SIDES
from training.campaign.scene import Scene

_HERE = Cell(0, 0)


@dataclass(frozen=True)
class Naming:
    """What a cell of the script is called: turned about cell (0, 0), then shifted."""

    turns: int = 0
    shift: Cell = _HERE

    def cell(self, true: Cell) -> Cell:
        """Return the name of one of the script's cells."""
        return true.rotated(self.turns).translated(*self.shift)

    def board(self, true: Board) -> Board:
        """Return one of the script's boards in these names."""
        return true.rotated(self.turns).translated(*self.shift)

    def fits(self, true: Board, seen: Board) -> bool:
        """Tell whether a tile lies where one is seen: a lone tile may be seen beside the board."""
        return not self.board(true).keys().isdisjoint(seen)


class Retold:
    """Tells the scenes of a game in other names; what was ruled on its turns is ruled anew."""

    def __init__(self, naming: Naming, setup: Setup) -> None:
        self._naming, self._setup = naming, setup
        self._turns: dict[tuple[int, Board, Board], Turn] = {}

    def scene(self, scene: Scene) -> Scene:
        """Return a scene in these names."""
        turns = tuple(self._turn(number, turn) for number, turn in enumerate(scene.turns))
        return replace(scene, table=self._naming.board(scene.table), turns=turns)

    def _turn(self, number: int, turn: Turn) -> Turn:
        key = (number, turn.before, turn.after)
        if key not in self._turns:
            self._turns[key] = self._ruled(number, turn)
        return self._turns[key]

    def _ruled(self, number: int, turn: Turn) -> Turn:
        before, after = self._naming.board(turn.before), self._naming.board(turn.after)
        attempt = Attempt(turn.mover, before, after, turn.die, None, is_first=number == 0)
        verdict = verdict_on(self._setup, self._setup.palagems, attempt)
        return replace(turn, before=before, after=after, move=verdict.move, verdict=verdict)


def naming_of(pairs: Iterable[tuple[Cell, Cell]]) -> Naming:
    """Return the naming that pairs of a true cell and its name agree on most.

    One pair alone tells no turn; with no pair nothing is renamed.
    """
    votes: Counter[Naming] = Counter()
    for true, named in pairs:
        for turns in range(SIDES):
            q, r = true.rotated(turns)
            votes[Naming(turns, Cell(named.q - q, named.r - r))] += 1
    return max(votes, key=lambda naming: votes[naming], default=Naming())

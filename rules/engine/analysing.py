"""What can be said of a position of Palago: its threats, and who wins by force if that is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rules.board import Board
from rules.engine.position import FastPosition
from rules.engine.proof_number import WON, ProofNumberSearch
from rules.engine.proving import proof_of_loss, proof_of_win
from rules.engine.search import ThreatSearch
from rules.engine.threat_moves import StoppedError
from rules.engine.threats import Threat, find_threats
from rules.move import Move
from rules.palago.options import STANDARD_SIZE
from rules.palago.patterns import Pattern, find_patterns
from rules.proofs.line import main_line
from rules.proofs.proof import Proof
from rules.tile import COLORS, Color, other_color

Result = Literal["win", "loss", "unknown"]
_SHALLOW = 2
"""Wins in so many moves of the winner are looked for first, so that the shortest is told."""
_FIRST_NODES = 32


@dataclass(frozen=True)
class PositionAnalysis:
    """What was found out of a position.

    Attributes
    ----------
    to_move
        Whose move it is.
    result
        For the player to move; unknown is all that can be said where no forced win was found.
    proof
        That somebody wins, where that was found.
    line
        How it goes if both do their best.
    threats
        The threats of both players.
    patterns
        What else there is on the board that has a name.
    best
        What to play: the first move of a win, the reply that puts a loss off longest, or where the
        other player threatens to win at once, the answers that were not found to lose.
    nodes
        How many positions were searched.
    searched
        Up to how many moves of the winner no win by threats was left out; all that the tiles
        last for where there is none at all.
    """

    to_move: Color
    result: Result
    proof: Proof | None
    line: tuple[Move, ...]
    threats: tuple[Threat, ...]
    patterns: tuple[Pattern, ...]
    best: tuple[Move, ...]
    nodes: int
    searched: int


def color_to_move(board: Board) -> Color:
    """Return whose move it is where both moved in turn, White first, two tiles each."""
    return COLORS[(len(board) + 1) // 2 % 2]


def analyse_position(
    board: Board,
    to_move: Color,
    *,
    size: int = STANDARD_SIZE,
    is_stopped: Callable[[], bool] = lambda: False,
    tell: Callable[[int, int], None] = lambda _depth, _nodes: None,
) -> PositionAnalysis:
    """Analyse a position of two adjacent tiles a turn.

    Parameters
    ----------
    board
        The position.
    to_move
        Whose move it is.
    size
        The number of tiles in the game.
    is_stopped
        Ends the search once it returns True; it is asked at every node.
    tell
        Hears from time to time up to how many moves was searched wholly, with the nodes so far.

    Raises
    ------
    PositionError
        If the board cannot be searched.
    """
    position = FastPosition(board, size)
    threats = find_threats(position)
    own = _Search(position, to_move, is_stopped, attacker_moves=True)
    others = _Search(position, other_color(to_move), is_stopped, attacker_moves=False)
    # without a threat any move parries, and all of them would have to be looked at
    searches = [own, others] if len(others.shallow.winning(1)) else [own]
    # what wins at once is told however little time there is
    found = proof_of_win(own.shallow, 1) if len(own.shallow.winning(1)) else None
    searched = 0
    try:
        for depth in range(1, _SHALLOW + 1):
            found = found or next(filter(None, (one.within(depth) for one in searches)), None)
            if found is None:
                searched = depth
                tell(depth, own.nodes + others.nodes)
        opened = _FIRST_NODES
        while found is None and any(one.is_open for one in searches):
            found = next(filter(None, (one.deeper(opened) for one in searches)), None)
            tell(searched, own.nodes + others.nodes)
            opened *= 2
        if found is None:
            searched = (position.left + 3) // 4
    except StoppedError:
        pass
    result: Result = "unknown"
    if found is not None:
        result = "win" if found.winner == to_move else "loss"
    line = main_line(found) if found is not None else ()
    best = line[:1]
    if found is None and len(searches) > 1:
        best = others.answers_that_may_hold()
    nodes = own.nodes + others.nodes
    patterns = find_patterns(board)
    return PositionAnalysis(to_move, result, found, line, threats, patterns, best, nodes, searched)


class _Search:
    """The search for a win of one player: a few moves deep first, then as deep as it goes."""

    def __init__(
        self,
        position: FastPosition,
        attacker: Color,
        is_stopped: Callable[[], bool],
        *,
        attacker_moves: bool,
    ) -> None:
        self.shallow = ThreatSearch(position, attacker, is_stopped)
        self._deep = ProofNumberSearch(position, attacker, is_stopped)
        self._attacker_moves = attacker_moves

    @property
    def nodes(self) -> int:
        return self.shallow.nodes + self._deep.nodes

    @property
    def is_open(self) -> bool:
        """Whether a win by threats may be found yet."""
        return 0 not in self._deep.numbers(attacker_moves=self._attacker_moves)

    def within(self, depth: int) -> Proof | None:
        """Return the proof of a win that takes so many moves of the attacker."""
        if self._attacker_moves:
            return proof_of_win(self.shallow, depth) if self.shallow.wins(depth) else None
        return proof_of_loss(self.shallow, depth) if self.shallow.holds(depth) else None

    def deeper(self, most: int) -> Proof | None:
        """Return the proof of a win that is found by opening so many positions more."""
        if self._deep.search(most, attacker_moves=self._attacker_moves) != WON:
            return None
        return proof_of_win(self._deep) if self._attacker_moves else proof_of_loss(self._deep)

    def answers_that_may_hold(self) -> tuple[Move, ...]:
        """Return the parries after which the attacker was not found to win."""
        return tuple(
            self.shallow.position.move_of(row)
            for row in self.shallow.parries()
            if not self.shallow.after(row, self._is_won)
        )

    def _is_won(self) -> bool:
        return self.shallow.known().wins_in > 0 or self._deep.numbers() == WON

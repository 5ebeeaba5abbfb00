"""What can be said of a position of Palago: its threats, and who wins by force if that is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rules.board import Board
from rules.engine.position import FastPosition
from rules.engine.proving import proof_of_loss, proof_of_win
from rules.engine.search import StoppedError, ThreatSearch
from rules.engine.threats import Threat, find_threats
from rules.move import Move
from rules.palago.options import STANDARD_SIZE
from rules.proofs.line import main_line
from rules.proofs.proof import Proof
from rules.tile import COLORS, Color, other_color

Result = Literal["win", "loss", "unknown"]
MOST_MOVES = 12
"""No win is looked for that takes more moves of the winner."""


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
    best
        What to play: the first move of a win, the reply that puts a loss off longest, or where the
        other player threatens to win at once, the answers that were not found to lose.
    nodes
        How many positions were searched.
    searched
        Up to how many moves of the winner no win by threats was left out.
    """

    to_move: Color
    result: Result
    proof: Proof | None
    line: tuple[Move, ...]
    threats: tuple[Threat, ...]
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
        Hears of each depth in moves that was searched wholly, with the nodes so far.

    Raises
    ------
    PositionError
        If the board cannot be searched.
    """
    position = FastPosition(board, size)
    threats = find_threats(position)
    own = ThreatSearch(position, to_move, is_stopped)
    others = ThreatSearch(position, other_color(to_move), is_stopped)
    # without one any move parries, and all of them would have to be looked at
    is_threatened = len(others.winning(1)) > 0
    # what wins at once is told however little time there is
    found = proof_of_win(own, 1) if len(own.winning(1)) else None
    searched = 0
    try:
        while found is None and searched < MOST_MOVES:
            depth = searched + 1
            if own.wins(depth):
                found = proof_of_win(own, depth)
            elif is_threatened and others.holds(depth):
                found = proof_of_loss(others, depth)
            else:
                searched = depth
                tell(depth, own.nodes + others.nodes)
    except StoppedError:
        pass
    result: Result = "unknown"
    if found is not None:
        result = "win" if found.winner == to_move else "loss"
    line = main_line(found) if found is not None else ()
    best = line[:1]
    if found is None and is_threatened:
        best = _answers_that_may_hold(others)
    nodes = own.nodes + others.nodes
    return PositionAnalysis(to_move, result, found, line, threats, best, nodes, searched)


def _answers_that_may_hold(attack: ThreatSearch) -> tuple[Move, ...]:
    """Return the parries after which the attacker was not found to win."""
    rows = attack.parries()
    return tuple(
        attack.position.move_of(row)
        for row in rows
        if not attack.after(row, lambda: attack.known().wins_in > 0)
    )

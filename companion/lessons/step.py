"""A step of a lesson: a position, what is asked of the player, and what the rules say of a try.

Nothing is kept, and no answer is compared with a wanted one: a step is done when the rules find
in the move what it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from rules import (
    Board,
    Cell,
    Code,
    Color,
    Move,
    Palagem,
    Verdict,
    applied,
    judge_palagem,
    judge_palago,
    judge_palagonia,
)
from rules.groups import find_groups
from rules.judging import PALAGEM, PALAGO
from rules.palago.closing import closing_from_nothing
from rules.palago.moves import legal_moves as palago_moves
from rules.palago.options import STANDARD_SIZE, PalagoOptions
from rules.placing import fitting_tiles, places
from rules.refusals import PalagemError
from rules.tile import WHITE, other_color
from rules.verdict import Reason

LEARNER, OTHER = "learner", "other"
"""The players of Palagem, as its rulings call them."""


class Goal(Enum):
    """What a try must do."""

    LEGAL = auto()
    TURNED = auto()
    """Legal, and the tile does not lie as its neighbour does."""
    ILLEGAL = auto()
    """Break one rule, that of the step."""
    EYE = auto()
    """Close an eye, and nothing that counts."""
    WIN = auto()
    LOSE_BOTH = auto()
    """Close groups of both colours, so that the mover loses."""
    SAVE = auto()
    """Be legal, and leave the other player no win with the next move."""
    ISLAND = auto()
    """Close an island of the value of the step."""
    PALAGEM = auto()
    """Build a palagem other than the one that lies there."""


@dataclass(frozen=True)
class Step:
    """A step of a lesson.

    Attributes
    ----------
    asks
        What the player is to do, in the reader's language.
    board, goal
        The position, and what is to be done on it.
    example
        A move that does it; to be shown to whoever asks.
    well
        What is to be known once it was done; may be empty.
    code, value
        Which rule is to be broken, or what the island is to be worth, where the goal needs it.
    mover
        Who moves in Palago.
    die
        The roll, in Palagonia.
    tiles_left
        The tiles left before the move; None where all that do not lie there are.
    palagems
        Whose palagems there are, by ``LEARNER`` and ``OTHER``.
    """

    asks: str
    board: Board
    goal: Goal
    example: Move
    well: str = ""
    code: Code | None = None
    value: int = 0
    mover: Color = WHITE
    die: int | None = None
    tiles_left: int | None = None
    palagems: Mapping[str, Palagem] = field(default_factory=dict)

    @property
    def left(self) -> int:
        """The tiles left before the move."""
        return STANDARD_SIZE - len(self.board) if self.tiles_left is None else self.tiles_left


@dataclass(frozen=True)
class Try:
    """What came of a try: whether it did what was asked, and what the rules say of the move.

    Without a verdict there is nothing to be ruled on.
    """

    is_done: bool
    verdict: Verdict | None


def tried(game: str, step: Step, move: Move) -> Try:
    """Have a move judged by the rules of a game, and held against what a step asks for.

    Raises
    ------
    MoveError
        If the move cannot be made on the position at all.
    """
    after = applied(move, step.board)
    if step.goal is Goal.PALAGEM:
        return Try(_is_palagem(after) and after != step.board, None)
    verdict = _judged(game, step, move, after)
    return Try(_is_done(game, step, after, verdict), verdict)


def _is_palagem(board: Board) -> bool:
    try:
        Palagem(board)
    except PalagemError:
        return False
    return True


def _judged(game: str, step: Step, move: Move, after: Board) -> Verdict:
    if game == PALAGO:
        order = move.placed_cells if move.ordered else None
        return judge_palago(step.board, after, mover=step.mover, tiles_left=step.left, order=order)
    if game == PALAGEM:
        return judge_palagem(
            step.board, after, mover=LEARNER, tiles_left=step.left, palagems=step.palagems
        )
    return judge_palagonia(step.board, after, die=step.die, tiles_left=step.left)


def _is_done(game: str, step: Step, after: Board, verdict: Verdict) -> bool:
    winner = step.mover if game == PALAGO else LEARNER
    match step.goal:
        case Goal.ILLEGAL:
            return verdict.codes == {step.code}
        case Goal.WIN:
            return verdict.winner == winner
        case Goal.LOSE_BOTH:
            return verdict.reason is Reason.BOTH_CLOSED
        case Goal.ISLAND:
            return any(island.value >= step.value for island in verdict.islands)
        case Goal.EYE:
            is_quiet = verdict.legal and not (verdict.over or verdict.islands)
            return is_quiet and _eyes(after) > _eyes(step.board)
        case Goal.SAVE:
            return verdict.legal and not verdict.over and not _wins_next(game, step, after)
        case Goal.TURNED:
            return verdict.legal and _is_turned(step.board, verdict.move)
        case _:
            return verdict.legal and not verdict.move.is_pass


def _eyes(board: Board) -> int:
    return sum(group.closed and not group.arches for group in find_groups(board).all)


def _is_turned(board: Board, move: Move) -> bool:
    ways = {orientation for cell in move.placed_cells for _, orientation in _around(board, cell)}
    return any(orientation not in ways for _, orientation in move.placed)


def _around(board: Board, cell: Cell) -> list[tuple[Cell, int]]:
    return [(other, board[other]) for other in board.touching(cell)]


def _wins_next(game: str, step: Step, board: Board) -> bool:
    """Tell whether the other player wins with the next move."""
    if game == PALAGO:
        other, options = other_color(step.mover), PalagoOptions()
        closing = closing_from_nothing(board, options)
        moves = palago_moves(board, STANDARD_SIZE - len(board), options, closing)
        closed = (closing(move.placed) for move in moves)
        return any({group.color for group in groups} == {other} for groups in closed)
    for tile in fitting_tiles(board, places(board)):
        verdict = judge_palagem(
            board,
            board.with_tiles([tile]),
            mover=OTHER,
            tiles_left=step.left - 1,
            palagems=step.palagems,
        )
        if verdict.winner == OTHER:
            return True
    return False

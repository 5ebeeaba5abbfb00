"""What is answered about the coach: reviews of games, and moves that were tried."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypedDict

from companion.coaching.hints import KINDS
from companion.coaching.review import Kind
from companion.coaching.trying import Found
from companion.web.shapes import Board, Cells, Color, Count, OneOf, Positive, Tile


class ReviewedPosition(TypedDict):
    """What is known of the position after a move: who wins by force in how many moves, or a hint.

    ``score`` is 1 where White wins, -1 where Blue does.
    """

    winner: Color | None
    moves: Count
    score: float


class ReviewedMove(TypedDict):
    """A move that mattered: how the win goes that it missed, allowed or began; what is better."""

    move: Positive
    kind: Annotated[str, OneOf(*Kind)]
    moves: Positive
    line: list[list[Tile]]
    better: list[Tile] | None


class ReviewOfGame(TypedDict):
    """What was found out of a game."""

    standings: list[ReviewedPosition]
    moments: list[ReviewedMove]


class ReviewState(TypedDict):
    """How far the review of a game is: of how many positions so many are done."""

    state: Literal["none", "running", "failed", "done"]
    done: Count
    of: Count
    problem: str | None
    review: ReviewOfGame | None


class TriedMove(TypedDict):
    """What came of a try: in a word and in a sentence, and the reply that refutes it."""

    found: Annotated[str, OneOf(*Found)]
    solved: bool
    sentence: str
    reply: list[Tile] | None


class PuzzlePosition(TypedDict):
    """A puzzle: how hard it is, and with how many moves the player to move wins."""

    number: Positive
    level: Positive
    moves: Positive
    to_move: Color
    board: Board


class PuzzleList(TypedDict):
    """The puzzles, and the number of the one of the day."""

    today: Positive
    puzzles: list[PuzzlePosition]


class Threat(TypedDict):
    """What a player could do if it were their turn, and the cells that it needs."""

    color: Color
    kind: Annotated[str, OneOf(*KINDS)]
    cells: Cells


class ThreatState(TypedDict):
    """The threats after the last move, once they are found."""

    state: Literal["looking", "done"]
    threats: list[Threat]

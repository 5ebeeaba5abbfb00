"""Puzzles: positions of Palago in which one move wins, and no other as fast.

They were made and verified by ``training/puzzles.py``, and come with the companion.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files

from companion.coaching.trying import Task
from rules import COLORS, Board, Color, Move, board_from_json
from rules.move import Tile
from rules.palago.options import STANDARD_SIZE

FORMAT = "palago-puzzles-1"
LEVELS = 5
_STRIDE = 37
"""From a day to the next, so that levels change; a prime, so that each puzzle has its day."""


@dataclass(frozen=True)
class Puzzle:
    """A puzzle.

    Attributes
    ----------
    number
        Counted from 1, the easiest first.
    key
        The same for the same position, wherever it stands among the others.
    level
        How hard it is, 1 to ``LEVELS``.
    moves
        With how many moves of theirs the player to move wins.
    to_move, board
        The position.
    solution
        The one move with which that begins; of a win with one tile, that tile.
    """

    number: int
    key: str
    level: int
    moves: int
    to_move: Color
    board: Board
    solution: Move

    @property
    def task(self) -> Task:
        """What is to be found."""
        return Task(self.board, self.to_move, STANDARD_SIZE, self.moves)


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles, the easiest first."""
    text = files("companion.coaching").joinpath("puzzles.json").read_text("utf-8")
    return tuple(_puzzle(number, one) for number, one in enumerate(json.loads(text)["puzzles"], 1))


def puzzle_of(day: date) -> Puzzle:
    """Return the puzzle of a day."""
    puzzles = all_puzzles()
    return puzzles[day.toordinal() * _STRIDE % len(puzzles)]


def _puzzle(number: int, data: dict[str, object]) -> Puzzle:
    board = board_from_json(data["board"])
    solution = board_from_json({"tiles": data["solution"]})
    key = sha256(repr((sorted(board.items()), data["to_move"])).encode()).hexdigest()[:12]
    return Puzzle(
        number,
        key,
        int(str(data["level"])),
        int(str(data["moves"])),
        next(color for color in COLORS if color == data["to_move"]),
        board,
        Move(placed=tuple(Tile(*one) for one in solution.items()), ordered=True),
    )

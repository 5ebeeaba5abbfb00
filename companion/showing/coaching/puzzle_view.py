"""What the page of all puzzles shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.coaching.puzzles import LEVELS, Puzzle
from companion.drawing.board_drawing import BoardDrawing, draw_board
from companion.words.language import gettext as _
from companion.words.language import ngettext
from rules import WHITE, Color


@dataclass(frozen=True)
class PuzzleLink:
    """A puzzle in the list: its number, its key, and what is to be found."""

    number: int
    key: str
    words: str


@dataclass(frozen=True)
class PuzzleLevel:
    """The puzzles of a level."""

    level: int
    puzzles: tuple[PuzzleLink, ...]


@dataclass(frozen=True)
class PuzzlesView:
    """All puzzles by their levels, and the one of the day with its position."""

    today: PuzzleLink
    level_of_today: int
    board: BoardDrawing
    levels: tuple[PuzzleLevel, ...]


def puzzles_view(puzzles: Sequence[Puzzle], today: Puzzle) -> PuzzlesView:
    """Return what to show of the puzzles on a day."""
    return PuzzlesView(
        _link(today),
        today.level,
        draw_board(today.board, ()),
        tuple(
            PuzzleLevel(level, tuple(_link(one) for one in puzzles if one.level == level))
            for level in range(1, LEVELS + 1)
        ),
    )


def side(color: Color) -> str:
    """Return what a player of a puzzle is called."""
    return _("White") if color == WHITE else _("Blue")


def _link(puzzle: Puzzle) -> PuzzleLink:
    words = ngettext(
        "{player} wins with the next move",
        "{player} wins with {count} moves",
        puzzle.moves,
        player=side(puzzle.to_move),
    )
    return PuzzleLink(puzzle.number, puzzle.key, words)

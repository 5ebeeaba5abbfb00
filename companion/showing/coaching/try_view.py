"""Looking for a move: what is asked, and what is said of each try."""

from __future__ import annotations

from dataclasses import dataclass

from companion.coaching.trying import Found, Task, Tried
from companion.showing.coaching.line_drawing import LineDrawing, draw_line
from companion.showing.rulings import ruling
from companion.words.language import gettext as _
from companion.words.language import ngettext
from rules import Board, Move
from rules.board_json import tiles_to_json


@dataclass(frozen=True)
class TryView:
    """A position in which a move is looked for.

    Attributes
    ----------
    title, asked
        What it is, and what is to be found.
    board
        The position.
    tries
        The address to which tries are sent.
    solution
        The move that was meant, drawn.
    hint
        Where one of its tiles goes, as the names of cells.
    back, back_words
        Where the page leads back to.
    puzzle, next
        By what a browser remembers that it was solved, and the address of the next one; empty where
        it is none.
    """

    title: str
    asked: str
    board: Board
    tries: str
    solution: LineDrawing
    hint: tuple[int, int]
    back: str
    back_words: str
    puzzle: str = ""
    next: str = ""

    @property
    def tiles(self) -> list[dict[str, int]]:
        """The tiles of the position, for scripts."""
        return tiles_to_json(self.board)


def try_view(
    task: Task,
    solution: Move,
    *,
    title: str,
    player: str,
    other: str,
    tries: str,
    back: str,
    back_words: str,
    puzzle: str = "",
    following: str = "",
) -> TryView:
    """Return what a page shows on which a move is looked for; see `TryView` for what is given."""
    if task.wins_in is None:
        asked = _(
            "{player} moves. Find a move after which {other} has no forced win.",
            player=player,
            other=other,
        )
    else:
        asked = ngettext(
            "{player} moves and wins at once. Find the move.",
            "{player} moves and wins with {count} moves, whatever {other} does. Find the first.",
            task.wins_in,
            player=player,
            other=other,
        )
    first = solution.placed_cells[0]
    return TryView(
        title,
        asked,
        task.board,
        tries,
        draw_line(task.board, [solution]),
        (first.q, first.r),
        back,
        back_words,
        puzzle,
        following,
    )


def words_of(task: Task, tried: Tried, player: str, other: str) -> str:
    """Say what came of a try."""
    moves = task.wins_in or 0
    match tried.found:
        case Found.ILLEGAL:
            return " ".join(ruling(violation).wrong for violation in tried.violations)
        case Found.WINS_AT_ONCE:
            return _("Right: {player} wins with this move.", player=player)
        case Found.WINS:
            return ngettext(
                "Right: {player} wins with this move.",
                "Right: {player} wins with {count} moves, whatever {other} does.",
                moves,
                player=player,
                other=other,
            )
        case Found.HOLDS:
            return _("Right: no forced win of {other} is found after it.", other=other)
        case Found.LOSES_AT_ONCE:
            return _("Not this one: it closes a group of {other}, who wins.", other=other)
        case Found.LOSES if tried.moves == 1:
            return _("Not this one: {other} answers so and wins.", other=other)
        case Found.LOSES:
            return _(
                "Not this one: {other} answers so and wins by force in {count} moves.",
                other=other,
                count=tried.moves,
            )
    if tried.reply is None:
        return _("Not this one: the game is over without a win of {player}.", player=player)
    if moves == 1:
        return _("Not this one: it does not win at once.")
    return _(
        "Not this one: after this reply {player} does not win with {count} moves.",
        player=player,
        count=moves,
    )

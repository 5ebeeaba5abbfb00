"""A step of a lesson as its page shows it, and what is said of a try."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drawing.board_drawing import BoardDrawing, draw_board
from companion.lessons.lesson import STEPS, steps_of
from companion.lessons.step import LEARNER, Goal, Step, Try
from companion.showing.coaching.line_drawing import LineDrawing, draw_line
from companion.showing.game_names import game_name
from companion.showing.rulings import ruling
from companion.words.language import gettext as _
from rules.board_json import tiles_to_json


@dataclass(frozen=True)
class ShownPalagem:
    """A palagem of the step, and whose it is."""

    words: str
    drawing: BoardDrawing


@dataclass(frozen=True)
class LessonView:
    """What the page of a step shows.

    Attributes
    ----------
    game, name
        The game's key and its name.
    number, count
        Which step it is, of how many.
    step
        The step itself.
    palagems
        The palagems that matter.
    example
        A move that does what is asked, drawn; None of moves that take away or turn tiles.
    """

    game: str
    name: str
    number: int
    count: int
    step: Step
    palagems: tuple[ShownPalagem, ...]
    example: LineDrawing | None

    @property
    def tiles(self) -> list[dict[str, int]]:
        """The tiles of the position, for scripts."""
        return tiles_to_json(self.step.board)

    @property
    def is_fixed(self) -> bool:
        """Whether tiles can be turned only, as while a palagem is built."""
        return self.step.goal is Goal.PALAGEM

    @property
    def may_touch(self) -> bool:
        """Whether tiles that lie may be taken or turned."""
        return self.is_fixed or self.step.die in (1, 6) or self.step.left == 0


def lesson_view(game: str, number: int) -> LessonView:
    """Return a step, counted from 1, as its page shows it."""
    step = steps_of(game)[number - 1]
    palagems = tuple(
        ShownPalagem(
            _("Your palagem") if owner == LEARNER else _("The other player's palagem"),
            draw_board(palagem.tiles, ()),
        )
        for owner, palagem in step.palagems.items()
    )
    move = step.example
    is_plain = not (move.removed or move.rotated)
    example = draw_line(step.board, [move]) if is_plain else None
    return LessonView(game, game_name(game), number, STEPS, step, palagems, example)


def words_of_try(step: Step, came: Try) -> str:
    """Say what came of a try."""
    verdict = came.verdict
    wrong = () if verdict is None else verdict.violations
    rulings = [ruling(violation) for violation in wrong]
    found = [_("Not legal."), *dict.fromkeys(one.wrong for one in rulings)] if rulings else []
    if came.is_done:
        found = [*(found or [_("Right.")]), *dict.fromkeys(one.rule for one in rulings), step.well]
    elif not found:
        found = [_("That is legal, but not what is asked for. Try again.")]
    return " ".join(filter(None, found))

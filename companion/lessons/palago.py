"""Ten steps of Palago: laying, turning, what is not legal, and how it is won and lost."""

from __future__ import annotations

from companion.lessons.step import Goal, Step
from companion.words.language import gettext as _
from rules import Board, Cell, Code, placing
from rules.tile import BLUE

_OPENED = ((0, 0, 0), (1, -1, 4))


def palago_steps() -> tuple[Step, ...]:
    """Return the steps in the reader's language."""
    return (
        Step(
            _(
                "White begins. Tap a place to lay a tile and one beside it for the second,"
                " then press Done."
            ),
            Board({}),
            Goal.LEGAL,
            placing(((0, 0), 0), ((1, -1), 0), ordered=True),
        ),
        Step(
            _("Lay a tile beside this one and tap it again: it turns to the next way that fits."),
            board((0, 0, 0)),
            Goal.TURNED,
            placing(((1, -1), 4), ordered=True),
        ),
        Step(
            _("Now wrongly: lay two tiles, press Turn once so that white meets blue, then Done."),
            board(*_OPENED),
            Goal.ILLEGAL,
            placing(((1, 0), 1), ((2, -1), 1), ordered=True),
            code=Code.EDGE_MISMATCH,
        ),
        Step(
            _("Wrong again: lay two tiles that match, but do not touch each other."),
            board(*_OPENED),
            Goal.ILLEGAL,
            placing(((1, 0), 0), ((1, -2), 0), ordered=True),
            code=Code.NOT_ADJACENT,
        ),
        Step(
            _("Now rightly: two tiles that touch each other and match all that they touch."),
            board(*_OPENED),
            Goal.LEGAL,
            placing(((1, 0), 0), ((2, -1), 0), ordered=True),
        ),
        Step(
            _("Three tips of a colour that meet are an eye. Close one with a tile of two."),
            board(*_OPENED),
            Goal.EYE,
            placing(((1, 0), 2), ((2, -1), 0), ordered=True),
            well=_("An eye has no arch, so it wins nothing."),
        ),
        Step(
            _("You are Blue. Close the blue group: nothing blue may be left open at its ends."),
            board((0, -1, 2), (0, 0, 0), (1, -1, 0)),
            Goal.WIN,
            placing(((0, 1), 4), ((1, 0), 0), ordered=True),
            well=_("A closed group with an arch wins, whoever closes it."),
            mover=BLUE,
        ),
        Step(
            _("You are White, and Blue could close a group with the next move. Prevent it."),
            board((0, 0, 2), (0, 1, 4), (1, -1, 4), (1, 1, 4)),
            Goal.SAVE,
            placing(((1, 0), 0), ((2, -1), 0), ordered=True),
        ),
        Step(
            _("Fill the hole so that groups of both colours close, and see who wins."),
            board(
                (-2, 0, 2),
                (-2, 1, 4),
                (-1, 0, 4),
                (-1, 1, 4),
                (0, -1, 0),
                (0, 1, 0),
                (1, -2, 4),
                (1, -1, 0),
                (1, 0, 0),
                (1, 1, 2),
            ),
            Goal.LOSE_BOTH,
            placing(((0, 0), 0), ordered=True),
            well=_("Who closes both colours with one move loses."),
        ),
        Step(
            _("You are White: win with one tile."),
            board(
                (-1, -1, 4),
                (-1, 0, 0),
                (0, 0, 0),
                (1, -2, 4),
                (1, -1, 0),
                (1, 0, 2),
                (2, -1, 2),
                (2, 0, 0),
            ),
            Goal.WIN,
            placing(((0, -1), 0), ordered=True),
            well=_("That is Palago: play it with somebody, or against the computer."),
        ),
    )


def board(*tiles: tuple[int, int, int]) -> Board:
    """Return a board of tiles, each a cell and an orientation."""
    return Board({Cell(q, r): orientation for q, r, orientation in tiles})

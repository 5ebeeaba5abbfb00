"""Ten steps of Palagem: a palagem of one's own, what a tile must touch, and how it is won."""

from __future__ import annotations

from companion.lessons.palago import board
from companion.lessons.step import LEARNER, OTHER, Goal, Step
from companion.words.language import gettext as _
from rules import Board, Cell, Code, Move, Palagem, Tile, placing

_FIRST_RHOMBUS = ((0, 0, 2), (1, -1, 4), (1, 0, 0), (2, -1, 2))
_OWN = Palagem(board((0, 0, 0), (1, -1, 4), (1, 0, 2), (2, -1, 0)))
_OTHERS = Palagem(board((0, -1, 4), (0, 0, 4), (1, -2, 2), (1, -1, 2)))
_PLAIN = Palagem(board((0, 0, 0), (1, -1, 0), (1, 0, 0), (2, -1, 0)))
_THREE = ((0, 0, 0), (1, -1, 4), (1, 0, 2))


def palagem_steps() -> tuple[Step, ...]:
    """Return the steps in the reader's language."""
    return (
        Step(
            _(
                "Your palagem is four tiles in a rhombus. Tap them to turn them as you like,"
                " then press Done."
            ),
            board(*_FIRST_RHOMBUS),
            Goal.PALAGEM,
            Move(rotated=(Tile(Cell(0, 0), 0),)),
            well=_("It stays in front of you: you win when it stands somewhere on the table."),
        ),
        Step(
            _("Each move is one tile. Lay the first anywhere."),
            Board({}),
            Goal.LEGAL,
            placing(((0, 0), 0), ordered=True),
        ),
        Step(
            _("The second tile touches the first. Lay it."),
            board((0, 0, 0)),
            Goal.LEGAL,
            placing(((1, -1), 4), ordered=True),
        ),
        Step(
            _("Now wrongly: lay a third tile that touches only one of these two."),
            board((0, 0, 0), (1, -1, 4)),
            Goal.ILLEGAL,
            placing(((2, -1), 4), ordered=True),
            code=Code.TOUCH_TWO,
        ),
        Step(
            _("Lay the third tile rightly, so that it touches both."),
            board((0, 0, 0), (1, -1, 4)),
            Goal.LEGAL,
            placing(((1, 0), 2), ordered=True),
        ),
        Step(
            _("Once more wrongly: touch two tiles, but press Turn once so that white meets blue."),
            board(*_THREE),
            Goal.ILLEGAL,
            placing(((2, -1), 1), ordered=True),
            code=Code.EDGE_MISMATCH,
        ),
        Step(
            _("Three tiles of your palagem lie already. Complete it."),
            board(*_THREE, (-1, 1, 4), (0, 1, 0), (2, -2, 2), (3, -2, 2)),
            Goal.WIN,
            placing(((2, -1), 0), ordered=True),
            palagems={LEARNER: _OWN},
        ),
        Step(
            _("It counts however it is turned. Complete it here as well."),
            board((-1, 0, 0), (0, -1, 4), (0, 0, 2), (1, -1, 2), (1, 0, 0)),
            Goal.WIN,
            placing(((-1, -1), 2), ordered=True),
            palagems={LEARNER: _OWN},
        ),
        Step(
            _("The other player lacks one tile of a palagem. Prevent it with yours."),
            board((0, -1, 4), (1, -2, 2), (1, -1, 2)),
            Goal.SAVE,
            placing(((0, 0), 0), ordered=True),
            palagems={LEARNER: _PLAIN, OTHER: _OTHERS},
        ),
        Step(
            _("The tiles are out: remove one that has three free edges, and lay it elsewhere."),
            board((0, 0, 0), (0, 1, 4), (1, -1, 4), (1, 0, 2), (1, 1, 0), (2, -1, 0), (2, 0, 2)),
            Goal.LEGAL,
            Move(placed=(Tile(Cell(0, 2), 0),), removed=(Cell(0, 0),)),
            tiles_left=0,
        ),
    )

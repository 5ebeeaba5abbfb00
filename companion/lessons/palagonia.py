"""Ten steps of Palagonia: what the die asks for, what is not legal, and what islands are worth."""

from __future__ import annotations

from companion.lessons.palago import board
from companion.lessons.step import Goal, Step
from companion.words.language import gettext as _
from rules import Cell, Code, Move, Tile, placing

_OPENED = ((0, 0, 0), (1, -1, 4), (1, 0, 0), (2, -1, 0))
_FLOWER = ((-1, 0, 4), (-1, 1, 2), (0, -1, 0), (0, 0, 0), (0, 1, 4), (1, -1, 2), (1, 0, 0))


def palagonia_steps() -> tuple[Step, ...]:
    """Return the steps in the reader's language."""
    return (
        Step(
            _("The die shows 3: add three tiles that hang together and match."),
            board(*_OPENED),
            Goal.LEGAL,
            placing(((-1, 0), 0), ((-2, 0), 0), ((-3, 0), 0), ordered=True),
            die=3,
        ),
        Step(
            _("Now wrongly: the die shows 4, but lay three only."),
            board(*_OPENED),
            Goal.ILLEGAL,
            placing(((-1, 0), 0), ((-2, 0), 0), ((-3, 0), 0), ordered=True),
            code=Code.WRONG_COUNT,
            die=4,
        ),
        Step(
            _("Wrong again: add two tiles so that the empty place in the middle is shut in."),
            board((-1, 0, 4), (-1, 1, 2), (0, -1, 0), (0, 1, 4)),
            Goal.ILLEGAL,
            placing(((1, -1), 2), ((1, 0), 0), ordered=True),
            code=Code.INTERIOR_HOLE,
            die=2,
        ),
        Step(
            _("A 1 takes a tile away: tap one with a free edge, press Remove, then Done."),
            board(*_FLOWER),
            Goal.LEGAL,
            Move(removed=(Cell(1, 0),)),
            die=1,
        ),
        Step(
            _("Now wrongly: with a 1, remove the tile in the middle."),
            board(*_FLOWER),
            Goal.ILLEGAL,
            Move(removed=(Cell(0, 0),)),
            code=Code.NOT_EXTERIOR,
            die=1,
        ),
        Step(
            _("A 6 turns a tile that has all six neighbours. Tap it twice, then press Done."),
            board(*_FLOWER),
            Goal.LEGAL,
            Move(rotated=(Tile(Cell(0, 0), 2),)),
            die=6,
        ),
        Step(
            _("Close three tips to an eye with two tiles, and see what it scores."),
            board((0, 0, 0), (1, -1, 4)),
            Goal.EYE,
            placing(((1, 0), 2), ((2, -1), 0), ordered=True),
            well=_("An eye has neither limbs nor animals: it is worth nothing."),
            die=2,
        ),
        Step(
            _("Close the blue ring with two tiles: the eye in it is an animal."),
            board((0, 0, 0), (0, 1, 4), (1, -1, 4), (1, 0, 2)),
            Goal.ISLAND,
            placing(((0, -1), 2), ((2, -1), 0), ordered=True),
            well=_("One animal makes the island worth 1: you score 3, the player before you 2."),
            value=1,
            die=2,
        ),
        Step(
            _("Close the blue shape with two tiles: each arm from its fork to an end is a limb."),
            board(
                (1, 0, 4),
                (2, -3, 2),
                (2, -2, 0),
                (2, -1, 2),
                (3, -3, 0),
                (3, -2, 4),
                (3, -1, 4),
            ),
            Goal.ISLAND,
            placing(((1, -1), 2), ((4, -2), 0), ordered=True),
            well=_("Three limbs make the island worth 3: you score 9, the player before you 6."),
            value=3,
            die=2,
        ),
        Step(
            _("These are the last three tiles. Close an island that covers the whole table."),
            board((-4, 0, 2), (-4, 1, 4), (-3, 0, 2), (-2, -1, 4), (-2, 0, 4), (-1, -1, 0)),
            Goal.ISLAND,
            placing(((-3, -1), 0), ((-3, -2), 2), ((-2, -2), 0), ordered=True),
            well=_("That is a continent: worth 15, or its own value if that is more."),
            value=15,
            die=3,
            tiles_left=3,
        ),
    )

"""Violations in the words of the rules, short enough to be said aloud.

The engine's own sentence (``message``) names each cell and number; these name the rule and leave
the cells to the picture, on which they are marked.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.events import AnyViolation
from companion.words.language import gettext as _
from companion.words.language import ngettext, say
from rules import Code, Violation
from rules.faults import Fault
from rules.messages import Message

_COULD_ACT = (Fault.CAN_TAKE, Fault.CAN_TURN, Fault.CAN_TAKE_LAST, Fault.CAN_ADD)
"""What is said of a pass by somebody who could act, which says it better than the rule does."""


@dataclass(frozen=True)
class Ruling:
    """A rule that was broken: what is wrong, and the rule in words."""

    code: str
    wrong: str
    rule: str


def ruling(violation: AnyViolation) -> Ruling:
    """Put a violation into words."""
    if not isinstance(violation, Violation):
        told = say(violation.message)
        return Ruling(violation.code, told, told)
    code = violation.code
    is_pass = isinstance(violation.message, Message) and violation.message.code in _COULD_ACT
    wrong = say(violation.message) if is_pass else _wrong(code, len(violation.cells))
    return Ruling(code, wrong, rule_in_words(code))


def rule_in_words(code: Code) -> str:
    """Return the rule that a code stands for."""
    return {
        Code.EDGE_MISMATCH: _(
            "Tiles that touch must match along the edge they share: white to white, colour to"
            " colour."
        ),
        Code.WRONG_COUNT: _(
            "A move has its number of tiles: in Palago two, or one where it wins or is the last;"
            " in Palagem one; in Palagonia what the die says."
        ),
        Code.NOT_TOUCHING: _("What is laid must hang together with the tiles on the table."),
        Code.NOT_ADJACENT: _("The two tiles of a move must touch each other."),
        Code.SINGLE_HOLE: _(
            "The first of two tiles may not fill a hole of one cell, unless that ends the game."
        ),
        Code.DISTURBED: _("Tiles that lie on the table stay as they lie."),
        Code.TOUCH_TWO: _(
            "From the third tile on, a tile must touch at least two others; the second touches the"
            " first."
        ),
        Code.NOT_EXPOSED: _(
            "When the tiles are out, only a tile with at least three free edges may be picked up."
        ),
        Code.NOT_EXTERIOR: _("A 1 takes a tile from the rim, one with a free edge."),
        Code.NOT_INTERIOR: _(
            "A 6 turns a tile in the interior, one with all six neighbours, to another way in which"
            " it matches."
        ),
        Code.SPLIT_OCEAN: _("The ocean stays in one piece."),
        Code.INTERIOR_HOLE: _("No hole may be left inside the ocean."),
        Code.NOT_TOGETHER: _(
            "The tiles added must all touch each other, or all belong to one island that they"
            " close."
        ),
    }[code]


def _wrong(code: Code, count: int) -> str:
    return {
        Code.EDGE_MISMATCH: lambda: ngettext(
            "A tile does not match its neighbours.", "{count} tiles do not match.", count
        ),
        Code.WRONG_COUNT: lambda: _("That is not the number of tiles, or not what is due."),
        Code.NOT_TOUCHING: lambda: ngettext(
            "A tile lies apart from the others.", "{count} tiles lie apart from the others.", count
        ),
        Code.NOT_ADJACENT: lambda: _("The two tiles do not touch each other."),
        Code.SINGLE_HOLE: lambda: _("The first tile filled a hole of one cell."),
        Code.DISTURBED: lambda: ngettext(
            "A tile that should stay was moved; put it back as it was.",
            "{count} tiles that should stay were moved; put them back as they were.",
            count,
        ),
        Code.TOUCH_TWO: lambda: _("The tile does not touch enough others."),
        Code.NOT_EXPOSED: lambda: _("The tile picked up had fewer than three free edges."),
        Code.NOT_EXTERIOR: lambda: _("The tile taken had no free edge."),
        Code.NOT_INTERIOR: lambda: _("The tile turned does not lie in the interior."),
        Code.SPLIT_OCEAN: lambda: _("The ocean falls apart."),
        Code.INTERIOR_HOLE: lambda: ngettext(
            "The move leaves a hole.", "The move leaves {count} empty cells inside.", count
        ),
        Code.NOT_TOGETHER: lambda: _("The tiles added do not belong together."),
    }[code]()

"""Hints for players who agreed on them: threats as marks on the board, moves as small boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.coaching.hints import Hint, MoveHint, PalagemHint, RollHint, ThreatHint
from companion.drawing.board_drawing import BoardDrawing
from companion.live.snapshot import Snapshot
from companion.showing.parts_of_boards import drawn_about
from companion.words.findings import Finding
from companion.words.language import decimal, ngettext
from companion.words.language import gettext as _
from rules import COLORS
from rules.judging import PALAGEM, PALAGONIA


@dataclass(frozen=True)
class ProposedMove:
    """A move that a hint proposes, what is said of it, and the board after it, if there is one."""

    words: str
    details: str
    board: BoardDrawing | None


@dataclass(frozen=True)
class HintView:
    """The hints that somebody wants to see.

    Attributes
    ----------
    marks
        What to mark on the board, and to say of each.
    moves
        Moves that are proposed.
    nothing
        What to say where there are neither.
    """

    marks: tuple[Finding, ...]
    moves: tuple[ProposedMove, ...]
    nothing: str


def hint_view(snapshot: Snapshot, hints: Sequence[Hint], turns: int = 0) -> HintView:
    """Return what to show of hints; boards are turned by ``turns`` times 60 degrees."""
    return HintView(tuple(_marks(snapshot, hints)), tuple(_moves(hints, turns)), _nothing(snapshot))


def _nothing(snapshot: Snapshot) -> str:
    if snapshot.setup.game == PALAGONIA:
        if snapshot.roll is None:
            return _("Hints need the roll: say what the die shows.")
        return _("There is nothing to do with this roll: the turn is passed.")
    if snapshot.setup.game == PALAGEM:
        return _("Hints need the palagems: nobody's is known yet.")
    return _("Nobody could close a group with the next move.")


def _marks(snapshot: Snapshot, hints: Sequence[Hint]) -> Iterator[Finding]:
    for hint in hints:
        if isinstance(hint, ThreatHint):
            words = _threat_words(snapshot, hint)
            yield Finding("threat", words, color=hint.color, cells=hint.cells)


def _threat_words(snapshot: Snapshot, threat: ThreatHint) -> str:
    player = snapshot.players[COLORS.index(threat.color)]
    return {
        "one-freedom": _("{player} could close a group with one tile.", player=player),
        "two-freedom": _("{player} could close a group with two tiles.", player=player),
        "disjoint": _("One answer meets all these threats of {player}.", player=player),
        "double": _("No one answer meets all these threats of {player}.", player=player),
    }[threat.kind]


def _moves(hints: Sequence[Hint], turns: int) -> Iterator[ProposedMove]:
    for hint in hints:
        if isinstance(hint, RollHint):
            points = ngettext("{count} point at once.", "{count} points at once.", hint.points)
            risk = _(
                "The next player can make {risked} then, {returned} of it for you, on average.",
                risked=decimal(hint.risked),
                returned=decimal(hint.returned),
            )
            yield ProposedMove(points, risk, _drawn(hint.move, turns))
        elif isinstance(hint, PalagemHint):
            yield _palagem(hint, turns)


def _palagem(hint: PalagemHint, turns: int) -> ProposedMove:
    if not hint.missing:
        return ProposedMove(_("{player}'s palagem is complete.", player=hint.player), "", None)
    words = ngettext(
        "{player}'s palagem lacks {count} tile.",
        "{player}'s palagem lacks {count} tiles.",
        hint.missing,
        player=hint.player,
    )
    if hint.move is None:
        return ProposedMove(words, _("No move brings it nearer."), None)
    return ProposedMove(words, _("This move brings it nearer."), _drawn(hint.move, turns))


def _drawn(move: MoveHint, turns: int) -> BoardDrawing:
    (drawing,) = drawn_about([move.after], [frozenset(move.cells)], turns)
    return drawing

"""Going back to an earlier move, and forward again: what is offered, and what it asks of people."""

from __future__ import annotations

from dataclasses import dataclass

from companion.live.snapshot import Snapshot, StandingMove
from companion.showing.announcements import announce_standing
from companion.words.language import gettext as _
from companion.words.language import listing, ngettext
from rules import Turn, difference


@dataclass(frozen=True)
class UndoneMove:
    """A move that was taken back and can stand again: its number, and what was announced of it.

    ``is_stop`` says whether one can go forward just up to it.
    """

    number: int
    words: str
    is_stop: bool


def undone_moves(snapshot: Snapshot, computer: str | None) -> tuple[UndoneMove, ...]:
    """Return the moves that can stand again, the next one first.

    ``computer`` is the player who answers by itself: one goes on from its answers alone.
    """
    undone, first = snapshot.going_back.undone, len(snapshot.moves) + 1
    return tuple(
        UndoneMove(
            first + place,
            announce_standing(StandingMove(first + place, turn, {})).headline,
            computer is None or turn.mover == computer or place == len(undone) - 1,
        )
        for place, turn in enumerate(undone)
    )


def steps_back(moves: tuple[Turn, ...], computer: str | None) -> dict[int, int]:
    """Return after which moves one can go on from, and how often to take back to come there.

    Against the computer a take-back takes its answer as well, so one goes back to where a person
    is to move.
    """
    steps: dict[int, int] = {}
    taken = 0
    for number in range(len(moves) - 1, -1, -1):
        if computer is None or moves[number].mover != computer:
            taken += 1
            steps[number] = taken
    return steps


def lies_again(snapshot: Snapshot) -> int | None:
    """Return the number of the move that was taken back while the table still lies as after it."""
    numbered = enumerate(snapshot.going_back.undone, len(snapshot.moves) + 1)
    return next((number for number, turn in numbered if turn.after == snapshot.board), None)


def to_be_put_back(snapshot: Snapshot) -> str:
    """Say what people are to do with the table until it lies as the record has it."""
    change = difference(snapshot.board, snapshot.agreed)
    off, on, turned = map(len, (change.removed, change.placed, change.rotated))
    todo = [
        *([ngettext("take {count} tile off", "take {count} tiles off", off)] if off else []),
        *([ngettext("lay {count} tile", "lay {count} tiles", on)] if on else []),
        *([ngettext("turn {count} tile", "turn {count} tiles", turned)] if turned else []),
    ]
    return _("To do: {what}. Then play goes on.", what=listing(todo))

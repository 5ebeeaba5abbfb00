"""What the referee says, as sentences for people."""

from __future__ import annotations

from companion.language import gettext as _
from companion.language import ngettext
from companion.referee.events import (
    CameraWasMoved,
    Correction,
    DieRolled,
    Event,
    HandsLeft,
    HandsOverTable,
    IllegalTable,
    MoveMade,
    Over,
    Ready,
    Restored,
    Unsure,
)
from rules import outcome_sentence, scored_island_sentence


def sentences(event: Event) -> list[str]:
    """Return what to tell people about an event, the most important first; nothing of hands."""
    if isinstance(event, Ready):
        return [_("The table is seen; play may begin.")]
    if isinstance(event, DieRolled):
        return [_("{player} rolled a {value}.", player=event.mover, value=event.value)]
    if isinstance(event, MoveMade):
        return _of_move(event)
    if isinstance(event, IllegalTable):
        return [_("Not legal.")] + [violation.message for violation in event.violations]
    if isinstance(event, Restored):
        return [_("The table is right again.")]
    if isinstance(event, Unsure):
        return [event.reason]
    if isinstance(event, CameraWasMoved):
        return [_("The camera was moved; the board was found again.")]
    if isinstance(event, Over):
        return _of_end(event)
    if isinstance(event, Correction):
        return [_("Noted: {what}.", what=event.what.replace("-", " "))]
    assert isinstance(event, (HandsOverTable, HandsLeft))
    return []


def _of_move(event: MoveMade) -> list[str]:
    move, verdict = event.move, event.verdict
    done = []
    if move.placed:
        count = len(move.placed)
        done.append(ngettext("laid {count} tile", "laid {count} tiles", count))
    if move.removed:
        count = len(move.removed)
        done.append(ngettext("took {count} tile", "took {count} tiles", count))
    if move.rotated:
        count = len(move.rotated)
        done.append(ngettext("turned {count} tile", "turned {count} tiles", count))
    what = ", ".join(done) or _("passed")
    lines = [
        _("Move {number}: {player} {what}.", number=event.number, player=event.mover, what=what)
    ]
    if not verdict.legal:
        lines.append(_("It was not legal and was let stand."))
        lines += [violation.message for violation in verdict.violations]
    lines += [scored_island_sentence(island) for island in verdict.islands]
    ended = outcome_sentence(verdict)
    return lines + ([ended] if ended else [])


def _of_end(event: Over) -> list[str]:
    if event.winner == "draw":
        lines = [_("The game is over: a draw.")]
    elif event.winner is not None:
        lines = [_("The game is over: {player} wins.", player=event.winner)]
    else:
        lines = [_("The game is over: {player} loses.", player=event.loser)]
    if event.scores:
        points = ", ".join(f"{player} {score}" for player, score in event.scores.items())
        lines.append(_("Points: {points}.", points=points))
    return lines

"""How a game ended, in words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.live.snapshot import Snapshot
from companion.referee.events import Over
from companion.words.language import gettext as _
from companion.words.language import ngettext
from rules import Outcome, Reason


def result_of(snapshot: Snapshot) -> str:
    """Say how a game ended as `result_sentence`, with the condition that it rests on."""
    outcome, said = snapshot.outcome, result_sentence(snapshot.outcome)
    is_by_palagem = outcome is not None and outcome.reason == Reason.PALAGEM
    return guessed(said) if snapshot.palagems_guessed and is_by_palagem else said


def guessed(what: str) -> str:
    """Say something that holds if the palagems are whose they are guessed to be."""
    return _("If the palagems are whose they seem to be: {what}", what=what)


def result_sentence(result: Outcome | Over | None) -> str:
    """Say who won and why; of a game whose result nobody knows, that it is over.

    Whether that rests on something, such as whose palagems they are, an `Over` tells.
    """
    said = _result_sentence(result)
    return guessed(said) if isinstance(result, Over) and result.whose_guessed else said


def _result_sentence(result: Outcome | Over | None) -> str:
    if result is None:
        return _("The game is over.")
    winner, loser, reason = result.winner, result.loser, result.reason
    if winner == "draw" or reason == "tie":
        return _("The game is over: a draw.")
    if winner is None:
        if loser is None:
            return _("The game is over.")
        return _("The game is over: {player} loses.", player=loser)
    return {
        "closed-group": lambda: _("{player} wins: a group is closed.", player=winner),
        "both-closed": lambda: _(
            "{player} wins: the mover closed groups of both colours.", player=winner
        ),
        "largest-group": lambda: _("{player} wins by the largest groups.", player=winner),
        "palagem": lambda: _("{player} wins: their palagem is on the table.", player=winner),
        "highest-score": lambda: _("{player} wins with the most points.", player=winner),
        "best-move": lambda: _(
            "{player} wins: equal points, but the best single move.", player=winner
        ),
    }.get(reason, lambda: _("{player} wins.", player=winner))()


def scores_sentence(scores: Mapping[str, int] | None) -> str:
    """Say everybody's points, the most first; empty where the game has none."""
    if not scores:
        return ""
    ranked = sorted(scores.items(), key=lambda one: -one[1])
    return (
        ", ".join(
            _("{player} {points}", player=player, points=_points(count)) for player, count in ranked
        )
        + "."
    )


def _points(count: int) -> str:
    return ngettext("{count} point", "{count} points", count)

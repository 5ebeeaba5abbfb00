"""How a game of Palago ends."""

from __future__ import annotations

from typing import Any

from rules.course import Course, Outcome
from rules.palago.judging import winner_by_tiles_out
from rules.palago.options import PalagoOptions
from rules.tile import COLORS


def outcome_of_palago(
    course: Course[Any], options: PalagoOptions, tiles_left: int
) -> Outcome | None:
    """Return how a game ended, or None while it goes on; the first player plays white."""
    last = course.last
    verdict = None if last is None else last.verdict
    if verdict is not None and verdict.reason is not None:
        winner, loser, reason = verdict.winner, verdict.loser, verdict.reason
    elif tiles_left == 0:
        # the last tiles broke a rule and were let stand
        loser = None
        winner, reason = winner_by_tiles_out(course.board, options)
    else:
        return None
    names: dict[str | None, str] = dict(zip(COLORS, course.players, strict=True))
    return Outcome(winner=names.get(winner, winner), reason=reason.value, loser=names.get(loser))

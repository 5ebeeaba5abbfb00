"""How far a move has come: what the tiles on the table are on the way to.

A player who has laid one of two tiles has broken no rule. So a table between two moves is looked at
as a part of a move, and only called illegal when nothing that the player may still do makes the
whole a legal move. Each game has a function that tells this from the boards and what is known
besides: ``palago_progress``, ``palagem_progress`` and ``palagonia_progress``.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.move import Move
from rules.verdict import Code, Verdict


class Stage(StrEnum):
    """Where a move stands."""

    UNCHANGED = "unchanged"
    """The table is as it was before the move."""
    IN_PROGRESS = "in-progress"
    """A part of a move lies there that some completion makes legal."""
    COMPLETE = "complete"
    """A whole legal move lies there."""
    ILLEGAL = "illegal"
    """No completion can be legal any more."""


@dataclass(frozen=True)
class Progress:
    """How far a move has come.

    Attributes
    ----------
    stage
        Where it stands.
    move
        What was done so far.
    due
        How many tiles are still to be placed, taken or turned; 0 where the move is complete or
        illegal, and where the roll is not known.
    verdict
        The ruling where the move is complete or illegal, else None. Of an illegal part of a move it
        names what a player must put right, not the tiles that are merely due.
    """

    stage: Stage
    move: Move
    due: int = 0
    verdict: Verdict | None = None


def unchanged(due: int) -> Progress:
    """Return the progress of a move that has not begun."""
    return Progress(Stage.UNCHANGED, Move(), due)


def in_progress(move: Move, due: int) -> Progress:
    """Return the progress of a part of a move."""
    return Progress(Stage.IN_PROGRESS, move, due)


def ruled(verdict: Verdict, curable: Collection[Code] = ()) -> Progress:
    """Return the progress of a move that is complete, or that nothing makes legal any more.

    Parameters
    ----------
    verdict
        The ruling on what lies there.
    curable
        Violations that are left out if there are others, since what is still due may cure them.
    """
    if verdict.legal:
        return Progress(Stage.COMPLETE, verdict.move, verdict=verdict)
    fatal = tuple(v for v in verdict.violations if v.code not in curable)
    told = replace(verdict, violations=fatal) if fatal else verdict
    return Progress(Stage.ILLEGAL, verdict.move, verdict=told)

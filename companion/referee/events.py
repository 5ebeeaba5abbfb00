"""What the referee says: the events that ``palago watch`` prints and the page shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.referee.decisions import Decision
from companion.referee.questions import About, Choice, SettledHow
from companion.referee.rolls import RollKnown
from rules import Board, Cell, Move, Verdict, Violation, board_to_json, move_to_json
from rules.board_json import cell_to_json
from rules.messages import Said, said_to_json
from rules.verdict import verdict_to_json, violation_to_json


@dataclass(frozen=True)
class Event:
    """Something the referee says, ``t`` seconds into the game at frame ``frame``."""

    name: ClassVar[str]

    t: float
    frame: int

    def to_json(self) -> dict[str, Any]:
        """Return the event as ``palago watch --json`` prints it."""
        return {"t": self.t, "frame": self.frame, "event": self.name, **self._details()}

    def _details(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True)
class UnknownViolation:
    """A violation on record whose code only other versions know; ``message`` says what is wrong."""

    code: str
    cells: tuple[Cell, ...]
    message: Said


AnyViolation = Violation | UnknownViolation


@dataclass(frozen=True)
class Ready(Event):
    """The table was seen; play may begin."""

    name = "ready"


@dataclass(frozen=True)
class DieRolled(Event):
    """The mover's roll of the die; ``how`` it is known older records do not say.

    ``rests_on`` and ``only_whose`` are as of a move.
    """

    name = "die"

    value: int
    mover: str
    how: RollKnown | None = None
    rests_on: int | None = None
    only_whose: bool = False

    def _details(self) -> dict[str, Any]:
        told = {"value": self.value, "mover": self.mover, "how": self.how}
        return {**told, **_resting(self.rests_on, only_whose=self.only_whose)}


@dataclass(frozen=True)
class MoveMade(Event):
    """A move that is legal, or that the players let stand; ``number`` counts them from 1.

    ``helper`` is who moved before, where that player scores for what this move closes. ``unknown``
    are the violations of a record that only other versions know by their codes. ``how`` the roll is
    known is None where none is, as in the other games. ``apart`` is False where this turn was seen
    together with others only: all ways to divide them come to the same. ``presumed`` is True where
    what was asked about it was not answered, play went on, and it is the likeliest. ``rests_on`` is
    the number of an earlier move that is presumed and not confirmed: it holds if that one was so.
    ``only_whose`` is True where nothing of it rests on that but whose move it was, and its number.
    ``whose_guessed`` is True where it completes palagems, and nobody has said whose these are: they
    are told as guessed. ``may_be_palagem`` is True where it may be no move: its tiles may be a
    palagem's that is laid out.
    """

    name = "move"

    number: int
    mover: str
    move: Move
    before: Board
    after: Board
    verdict: Verdict
    helper: str | None = None
    unknown: tuple[UnknownViolation, ...] = ()
    how: RollKnown | None = None
    apart: bool = True
    presumed: bool = False
    rests_on: int | None = None
    only_whose: bool = False
    whose_guessed: bool = False
    may_be_palagem: bool = False

    @property
    def violations(self) -> tuple[AnyViolation, ...]:
        """All that is wrong with it."""
        return (*self.verdict.violations, *self.unknown)

    def _details(self) -> dict[str, Any]:
        done = move_to_json(self.move, self.before)
        faults = [_fault_to_json(violation) for violation in self.violations]
        return {
            "number": self.number,
            "mover": self.mover,
            "helper": self.helper,
            "how": self.how,
            "apart": self.apart,
            "presumed": self.presumed,
            **_resting(self.rests_on, only_whose=self.only_whose),
            **_guessed(whose=self.whose_guessed),
            **({"may_be_palagem": True} if self.may_be_palagem else {}),
            **{key: done[key] for key in ("placed", "removed", "rotated")},
            "board": board_to_json(self.after),
            "verdict": {
                **verdict_to_json(self.verdict),
                "legal": not faults,
                "violations": faults,
            },
        }


@dataclass(frozen=True)
class IllegalTable(Event):
    """What lies on the table can become no legal move any more; ``rests_on`` as of a move.

    ``unless_unseen``: a tile more, which the camera may miss, would put all of it right.
    """

    name = "illegal"

    violations: tuple[AnyViolation, ...]
    rests_on: int | None = None
    unless_unseen: bool = False

    def _details(self) -> dict[str, Any]:
        violations = [_fault_to_json(violation) for violation in self.violations]
        unseen = {"unless_unseen": True} if self.unless_unseen else {}
        return {"violations": violations, **unseen, **_resting(self.rests_on)}


@dataclass(frozen=True)
class Restored(Event):
    """What was wrong was put right."""

    name = "restored"


@dataclass(frozen=True)
class Unsure(Event):
    """No ruling is made, or may soon be none, since something cannot be seen well enough.

    ``cells`` are what to look at, none where it is not the tiles; ``reason`` is what to tell
    players.
    """

    name = "unsure"

    cells: tuple[Cell, ...]
    reason: Said

    def _details(self) -> dict[str, Any]:
        return {
            "cells": [cell_to_json(cell) for cell in self.cells],
            "reason": str(self.reason),
            "says": said_to_json(self.reason),
        }


@dataclass(frozen=True)
class Question(Event):
    """More than one story explains the table, and which one holds makes a difference.

    ``choices`` are the answers, the likeliest first; ``cells`` are what to look at; ``reason`` is
    what to ask players.
    """

    name = "question"

    about: About
    choices: tuple[Choice, ...]
    cells: tuple[Cell, ...]
    reason: Said

    def _details(self) -> dict[str, Any]:
        return {
            "about": self.about,
            "choices": [choice.to_json() for choice in self.choices],
            "cells": [cell_to_json(cell) for cell in self.cells],
            "reason": str(self.reason),
            "says": said_to_json(self.reason),
        }


@dataclass(frozen=True)
class QuestionSettled(Event):
    """The question that was open needs no answer any more; ``how`` that came about."""

    name = "settled"

    how: SettledHow

    def _details(self) -> dict[str, Any]:
        return {"how": self.how}


@dataclass(frozen=True)
class Adrift(Event):
    """Nothing explains the table: record and table differ on ``cells``."""

    name = "adrift"

    cells: tuple[Cell, ...]

    def _details(self) -> dict[str, Any]:
        return {"cells": [cell_to_json(cell) for cell in self.cells]}


@dataclass(frozen=True)
class InStep(Event):
    """The record explains the table again."""

    name = "in-step"


@dataclass(frozen=True)
class WatchTooSlow(Event):
    """The computer cannot keep up: a look at the table takes ``seconds``; it looks less often."""

    name = "too-slow"

    seconds: float

    def _details(self) -> dict[str, Any]:
        return {"seconds": self.seconds}


@dataclass(frozen=True)
class CameraWasMoved(Event):
    """The camera stands elsewhere now; the board was found again."""

    name = "camera-moved"


@dataclass(frozen=True)
class HandsOverTable(Event):
    """Something moves over the table."""

    name = "hands"


@dataclass(frozen=True)
class HandsLeft(Event):
    """What moved over the table is gone."""

    name = "hands-gone"


@dataclass(frozen=True)
class Over(Event):
    """The game has ended.

    ``winner`` is a player or "draw", None where only ``loser`` is known; ``scores`` are the points
    of the games that have them; ``rests_on`` and ``whose_guessed`` are as of a move.
    """

    name = "over"

    winner: str | None
    loser: str | None
    reason: str
    scores: Mapping[str, int] | None = None
    rests_on: int | None = None
    whose_guessed: bool = False

    def _details(self) -> dict[str, Any]:
        return {
            "result": {"winner": self.winner, "loser": self.loser, "reason": self.reason},
            "scores": None if self.scores is None else dict(self.scores),
            **_resting(self.rests_on),
            **_guessed(whose=self.whose_guessed),
        }


@dataclass(frozen=True)
class Correction(Event):
    """Something that people decided; both what was seen and what was decided are kept."""

    name = "correction"

    decision: Decision

    def _details(self) -> dict[str, Any]:
        return {
            "what": self.decision.what,
            "seen": self.decision.seen_to_json(),
            "decided": self.decision.decided_to_json(),
        }


@dataclass(frozen=True)
class UnknownEvent(Event):
    """An event on record that cannot be read.

    ``kind`` is what the record calls it, ``data`` the rest of it in plain JSON; ``problem`` says
    what is wrong with it, and is None where it is of a kind that only other versions know.
    """

    name = "unknown"

    kind: str
    data: Mapping[str, object]
    problem: str | None = None

    def _details(self) -> dict[str, Any]:
        return {**self.data, "event": self.kind}


def _fault_to_json(violation: AnyViolation) -> dict[str, Any]:
    if isinstance(violation, Violation):
        return violation_to_json(violation)
    return {
        "code": violation.code,
        "cells": [cell_to_json(cell) for cell in violation.cells],
        "message": str(violation.message),
        "says": said_to_json(violation.message),
    }


def _resting(number: int | None, *, only_whose: bool = False) -> dict[str, int | bool]:
    if number is None:
        return {}
    return {"rests_on": number, "only_whose": True} if only_whose else {"rests_on": number}


def _guessed(*, whose: bool) -> dict[str, bool]:
    """Return that whose palagems they are is guessed, if it is."""
    return {"whose_guessed": True} if whose else {}

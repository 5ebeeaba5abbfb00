"""People beside the table who answer the referee truly, by what its page offers them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.referee import Event, Referee
from companion.referee.events import IllegalTable, MoveMade, Restored, Unsure
from companion.referee.sentences import Unclear
from rules import Cell, Turn
from rules.judging import PALAGONIA
from training.campaign.scene import Scene

Decision = tuple[str, dict[str, Any]]
"""The kind of a decision and its data, as ``companion.referee.inputs.give`` takes them."""

_NO_QUESTIONS = frozenset({Unclear.NEAR_EDGE, Unclear.TOO_MANY_TILES})
_MOST_CELLS = 8
"""Where more cells differ, people see that something else is wrong than tiles."""


def is_question(event: Event) -> bool:
    """Tell whether an event asks people for something."""
    if isinstance(event, Unsure):
        return getattr(event.reason, "code", None) not in _NO_QUESTIONS
    return event.name == "question"


class OpenQuestion:
    """The question that is open: asked last, and not answered by what was said since."""

    def __init__(self) -> None:
        self.event: Unsure | None = None

    def hear(self, events: list[Event]) -> None:
        """Take in what the referee says."""
        for event in events:
            if isinstance(event, Unsure) and is_question(event):
                self.event = event
            elif isinstance(event, MoveMade | Restored | IllegalTable):
                self.event = None


def recorded_rightly(referee: Referee, scene: Scene) -> int:
    """Return how many moves of the record, from the first on, are the true ones."""
    if not referee.ready:
        return 0
    number = 0
    for kept, true in zip(referee.ledger.moves, scene.turns, strict=False):
        if not same_turn(kept, true):
            break
        number += 1
    return number


def same_turn(kept: Turn, true: Turn) -> bool:
    """Tell whether a move on record is what truly happened; a roll may be left open."""
    return same_move(kept, true) and kept.mover == true.mover and kept.die in (None, true.die)


def same_move(kept: Turn, true: Turn) -> bool:
    """Tell whether the tiles of a move on record are the true ones."""
    return kept.before == true.before and kept.after == true.after


def needs_help(referee: Referee, scene: Scene, question: OpenQuestion, given_up: int) -> bool:
    """Tell whether people see a reason to tell the referee something.

    Of ``given_up`` moves on record they have said already what they could.
    """
    if question.event is not None:
        return True
    if not referee.ready:
        return False
    if referee.is_wrong and not scene.wrong:
        return True
    moves = len(referee.ledger.moves)
    return recorded_rightly(referee, scene) < moves and moves > given_up


def true_decisions(referee: Referee, scene: Scene, question: OpenQuestion) -> Iterator[Decision]:
    """Yield what people may truly say at a moment, what helps soonest first."""
    yield from _cells(referee, scene, question)
    if not referee.ready:
        return
    yield from _rolls(referee, scene)
    yield from _of_record(referee, scene)
    yield from _mover(referee, scene)
    moves = referee.ledger.moves
    right = recorded_rightly(referee, scene)
    if right < len(moves) and right >= len(moves) - 1:
        yield "take-back", {}
    if right == len(moves) == len(scene.turns) - 1 and scene.done:
        stands = scene.turns[-1]
        if not stands.verdict.legal and referee.is_wrong:
            yield "let-stand", {}
        yield "end-turn", {}


def _cells(referee: Referee, scene: Scene, question: OpenQuestion) -> Iterator[Decision]:
    """Say what lies on the cells that are asked about, and on those that are held wrongly."""
    asked = set(question.event.cells) & referee.doubtful if question.event else set()
    board = referee.board
    held = {c for c in board.keys() | scene.table.keys() if board.get(c) != scene.table.get(c)}
    if scene.seen and len(held) <= _MOST_CELLS:
        asked |= held
    for cell in sorted(asked):
        yield "set-tile", _tile(cell, scene.table.get(cell))


def _tile(cell: Cell, orientation: int | None) -> dict[str, Any]:
    told = {} if orientation is None else {"orientation": orientation}
    return {"cell": [cell.q, cell.r], **told}


def _rolls(referee: Referee, scene: Scene) -> Iterator[Decision]:
    """Say the roll of the turn that the referee waits for, where it does not have it."""
    number = len(referee.ledger.moves)
    if referee.setup.game != PALAGONIA or number >= len(scene.rolls):
        return
    true = scene.rolls[number]
    if true is not None and (referee.lacks_roll or referee.roll != true):
        yield "set-die", {"value": true}


def _of_record(referee: Referee, scene: Scene) -> Iterator[Decision]:
    """Put right what is wrong with the first wrong move on record, where that can be said."""
    number = recorded_rightly(referee, scene)
    moves = referee.ledger.moves
    if number >= len(moves) or number >= len(scene.turns):
        return
    kept, true = moves[number], scene.turns[number]
    if kept.mover != true.mover:
        yield "set-mover", {"player": true.mover, "number": number + 1}
    if kept.die != true.die and true.die is not None:
        yield "set-die", {"value": true.die, "number": number + 1}


def _mover(referee: Referee, scene: Scene) -> Iterator[Decision]:
    """Say whose turn it is, where the referee holds another one's for due."""
    number = len(referee.ledger.moves)
    if number > len(scene.turns):
        return
    due = scene.turns[number].mover if number < len(scene.turns) else scene.mover
    if referee.ledger.mover != due:
        yield "set-mover", {"player": due}

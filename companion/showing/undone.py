"""The moves that people took back, for as long as they can be laid again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.live.snapshot import Snapshot
from companion.referee.decisions import DieSet, TakenBack
from companion.referee.events import Correction, DieRolled, MoveMade
from companion.showing.announcements import announce
from rules import move_to_json
from rules.board_json import cell_to_json


@dataclass(frozen=True)
class UndoneMove:
    """A move that was taken back, with the roll it was made with."""

    made: MoveMade
    die: int | None

    @property
    def number(self) -> int:
        """Its number when it stood."""
        return self.made.number

    @property
    def stood(self) -> bool:
        """Whether it was not legal and the players let it stand."""
        return bool(self.made.violations)

    @property
    def words(self) -> str:
        """What was announced of it."""
        return announce(self.made).headline

    @property
    def laid(self) -> dict[str, Any]:
        """What is to be said of the table to lay it again, as the API takes it."""
        done = move_to_json(self.made.move, self.made.before)
        return {
            "placed": done["placed"],
            "removed": [cell_to_json(cell) for cell in self.made.move.removed],
            "rotated": done["rotated"],
            **({"ordered": True} if self.made.move.ordered else {}),
            **({} if self.die is None else {"die": self.die}),
        }


def undone_moves(snapshot: Snapshot) -> tuple[UndoneMove, ...]:
    """Return the moves that can be laid again, the next one first.

    There are none any more once another move was laid, or the referee told the game anew.
    """
    made: dict[int, UndoneMove] = {}
    undone: list[UndoneMove] = []
    die: int | None = None
    for told in snapshot.announcements:
        event = told.event
        if isinstance(event, DieRolled):
            die = event.value
        elif isinstance(event, MoveMade):
            if undone and undone[-1].made.move == event.move:
                undone.pop()
            else:
                undone.clear()
            made[event.number] = UndoneMove(event, die)
            die = None
        elif isinstance(event, Correction) and isinstance(event.decision, DieSet):
            die = event.decision.value if event.decision.number is None else die
        elif isinstance(event, Correction) and isinstance(event.decision, TakenBack):
            taken = event.decision.taken
            if taken is None or event.decision.retold or taken.number not in made:
                undone.clear()
            else:
                undone.append(made[taken.number])
    is_next = undone and undone[-1].made.before == snapshot.agreed
    return tuple(reversed(undone)) if is_next else ()

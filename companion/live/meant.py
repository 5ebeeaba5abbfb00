"""What people meant who decide: somebody else may have decided since they looked at the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.live.errors import TableError, TableFault
from companion.live.snapshot import Snapshot
from companion.referee.decisions import Answered, LetStand, TakenBack
from companion.referee.events import Correction


def check_meant(kind: str, data: Mapping[str, Any], snapshot: Snapshot) -> None:
    """Refuse a decision about what is settled by now, and say what was decided instead.

    Parameters
    ----------
    kind, data
        The decision; its data may say which ``question`` it answers, what is ``wrong`` (both by the
        event that said so), or the ``number`` of the move that is taken back.
    snapshot
        How the game stands.

    Raises
    ------
    TableError
        If another question is open, nothing is wrong any more, or that move is not the last one.
    """
    question, wrong, number = (data.get(key) for key in ("question", "wrong", "number"))
    if kind == Answered.name and question is not None and snapshot.asks_another(question):
        raise TableError(TableFault.OTHER_QUESTION())
    if kind not in (LetStand.name, TakenBack.name):
        return
    told = snapshot.wrong_event
    if wrong is not None and (told is None or told.number != wrong):
        was_let_stand = _was_let_stand(snapshot, wrong)
        raise TableError(TableFault.LET_STAND() if was_let_stand else TableFault.PUT_RIGHT())
    if kind == TakenBack.name and number is not None and number != len(snapshot.moves):
        raise TableError(TableFault.NOT_THE_LAST_MOVE(number=number))


def _was_let_stand(snapshot: Snapshot, wrong: int) -> bool:
    """Tell whether what an event called wrong was let stand, not put right."""
    for told in snapshot.announcements:
        if told.number <= wrong:
            continue
        if told.kind == "restored":
            return False
        if isinstance(told.event, Correction) and isinstance(told.event.decision, LetStand):
            return True
    return False

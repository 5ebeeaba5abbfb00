"""The threats on a board, for players who agreed on hints: found in the background and kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillLooking
from dataclasses import dataclass
from threading import Lock
from typing import Any

from companion.coaching.coach import Coach
from rules import COLORS, Board, Cell, Color, board_to_json

KINDS = ("one-freedom", "two-freedom", "disjoint", "double")
"""As `rules.engine.threats.ThreatKind`, which is slow to be imported."""
_MOST = 32
_ANSWER_S = 20.0


@dataclass(frozen=True)
class ThreatHint:
    """What a player could do if it were their turn: of which kind, and the cells it needs."""

    color: Color
    kind: str
    cells: tuple[Cell, ...]


class ThreatHints:
    """Knows the threats of boards that were asked for lately; for any thread."""

    def __init__(self, coach: Coach) -> None:
        self._coach = coach
        self._alone = Lock()
        self._one_by_one = ThreadPoolExecutor(1, "threats")
        self._known: OrderedDict[tuple[Board, int], Future[tuple[ThreatHint, ...]]] = OrderedDict()

    def of(self, board: Board, size: int, wait_s: float) -> tuple[ThreatHint, ...] | None:
        """Return the threats on a board of a game of so many tiles; None while they are looked for.

        Raises
        ------
        CoachError
            If the coach has no answer.
        """
        if not board:
            return ()
        key = board, size
        with self._alone:
            looking = self._known.get(key)
            if looking is None or (looking.done() and looking.exception() is not None):
                looking = self._one_by_one.submit(self._found, board, size)
                self._known[key] = looking
                if len(self._known) > _MOST:
                    self._known.popitem(last=False)
        try:
            return looking.result(wait_s)
        except StillLooking:
            return None

    def _found(self, board: Board, size: int) -> tuple[ThreatHint, ...]:
        question = {"task": "threats", "board": board_to_json(board), "size": size}
        answer = self._coach.ask(question, _ANSWER_S)
        return tuple(_hint(one) for one in answer["threats"])


def _hint(data: Mapping[str, Any]) -> ThreatHint:
    color = next(color for color in COLORS if color == data["color"])
    return ThreatHint(color, data["kind"], tuple(Cell(q, r) for q, r in data["cells"]))

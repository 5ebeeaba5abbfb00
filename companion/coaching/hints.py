"""Hints for players who agreed on them: found by the coach in the background, and kept.

Of Palago they are the threats on the board, of Palagonia good moves for the roll, of Palagem what
each palagem lacks and what brings it nearer.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillLooking
from dataclasses import dataclass
from threading import Lock
from typing import Any

from companion.coaching.coach import Coach
from rules import COLORS, Board, Cell, Color, Palagem, board_from_json, board_to_json

KINDS = ("one-freedom", "two-freedom", "disjoint", "double")
"""As `rules.engine.threats.ThreatKind`, which is slow to be imported."""
_MOST = 32
_ANSWER_S = 20.0
_ADVICE_S = 5.0
"""So long moves for a roll are weighed at most."""

Answer = Mapping[str, Any]


@dataclass(frozen=True)
class ThreatHint:
    """What a player could do if it were their turn: of which kind, and the cells it needs."""

    color: Color
    kind: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class MoveHint:
    """A move that is proposed: the cells that it changes, and the board after it."""

    cells: tuple[Cell, ...]
    after: Board


@dataclass(frozen=True)
class RollHint:
    """A good move for a roll of Palagonia.

    Attributes
    ----------
    move
        What to do.
    points
        What the mover gets at once.
    risked, returned
        What the next player can make after it, and what the mover gets of that, in the mean.
    """

    move: MoveHint
    points: int
    risked: float
    returned: float


@dataclass(frozen=True)
class PalagemHint:
    """What a player's palagem lacks: so many tiles, and the move that brings it nearest, if any."""

    player: str
    missing: int
    move: MoveHint | None


Hint = ThreatHint | RollHint | PalagemHint


class Hints:
    """Knows the hints on boards that were asked for lately; for any thread.

    Each method returns None while they are looked for, longer than ``wait_s``, and raises
    ``CoachError`` where the coach has no answer.
    """

    def __init__(self, coach: Coach) -> None:
        self._coach = coach
        self._alone = Lock()
        self._one_by_one = ThreadPoolExecutor(1, "hints")
        self._known: OrderedDict[str, Future[Answer]] = OrderedDict()

    def threats(self, board: Board, size: int, wait_s: float) -> tuple[ThreatHint, ...] | None:
        """Return the threats on a board of a game of Palago of so many tiles."""
        if not board:
            return ()
        question = {"task": "threats", "board": board_to_json(board), "size": size}
        answer = self._answer(question, wait_s)
        return None if answer is None else tuple(_threat(one) for one in answer["threats"])

    def roll(
        self, board: Board, die: int, tiles_left: int, wait_s: float
    ) -> tuple[RollHint, ...] | None:
        """Return good moves of Palagonia for a roll, the best first; none where one has to pass."""
        question = {
            "task": "advise",
            "board": board_to_json(board),
            "die": die,
            "tiles_left": tiles_left,
            "seconds": _ADVICE_S,
        }
        answer = self._answer(question, wait_s)
        return None if answer is None else tuple(_roll(one) for one in answer["moves"])

    def palagems(
        self,
        board: Board,
        palagems: Mapping[str, Palagem],
        tiles_left: int,
        wait_s: float,
        *,
        inversion: bool,
    ) -> tuple[PalagemHint, ...] | None:
        """Return what each player's palagem lacks on a table."""
        question = {
            "task": "lacking",
            "board": board_to_json(board),
            "palagems": {
                player: board_to_json(palagem.tiles) for player, palagem in palagems.items()
            },
            "tiles_left": tiles_left,
            "inversion": inversion,
        }
        answer = self._answer(question, wait_s)
        return None if answer is None else tuple(_palagem(one) for one in answer["palagems"])

    def _answer(self, question: Mapping[str, Any], wait_s: float) -> Answer | None:
        key = json.dumps(question, sort_keys=True)
        with self._alone:
            looking = self._known.get(key)
            if looking is None or (looking.done() and looking.exception() is not None):
                looking = self._one_by_one.submit(self._coach.ask, question, _ANSWER_S)
                self._known[key] = looking
                if len(self._known) > _MOST:
                    self._known.popitem(last=False)
        try:
            return looking.result(wait_s)
        except StillLooking:
            return None


def _threat(data: Mapping[str, Any]) -> ThreatHint:
    color = next(color for color in COLORS if color == data["color"])
    return ThreatHint(color, data["kind"], _cells(data["cells"]))


def _roll(data: Mapping[str, Any]) -> RollHint:
    return RollHint(_move(data["move"]), data["points"], data["risked"], data["returned"])


def _palagem(data: Mapping[str, Any]) -> PalagemHint:
    move = data["move"]
    return PalagemHint(data["player"], data["missing"], None if move is None else _move(move))


def _move(data: Mapping[str, Any]) -> MoveHint:
    return MoveHint(_cells(data["cells"]), board_from_json(data["after"]))


def _cells(pairs: list[list[int]]) -> tuple[Cell, ...]:
    return tuple(Cell(q, r) for q, r in pairs)

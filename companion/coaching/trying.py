"""Trying a move on a position: whether it is legal, and wins or holds as it should."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules import Board, Color, Move, Violation, board_from_json, board_to_json, judge_palago
from rules.move import Tile
from rules.palago.options import PalagoOptions
from rules.tile import other_color

SECONDS = 5.0
Ask = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class Found(StrEnum):
    """What a tried move does."""

    ILLEGAL = "illegal"
    WINS_AT_ONCE = "wins-at-once"
    WINS = "wins"
    """Whatever the other player replies, in as few moves as it should."""
    HOLDS = "holds"
    """No forced win of the other player is found after it."""
    TOO_SLOW = "too-slow"
    """The other player has a reply after which it does not win in as few moves."""
    LOSES = "loses"
    """The other player wins by force after it."""
    LOSES_AT_ONCE = "loses-at-once"


GOOD = (Found.WINS_AT_ONCE, Found.WINS, Found.HOLDS)


@dataclass(frozen=True)
class Task:
    """A move to be found.

    ``wins_in`` is in how many moves of the player it wins; None where it need only hold, as far
    as that can be found out. ``known`` is a move that was found to do so.
    """

    board: Board
    to_move: Color
    size: int
    wins_in: int | None
    known: Move | None = None


@dataclass(frozen=True)
class Tried:
    """What came of a try.

    Attributes
    ----------
    found
        What the move does.
    violations
        Why it is not legal.
    reply
        What refutes it, where anything does.
    moves
        In how many moves the other player wins, where they do.
    """

    found: Found
    violations: tuple[Violation, ...] = ()
    reply: Move | None = None
    moves: int = 0

    @property
    def is_solved(self) -> bool:
        """Whether it is a move that was to be found."""
        return self.found in GOOD


def tried(task: Task, tiles: Mapping[Any, int], ask: Ask) -> Tried:
    """Return what comes of tiles that are laid, in the order in which they are named.

    Raises
    ------
    CoachError
        If the coach has no answer.
    """
    placed = tuple(Tile(cell, orientation) for cell, orientation in tiles.items())
    other = other_color(task.to_move)
    is_free = not any(cell in task.board for cell in tiles)
    verdict = judge_palago(
        task.board,
        task.board.with_tiles(placed),
        mover=task.to_move,
        tiles_left=task.size - len(task.board),
        options=PalagoOptions(size=task.size),
        order=list(tiles) if is_free else None,
    )
    if not verdict.legal:
        return Tried(Found.ILLEGAL, verdict.violations)
    if verdict.over:
        if verdict.winner == task.to_move:
            return Tried(Found.WINS_AT_ONCE)
        if verdict.winner == other:
            return Tried(Found.LOSES_AT_ONCE)
        return Tried(Found.HOLDS if task.wins_in is None else Found.TOO_SLOW)
    if task.wins_in is not None:
        return _refuted(task, Move(placed=placed, ordered=True), ask)
    if task.known is not None and set(placed) == set(task.known.placed):
        return Tried(Found.HOLDS)  # it was looked into for as long when it was found
    answer = ask(
        {
            "task": "assess",
            "board": board_to_json(task.board.with_tiles(placed)),
            "to_move": other,
            "size": task.size,
            "seconds": SECONDS,
        }
    )
    if answer["winner"] == other:
        return Tried(Found.LOSES, reply=_move(answer["line"][0]), moves=answer["moves"])
    return Tried(Found.HOLDS)


def _refuted(task: Task, move: Move, ask: Ask) -> Tried:
    placed = [{"q": q, "r": r, "orientation": k} for (q, r), k in move.placed]
    answer = ask(
        {
            "task": "refute",
            "board": board_to_json(task.board),
            "to_move": task.to_move,
            "size": task.size,
            "placed": placed,
            "moves": task.wins_in,
        }
    )
    if answer["placed"] is None:
        return Tried(Found.WINS)
    reply = _move(answer["placed"])
    board = task.board.with_tiles(move.placed)
    verdict = judge_palago(
        board,
        board.with_tiles(reply.placed),
        mover=other_color(task.to_move),
        tiles_left=task.size - len(board),
        options=PalagoOptions(size=task.size),
    )
    wins = verdict.over and verdict.winner == other_color(task.to_move)
    return Tried(Found.LOSES if wins else Found.TOO_SLOW, reply=reply, moves=int(wins))


def _move(tiles: object) -> Move:
    placed = board_from_json({"tiles": tiles})
    return Move(placed=tuple(Tile(*one) for one in placed.items()), ordered=True)

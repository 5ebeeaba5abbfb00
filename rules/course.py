"""The course of a game: what happened in it, in order, and what follows from that.

A course knows nothing of what is legal and takes a move of anybody. So a game played by the rules
(`rules.game.Game`) and one that is watched at a table, where people put right afterwards who moved
and what the die showed, are kept in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Generic, TypeVar

from rules.board import Board
from rules.move import Move
from rules.verdict import Verdict


@dataclass(frozen=True)
class Turn:
    """One move of a game as it was played.

    Attributes
    ----------
    mover
        The player whose move it was.
    move
        What was done.
    before, after
        The positions before and after it.
    verdict
        The ruling; an illegal move in the record was let stand by the players.
    die
        Palagonia's roll.
    """

    mover: str
    move: Move
    before: Board
    after: Board
    verdict: Verdict
    die: int | None = None


class ClaimKind(StrEnum):
    """What a player claims of the last move."""

    WIN = "win"
    """It completed the claimant's palagem, and nobody else's."""
    LOSS = "loss"
    """It completed palagems of several players, so that its mover lost."""


@dataclass(frozen=True)
class Claim:
    """A player's claim, and whether it was right; a mistaken one costs their next move."""

    player: str
    kind: ClaimKind
    right: bool


@dataclass(frozen=True)
class Roll:
    """The mover's roll of the die."""

    player: str
    value: int


@dataclass(frozen=True)
class Vote:
    """A value that the players agreed on for an island, by its row on the score sheet from 1."""

    row: int
    value: int


@dataclass(frozen=True)
class GivenTurn:
    """That people said whose turn it is; a game played by the rules has none of it."""

    player: str


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    Attributes
    ----------
    winner
        The player, or "draw"; None where only a loser is known.
    reason
        Why, as ``Reason`` and ``EndReason`` name it.
    loser
        The player whose own move lost the game.
    scores
        Each player's points, in the games that have them.
    """

    winner: str | None
    reason: str
    loser: str | None = None
    scores: Mapping[str, int] | None = None


Event = TypeVar("Event")


@dataclass(frozen=True)
class Course(Generic[Event]):
    """What happened in a game so far; it never changes, what goes on is another course.

    Attributes
    ----------
    players
        Their names in the order of play.
    start
        The tiles that lay on the table before the first turn.
    first
        The seat, from 0, of the player who starts.
    events
        What happened, in order.
    """

    players: tuple[str, ...]
    start: Board
    first: int = 0
    events: tuple[Event | Turn, ...] = ()

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The moves so far."""
        return tuple(event for event in self.events if isinstance(event, Turn))

    @cached_property
    def last(self) -> Turn | None:
        """The last move, if there is one."""
        return next((e for e in reversed(self.events) if isinstance(e, Turn)), None)

    @property
    def board(self) -> Board:
        """The position after the last move."""
        last = self.last
        return last.after if last else self.start

    @cached_property
    def mover(self) -> str:
        """The player whose turn it is; those whom a mistaken claim cost theirs are left out."""
        seat, lost = self.first, dict.fromkeys(self.players, 0)
        for event in self.events:
            if isinstance(event, Turn):
                seat = self._after(self.players.index(event.mover))
            elif isinstance(event, Claim):
                lost[event.player] += not event.right
            else:
                if isinstance(event, GivenTurn):
                    seat = self.players.index(event.player)
                continue
            while lost[self.players[seat]]:
                lost[self.players[seat]] -= 1
                seat = self._after(seat)
        return self.players[seat]

    @property
    def votes(self) -> dict[int, int]:
        """The values that the players agreed on last, by the rows of the score sheet."""
        return {event.row: event.value for event in self.events if isinstance(event, Vote)}

    def followed_by(self, event: Event | Turn) -> Course[Event]:
        """Return the course that goes on with an event."""
        return replace(self, events=(*self.events, event))

    def with_turn(self, number: int, turn: Turn) -> Course[Event]:
        """Return the course with another turn in place of one, by its number from 1."""
        place = [i for i, event in enumerate(self.events) if isinstance(event, Turn)][number - 1]
        return replace(self, events=(*self.events[:place], turn, *self.events[place + 1 :]))

    def before_last_turn(self) -> Course[Event]:
        """Return the course without its last turn and what followed; votes alone are kept."""
        place = max(i for i, event in enumerate(self.events) if isinstance(event, Turn))
        votes = (event for event in self.events[place:] if isinstance(event, Vote))
        return replace(self, events=(*self.events[:place], *votes))

    def _after(self, seat: int) -> int:
        return (seat + 1) % len(self.players)

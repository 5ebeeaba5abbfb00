"""A tournament as it stands: its players, its rounds with their tables, and the results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from rules.judging import PALAGEM, PALAGO

GAMES_OF_TWO = (PALAGO, PALAGEM)
"""What is played in tournaments; Palagonia takes three or more."""
MOST_PLAYERS = 128
MOST_ROUNDS = 30


class Result(StrEnum):
    """What came of a game, for the first and the second of a pairing."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NOBODY = "nobody"
    """Neither gets a point: both stayed away."""

    @property
    def points(self) -> tuple[float, float]:
        """The points of the first and of the second."""
        return _POINTS[self]


_POINTS = {
    Result.FIRST: (1.0, 0.0),
    Result.SECOND: (0.0, 1.0),
    Result.DRAW: (0.5, 0.5),
    Result.NOBODY: (0.0, 0.0),
}


class ToldBy(StrEnum):
    """Who says what came of a game."""

    GAME = "game"
    PEOPLE = "people"


@dataclass(frozen=True)
class Entrant:
    """Somebody who plays: ``joined`` is their first round, ``here`` false while they are away."""

    number: int
    name: str
    joined: int = 1
    here: bool = True


@dataclass(frozen=True)
class Pairing:
    """Two who play each other in a round at a table, or one who has a bye.

    Attributes
    ----------
    round, board
        The round and the table, both from 1.
    first, second
        Numbers of players: who begins (in Palago with white), and the other; None for a bye.
    game
        The number of the game on record that is played for it, if any is.
    result, told_by
        What came of it and who says so; None while that is open.
    """

    round: int
    board: int
    first: int
    second: int | None
    game: int | None = None
    result: Result | None = None
    told_by: ToldBy | None = None

    @property
    def is_bye(self) -> bool:
        """Whether somebody sits out, which counts as a game that was won."""
        return self.second is None

    @property
    def is_open(self) -> bool:
        """Whether nobody knows yet what comes of it."""
        return self.second is not None and self.result is None

    def has(self, player: int) -> bool:
        """Tell whether a player is one of the two."""
        return player in (self.first, self.second)

    def other(self, player: int) -> int | None:
        """Return whom one of the two plays; None for who has a bye."""
        return self.second if player == self.first else self.first

    def points(self, player: int) -> float:
        """Return what one of the two gets: nothing while the game is open."""
        if self.second is None:
            return 1.0
        if self.result is None:
            return 0.0
        return self.result.points[0 if player == self.first else 1]


@dataclass(frozen=True)
class Tournament:
    """A tournament as it stands.

    Attributes
    ----------
    number, name, game
        What it is found by, what it is called, and what is played.
    rounds
        As many are to be played.
    begun_at
        UTC.
    players
        In the order of the list, which is that of their numbers.
    pairings
        Those of all rounds, in order.
    """

    number: int
    name: str
    game: str
    rounds: int
    begun_at: datetime
    players: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...] = ()

    @property
    def round(self) -> int:
        """The round that was paired last; 0 before the first."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def is_over(self) -> bool:
        """Whether all rounds are played."""
        return self.round >= self.rounds and not self.open_pairings

    @property
    def open_pairings(self) -> tuple[Pairing, ...]:
        """The games of all rounds without a result, in order."""
        return tuple(pairing for pairing in self.pairings if pairing.is_open)

    def of_round(self, number: int) -> tuple[Pairing, ...]:
        """Return the pairings of a round."""
        return tuple(pairing for pairing in self.pairings if pairing.round == number)

    def of_player(self, player: int) -> tuple[Pairing, ...]:
        """Return the pairings of a player, in order."""
        return tuple(pairing for pairing in self.pairings if pairing.has(player))

    @cached_property
    def names(self) -> dict[int, str]:
        """The players' names by their numbers."""
        return {player.number: player.name for player in self.players}

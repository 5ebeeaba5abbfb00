"""What is answered about tournaments."""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from companion.tournaments.tournament import GAMES_OF_TWO, Result, ToldBy
from companion.web.shapes import Count, OneOf, Positive


class TournamentHead(TypedDict):
    """What a tournament is; ``round`` is the one paired last, 0 before the first."""

    id: Positive
    name: str
    game: Annotated[str, OneOf(*GAMES_OF_TWO)]
    rounds: Positive
    round: Count
    begun_at: str
    over: bool


class TournamentSummary(TournamentHead):
    """A tournament in a list of them, with how many play."""

    players: Count


class TournamentList(TypedDict):
    """The tournaments, the newest first."""

    tournaments: list[TournamentSummary]


class Entrant(TypedDict):
    """Somebody who plays; ``joined`` is the first round that they are paired in."""

    number: Positive
    name: str
    joined: Positive
    here: bool


class Table(TypedDict):
    """Two who play each other, by their numbers; ``second`` is null for who has a bye.

    ``by`` says who tells the result.
    """

    table: Positive
    first: Positive
    second: Positive | None
    game: Positive | None
    result: Annotated[str, OneOf(*Result)] | None
    by: Annotated[str, OneOf(*ToldBy)] | None


class Round(TypedDict):
    """A round with its tables."""

    round: Positive
    tables: list[Table]


class Standing(TypedDict):
    """How a player stands; those who cannot be told apart have the same rank."""

    rank: Positive
    player: Positive
    name: str
    points: float
    buchholz: float
    sonneborn_berger: float
    won: Count
    drawn: Count
    lost: Count
    byes: Count


class TournamentState(TournamentHead):
    """A tournament as it stands."""

    players: list[Entrant]
    pairings: list[Round]
    standings: list[Standing]

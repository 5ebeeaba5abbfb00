"""Tournaments: beginning one, its players, its rounds, and what came of the games."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from companion.record.games import MAX_NAME_LENGTH
from companion.tournaments.keeping import Wanted
from companion.tournaments.reading import Place
from companion.tournaments.tournament import GAMES_OF_TWO, MOST_PLAYERS, MOST_ROUNDS, Result
from companion.web.bodies.body import Body, like
from companion.web.shapes import OneOf, Positive, Text

# how long a name may be is checked where it is kept
Name = Annotated[Text, Field(json_schema_extra={"maxLength": MAX_NAME_LENGTH})]
Rounds = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
Players = Annotated[list[Name], Field(json_schema_extra={"maxItems": MOST_PLAYERS})]


class TournamentWanted(Body):
    """A tournament to begin; ``draw`` draws lots for the order of the players."""

    model_config = like({"name": "Club evening", "rounds": 3, "players": ["Ann", "Bob"]})

    name: Name
    rounds: Rounds
    players: Players
    game: Annotated[str, OneOf(*GAMES_OF_TWO)] | None = None
    draw: bool | None = None

    def wanted(self) -> Wanted:
        """Return what is asked for."""
        return Wanted(
            self.name, self.players, self.rounds, self.game or GAMES_OF_TWO[0], bool(self.draw)
        )


class TournamentChange(Body):
    """Another name for a tournament, or another number of rounds."""

    model_config = like({"rounds": 4})

    name: Name | None = None
    rounds: Rounds | None = None


class EntrantWanted(Body):
    """Somebody who plays along from the next round on."""

    model_config = like({"name": "Cem"})

    name: Name


class EntrantChange(Body):
    """A name put right, or that somebody has left (``here`` false) or is back."""

    model_config = like({"here": False})

    name: Name | None = None
    here: bool | None = None


class RoundWanted(Body):
    """The round to be paired, which is the next one: so nobody pairs two where one was meant."""

    model_config = like({"round": 1})

    round: Positive


class ResultTold(Body):
    """What came of a game; null takes back what was told.

    One that stands already is changed where that is ``confirmed``.
    """

    model_config = like({"result": "first"})

    result: Annotated[str, OneOf(*Result)] | None = None
    confirmed: bool | None = None


class GameAtTable(Body):
    """The number of the game on record that is played at a table, null for none."""

    model_config = like({"game": 3})

    game: Positive | None = None


class PlaceWanted(Body):
    """The table of a tournament that a game is played at."""

    model_config = like({"tournament": 1, "round": 2, "table": 3})

    tournament: Positive
    round: Positive
    table: Positive

    def place(self) -> Place:
        """Return the table."""
        return Place(self.tournament, self.round, self.table)

"""Starting a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from companion.live.choice import FIRST_CAMERA
from companion.live.choice import SourceChoice as Chosen
from companion.live.starting import GameRequest as Wanted
from companion.live.starting import Seated, demo_request, game_request
from companion.web.bodies.body import Body, like
from companion.web.bodies.playing import Die
from companion.web.bodies.sources import SourceChoice
from companion.web.bodies.tournaments import PlaceWanted
from companion.web.shapes import OneOf, Positive, Text
from companion.words.language import gettext as _
from rules.judging import GAMES

_LONGEST_NAME = 80
_EXAMPLE = {
    "game": "palago",
    "players": [{"name": "Ann"}, {"name": "Bob"}],
    "source": {"kind": "hand"},
}


class PlayerEntry(Body):
    """Somebody who plays, and where, counted clockwise from 1."""

    model_config = like({"name": "Ann", "color": "white"})

    # how long a name may be is checked where games are kept
    name: Annotated[Text, Field(json_schema_extra={"maxLength": _LONGEST_NAME})]
    color: Text | None = None
    seat: Positive | None = None


class GameRequest(Body):
    """A game to start; of a demo the source alone is enough."""

    model_config = like(_EXAMPLE)

    game: Annotated[str, OneOf(*GAMES)] | None = None
    players: list[PlayerEntry] | None = None
    options: Annotated[dict[str, Any], Field(examples=[{"size": 24}])] | None = None
    starting_rolls: Annotated[dict[str, Die], Field(examples=[{"Ann": 3}])] | None = None
    source: SourceChoice | None = None
    pairing: PlaceWanted | None = None

    @classmethod
    def called(cls) -> str:
        """Return what it is, to begin a sentence with."""
        return _("The game")

    def wanted(self, usual: Chosen) -> Wanted:
        """Return the game that is asked for; its source is the usual one where none is named.

        Raises
        ------
        BodyError, StartError
            If something is missing, or it cannot be played.
        """
        source = self.source.chosen() if self.source else usual
        demo = demo_request(source)
        if demo is not None:
            return demo
        request = game_request(
            self.needed("game"),
            [
                Seated(entry.name.strip(), entry.color, entry.seat or number)
                for number, entry in enumerate(self.needed("players"), 1)
            ],
            self.options or {},
            self.starting_rolls,
            source,
        )
        return replace(request, place=self.pairing.place() if self.pairing else None)


def request_from_json(data: object, usual: Chosen = FIRST_CAMERA) -> Wanted:
    """Read from decoded JSON what game to start, and check that it can be played.

    ``usual`` is the source where none is named.

    Raises
    ------
    BodyError, StartError
        If it cannot be read, the game is not for these players, or those who rolled the highest
        must roll again.
    """
    return GameRequest.of(data).wanted(usual)

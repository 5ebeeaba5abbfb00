"""What somebody asks for who starts a game: what is played by whom in which order, seen by what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.live.choice import FIRST_CAMERA, SourceChoice, choice_from_json
from companion.live.demos import all_demos
from companion.live.errors import StartError
from companion.record import EntryError, Player
from companion.record.games import check_game
from companion.referee.setup import setup_of
from companion.words.language import gettext as _
from companion.words.language import listing
from rules import GameError
from rules.fields import Fields
from rules.judging import GAMES, PALAGO, PALAGONIA
from rules.palagonia.judging import DIE

_EXAMPLE = '{"game": "palago", "players": [{"name": "Ann"}, {"name": "Bob"}], ...}'
_PLAYER = '{"name": "Ann", "color": "white"}'
_MOST_PLAYERS = 24
_ROLLS = "starting_rolls"


@dataclass(frozen=True)
class GameRequest:
    """A game to start; ``players`` are in the order of play."""

    game: str
    players: tuple[Player, ...]
    options: dict[str, Any]
    source: SourceChoice


def request_from_json(data: object, usual: SourceChoice = FIRST_CAMERA) -> GameRequest:
    """Read from decoded JSON what game to start, and check that it can be played.

    ``usual`` is the source where none is named.

    Raises
    ------
    StartError
        If it cannot be read, the game is not for these players, or those who rolled the highest
        must roll again.
    """
    fields = Fields.of(data, "The game", _EXAMPLE, StartError)
    source = choice_from_json(fields.data["source"]) if fields.has("source") else usual
    demo = next((demo for demo in all_demos() if demo.name == source.address), None)
    if source.kind == "demo" and demo is not None:
        return GameRequest(demo.game, tuple(Player(name) for name in demo.players), {}, source)
    game = fields.one_of("game", GAMES)
    options = dict(fields.nested("options", "{}").data) if fields.has("options") else {}
    players = _seated(fields)
    if game == PALAGO:
        players = tuple(sorted(players, key=_plays_later))
    if fields.has(_ROLLS):
        if game != PALAGONIA:
            raise StartError(_("Starting rolls are made in Palagonia; leave them out."))
        rolls = _rolls(fields, players)
        options[_ROLLS] = rolls
        players = _from_highest(players, rolls)
    try:
        check_game(game, players)
        setup_of(game, [player.name for player in players], options)
    except (EntryError, GameError) as error:
        raise StartError(str(error)) from error
    return GameRequest(game, players, options, source)


def _seated(fields: Fields) -> tuple[Player, ...]:
    """Return the players clockwise: by seat where it is given, else as they are named."""
    entries = fields.entries("players")
    if len(entries) > _MOST_PLAYERS:
        raise StartError(_("At most {count} can play; name fewer.", count=_MOST_PLAYERS))
    seated: list[tuple[int, Player]] = []
    for number, entry in enumerate(entries, 1):
        one = Fields.of(entry, f"players[{number - 1}]", _PLAYER, StartError)
        color = one.text("color") if one.has("color") else None
        seat = one.whole_number("seat", low=1) if one.has("seat") else number
        seated.append((seat, Player(one.text("name").strip(), color)))
    return tuple(player for _seat, player in sorted(seated, key=lambda pair: pair[0]))


def _plays_later(player: Player) -> int:
    """Sort who plays white before who said nothing, and who plays blue last."""
    return {"white": 0, "blue": 2}.get(player.color or "", 1)


def _rolls(fields: Fields, players: Sequence[Player]) -> dict[str, int]:
    rolls = fields.nested(_ROLLS, '{"Ann": 3}')
    low, high = min(DIE), max(DIE)
    return {p.name: rolls.whole_number(p.name, low=low, high=high) for p in players}


def _from_highest(players: tuple[Player, ...], rolls: dict[str, int]) -> tuple[Player, ...]:
    """Return the players clockwise from the one who rolled highest."""
    highest = max(rolls.values(), default=0)
    first = [player.name for player in players if rolls[player.name] == highest]
    if len(first) != 1:
        raise StartError(
            _("{players} rolled the highest number alike: they roll again.", players=listing(first))
        )
    place = [player.name for player in players].index(first[0])
    return players[place:] + players[:place]

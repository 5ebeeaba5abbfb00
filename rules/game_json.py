"""Whole games as JSON, there and back."""

from __future__ import annotations

from typing import Any

from rules.board import Board
from rules.board_json import BoardFormatError, board_from_json
from rules.fields import Fields
from rules.game import Game, GameFormatError
from rules.judging import (
    PALAGEM,
    PALAGO,
    PALAGONIA,
    palagem_options_from_json,
    palagems_from_json,
    palago_options_from_json,
)
from rules.palagem.claims import Mode
from rules.palagem.game import PalagemGame
from rules.palago.game import PalagoGame
from rules.palagonia.game import PalagoniaGame
from rules.refusals import GameError, PalagemError

_EXAMPLE = '{"game": "palago", "players": [...], "options": {...}, "events": [...]}'


def game_from_json(data: object) -> Game[Any]:
    """Read a game that ``Game.to_json`` wrote, and play it through.

    Raises
    ------
    GameFormatError
        If something is missing or cannot be read, or an event of the record cannot have happened
        where it stands.
    """
    fields = Fields.of(data, "The game", _EXAMPLE, GameFormatError)
    kind = fields.one_of("game", [PALAGO, PALAGEM, PALAGONIA])
    players = fields.texts("players")
    options = fields.nested("options", "{}")
    try:
        start = board_from_json(fields.data["start"]) if fields.has("start") else Board()
        game = _started(kind, players, options, start)
    except (BoardFormatError, GameError, PalagemError) as error:
        raise GameFormatError(f"The game cannot have been started: {error}") from error
    game.replay(fields.entries("events"))
    return game


def _started(kind: str, players: list[str], options: Fields, start: Board) -> Game[Any]:
    if kind == PALAGO:
        return PalagoGame(players, palago_options_from_json(options), start)
    if kind == PALAGONIA:
        size = options.whole_number("size") if options.has("size") else None
        first = options.text("first") if options.has("first") else None
        return PalagoniaGame(players, first=first, size=size, start=start)
    mode = options.choice("mode", Mode.ANNOUNCE)
    return PalagemGame(
        players, palagems_from_json(options), palagem_options_from_json(options), mode, start
    )

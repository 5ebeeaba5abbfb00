"""What requests ask for of games, out of their JSON (docs/http_api.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.live.choice import FIRST_CAMERA, SourceChoice, choice_from_json
from companion.live.errors import StartError
from companion.live.laying import Laid, laid_changed, laid_whole
from companion.live.starting import GameRequest, Seated, demo_request, game_request
from companion.referee.inputs import DECISIONS
from rules import BoardFormatError, Cell, board_from_json
from rules.board_json import board_from_tiles
from rules.fields import Fields
from rules.judging import GAMES
from rules.palagonia.judging import DIE

_GAME = '{"game": "palago", "players": [{"name": "Ann"}, {"name": "Bob"}], ...}'
_PLAYER = '{"name": "Ann", "color": "white"}'
_TABLE = '{"board": {"tiles": [...]}} or {"placed": [...]}'
_DECISION = '{"kind": "take-back"}'


@dataclass(frozen=True)
class WantedDecision:
    """What people decide: the kind, and its data as the record keeps them."""

    kind: str
    data: Mapping[str, Any]


def request_from_json(data: object, usual: SourceChoice = FIRST_CAMERA) -> GameRequest:
    """Read what game to start, and check that it can be played.

    ``usual`` is the source where none is named; of a sample video that alone is enough.

    Raises
    ------
    StartError
        If it cannot be read or played.
    """
    fields = Fields.of(data, "The game", _GAME, StartError)
    source = choice_from_json(fields.data["source"]) if fields.has("source") else usual
    demo = demo_request(source)
    if demo is not None:
        return demo
    game = fields.one_of("game", GAMES)
    options = fields.nested("options", "{}").data if fields.has("options") else {}
    rolls = _rolls(fields) if fields.has("starting_rolls") else None
    return game_request(game, _seated(fields), options, rolls, source)


def decision_from_json(data: object) -> WantedDecision:
    """Read what people decide; the referee reads the data of it.

    Raises
    ------
    StartError
        If it is none.
    """
    fields = Fields.of(data, "The decision", _DECISION, StartError)
    kind = fields.one_of("kind", sorted(DECISIONS))
    return WantedDecision(kind, fields.nested("data", "{}").data if fields.has("data") else {})


def laid_from_json(data: object) -> Laid:
    """Read what people say lies on the table.

    Raises
    ------
    StartError
        If it cannot be read.
    """
    fields = Fields.of(data, "The table", _TABLE, StartError)
    die = fields.whole_number("die", low=min(DIE), high=max(DIE)) if fields.has("die") else None
    try:
        if fields.has("board"):
            return laid_whole(board_from_json(fields.value("board", "a board")), die)
        placed, rotated = _tiles(fields, "placed"), _tiles(fields, "rotated")
    except BoardFormatError as error:
        raise StartError(str(error)) from error
    removed = fields.cells("removed") if fields.has("removed") else []
    return laid_changed(placed, removed, rotated, one_by_one=fields.flag("ordered"), die=die)


def _seated(fields: Fields) -> list[Seated]:
    return [
        _player(Fields.of(entry, f"players[{number - 1}]", _PLAYER, StartError), number)
        for number, entry in enumerate(fields.entries("players"), 1)
    ]


def _player(fields: Fields, number: int) -> Seated:
    color = fields.text("color") if fields.has("color") else None
    seat = fields.whole_number("seat", low=1) if fields.has("seat") else number
    return Seated(fields.text("name").strip(), color, seat)


def _rolls(fields: Fields) -> dict[str, int]:
    rolls = fields.nested("starting_rolls", '{"Ann": 3}')
    return {name: rolls.whole_number(name, low=min(DIE), high=max(DIE)) for name in rolls.data}


def _tiles(fields: Fields, key: str) -> dict[Cell, int]:
    """Return tiles in the order in which they are named, which is the one they were laid in."""
    entries = fields.entries(key) if fields.has(key) else []
    tiles = board_from_tiles(entries)
    return {cell: tiles[cell] for cell in (Cell(tile["q"], tile["r"]) for tile in entries)}

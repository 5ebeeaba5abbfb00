"""All that a referee can be given, as plain JSON, to be kept and given again.

An input has a kind and data. Sightings are ``settled``, ``hands``, ``hands-gone``,
``camera-moved``, ``lost``, ``too-slow`` and ``film-over``; people's decisions are named as
their ``Correction`` is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.referee.events import Event
from companion.referee.referee import Referee
from companion.referee.told_turns import ToldTurn
from rules import (
    BoardFormatError,
    Cell,
    ClaimKind,
    FormatError,
    Move,
    PalagemError,
    Tile,
    board_from_json,
    board_to_json,
)
from rules.board_json import board_from_tiles, cell_to_json
from rules.fields import Fields
from rules.messages import message_of, said_from_json, said_to_json
from rules.palagonia.judging import DIE
from rules.tile import ORIENTATIONS
from vision.following.table_view import (
    Apart,
    CameraMoved,
    FilmOver,
    Glimpse,
    HandsGone,
    HandsIn,
    Lost,
    OtherCluster,
    Reach,
    Settled,
    Sighting,
    TableView,
    TooSlow,
)
from vision.reading import DieReading

Data = Mapping[str, Any]

_WAY = 9
"""A projective matrix has so many numbers."""


class InputError(FormatError):
    """Data that is no input of a referee; the message names what is at fault."""


def sighting_to_json(sighting: Sighting) -> tuple[str, dict[str, Any]]:
    """Return a sighting as the kind and the data of an input; a view without its reading."""
    if isinstance(sighting, Settled):
        return "settled", _view_to_json(sighting.view)
    if isinstance(sighting, Lost):
        return "lost", {
            "reason": str(sighting.reason),
            "says": said_to_json(sighting.reason),
        }
    if isinstance(sighting, TooSlow):
        return "too-slow", {"seconds": sighting.seconds}
    if isinstance(sighting, HandsGone):
        return "hands-gone", _hand_to_json(sighting)
    return _KINDS[type(sighting)], {}


def sighting_of(kind: str, data: Data) -> Sighting | None:
    """Return the sighting that an input is; None for a decision of people.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    read = _SIGHTINGS.get(kind)
    return None if read is None else read(_fields(kind, data))


def give(referee: Referee, kind: str, data: Data, t: float, frame: int) -> list[Event]:
    """Give a referee an input and return what it says.

    Parameters
    ----------
    referee
        The referee of the game.
    kind, data
        The input; for people's decisions the arguments of the referee's method by name, a cell as
        ``[q, r]``, tiles as a list under ``tiles``.
    t, frame
        When it was, as for ``Referee.see``.

    Raises
    ------
    InputError
        If it cannot be read.
    GameError
        If the decision makes no sense as the game stands.
    """
    fields = _fields(kind, data)
    if kind in _SIGHTINGS:
        return referee.see(_SIGHTINGS[kind](fields), t, frame)
    if kind not in _DECISIONS:
        raise InputError(
            f'"{kind}" is no input; give one of {", ".join([*_SIGHTINGS, *_DECISIONS])}.'
        )
    referee.at(t, frame)
    return _DECISIONS[kind](referee, fields)


def _fields(kind: str, data: Data) -> Fields:
    return Fields.of(data, f'The input "{kind}"', "{}", InputError)


def _view_to_json(view: TableView) -> dict[str, Any]:
    return {
        "board": board_to_json(view.board),
        "unsure": [cell_to_json(cell) for cell in sorted(view.unsure)],
        "hidden": [cell_to_json(cell) for cell in sorted(view.hidden)],
        "others": [
            {"board": board_to_json(other.board), "center": list(other.center), "sure": other.sure}
            for other in view.others
        ],
        "dice": [
            {
                "value": die.value,
                "center": list(die.center),
                "confidence": die.confidence,
                "sure": die.sure,
            }
            for die in view.dice
        ],
        "near_edge": list(view.near_edge),
        "burnt": [cell_to_json(cell) for cell in sorted(view.burnt)],
        "probabilities": _probabilities_to_json(view.probabilities),
        "board_center": None if view.board_center is None else list(view.board_center),
        "dice_lain": _rounded(view.dice_lain),
        "dice_left": _rounded(view.dice_left),
        "dice_between": list(view.dice_between),
        "glimpses": [
            {
                "lay": [cell_to_json(cell) for cell in sorted(glimpse.lay)],
                "bare": [cell_to_json(cell) for cell in sorted(glimpse.bare)],
            }
            for glimpse in view.glimpses
        ],
        "ways": [list(way) for way in view.ways],
        **({"reaches": list(map(_reach_to_json, view.reaches))} if view.reaches else {}),
        **({"hands_before": list(map(_hand_to_json, gone))} if (gone := view.hands_before) else {}),
        **({"unwatched": _rounded(view.unwatched)} if view.unwatched else {}),
        **({"said": True} if view.said else {}),
        **({"crooked": [cell_to_json(c) for c in sorted(view.crooked)]} if view.crooked else {}),
        **({"apart": _apart_to_json(view.apart)} if view.apart is not None else {}),
    }


def _reach_to_json(reach: Reach) -> dict[str, Any]:
    cells = [cell_to_json(cell) for cell in sorted(reach.cells)]
    return {"direction": round(reach.direction, 2), "cells": cells}


def _hand_to_json(hand: HandsGone) -> dict[str, Any]:
    return {
        **({} if hand.direction is None else {"direction": round(hand.direction, 2)}),
        **({} if hand.at_tiles is None else {"at_tiles": hand.at_tiles}),
    }


def _apart_to_json(apart: Apart) -> dict[str, Any]:
    return {
        "board": board_to_json(apart.board),
        **{
            key: [cell_to_json(cell) for cell in sorted(cells)]
            for key, cells in (
                ("unsure", apart.unsure),
                ("hidden", apart.hidden),
                ("burnt", apart.burnt),
            )
        },
        "probabilities": _probabilities_to_json(apart.probabilities),
    }


def _probabilities_to_json(told: Mapping[Cell, tuple[float, ...]]) -> list[dict[str, Any]]:
    return [
        {"cell": cell_to_json(cell), "of": list(numbers)} for cell, numbers in sorted(told.items())
    ]


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 2)


def _settled(fields: Fields) -> Settled:
    try:
        others = tuple(
            OtherCluster(board_from_json(other["board"]), _point(other["center"]), other["sure"])
            for other in fields.entries("others")
        )
        dice = tuple(
            DieReading(int(die["value"]), _point(die["center"]), die["confidence"], die["sure"])
            for die in fields.entries("dice")
        )
        board = board_from_json(fields.value("board", "a board"))
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise InputError(f"{fields.place} cannot be read: {error}") from error
    center = _point(fields.data["board_center"]) if fields.has("board_center") else None
    return Settled(
        TableView(
            board=board,
            unsure=frozenset(fields.cells("unsure")),
            hidden=frozenset(fields.cells("hidden")),
            others=others,
            dice=dice,
            near_edge=tuple(fields.texts("near_edge")),
            burnt=_known(fields, "burnt"),
            crooked=_known(fields, "crooked"),
            board_center=center,
            probabilities=_probabilities(fields),
            dice_lain=_seconds(fields, "dice_lain"),
            dice_left=_seconds(fields, "dice_left"),
            dice_between=_numbers(fields, "dice_between"),
            glimpses=_glimpses(fields),
            ways=_ways(fields),
            reaches=_reaches(fields),
            hands_before=_hands_before(fields),
            unwatched=_seconds(fields, "unwatched") or 0.0,
            said=fields.flag("said"),
            apart=_apart(fields),
        )
    )


def _apart(fields: Fields) -> Apart | None:
    """Return what is laid apart from the first tiles; None where nothing is said of it."""
    if not fields.has("apart"):
        return None
    told = Fields.of(fields.value("apart", "a board"), "What is laid apart", "{}", InputError)
    try:
        board = board_from_json(told.value("board", "a board"))
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise InputError(f"{told.place} cannot be read: {error}") from error
    unsure, hidden, burnt = (frozenset(told.cells(key)) for key in ("unsure", "hidden", "burnt"))
    return Apart(board, unsure, hidden, burnt, _probabilities(told))


def _probabilities(fields: Fields) -> dict[Cell, tuple[float, ...]]:
    """Return those of unsure cells; records of earlier versions have none."""
    found = {}
    for entry in fields.entries("probabilities") if fields.has("probabilities") else []:
        one = Fields.of(entry, "The probabilities", '{"cell": [0, 0], "of": []}', InputError)
        numbers = one.value("of", "seven numbers")
        if not isinstance(numbers, list) or len(numbers) != 1 + len(ORIENTATIONS):
            raise InputError(f'{one.place} has no seven numbers as "of".')
        found[_cell(one)] = tuple(float(number) for number in numbers)
    return found


def _glimpses(fields: Fields) -> tuple[Glimpse, ...]:
    """Return what was seen under hands; records of earlier versions have none."""
    entries = fields.entries("glimpses") if fields.has("glimpses") else []
    shape = '{"lay": [[0, 0]], "bare": [[1, 0]]}'
    told = [Fields.of(entry, "A glimpse", shape, InputError) for entry in entries]
    return tuple(Glimpse(*(frozenset(one.cells(key)) for key in ("lay", "bare"))) for one in told)


def _reaches(fields: Fields) -> tuple[Reach, ...]:
    """Return from where hands reached in; records of earlier versions say nothing of it."""
    entries = fields.entries("reaches") if fields.has("reaches") else []
    shape = '{"direction": 0.5, "cells": [[0, 0]]}'
    told = [Fields.of(entry, "A reach", shape, InputError) for entry in entries]
    return tuple(Reach(_number_of(one, "direction"), frozenset(one.cells("cells"))) for one in told)


def _hands_before(fields: Fields) -> tuple[HandsGone, ...]:
    """Return the hands over the bare table; records of earlier versions say nothing of them."""
    entries = fields.entries("hands_before") if fields.has("hands_before") else []
    shape = '{"direction": 0.5}'
    return tuple(_hands_gone(Fields.of(one, "A hand", shape, InputError)) for one in entries)


def _hands_gone(fields: Fields) -> HandsGone:
    """Return that hands are gone; records of earlier versions do not say from where they came."""
    return HandsGone(
        _number_of(fields, "direction") if fields.has("direction") else None,
        fields.flag("at_tiles") if fields.has("at_tiles") else None,
    )


def _ways(fields: Fields) -> tuple[tuple[float, ...], ...]:
    """Return how the picture may have gone; records of earlier versions say nothing of it."""
    ways = fields.data["ways"] if fields.has("ways") else []
    try:
        found = tuple(tuple(float(number) for number in way) for way in ways)
    except (TypeError, ValueError) as error:
        raise InputError(f'{fields.place} has no matrices of numbers as "ways": {error}') from error
    if any(len(way) != _WAY for way in found):
        raise InputError(f'{fields.place} needs nine numbers for each of its "ways".')
    return found


def _known(fields: Fields, key: str) -> frozenset[Cell]:
    """Return cells of which something is said; records of earlier versions have none."""
    return frozenset(fields.cells(key) if fields.has(key) else ())


def _seconds(fields: Fields, key: str) -> float | None:
    """Return so many seconds; None where they are not known, as in records of earlier versions."""
    if not fields.has(key):
        return None
    return _number_of(fields, key, "seconds, a number,")


def _number_of(fields: Fields, key: str, what: str = "number") -> float:
    given = fields.value(key, what)
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise InputError(f'{fields.place} has no {what} as "{key}".')
    return float(given)


def _numbers(fields: Fields, key: str) -> tuple[int, ...]:
    """Return the numbers of dice; records of earlier versions have none."""
    if not fields.has(key):
        return ()
    given = fields.value(key, "numbers of dice")
    if not isinstance(given, list) or not all(type(n) is int and n in DIE for n in given):
        raise InputError(f'{fields.place} has no numbers of dice, 1 to 6, as "{key}".')
    return tuple(given)


def _point(pair: Any) -> tuple[float, float]:
    return float(pair[0]), float(pair[1])


def _cell(fields: Fields) -> Cell:
    (cell,) = Fields({"cell": [fields.value("cell", "[q, r]")]}, "The cell", InputError).cells(
        "cell"
    )
    return cell


def _set_palagem(referee: Referee, fields: Fields) -> list[Event]:
    try:
        board = board_from_json({"tiles": fields.entries("tiles")})
        return referee.set_palagem(fields.text("player"), board)
    except (BoardFormatError, PalagemError) as error:
        raise InputError(message_of(error)) from error


def _told_turn(turn: object) -> ToldTurn:
    fields = Fields.of(turn, "The turn", '{"placed": [{"q": 0, ...}], ...}', InputError)
    try:
        placed, rotated = _tiles(fields, "placed"), _tiles(fields, "rotated")
    except BoardFormatError as error:
        raise InputError(message_of(error)) from error
    removed = tuple(fields.cells("removed")) if fields.has("removed") else ()
    move = Move(placed, removed, rotated, ordered=not (removed or rotated))
    player = fields.text("player") if fields.has("player") else None
    roll = fields.whole_number("die", low=min(DIE), high=max(DIE)) if fields.has("die") else None
    return ToldTurn(move, player, roll)


def _tiles(fields: Fields, key: str) -> tuple[Tile, ...]:
    entries = fields.entries(key) if fields.has(key) else []
    return tuple(Tile(*tile) for tile in board_from_tiles(entries).items())


def _number(fields: Fields, key: str) -> int | None:
    return fields.whole_number(key) if fields.has(key) else None


_KINDS: dict[type[Sighting], str] = {
    HandsIn: "hands",
    CameraMoved: "camera-moved",
    FilmOver: "film-over",
}

FILM_OVER = sighting_to_json(FilmOver())
"""The input that says that a film which shows the game is over: its kind and data."""

_SIGHTINGS: dict[str, Callable[[Fields], Sighting]] = {
    "settled": _settled,
    "hands": lambda _: HandsIn(),
    "hands-gone": _hands_gone,
    "camera-moved": lambda _: CameraMoved(),
    "film-over": lambda _: FilmOver(),
    "lost": lambda fields: Lost(said_from_json(fields.data.get("says"), fields.text("reason"))),
    "too-slow": lambda fields: TooSlow(float(fields.value("seconds", "seconds"))),
}

_DECISIONS: dict[str, Callable[[Referee, Fields], list[Event]]] = {
    "set-tile": lambda referee, f: referee.set_tile(_cell(f), _number(f, "orientation")),
    "take-back": lambda referee, _: referee.take_back(),
    "lay-again": lambda referee, fields: referee.lay_again(
        fields.whole_number("number", low=1) if fields.has("number") else None
    ),
    "tell-turns": lambda referee, fields: referee.tell_turns(
        _number(fields, "number"), [_told_turn(turn) for turn in fields.entries("turns")]
    ),
    "let-stand": lambda referee, _: referee.let_stand(),
    "set-die": lambda referee, f: referee.set_die(
        f.whole_number("value"),
        _number(f, "number"),
        f.text("player") if f.has("player") else None,
    ),
    "set-mover": lambda referee, f: referee.set_mover(f.text("player"), _number(f, "number")),
    "answer": lambda referee, f: referee.answer(f.whole_number("choice", low=0)),
    "confirm": lambda referee, f: referee.confirm(_number(f, "number")),
    "table-right": lambda referee, _: referee.table_is_right(),
    "record-right": lambda referee, _: referee.record_is_right(),
    "end-turn": lambda referee, _: referee.end_turn(),
    "pause": lambda referee, _: referee.pause(),
    "resume": lambda referee, _: referee.resume(),
    "vote": lambda referee, f: referee.vote(f.whole_number("row"), f.whole_number("value")),
    "claim": lambda referee, f: referee.claim(
        f.text("player"), ClaimKind(f.one_of("kind", list(ClaimKind)))
    ),
    "set-palagem": _set_palagem,
}

SIGHTINGS = frozenset(_SIGHTINGS)
"""The kinds of input that a camera sees."""

DECISIONS = frozenset(_DECISIONS)
"""The kinds of input that people give."""

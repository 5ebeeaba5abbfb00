"""Turning events on record back into what they were: `event_from_json`.

Records of earlier versions lack what came later, and documents from elsewhere may hold anything:
what is not needed may be left out, and what cannot be read is an `UnknownEvent` that says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from math import isfinite
from typing import Any, TypeVar, cast

from companion.referee.decisions import (
    Answered,
    Claimed,
    Confirmed,
    Decision,
    DieSet,
    LaidAgain,
    LetStand,
    MoverSet,
    PalagemSet,
    Paused,
    RecordIsRight,
    Resumed,
    TableIsRight,
    TakenBack,
    TakenMove,
    TileSet,
    TurnEnded,
    TurnsTold,
    UnknownDecision,
    Voted,
)
from companion.referee.events import (
    Adrift,
    AnyViolation,
    CameraWasMoved,
    Correction,
    DieRolled,
    Event,
    HandsLeft,
    HandsOverTable,
    IllegalTable,
    InStep,
    MoveMade,
    Over,
    Question,
    QuestionSettled,
    Ready,
    Restored,
    UnknownEvent,
    UnknownViolation,
    Unsure,
    WatchTooSlow,
)
from companion.referee.questions import About, Choice, ChosenTurn, SettledHow
from companion.referee.rolls import RollKnown
from rules import (
    Board,
    Cell,
    ClaimKind,
    Code,
    Color,
    FormatError,
    Move,
    Reason,
    ScoredIsland,
    Tile,
    Verdict,
    Violation,
    board_from_json,
)
from rules.board_json import board_from_tiles
from rules.fields import Fields
from rules.messages import said_from_json
from rules.palagonia.judging import DIE
from rules.tile import COLORS
from rules.verdict import Action

_EXAMPLE = '{"event": "move", "number": 1, ...}'
_VIOLATION = '{"code": "disturbed", "cells": [], "message": "..."}'
_CHOICE = '{"text": "...", "turns": []}'
_TURN = '{"mover": "Ann", "board": {"tiles": []}, "legal": true}'
_ISLAND = '{"color": "white", "value": 4, ...}'
_Known = TypeVar("_Known", bound=StrEnum)


def event_from_json(data: Mapping[str, Any]) -> Event:
    """Return the event that ``Event.to_json`` wrote, with ``event``, ``t`` and ``frame``.

    Raises
    ------
    FormatError
        If it does not say what it is. One that cannot be read otherwise is an `UnknownEvent`.
    """
    fields = Fields.of(dict(data), "The event", _EXAMPLE, FormatError)
    kind = fields.text("event")
    t, frame = _moment(data.get("t")), int(_moment(data.get("frame")))
    if kind in _BARE:
        return _BARE[kind](t, frame)
    read = _READ.get(kind)
    rest = {key: value for key, value in data.items() if key not in ("event", "t", "frame")}
    if read is None:
        return UnknownEvent(t, frame, kind, rest)
    try:
        return read(fields, t, frame)
    except FormatError as error:
        return UnknownEvent(t, frame, kind, rest, str(error))


def _moment(value: object) -> float:
    """Return a number as it is, and 0 for what is none: when it was matters less than what."""
    try:
        number = float(value) if isinstance(value, (int, float)) else 0.0
    except OverflowError:
        return 0.0
    return number if isfinite(number) else 0.0


def _die(fields: Fields, t: float, frame: int) -> DieRolled:
    how = _known(fields, "how", RollKnown)
    mover, rests_on, only_whose = fields.text("mover"), _rests_on(fields), _only_whose(fields)
    return DieRolled(t, frame, _roll(fields, "value"), mover, how, rests_on, only_whose)


def _move(fields: Fields, t: float, frame: int) -> MoveMade:
    done, taken = _done(fields)
    after = board_from_json(fields.value("board", "a board"))
    before = Board({**after.without(*(c for c in done.placed_cells if c in after)), **taken})
    verdict, unknown = _verdict(fields.nested("verdict", '{"legal": true, ...}'), done)
    number, mover = fields.whole_number("number", low=1), fields.text("mover")
    helper = fields.text("helper") if fields.has("helper") else None
    how = _known(fields, "how", RollKnown)
    return MoveMade(
        t,
        frame,
        number,
        mover,
        done,
        before,
        after,
        verdict,
        helper,
        unknown,
        how,
        apart=fields.data.get("apart") is not False,
        presumed=fields.data.get("presumed") is True,
        rests_on=_rests_on(fields),
        only_whose=_only_whose(fields),
        whose_guessed=_whose_guessed(fields),
        may_be_palagem=fields.data.get("may_be_palagem") is True,
    )


def _rests_on(fields: Fields) -> int | None:
    return fields.whole_number("rests_on", low=1) if fields.has("rests_on") else None


def _whose_guessed(fields: Fields) -> bool:
    return fields.data.get("whose_guessed") is True


def _only_whose(fields: Fields) -> bool:
    return fields.data.get("only_whose") is True


def _done(fields: Fields) -> tuple[Move, dict[Cell, int]]:
    """Return what was done, and the tiles that lay where tiles were taken or turned."""
    placed, removed, rotated = (_tiles(fields, key) for key in ("placed", "removed", "rotated"))
    before = {tile.cell: tile.orientation for tile in removed}
    for tile in _entries(fields, "rotated"):
        if "from" in tile:
            one = Fields.of(tile, "The turned tile", '{"from": 3}', FormatError)
            cell = Cell(one.whole_number("q"), one.whole_number("r"))
            before[cell] = one.whole_number("from", low=0, high=5)
    ordered = fields.has("order")
    move = Move(placed, tuple(tile.cell for tile in removed), rotated, ordered)
    return move, before


def _verdict(fields: Fields, move: Move) -> tuple[Verdict, tuple[UnknownViolation, ...]]:
    """Return a verdict, and the violations in it that only other versions know."""
    violations = [] if fields.flag("legal") else _violations(fields.entries("violations"))
    verdict = Verdict(
        move,
        violations=tuple(v for v in violations if isinstance(v, Violation)),
        already=tuple(
            v for v in _violations(_entries(fields, "already")) if isinstance(v, Violation)
        ),
        action=_known(fields, "action", Action),
        winner=_text(fields, "winner"),
        loser=_text(fields, "loser"),
        reason=_known(fields, "reason", Reason),
        palagems=tuple(fields.texts("palagems")) if fields.has("palagems") else (),
        islands=tuple(_island(island) for island in _entries(fields, "islands")),
        over=fields.flag("over"),
    )
    return verdict, tuple(v for v in violations if isinstance(v, UnknownViolation))


def _violations(entries: list[Any]) -> list[AnyViolation]:
    return [_violation(Fields.of(e, "The violation", _VIOLATION, FormatError)) for e in entries]


def _violation(fields: Fields) -> AnyViolation:
    code = fields.text("code")
    sentence = fields.text("message") if fields.has("message") else code
    message = said_from_json(fields.data.get("says"), sentence)
    cells = _cells(fields)
    if code in set(Code):
        return Violation(Code(code), cells, message)
    return UnknownViolation(code, cells, message)


def _island(island: object) -> ScoredIsland:
    fields = Fields.of(island, "The island", _ISLAND, FormatError)
    animals = _entries(fields, "animals")
    if not all(type(score) is int for score in animals):
        raise FormatError("The island's animals must be whole numbers.")
    return ScoredIsland(
        color=cast(Color, fields.one_of("color", COLORS)),
        limbs=fields.whole_number("limbs", low=0),
        animals=tuple(animals),
        value=fields.whole_number("value", low=0),
        continent=fields.flag("continent"),
        creator=fields.whole_number("creator"),
        helper=fields.whole_number("helper") if fields.has("helper") else 0,
        cells=_cells(fields),
    )


def _illegal(fields: Fields, t: float, frame: int) -> IllegalTable:
    violations = tuple(_violations(fields.entries("violations")))
    unless_unseen = fields.has("unless_unseen") and fields.flag("unless_unseen")
    return IllegalTable(t, frame, violations, _rests_on(fields), unless_unseen)


def _unsure(fields: Fields, t: float, frame: int) -> Unsure:
    reason = said_from_json(fields.data.get("says"), fields.text("reason"))
    return Unsure(t, frame, _cells(fields), reason)


def _question(fields: Fields, t: float, frame: int) -> Question:
    reason = said_from_json(fields.data.get("says"), fields.text("reason"))
    about = About(fields.one_of("about", list(About)))
    choices = [Fields.of(c, "The choice", _CHOICE, FormatError) for c in fields.entries("choices")]
    return Question(t, frame, about, tuple(map(_choice, choices)), _cells(fields), reason)


def _choice(fields: Fields) -> Choice:
    says = said_from_json(fields.data.get("says"), fields.text("text"))
    turns = [Fields.of(t, "The turn", _TURN, FormatError) for t in _entries(fields, "turns")]
    undone = fields.whole_number("undone", low=0) if fields.has("undone") else 0
    illegal = fields.data.get("illegal") is True
    return Choice(says, tuple(map(_chosen_turn, turns)), undone, _cells(fields), illegal)


def _chosen_turn(fields: Fields) -> ChosenTurn:
    roll = _roll(fields, "roll") if fields.has("roll") else None
    board = board_from_json(fields.value("board", "a board"))
    return ChosenTurn(fields.text("mover"), board, roll, fields.flag("legal"))


def _settled(fields: Fields, t: float, frame: int) -> QuestionSettled:
    return QuestionSettled(t, frame, SettledHow(fields.one_of("how", list(SettledHow))))


def _too_slow(fields: Fields, t: float, frame: int) -> WatchTooSlow:
    seconds = fields.data.get("seconds")
    return WatchTooSlow(t, frame, float(seconds) if isinstance(seconds, int | float) else 0.0)


def _over(fields: Fields, t: float, frame: int) -> Over:
    result = fields.nested("result", '{"winner": "Ann", ...}')
    scores = fields.nested("scores", '{"Ann": 12}') if fields.has("scores") else None
    return Over(
        t,
        frame,
        _text(result, "winner"),
        _text(result, "loser"),
        _text(result, "reason") or "",
        None if scores is None else {p: scores.whole_number(p) for p in scores.data},
        _rests_on(fields),
        _whose_guessed(fields),
    )


def _correction(fields: Fields, t: float, frame: int) -> Correction:
    what = fields.text("what")
    seen, decided = (
        fields.nested(key, "{}") if fields.has(key) else Fields({}, f'"{key}"', FormatError)
        for key in ("seen", "decided")
    )
    read = _DECISIONS.get(what)
    if read is None:
        return Correction(t, frame, UnknownDecision(what, seen.data, decided.data))
    return Correction(t, frame, read(seen, decided))


def _tile_set(seen: Fields, decided: Fields) -> TileSet:
    pair = [decided.value("cell", "[q, r]")]
    (cell,) = Fields({"cell": pair}, "The cell", FormatError).cells("cell")
    return TileSet(cell, _number(decided, "orientation"), _number(seen, "orientation"))


def _taken_back(seen: Fields, decided: Fields) -> TakenBack:
    how = decided.data.get("how")
    of_palagem = how == "palagem"
    by_hand, retold = how == "seen", how == "retold" or of_palagem
    if not seen.has("number"):
        return TakenBack(None, by_hand, retold, of_palagem)
    move, before = _done(seen)
    number, mover = seen.whole_number("number"), seen.text("mover")
    taken = TakenMove(number, mover, move, Board(before))
    return TakenBack(taken, by_hand, retold, of_palagem)


def _let_stand(seen: Fields, _decided: Fields) -> LetStand:
    return LetStand(board_from_json(seen.data["board"]) if seen.has("board") else None)


def _die_set(seen: Fields, decided: Fields) -> DieSet:
    value, known = _roll(decided, "die"), _number(seen, "die")
    return DieSet(value, known, _number(decided, "number"), _text(decided, "mover"))


def _mover_set(seen: Fields, decided: Fields) -> MoverSet:
    return MoverSet(decided.text("mover"), _text(seen, "mover"), _number(decided, "number"))


def _voted(seen: Fields, decided: Fields) -> Voted:
    row, value = decided.whole_number("row", low=1), decided.whole_number("value", low=0)
    return Voted(row, value, _number(seen, "value"))


def _claimed(seen: Fields, decided: Fields) -> Claimed:
    kind = ClaimKind(seen.one_of("kind", list(ClaimKind)))
    return Claimed(seen.text("player"), kind, decided.flag("right"))


def _palagem_set(seen: Fields, decided: Fields) -> PalagemSet:
    known = board_from_tiles(seen.entries("tiles")) if seen.has("tiles") else None
    return PalagemSet(decided.text("player"), board_from_tiles(_entries(decided, "tiles")), known)


def _tiles(fields: Fields, key: str) -> tuple[Tile, ...]:
    return tuple(Tile(*tile) for tile in board_from_tiles(_entries(fields, key)).items())


def _entries(fields: Fields, key: str) -> list[Any]:
    return fields.entries(key) if fields.has(key) else []


def _cells(fields: Fields) -> tuple[Cell, ...]:
    return tuple(fields.cells("cells")) if fields.has("cells") else ()


def _roll(fields: Fields, key: str) -> int:
    return fields.whole_number(key, low=min(DIE), high=max(DIE))


def _number(fields: Fields, key: str) -> int | None:
    return fields.whole_number(key) if fields.has(key) else None


def _text(fields: Fields, key: str) -> str | None:
    return fields.text(key) if fields.has(key) else None


def _known(fields: Fields, key: str, names: type[_Known]) -> _Known | None:
    """Return what a name stands for; None where there is none, or only other versions know it."""
    name = _text(fields, key)
    return names(name) if name in set(names) else None


_BARE: dict[str, type[Event]] = {
    kind.name: kind for kind in (Ready, Restored, CameraWasMoved, HandsOverTable, HandsLeft, InStep)
}

_READ: dict[str, Callable[[Fields, float, int], Event]] = {
    DieRolled.name: _die,
    MoveMade.name: _move,
    IllegalTable.name: _illegal,
    Unsure.name: _unsure,
    Question.name: _question,
    QuestionSettled.name: _settled,
    Adrift.name: lambda fields, t, frame: Adrift(t, frame, _cells(fields)),
    WatchTooSlow.name: _too_slow,
    Over.name: _over,
    Correction.name: _correction,
}

_DECISIONS: dict[str, Callable[[Fields, Fields], Decision]] = {
    TileSet.name: _tile_set,
    TakenBack.name: _taken_back,
    LaidAgain.name: lambda _seen, decided: LaidAgain(decided.whole_number("number", low=1)),
    TurnsTold.name: lambda _seen, decided: TurnsTold(
        decided.whole_number("number", low=1), decided.whole_number("count", low=0)
    ),
    LetStand.name: _let_stand,
    DieSet.name: _die_set,
    MoverSet.name: _mover_set,
    TurnEnded.name: lambda seen, _decided: TurnEnded(seen.text("mover")),
    Answered.name: lambda _seen, decided: Answered(decided.whole_number("choice", low=0)),
    Confirmed.name: lambda _seen, decided: Confirmed(
        tuple(decided.whole_numbers("numbers", low=1)), decided.data.get("how") == "seen"
    ),
    TableIsRight.name: lambda _seen, decided: TableIsRight(
        board_from_json(decided.data["board"]) if decided.has("board") else None
    ),
    RecordIsRight.name: lambda _seen, _decided: RecordIsRight(),
    Paused.name: lambda _seen, _decided: Paused(),
    Resumed.name: lambda _seen, _decided: Resumed(),
    Voted.name: _voted,
    Claimed.name: _claimed,
    PalagemSet.name: _palagem_set,
}

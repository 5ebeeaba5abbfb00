"""What of a game's record a score sheet tells: the moves that stand, those taken back, the votes.

Events are read as ``palago watch`` prints them. What cannot be read, in a document from elsewhere
for instance, is left out of the table and said so; a score sheet never fails for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from companion.record.entries import Entry
from rules import Board, Color, FormatError, Move, ScoredIsland, Tile, board_from_json
from rules.board_json import board_from_tiles
from rules.fields import Fields
from rules.tile import COLORS

TAKE_BACK, VOTE, SET_DIE, SET_MOVER = "take-back", "vote", "set-die", "set-mover"
"""What a ``correction`` says that people did, of those that change the table of moves."""

_MOVE_EXAMPLE = '{"number": 1, "mover": "Ann", "placed": [], ...}'


@dataclass(frozen=True)
class ToldMove:
    """A move as it was announced.

    ``told`` is the entry that announced it; ``faults`` are the sentences of an illegal one that the
    players let stand; ``completed`` are the players whose palagem it completed.
    """

    told: Entry
    number: int
    mover: str
    move: Move
    board: Board
    die: int | None
    faults: tuple[str, ...]
    islands: tuple[ScoredIsland, ...]
    completed: tuple[str, ...]


@dataclass
class Told:
    """What stands in the end.

    Attributes
    ----------
    standing
        The moves by their numbers.
    taken_back
        Moves that were taken back, by the number of the entry that says so.
    votes
        The values voted, by the row that an island has on the score sheet, from 1.
    unreadable
        Entries that are not what they should be.
    """

    standing: dict[int, ToldMove] = field(default_factory=dict)
    taken_back: dict[int, ToldMove] = field(default_factory=dict)
    votes: dict[int, int] = field(default_factory=dict)
    unreadable: list[Entry] = field(default_factory=list)

    def forget(self, number: int) -> ToldMove | None:
        """Let a move stand no longer, nor the votes on islands from it on; return the move."""
        move = self.standing.pop(number, None)
        rows = sum(len(m.islands) for n, m in self.standing.items() if n < number)
        self.votes = {row: value for row, value in self.votes.items() if row <= rows}
        return move


def told_moves(entries: Iterable[Entry]) -> Told:
    """Go through a game's entries in order and return what stands in the end."""
    told = Told()
    die: int | None = None
    for entry in entries:
        if entry.source != "event":
            continue
        try:
            if entry.kind == "die":
                die = _die(entry.data)
            elif entry.kind == "move":
                move = _move(entry, die)
                told.forget(move.number)
                told.standing[move.number] = move
                die = None
            elif entry.kind == "correction":
                die = _correct(told, entry, die)
        except FormatError:
            told.unreadable.append(entry)
    return told


def _correct(told: Told, entry: Entry, die: int | None) -> int | None:
    """Apply what people decided; return what the die shows that is due."""
    fields = Fields.of(entry.data, "The correction", '{"what": "vote", ...}', FormatError)
    what = fields.text("what")
    if what == TAKE_BACK:
        taken = told.forget(max(told.standing, default=0))
        if taken is not None:
            told.taken_back[entry.number] = taken
        return None
    if what not in (VOTE, SET_DIE, SET_MOVER):
        return die
    decided = fields.nested("decided", "{}")
    if what == VOTE:
        told.votes[decided.whole_number("row", low=1)] = decided.whole_number("value", low=0)
        return die
    move = told.standing.get(decided.whole_number("number")) if decided.has("number") else None
    if what == SET_DIE:
        return _set_die(told, move, _die(decided.data, "die"), die)
    if move is not None:
        told.standing[move.number] = replace(move, mover=decided.text("mover"))
    return die


def _set_die(told: Told, move: ToldMove | None, value: int, due: int | None) -> int | None:
    """Change the roll of a move or, where none is named, the one due; return the roll due.

    With another roll the last move is ruled on anew, so it is announced again where it stands.
    """
    if move is None:
        return value
    if move.number == max(told.standing):
        told.forget(move.number)
        return value
    told.standing[move.number] = replace(move, die=value)
    return due


def _die(data: Mapping[str, Any], key: str = "value") -> int:
    fields = Fields.of(dict(data), "The die", '{"value": 3}', FormatError)
    return fields.whole_number(key, low=1, high=6)


def _move(entry: Entry, die: int | None) -> ToldMove:
    fields = Fields.of(entry.data, "The move", _MOVE_EXAMPLE, FormatError)
    verdict = fields.nested("verdict", '{"legal": true, ...}')
    move = Move(
        placed=_tiles(fields, "placed"),
        removed=tuple(tile.cell for tile in _tiles(fields, "removed")),
        rotated=_tiles(fields, "rotated"),
    )
    violations = [] if verdict.flag("legal") else verdict.entries("violations")
    return ToldMove(
        told=entry,
        number=fields.whole_number("number", low=1),
        mover=fields.text("mover"),
        move=move,
        board=board_from_json(fields.value("board", "a board")),
        die=die,
        faults=tuple(_sentence(violation) for violation in violations),
        islands=tuple(_island(island) for island in _list(verdict, "islands")),
        completed=tuple(verdict.texts("palagems")) if verdict.has("palagems") else (),
    )


def _tiles(fields: Fields, key: str) -> tuple[Tile, ...]:
    return tuple(
        Tile(cell, orientation)
        for cell, orientation in board_from_tiles(_list(fields, key)).items()
    )


def _list(fields: Fields, key: str) -> list[Any]:
    return fields.entries(key) if fields.has(key) else []


def _sentence(violation: object) -> str:
    example = '{"code": "disturbed", "message": "..."}'
    fields = Fields.of(violation, "The violation", example, FormatError)
    return fields.text("message") if fields.has("message") else fields.text("code")


def _island(island: object) -> ScoredIsland:
    fields = Fields.of(island, "The island", '{"color": "white", "value": 4, ...}', FormatError)
    animals = _list(fields, "animals")
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
        cells=tuple(fields.cells("cells")) if fields.has("cells") else (),
    )

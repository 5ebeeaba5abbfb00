"""What people say while a game is played: decisions, what lies on the table, what was misread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, Union

from pydantic import AfterValidator, Field, GetPydanticSchema, PlainValidator, create_model
from typing_extensions import TypeAliasType

from companion.live import laying
from companion.referee.inputs import DECISIONS
from companion.web import shapes
from companion.web.bodies.body import Body, like
from companion.web.shapes import OneOf, Positive, Text
from companion.words.language import gettext as _
from rules import Board, Cell, ClaimKind, board_from_json
from rules.board_json import MAX_COORDINATE, board_from_tiles
from rules.palagonia.judging import DIE

_TILE = {"q": 0, "r": 0, "orientation": 4}
Die = Annotated[int, Field(ge=min(DIE), le=max(DIE))]


def _cell(data: Any) -> Cell:
    if not isinstance(data, list) or [type(number) for number in data] != [int, int]:
        raise ValueError
    if max(map(abs, data)) > MAX_COORDINATE:
        raise ValueError  # no board on record has such a cell, nor could one be read again
    return Cell(*data)


def _tiles_in_order(tiles: list[Any]) -> dict[Cell, int]:
    """Return tiles in the order in which they are named, which is the one they were laid in."""
    board = board_from_tiles(tiles)
    cells = [Cell(tile["q"], tile["r"]) for tile in tiles]
    return {cell: board[cell] for cell in cells}


def _from(shape: Any, make: Callable[[Any], Any]) -> GetPydanticSchema:
    """Mark something that is made from JSON of a shape."""
    read = Annotated[shape, AfterValidator(make)]
    return GetPydanticSchema(lambda _made, handler: handler.generate_schema(read))


OnTable = Annotated[Board, _from(shapes.Board, board_from_json)]
OneCell = Annotated[Cell, PlainValidator(_cell, json_schema_input_type=Cell)]
Tiles = Annotated[dict[Cell, int], _from(list[shapes.Tile], _tiles_in_order)]


class Laid(Body):
    """What lies on the table: the whole board, or what changed on it."""

    model_config = like({"board": {"tiles": [_TILE]}}, {"placed": [_TILE]})

    board: OnTable | None = None
    placed: Tiles | None = None
    removed: list[OneCell] | None = None
    rotated: Tiles | None = None
    ordered: bool | None = None
    die: Die | None = None

    @classmethod
    def called(cls) -> str:
        """Return what it is, to begin a sentence with."""
        return _("The table")

    def laid(self) -> laying.Laid:
        """Return what lies there.

        Raises
        ------
        StartError
            If no table has so much.
        """
        if self.board is not None:
            return laying.laid_whole(self.board, self.die)
        return laying.laid_changed(
            self.placed or {},
            self.removed or [],
            self.rotated or {},
            one_by_one=bool(self.ordered),
            die=self.die,
        )


def laid_from_json(data: object) -> laying.Laid:
    """Read from decoded JSON what people say lies there; raises as `Laid.of` and `Laid.laid`."""
    return Laid.of(data).laid()


class Misreading(Body):
    """A look at the table that was misread: its entry, and the board where somebody says it."""

    model_config = like({"entry": 41})

    entry: Positive | None = None
    board: OnTable | None = None


class Nothing(Body):
    """The data of a decision that needs none."""


class SetTile(Body):
    """Which tile lies on a cell; without an orientation none does."""

    cell: OneCell
    orientation: shapes.Orientation | None = None


class SetDie(Body):
    """What the die showed, in an earlier move with its number, or for a player by name."""

    value: Die
    number: Positive | None = None
    player: Text | None = None


class SetMover(Body):
    """Whose turn it is, or was in an earlier move."""

    player: Text
    number: Positive | None = None


class Vote(Body):
    """The value of an island that the players agreed on, by its row on the score sheet."""

    row: Positive
    value: shapes.Count


class Claim(Body):
    """Somebody says that they won, or lost."""

    player: Text
    kind: Annotated[str, OneOf(*ClaimKind)]


class SetPalagem(Body):
    """The four tiles of a player's palagem."""

    player: Text
    tiles: Tiles


class Answer(Body):
    """Which answer it is, from 0, to the question that the event with the number asked."""

    choice: shapes.Count
    question: Positive | None = None


class LetStand(Body):
    """What is let stand, by the event that called it wrong."""

    wrong: Positive | None = None


class TakeBack(Body):
    """What is taken back: what an event called wrong, or the move with a number."""

    wrong: Positive | None = None
    number: Positive | None = None


_DATA: dict[str, type[Body]] = {
    "answer": Answer,
    "set-tile": SetTile,
    "set-die": SetDie,
    "set-mover": SetMover,
    "vote": Vote,
    "claim": Claim,
    "set-palagem": SetPalagem,
}

_MAY_BRING: dict[str, type[Body]] = {"let-stand": LetStand, "take-back": TakeBack}


class _Decision(Body):
    kind: Annotated[str, OneOf(*sorted(DECISIONS))]

    @classmethod
    def called(cls) -> str:
        """Return what it is, to begin a sentence with."""
        return _("The decision")


class _AnyDecision(_Decision):
    model_config = like({"kind": "take-back"})


def _model(kind: str) -> type[_Decision]:
    """Return what a decision of a kind brings."""
    data = _DATA.get(kind)
    name = "".join(word.title() for word in kind.split("-")) + "Decision"
    entries: dict[str, Any] = {
        "kind": (Literal[kind], ...),
        "data": (data, ...) if data else (_MAY_BRING.get(kind, Nothing) | None, None),
    }
    return create_model(name, __base__=_Decision, **entries)


DECISION_MODELS: dict[str, type[Body]] = {kind: _model(kind) for kind in sorted(DECISIONS)}
"""What a decision of each kind brings."""

_one_of_them: Any = Union[tuple(DECISION_MODELS.values())]  # noqa: UP007 - known when it runs
_by_kind: Any = Annotated[_one_of_them, Field(discriminator="kind")]
Decision: Any = TypeAliasType("Decision", _by_kind)
"""A decision, as the OpenAPI document describes it."""


def decision_from_json(data: object) -> tuple[str, dict[str, Any]]:
    """Read a decision from decoded JSON: its kind, and its data as they are kept on record.

    Raises
    ------
    BodyError
        If it is none, or its data are not what a decision of this kind needs.
    """
    kind = _AnyDecision.of(data).kind
    DECISION_MODELS[kind].of(data)
    assert isinstance(data, dict)  # else it had not been read
    return kind, data.get("data") or {}

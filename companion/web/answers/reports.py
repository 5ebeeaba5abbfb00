"""What is answered about a single move, an illegal table, and the board in a picture."""

from __future__ import annotations

from typing import Annotated

from pydantic import GetPydanticSchema
from typing_extensions import TypedDict

from companion.web.answers.games import Event, Move, ScoreRow, Violation
from companion.web.shapes import Board, Cells, Color, OneOf, Pixels

Part = Annotated[str, OneOf("white-arch", "blue-arch", "white-tip", "blue-tip")]
PartOfTile = Annotated[
    list[int | str],
    GetPydanticSchema(lambda _list, handler: handler.generate_schema(tuple[int, int, Part])),
]


class Outlined(TypedDict):
    """A cell in a picture; outlines are SVG paths in its pixels."""

    q: int
    r: int
    outline: str
    center: Pixels


class OverlayTile(Outlined):
    """A tile in a picture."""

    orientation: int
    sure: bool
    parts: dict[str, str]


class OverlayCell(Outlined):
    """A cell without a tile in a picture."""

    why: Annotated[str, OneOf("unsure", "hidden", "empty")]


class Overlay(TypedDict):
    """The board as it lies in a picture of this size."""

    width: int
    height: int
    entry: int
    picture: str | None
    tiles: list[OverlayTile]
    cells: list[OverlayCell]


class Mark(TypedDict):
    """How a number comes about or what is wrong, and what to light up."""

    kind: str
    title: str
    details: list[str]
    color: Color | None
    cells: Cells
    parts: list[PartOfTile]
    edges: list[Cells]


class Side(TypedDict):
    """The table before or after, its picture, and the board in it."""

    board: Board
    picture: str | None
    overlay: Overlay | None


class Report(TypedDict):
    """What there is to say about a table and what led to it."""

    rulings: list[Violation]
    marks: list[Mark]
    corrections: list[Event]
    before: Side
    after: Side


class RulingReport(Report):
    """All there is to say about an illegal table."""

    event: Event


class MoveReport(Report):
    """All there is to say about a move."""

    move: Move
    rows: list[ScoreRow]

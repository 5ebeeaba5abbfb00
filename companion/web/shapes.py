"""What requests and answers are made of: boards, cells, texts and numbers with bounds."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetPydanticSchema,
    WithJsonSchema,
    with_config,
)
from typing_extensions import TypedDict

from rules import COLORS, Cell


class OneOf:
    """Marks a text that is one of several."""

    def __init__(self, *values: str) -> None:
        self.values = tuple(str(value) for value in values)

    def __get_pydantic_core_schema__(self, _source: object, handler: GetCoreSchemaHandler) -> Any:
        return handler.generate_schema(Literal[self.values])


Text = Annotated[str, Field(min_length=1)]
Positive = Annotated[int, Field(ge=1)]
Count = Annotated[int, Field(ge=0)]
Orientation = Annotated[int, Field(ge=0, le=5)]
Color = Annotated[str, OneOf(*COLORS)]
OneCell = Annotated[
    list[int], GetPydanticSchema(lambda _list, handler: handler.generate_schema(Cell))
]
Cells = list[OneCell]
Pixels = Annotated[list[float], Field(min_length=2, max_length=2)]
Points = dict[str, int]
Picture = Annotated[bytes, WithJsonSchema({"type": "string", "format": "binary"})]

_STRICT = ConfigDict(strict=True)
"""For what requests bring as well: nothing is converted there."""


class Error(TypedDict):
    """What went wrong, in one sentence that says what to do."""

    error: str


@with_config(_STRICT)
class Tile(TypedDict):
    """A tile on its cell; the orientation is the corner of its white tip."""

    q: int
    r: int
    orientation: Orientation


@with_config(_STRICT)
class Board(TypedDict):
    """What lies on the table."""

    tiles: list[Tile]

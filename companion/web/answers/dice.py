"""What is answered about a die that is shown to the companion."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

Value = Annotated[int, Field(ge=1, le=6)]


class SeenFace(TypedDict):
    """What was seen of a face: its picture's address, or why nothing was.

    ``reads_as`` is what it looks like on ordinary dice.
    """

    value: Value
    picture: str | None
    reads_as: Value | None
    problem: str | None


class LearnedDie(TypedDict):
    """What there is to say of a die that was learned and where it is kept, or why it was not."""

    sentences: list[str]
    path: str | None
    problem: str | None

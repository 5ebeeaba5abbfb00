"""What is answered about how long games and photos are kept."""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from companion.live.retention import Retention
from companion.web.shapes import OneOf, Positive


class Kept(TypedDict):
    """How long games and photos are kept, and what is older and goes within the hour.

    ``games`` and ``photos`` are their numbers; of the games in ``pictures`` only the pictures go.
    """

    kept: Annotated[str, OneOf(*Retention)]
    games: list[Positive]
    pictures: list[Positive]
    photos: list[Positive]

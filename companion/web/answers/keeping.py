"""What is answered about how long games and photos are kept."""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from companion.live.retention import Retention
from companion.web.shapes import OneOf, Positive


class Going(TypedDict):
    """What is older than it is kept.

    ``games`` and ``photos`` are their numbers; of the games in ``pictures`` only the pictures go;
    ``damaged`` are files that were set aside.
    """

    games: list[Positive]
    pictures: list[Positive]
    photos: list[Positive]
    damaged: list[str]


class Kept(Going):
    """How long games and photos are kept, and what is older and goes within the hour.

    Nothing goes while the computer's clock is ``doubted``, until it is confirmed.
    """

    kept: Annotated[str, OneOf(*Retention)]
    doubted: bool


class WouldGo(Going):
    """What would be removed, and how to say that this is meant; nothing was changed."""

    error: str

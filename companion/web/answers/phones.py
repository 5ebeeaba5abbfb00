"""What is answered about phones as cameras, and how they reach the companion."""

from __future__ import annotations

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from companion.live.choice import HIGHEST_CAMERA, KINDS
from companion.security.passes import Role
from companion.web.answers.games import Event
from companion.web.shapes import Count, OneOf, Positive


class UsualSource(TypedDict):
    """The source that is taken where none is named."""

    kind: Annotated[str, OneOf(*KINDS)]
    number: NotRequired[Annotated[int, Field(ge=0, le=HIGHEST_CAMERA)]]
    path: NotRequired[str]
    url: NotRequired[str]
    name: NotRequired[str]


class Host(TypedDict):
    """Who asks, and the companion's addresses for phones."""

    host: bool
    http: list[str]
    https: list[str]
    certificate: str | None
    source: UsualSource | None


class Invited(TypedDict):
    """A one-time link for a phone; ``qr`` is an SVG of ``url``."""

    role: Annotated[str, OneOf(*Role)]
    token: str
    url: str
    https_url: str | None
    qr: str
    expires_at: str


PassGiven = TypedDict(
    "PassGiven",
    {
        "game": int,
        "role": Annotated[str, OneOf(*Role)],
        "pass": str,
        "https_url": str | None,
    },
)
"""A pass for a game."""


class Guest(TypedDict):
    """Somebody who is in with a pass, and where and when the pass was used last."""

    id: Positive
    role: Annotated[str, OneOf(*Role)]
    address: str
    since: str
    seen: str


class GuestList(TypedDict):
    """Who is in a game with a pass, who came first first."""

    guests: list[Guest]


class TokenGiven(TypedDict):
    """A one-time token for somebody who has a pass, to go on under another address."""

    token: str
    https_url: str | None


class FrameTaken(TypedDict):
    """What became of a frame, and how long to wait before the next."""

    frame: Count
    wait_s: float
    said: Event | None
    last_event_id: Count
    paused: bool
    over: bool

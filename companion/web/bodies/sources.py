"""Choosing where a game's frames come from."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from companion.live.choice import ADDRESS_KEYS, HIGHEST_CAMERA, KINDS, chosen
from companion.live.choice import SourceChoice as Chosen
from companion.web.bodies.body import Body, like
from companion.web.shapes import OneOf, Text
from companion.words.language import gettext as _

_FAST = "max"


class SourceChoice(Body):
    """A source of frames: a camera of this machine, a video, a stream, a phone, a hand, a demo."""

    model_config = like({"kind": "camera", "number": 0})

    kind: Annotated[str, OneOf(*KINDS)]
    number: Annotated[int, Field(ge=0, le=HIGHEST_CAMERA)] | None = None
    path: Text | None = None
    url: Text | None = None
    name: Text | None = None
    speed: Annotated[str, OneOf("real", _FAST)] | None = None

    @classmethod
    def called(cls) -> str:
        """Return what it is, to begin a sentence with."""
        return _("The source")

    def chosen(self) -> Chosen:
        """Return the choice.

        Raises
        ------
        BodyError, StartError
            If its address is missing, or makes no sense.
        """
        key = ADDRESS_KEYS.get(self.kind)
        address: Any = None
        if key is not None:
            address = self.needed(key) if self.kind in ("file", "stream") else getattr(self, key)
        return chosen(
            self.kind, None if address is None else str(address), fast=self.speed == _FAST
        )

"""Letting phones in."""

from __future__ import annotations

from typing import Annotated

from companion.security.passes import Role
from companion.web.bodies.body import Body, like
from companion.web.shapes import OneOf, Positive, Text
from companion.words.language import gettext as _


class Invitation(Body):
    """What somebody who is invited may do."""

    model_config = like({"role": "camera"})

    role: Annotated[str, OneOf(*Role)] | None = None

    @classmethod
    def called(cls) -> str:
        """Return what it is, to begin a sentence with."""
        return _("The pass")


class TokenShown(Body):
    """A one-time token to be changed for a pass, or a game to get a token for with its pass."""

    model_config = like({"token": "..."})

    token: Text | None = None
    game: Positive | None = None


class PhonesLetIn(Body):
    """Whether phones in the network are to reach the companion."""

    model_config = like({"phones": True})

    phones: bool

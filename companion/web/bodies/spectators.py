"""Letting spectators in."""

from __future__ import annotations

from companion.web.bodies.body import Body, like
from companion.web.shapes import Text


class SpectatorsLetIn(Body):
    """Whether spectators are let in."""

    model_config = like({"spectators": True})

    spectators: bool


class SpectatorToken(Body):
    """The token of the code that spectators scan."""

    model_config = like({"token": "..."})

    token: Text

"""The blueprint that all pages of games belong to."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from companion.drawing.photo_drawing import View
from companion.web import live_games

blueprint = Blueprint("games", __name__)


@blueprint.app_context_processor
def _home() -> dict[str, Any]:
    """Tell pages who looks: the start page is for the machine that runs the companion alone."""
    return {"is_host": live_games.is_host()}


@blueprint.app_template_global()
def whole(picture: Any) -> View:
    """Return all of a picture as the part of it to look at."""
    return View(0, 0, picture.width, picture.height, whole=True)

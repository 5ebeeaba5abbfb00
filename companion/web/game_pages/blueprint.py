"""The blueprint that all pages of games belong to."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from companion.drawing.photo_drawing import View

blueprint = Blueprint("games", __name__)


@blueprint.app_template_global()
def whole(picture: Any) -> View:
    """Return all of a picture as the part of it to look at."""
    return View(0, 0, picture.width, picture.height, whole=True)

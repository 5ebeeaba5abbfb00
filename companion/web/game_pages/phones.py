"""A phone as the camera: the code to scan, the phone's own page, and trusting the companion."""

from __future__ import annotations

from flask import Response, render_template

from companion.web import live_games
from companion.web.game_pages.blueprint import blueprint
from companion.web.reach import addresses


@blueprint.get("/games/<int:number>/camera")
def camera(number: int) -> str:
    """Show the code that a phone scans to become the camera; for the host alone."""
    live_games.check_may_see(number)
    return render_template("camera.html", number=number)


@blueprint.get("/phone/<int:number>")
def phone(number: int) -> Response:
    """The page of a phone; it changes its token for a pass before it is shown anything."""
    response = Response(render_template("phone.html", number=number), mimetype="text/html")
    response.headers["Permissions-Policy"] = "camera=(self), screen-wake-lock=(self)"
    return response


@blueprint.get("/trust")
def trust() -> str:
    """Explain, once for each phone, why and how to trust the companion."""
    return render_template("trust.html", addresses=addresses())

"""A phone as the camera: the code to scan, the phone's own page, and trusting the companion."""

from __future__ import annotations

from flask import Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.web import live_games
from companion.web.game_pages.blueprint import blueprint
from companion.web.phone_access import phone_access
from companion.web.phones_api import turn
from companion.web.reach import addresses, reach

_SEE_OTHER = 303


@blueprint.get("/games/<int:number>/camera")
def camera(number: int) -> str:
    """Show the code that a phone scans to become the camera; for the host alone."""
    live_games.check_may_see(number)
    return render_template(
        "camera.html",
        number=number,
        reached=bool(reach().addresses),
        may_turn=phone_access() is not None,
    )


@blueprint.post("/phones")
def let_in() -> AnyResponse:
    """Let phones in the network reach the companion, or shut them out, and go back."""
    turn(on=request.form.get("phones") == "yes")
    game = request.form.get("game", "")
    if game.isdecimal():
        return redirect(url_for("games.camera", number=int(game)), _SEE_OTHER)
    return redirect(url_for("games.start", _anchor="phones"), _SEE_OTHER)


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

"""Spectators: one code for all tables, by which guests look on and change nothing."""

from __future__ import annotations

from io import BytesIO

import segno
from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.exceptions import Conflict, Forbidden
from werkzeug.wrappers import Response as AnyResponse

from companion.security.passes import PASS_LASTS
from companion.web import access
from companion.web.answers.spectators import SpectatorCode, SpectatorPassGiven
from companion.web.bodies.spectators import SpectatorsLetIn, SpectatorToken
from companion.web.json_body import json_body
from companion.web.operation import operation
from companion.web.phone_access import phone_access
from companion.web.phones_api import turn
from companion.web.reach import reach
from companion.words.language import gettext as _

blueprint = Blueprint("spectators", __name__)

_SEE_OTHER = 303


@blueprint.get("/api/spectators")
@operation("showSpectators", {200: SpectatorCode})
def show() -> Response:
    """Return whether spectators are let in, and their code; for the host alone."""
    return jsonify(_code())


@blueprint.put("/api/spectators")
@operation("letSpectatorsIn", {200: SpectatorCode}, 400, 409, 413, body=SpectatorsLetIn)
def change() -> Response:
    """Let spectators in, or shut them out."""
    _turn(on=SpectatorsLetIn.of(json_body()).spectators)
    return jsonify(_code())


@blueprint.post("/api/spectators/passes")
@operation("enterAsSpectator", {200: SpectatorPassGiven}, 400, 413, body=SpectatorToken)
def enter() -> Response:
    """Change the token of the spectators' code for a pass."""
    shown = SpectatorToken.of(json_body())
    if not access.is_private():
        raise Forbidden(
            _("A pass is given over HTTPS alone: open the address that begins with https.")
        )
    found = access.spectators().enter(shown.token)
    answer: SpectatorPassGiven = {"pass": found.text}
    response = jsonify(answer)
    # where no script can read it
    response.set_cookie(
        access.SPECTATOR_COOKIE,
        found.text,
        max_age=PASS_LASTS,
        httponly=True,
        samesite="Strict",
        secure=request.is_secure,
    )
    return response


@blueprint.get("/watch")
def watch() -> str:
    """The page that the code leads to; it changes the token for a pass and goes on."""
    return render_template("watch.html")


@blueprint.post("/tables/spectators")
def let_in() -> AnyResponse:
    """Let spectators in or shut them out, and go back to all tables."""
    _turn(on=request.form.get("spectators") == "yes")
    return redirect(url_for("games.overview"), _SEE_OTHER)


@blueprint.get("/tables/code.svg")
def picture() -> Response:
    """Return the code that spectators scan, as a picture."""
    qr = _code()["qr"]
    if qr is None:
        abort(404)
    return Response(qr, mimetype="image/svg+xml")


@blueprint.app_context_processor
def _for_pages() -> dict[str, object]:
    return {"spectators_view": _code, "may_turn_phones": lambda: phone_access() is not None}


def _turn(*, on: bool) -> None:
    """Let spectators in, for which the network must reach the companion, or shut them out."""
    if not on:
        access.spectators().close()
        return
    if not reach().addresses:
        turn(on=True)
    if not reach().https():
        raise Conflict(_("Spectators come over HTTPS, which this companion does not offer."))
    access.spectators().open()


def _drawn(url: str) -> str:
    """Return a QR code as an SVG that is complete in itself."""
    drawing = BytesIO()
    code = segno.make(url, micro=False)
    code.save(drawing, kind="svg", xmldecl=False, border=4, light="#fff", omitsize=True)
    return drawing.getvalue().decode()


def _code() -> SpectatorCode:
    """Return the spectators' code; to be shown to the host alone."""
    spectators, found = access.spectators(), reach()
    token = spectators.token if found.addresses else None
    url = None if token is None else f"{found.http()[0]}watch#token={token}"
    https = [] if token is None else found.https()
    return {
        "spectators": token is not None,
        "count": spectators.count,
        "url": url,
        "https_url": f"{https[0]}watch#token={token}" if https else None,
        "qr": None if url is None else _drawn(url),
    }

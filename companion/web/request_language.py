"""Which language a request is answered in: the one chosen on the page, else the browser's."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Flask, redirect, request
from werkzeug.wrappers import Response

from calibration.languages import ENGLISH, LANGUAGES
from companion.words import language

COOKIE = "language"
_A_YEAR_S = 365 * 24 * 3600
_SEE_OTHER = 303

blueprint = Blueprint("language", __name__)


def install(app: Flask) -> None:
    """Let an application speak the language of who asks."""
    app.register_blueprint(blueprint)
    app.before_request(_listen)
    app.context_processor(lambda: {"spoken": language.current(), "languages": LANGUAGES})


@blueprint.post("/language")
def choose() -> Response:
    """Speak a language on this browser from now on, and go back to the page that asked."""
    response = redirect(_came_from(), _SEE_OTHER)
    chosen = request.form.get("language", ENGLISH)
    if chosen in LANGUAGES:
        response.set_cookie(COOKIE, chosen, max_age=_A_YEAR_S, samesite="Lax", httponly=True)
    return response


def _came_from() -> str:
    """Return the path of the page that asked, or of the first one where it does not say it well.

    Only the path is taken over, so that nobody can be sent to another site from here; browsers
    take a backslash for a slash.
    """
    try:
        path = urlsplit(request.referrer or "").path
    except ValueError:  # of something in brackets that is no address
        path = ""
    return "/" + path.replace("\\", "/").lstrip("/")


def _listen() -> None:
    chosen = request.cookies.get(COOKIE)
    accepted = [code for code, _quality in request.accept_languages]
    language.choose(chosen if chosen and chosen in LANGUAGES else language.best_of(accepted))

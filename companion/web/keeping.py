"""How long games and photos are kept: chosen on the start page, by the host alone."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as AnyResponse

from companion.live.retention import Outdated, Retention, choose, chosen, outdated
from companion.web import live_games
from companion.web.answers.keeping import Kept
from companion.web.bodies.keeping import Keeping
from companion.web.json_body import json_body
from companion.web.operation import operation
from companion.web.resources import connection, resources
from companion.words.language import gettext as _
from companion.words.language import listing, ngettext

blueprint = Blueprint("keeping", __name__)

_SEE_OTHER = 303


@dataclass(frozen=True)
class KeepingChoice:
    """One way of keeping things, as the page offers it."""

    key: str
    words: str
    is_chosen: bool


def choices() -> list[KeepingChoice]:
    """Return the ways there are, in the reader's language."""
    words = {
        Retention.FOR_EVER: _("For ever"),
        Retention.MONTH: _("For 30 days"),
        Retention.DAY: _("For a day"),
        Retention.NO_PICTURES: _("Games for ever, pictures and photos for a day"),
    }
    now = chosen(connection())
    return [KeepingChoice(one.value, words[one], one is now) for one in Retention]


@blueprint.post("/keeping")
def save() -> AnyResponse | str:
    """Keep what was chosen; first ask, where something is older and would go."""
    key = request.form.get("kept", "")
    if key not in list(Retention):
        raise BadRequest(_("Choose how long games and photos are kept."))
    wanted = Retention(key)
    old = _outdated(wanted)
    if old and wanted is not chosen(connection()) and "sure" not in request.form:
        return render_template("keeping.html", kept=wanted.value, goes=_words(old))
    choose(connection(), wanted)
    return redirect(url_for("games.start", _anchor="keeping"), _SEE_OTHER)


@blueprint.get("/api/keeping")
@operation("showKeeping", {200: Kept})
def show() -> Response:
    """Return how long games and photos are kept."""
    return _answer()


@blueprint.put("/api/keeping")
@operation("chooseKeeping", {200: Kept}, 400, 413, body=Keeping)
def change() -> Response:
    """Choose how long games and photos are kept; what is older goes within the hour."""
    choose(connection(), Retention(Keeping.of(json_body()).kept))
    return _answer()


def _answer() -> Response:
    kept = chosen(connection())
    old = _outdated(kept)
    answer: Kept = {
        "kept": kept.value,
        "games": list(old.games),
        "pictures": list(old.pictures),
        "photos": list(old.photos),
    }
    return jsonify(answer)


def _outdated(wanted: Retention) -> Outdated:
    tables = live_games.tables()
    return outdated(
        connection(), resources().data, wanted, lambda number: tables.find(number) is not None
    )


def _words(old: Outdated) -> str:
    """Say what would go."""
    parts = []
    if old.games:
        parts.append(ngettext("{count} game", "{count} games", len(old.games)))
    if old.pictures:
        parts.append(
            ngettext(
                "the pictures of {count} game", "the pictures of {count} games", len(old.pictures)
            )
        )
    if old.photos:
        parts.append(ngettext("{count} photo", "{count} photos", len(old.photos)))
    if old.asides:
        parts.append(ngettext("{count} damaged file", "{count} damaged files", len(old.asides)))
    return listing(parts)

"""How long games and photos are kept: chosen on the start page, by the host alone."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as AnyResponse

from companion.live.believed_clock import believed
from companion.live.retention import Outdated, Retention, choose, chosen, outdated
from companion.record.moment import now
from companion.web import live_games
from companion.web.answers.keeping import Going, Kept, WouldGo
from companion.web.bodies.keeping import Keeping
from companion.web.json_body import json_body
from companion.web.operation import operation
from companion.web.resources import connection, resources
from companion.words.language import gettext as _
from companion.words.language import listing, moment, ngettext

blueprint = Blueprint("keeping", __name__)

_SEE_OTHER = 303


@dataclass(frozen=True)
class KeepingChoice:
    """One way of keeping things, as the page offers it."""

    key: str
    words: str
    is_chosen: bool


def _choices() -> list[KeepingChoice]:
    """Return the ways there are, in the reader's language."""
    words = {
        Retention.FOR_EVER: _("For ever"),
        Retention.MONTH: _("For 30 days"),
        Retention.DAY: _("For a day"),
        Retention.NO_PICTURES: _("Games for ever, pictures and photos for a day"),
    }
    kept = chosen(connection())
    return [KeepingChoice(one.value, words[one], one is kept) for one in Retention]


@dataclass(frozen=True)
class KeepingView:
    """How long things are kept, as the start page shows it.

    ``doubted`` is what time it is by this computer's clock, where something would go and the clock
    is not believed; else None.
    """

    choices: list[KeepingChoice]
    doubted: str | None


def keeping_view() -> KeepingView:
    """Return how long things are kept, in the reader's language."""
    waits = bool(_outdated(chosen(connection()))) and not _is_believed()
    return KeepingView(_choices(), moment(now()) if waits else None)


@blueprint.post("/keeping")
def save() -> AnyResponse | str:
    """Keep what was chosen; first ask, where something is older and would go."""
    key = request.form.get("kept", "")
    if key not in list(Retention):
        raise BadRequest(_("Choose how long games and photos are kept."))
    wanted = Retention(key)
    old = _to_be_confirmed(wanted)
    if old and "sure" not in request.form:
        return render_template(
            "keeping.html", kept=wanted.value, goes=_words(old), now=moment(now())
        )
    choose(connection(), wanted)
    return redirect(url_for("games.start", _anchor="keeping"), _SEE_OTHER)


@blueprint.get("/api/keeping")
@operation("showKeeping", {200: Kept})
def show() -> Response:
    """Return how long games and photos are kept."""
    return _answer()


@blueprint.put("/api/keeping")
@operation("chooseKeeping", {200: Kept, 409: WouldGo}, 400, 413, body=Keeping)
def change() -> Response | tuple[Response, int]:
    """Choose how long games and photos are kept; what is older goes within the hour."""
    asked = Keeping.of(json_body())
    wanted = Retention(asked.kept)
    old = _to_be_confirmed(wanted)
    if old and not asked.confirmed:
        sentence = _(
            "Older than that and removed for good within the hour: {things}. If this is meant, send"
            ' it once more with "confirmed": true.',
            things=_words(old),
        )
        refused: WouldGo = {"error": sentence, **_to_json(old)}
        return jsonify(refused), HTTPStatus.CONFLICT
    choose(connection(), wanted)
    return _answer()


def _answer() -> Response:
    kept = chosen(connection())
    answer: Kept = {
        "kept": kept.value,
        "doubted": not _is_believed(),
        **_to_json(_outdated(kept)),
    }
    return jsonify(answer)


def _to_json(old: Outdated) -> Going:
    return {
        "games": list(old.games),
        "pictures": list(old.pictures),
        "photos": list(old.photos),
        "damaged": [file.name for file in old.asides],
    }


def _is_believed() -> bool:
    return believed(connection(), now()) is not None


def _to_be_confirmed(wanted: Retention) -> Outdated:
    """Return what would go where that is not what was chosen, or the clock is not believed."""
    if wanted is chosen(connection()) and _is_believed():
        return Outdated()
    return _outdated(wanted, as_dated=True)


def _outdated(wanted: Retention, *, as_dated: bool = False) -> Outdated:
    tables = live_games.tables()
    return outdated(
        connection(),
        resources().data,
        wanted,
        lambda number: tables.find(number) is not None,
        as_dated=as_dated,
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

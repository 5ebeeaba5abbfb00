"""Putting the web application together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.exceptions import Forbidden

from companion.coaching.hints import Hints
from companion.coaching.reviews import Reviews
from companion.drawing.tile_parts import HEXAGON, PARTS, upright_path
from companion.live import Tables
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.security.passes import Passes
from companion.security.withdrawals import Withdrawals
from companion.sources.cameras import CameraPictures
from companion.storage import database
from companion.web import (
    access,
    api,
    calibrating,
    cameras,
    coaching,
    dice_calibrating,
    errors,
    events_stream,
    framing_api,
    game_pages,
    keeping,
    lessons,
    live_api,
    live_games,
    openapi,
    own_names,
    pages,
    phones_api,
    puzzles,
    reach,
    request_language,
    resources,
    rules_pages,
    spectators,
    tournament_pages,
    tournaments_api,
)
from companion.web.addresses import AddressRule
from companion.web.numbers import NumberConverter
from companion.words import language
from vision.pictures.images import MAX_BYTES

_READING_METHODS = ("GET", "HEAD", "OPTIONS")
_FORM_OVERHEAD_BYTES = 64 * 1024
_SECURITY_HEADERS = {
    # Nothing the page shows or runs comes from another machine, and nothing is sent to one.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:;"
        " connect-src 'self'; manifest-src 'self'; media-src 'self' blob:; form-action 'self';"
        " base-uri 'none'; frame-ancestors 'none'"
    ),
    # what a pass showed is not shown by a browser that has lost it
    "Cache-Control": "private, no-cache",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def create_app(
    data: Path,
    reader: PhotoQueue,
    samples: Samples | None = None,
    trusted_hosts: Sequence[str] | None = None,
    tables: Tables | None = None,
    *,
    is_open: bool = False,
) -> Flask:
    """Make the companion's web application.

    Parameters
    ----------
    data
        The data directory; it is made if it is not there.
    reader
        Reads the photos.
    samples
        The sample photos to offer; by default those that come with the project.
    trusted_hosts
        The names under which the application answers; any, when None.
    tables
        Where games are played; by default tables of this data directory.
    is_open
        Whether everybody on the network may see photos and add to them. Games are for those with
        a pass all the same.

    Raises
    ------
    DataError
        If the data directory cannot be used.
    """
    database.prepare(data)
    app = Flask("companion.web")
    app.url_rule_class = AddressRule
    app.url_map.converters["int"] = NumberConverter
    app.config["MAX_CONTENT_LENGTH"] = MAX_BYTES + _FORM_OVERHEAD_BYTES
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        _=language.gettext,
        ngettext=language.ngettext,
        moment=language.moment,
        tile_outline=upright_path(HEXAGON),
        tile_parts={part: upright_path(outline) for part, outline in PARTS.items()},
    )
    app.jinja_env.filters["isolated"] = language.isolated
    resources.install(app, resources.Resources(data, reader, samples or Samples()))
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(game_pages.blueprint)
    app.register_blueprint(api.blueprint)
    app.register_blueprint(live_api.blueprint)
    app.register_blueprint(phones_api.blueprint)
    app.register_blueprint(keeping.blueprint)
    app.register_blueprint(openapi.blueprint)
    used = tables or Tables(data)
    live_games.install(app, used)
    framing_api.install(app, used)
    cameras.install(app, CameraPictures())
    coaching.install(app, Reviews(data, used.coach), Hints(used.coach))
    app.register_blueprint(puzzles.blueprint)
    app.register_blueprint(rules_pages.blueprint)
    app.register_blueprint(lessons.blueprint)
    app.register_blueprint(tournaments_api.blueprint)
    app.register_blueprint(spectators.blueprint)
    app.register_blueprint(tournament_pages.blueprint)
    calibrating.install(app, data)
    dice_calibrating.install(app, data, used)
    events_stream.install(app)
    reach.install(app, reach.Reach())
    request_language.install(app)
    errors.install(app)
    own_names.install(app, trusted_hosts)
    access.install(
        app,
        access.Access(
            Passes.of(data / "security", Withdrawals(data)),
            is_open,
            is_followed=lambda game: used.find(game) is not None,
        ),
    )
    app.before_request(_refuse_other_sites)
    app.after_request(_add_security_headers)
    return app


def _refuse_other_sites() -> None:
    """Refuse what a page of another site asks for behind a visitor's back; links may lead here.

    Browsers say where a request comes from: those that change something by their origin, and all
    by the site (Fetch Metadata).
    """
    headers, is_reading = request.headers, request.method in _READING_METHODS
    is_followed = is_reading and headers.get("Sec-Fetch-Mode") == "navigate"
    is_foreign = headers.get("Sec-Fetch-Site") == "cross-site" and not is_followed
    origin = headers.get("Origin")
    if not is_reading and origin is not None:
        is_foreign |= origin.partition("://")[2] != request.host
    if is_foreign:
        raise Forbidden("This request comes from another site's page: open the companion's own.")


def _add_security_headers(response: Response) -> Response:
    for name, value in _SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    return response

"""The HTTP API of live games (docs/http_api.md): a view parses, calls one thing, answers JSON."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.exceptions import BadRequest

from companion.live.choice import choice_from_json
from companion.live.demos import all_demos
from companion.live.kept_events import KeptEvent
from companion.record import Games
from companion.record.exporting import export_game
from companion.web import live_games
from companion.web.events_stream import event_stream
from companion.web.game_json import (
    announced_to_json,
    demo_to_json,
    entry_to_json,
    illegal_report_to_json,
    listed_to_json,
    move_report_to_json,
    overlay_to_json,
    state_to_json,
)
from companion.web.game_requests import decision_from_json, laid_from_json, request_from_json
from companion.web.json_body import json_body
from companion.web.misreadings import keep_misreading
from companion.web.numbers import HIGHEST
from companion.web.openapi import openapi_document
from companion.web.resources import connection
from companion.words.language import gettext as _

blueprint = Blueprint("live_api", __name__, url_prefix="/api")

Answer = tuple[Response, int]
_CREATED, _NO_CONTENT = 201, 204
_FOREVER_S = 365 * 24 * 3600


@blueprint.get("/games")
def games() -> Response:
    """List the games on record."""
    return jsonify(games=[listed_to_json(game) for game in live_games.listed()])


@blueprint.post("/games")
def start() -> Answer:
    """Start a game."""
    wanted = request_from_json(json_body(), live_games.tables().usual)
    return _state(live_games.start(wanted)), _CREATED


@blueprint.get("/games/<int:number>")
def show(number: int) -> Response:
    """Return how a game stands."""
    return _state(number)


@blueprint.delete("/games/<int:number>")
def forget(number: int) -> tuple[str, int]:
    """Remove a game for good."""
    live_games.forget(number)
    return "", _NO_CONTENT


@blueprint.put("/games/<int:number>/source")
def go_on(number: int) -> Response:
    """Take a game's frames from elsewhere, or go on with it."""
    live_games.go_on(number, choice_from_json(json_body()))
    return _state(number)


@blueprint.delete("/games/<int:number>/source")
def stop(number: int) -> Response:
    """Stop following a game."""
    live_games.stop(number)
    return _state(number)


@blueprint.post("/games/<int:number>/decisions")
def decide(number: int) -> Response:
    """Take a decision of the players."""
    wanted = decision_from_json(json_body())
    return _announced(number, live_games.decide(number, wanted.kind, wanted.data))


@blueprint.post("/games/<int:number>/table")
def lay(number: int) -> Response:
    """Take what people say lies on the table."""
    return _announced(number, live_games.lay(number, laid_from_json(json_body())))


@blueprint.get("/games/<int:number>/events")
def events(number: int) -> Response:
    """Stream what is announced."""
    return event_stream(number, _last_seen())


@blueprint.get("/games/<int:number>/moves/<int:n>")
def move(number: int, n: int) -> Response:
    """Return all there is to say about a move."""
    report = live_games.move(number, n)
    return jsonify(move_report_to_json(report, live_games.picture_url(number)))


@blueprint.get("/games/<int:number>/rulings/<int:entry>")
def ruling(number: int, entry: int) -> Response:
    """Return all there is to say about an illegal table."""
    report = live_games.ruling(number, entry)
    return jsonify(illegal_report_to_json(report, live_games.picture_url(number)))


@blueprint.get("/games/<int:number>/record")
def record(number: int) -> Response:
    """Return the record of a game."""
    url = live_games.picture_url(number)
    entries = live_games.record(number, _number("after") or 0)
    return jsonify(entries=[entry_to_json(entry, url) for entry in entries])


@blueprint.get("/games/<int:number>/export.json")
def export(number: int) -> Response:
    """Return a whole game as one document."""
    with_pictures = request.args.get("pictures") != "no"
    document = export_game(connection(), number, with_pictures=with_pictures)
    response = jsonify(document)
    name = f"{document['game']}-{number}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@blueprint.get("/games/<int:number>/score-sheet")
def sheet(number: int) -> Response:
    """Return the score sheet of a game as a page of its own."""
    response = Response(live_games.sheet(number), mimetype="text/html")
    # the page is one file: its style is part of it
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
    )
    return response


@blueprint.get("/games/<int:number>/live.jpg")
def live_picture(number: int) -> Response:
    """The newest frame."""
    game = live_games.running(number)
    found = game.picture.encoded()
    if found is None:
        abort(404)
    response = Response(found.jpeg, mimetype="image/jpeg")
    response.cache_control.no_cache = True
    response.cache_control.private = True
    response.set_etag(f"{id(game)}-{found.number}")
    response.make_conditional(request)
    return response


@blueprint.get("/games/<int:number>/pictures/<int:picture>.jpg")
def evidence(number: int, picture: int) -> Response:
    """A picture that is kept as evidence."""
    found = Games(connection()).open(number).picture(picture)
    if found is None:
        abort(404)
    response = Response(found.jpeg, mimetype="image/jpeg")
    response.cache_control.private = True
    response.cache_control.max_age = _FOREVER_S
    return response


@blueprint.get("/games/<int:number>/overlay")
def overlay(number: int) -> Response:
    """Return the board as it lies in a picture."""
    found = live_games.overlay(number, _number("entry"))
    if found is None:
        abort(404)
    return jsonify(overlay_to_json(found, live_games.picture_url(number)))


@blueprint.post("/games/<int:number>/misreadings")
def misread(number: int) -> Answer:
    """Keep a look at the table as a reading that can be put right."""
    return jsonify(keep_misreading(number, json_body())), _CREATED


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """Describe this API as an OpenAPI document."""
    return jsonify(openapi_document())


@blueprint.get("/demos")
def demos() -> Response:
    """List the sample videos."""
    return jsonify(demos=[demo_to_json(demo) for demo in all_demos()])


def _state(number: int) -> Response:
    url, live_url = live_games.picture_url(number), live_games.live_url(number)
    return jsonify(state_to_json(live_games.state(number), url, live_url))


def _announced(number: int, said: tuple[KeptEvent, ...]) -> Response:
    last = live_games.snapshot_of(number).last_number
    return jsonify(announced_to_json(said, live_games.picture_url(number), last))


def _number(name: str) -> int | None:
    """Return a whole number from the query."""
    text = request.args.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.isdecimal() or int(text) > HIGHEST:
        raise BadRequest(_("{name} must be a whole number.", name=repr(name)))
    return int(text)


def _last_seen() -> int | None:
    """Return the number of the last event that who asks has seen; None for one who saw nothing."""
    text = request.headers.get("Last-Event-ID", "")
    if text.isascii() and text.isdecimal():
        return min(int(text), HIGHEST)
    return _number("after")

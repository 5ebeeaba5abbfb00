"""The HTTP API of live games (docs/http_api.md): a view parses, calls one thing, answers JSON."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.exceptions import BadRequest

from companion.live.demos import all_demos
from companion.live.kept_events import KeptEvent
from companion.record import Games
from companion.record.exporting import export_game
from companion.web import live_games
from companion.web.answers.games import Announced, DemoList, GameList, MisreadingKept, Record, State
from companion.web.answers.reports import MoveReport, Overlay, RulingReport
from companion.web.bodies.playing import (
    Decision,
    Laid,
    Misreading,
    decision_from_json,
    laid_from_json,
)
from companion.web.bodies.sources import SourceChoice
from companion.web.bodies.starting import GameRequest, request_from_json
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
from companion.web.json_body import json_body
from companion.web.misreadings import keep_misreading
from companion.web.numbers import HIGHEST
from companion.web.operation import (
    EVENTS,
    HTML,
    JPEG,
    JSON,
    TEXT,
    EntryNumber,
    Query,
    YesOrNo,
    operation,
)
from companion.web.resources import connection
from companion.web.shapes import Picture
from companion.words.language import gettext as _

blueprint = Blueprint("live_api", __name__, url_prefix="/api")

Answer = tuple[Response, int]
_CREATED, _NO_CONTENT = 201, 204
_FOREVER_S = 365 * 24 * 3600
_AFTER = Query("after", EntryNumber, "Only what comes after the entry with this number.")
_ENTRY = Query("entry", EntryNumber, "In the picture of this entry, not of the newest look.")
_PICTURES = Query("pictures", YesOrNo, "no: leave the pictures out.")


@blueprint.get("/games")
@operation("listGames", {200: GameList})
def games() -> Response:
    """List the games on record, newest first."""
    answer: GameList = {"games": [listed_to_json(game) for game in live_games.listed()]}
    return jsonify(answer)


@blueprint.post("/games")
@operation(
    "startGame",
    {201: State},
    400,
    404,
    409,
    413,
    422,
    429,
    body=GameRequest,
)
def start() -> Answer:
    """Start a game."""
    wanted = request_from_json(json_body(), live_games.tables().usual)
    return _state(live_games.start(wanted)), _CREATED


@blueprint.post("/games/import")
@operation("importGame", {201: State}, 400, 413, bodies={JSON: dict[str, Any], TEXT: str})
def take_in() -> Answer:
    """Put a game on record that was exported or written, or say how it stands if it is there."""
    return _state(live_games.take_in(request.get_data(cache=False))), _CREATED


@blueprint.get("/games/<int:number>")
@operation("showGame", {200: State}, 404, 409)
def show(number: int) -> Response:
    """Return how a game stands."""
    return _state(number)


@blueprint.delete("/games/<int:number>")
@operation("forgetGame", {204: None}, 404)
def forget(number: int) -> tuple[str, int]:
    """Remove a game for good."""
    live_games.forget(number)
    return "", _NO_CONTENT


@blueprint.put("/games/<int:number>/source")
@operation(
    "chooseSource",
    {200: State},
    400,
    404,
    409,
    413,
    422,
    429,
    body=SourceChoice,
)
def go_on(number: int) -> Response:
    """Take a game's frames from elsewhere, or go on with it."""
    choice = SourceChoice.of(json_body()).chosen()
    live_games.go_on(number, choice)
    return _state(number)


@blueprint.delete("/games/<int:number>/source")
@operation("stopGame", {200: State}, 404, 409)
def stop(number: int) -> Response:
    """Stop following a game; it stays on record."""
    live_games.stop(number)
    return _state(number)


@blueprint.post("/games/<int:number>/decisions")
@operation(
    "decide",
    {200: Announced},
    400,
    404,
    409,
    413,
    body=Decision,
)
def decide(number: int) -> Response:
    """Take a decision of the players."""
    kind, data = decision_from_json(json_body())
    return _announced(number, live_games.decide(number, kind, data))


@blueprint.post("/games/<int:number>/table")
@operation(
    "layTable",
    {200: Announced},
    400,
    404,
    409,
    413,
    body=Laid,
)
def lay(number: int) -> Response:
    """Take what people say lies on the table, who play without a camera."""
    laid = laid_from_json(json_body())
    return _announced(number, live_games.lay(number, laid))


@blueprint.get("/games/<int:number>/events")
@operation(
    "listen",
    {200: str},
    400,
    404,
    409,
    media=EVENTS,
    query=[_AFTER],
)
def events(number: int) -> Response:
    """Stream what is announced, as server-sent events."""
    return event_stream(number, _last_seen())


@blueprint.get("/games/<int:number>/moves/<int:n>")
@operation("showMove", {200: MoveReport}, 404, 409)
def move(number: int, n: int) -> Response:
    """Return all there is to say about a move."""
    report = live_games.move(number, n)
    return jsonify(move_report_to_json(report, live_games.picture_url(number)))


@blueprint.get("/games/<int:number>/rulings/<int:entry>")
@operation("showRuling", {200: RulingReport}, 404, 409)
def ruling(number: int, entry: int) -> Response:
    """Return all there is to say about an illegal table, by the number of its event."""
    report = live_games.ruling(number, entry)
    return jsonify(illegal_report_to_json(report, live_games.picture_url(number)))


@blueprint.get("/games/<int:number>/record")
@operation("showRecord", {200: Record}, 400, 404, query=[_AFTER])
def record(number: int) -> Response:
    """Return what was given to the referee, and what it said."""
    url = live_games.picture_url(number)
    entries = live_games.record(number, _number("after") or 0)
    answer: Record = {"entries": [entry_to_json(entry, url) for entry in entries]}
    return jsonify(answer)


@blueprint.get("/games/<int:number>/export.json")
@operation(
    "exportGame",
    {200: dict[str, Any]},
    404,
    query=[_PICTURES],
)
def export(number: int) -> Response:
    """Return a whole game as one document."""
    with_pictures = request.args.get("pictures") != "no"
    document = export_game(connection(), number, with_pictures=with_pictures)
    response = jsonify(document)
    name = f"{document['game']}-{number}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@blueprint.get("/games/<int:number>/notation.txt")
@operation("writeGame", {200: str}, 404, 409, media=TEXT)
def written(number: int) -> Response:
    """Return a whole game as plain text, one line a turn."""
    game, text = live_games.written(number)
    response = Response(text, mimetype="text/plain")
    response.headers["Content-Disposition"] = f'attachment; filename="{game}-{number}.txt"'
    return response


@blueprint.get("/games/<int:number>/score-sheet")
@operation("showScoreSheet", {200: str}, 404, media=HTML)
def sheet(number: int) -> Response:
    """Return the score sheet, a page of its own that prints."""
    response = Response(live_games.sheet(number), mimetype="text/html")
    # the page is one file: its style is part of it
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
    )
    return response


@blueprint.get("/games/<int:number>/live.jpg")
@operation(
    "showLivePicture",
    {200: Picture, 304: None},
    404,
    409,
    media=JPEG,
)
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
@operation("showPicture", {200: Picture}, 404, media=JPEG)
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
@operation(
    "showOverlay",
    {200: Overlay},
    400,
    404,
    409,
    query=[_ENTRY],
)
def overlay(number: int) -> Response:
    """Return the board as it lies in a picture."""
    found = live_games.overlay(number, _number("entry"))
    if found is None:
        abort(404)
    return jsonify(overlay_to_json(found, live_games.picture_url(number)))


@blueprint.post("/games/<int:number>/misreadings")
@operation(
    "keepMisreading",
    {201: MisreadingKept},
    400,
    404,
    409,
    413,
    422,
    body=Misreading,
    needs_body=False,
)
def misread(number: int) -> Answer:
    """Keep a look at the table as a reading that can be put right."""
    return jsonify(keep_misreading(number, json_body())), _CREATED


@blueprint.get("/demos")
@operation("listDemos", {200: DemoList})
def demos() -> Response:
    """List the sample videos."""
    answer: DemoList = {"demos": [demo_to_json(demo) for demo in all_demos()]}
    return jsonify(answer)


def _state(number: int) -> Response:
    url, live_url = live_games.picture_url(number), live_games.live_url(number)
    return jsonify(state_to_json(live_games.state(number), url, live_url))


def _announced(number: int, said: tuple[KeptEvent, ...]) -> Response:
    url = live_games.picture_url(number)
    return jsonify(announced_to_json(said, live_games.state(number), url))


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

"""Calibrating a camera's lens, or a set's colours, from the page; for the host alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from threading import Lock

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    jsonify,
    render_template,
    request,
    send_file,
    url_for,
)
from werkzeug.exceptions import NotFound

from calibration.printing.paper import PAPERS
from calibration.printing.texts import texts_in
from calibration.printing.things import printed
from companion.calibrating.calibration_run import CalibrationRun, FramesOfGame, Progress
from companion.live.choice import FrameSource
from companion.live.errors import StartError
from companion.web import live_games
from companion.web.answers.cameras import Calibration, CalibrationProgress
from companion.web.bodies.calibrating import CalibrationRequest
from companion.web.calibration_json import progress_to_json
from companion.web.json_body import json_body
from companion.web.operation import JPEG, operation
from companion.web.shapes import Picture
from companion.words.language import current
from companion.words.language import gettext as _

blueprint = Blueprint("calibrating", __name__)

Answer = tuple[Response, int]
_EXTENSION = "companion-calibration"
_CREATED, _NO_CONTENT = 201, 204
_LONGEST_NAME = 80
_WITHOUT_FRAMES = ("hand", "phone", "demo")
_NOT_WATCHED = ("hand", "demo")


@dataclass
class _Desk:
    """Where cameras are calibrated, one at a time."""

    data: Path
    run: CalibrationRun | None = None
    alone: Lock = field(default_factory=Lock)


def install(app: Flask, data: Path) -> None:
    """Let an application calibrate cameras, and keep the profiles in a data directory."""
    app.extensions[_EXTENSION] = _Desk(data)
    app.register_blueprint(blueprint)


def stop(app: Flask) -> None:
    """Stop what an application is calibrating."""
    desk: _Desk = app.extensions[_EXTENSION]
    if desk.run is not None:
        desk.run.stop()


@blueprint.get("/calibrate")
def show() -> str:
    """Calibrate a camera: choose which, and see what is still missing."""
    watched = [
        game
        for game in live_games.listed()
        if game.source is not None and game.source.choice.kind not in _NOT_WATCHED
    ]
    return render_template(
        "calibrate.html", watched=watched, chosen=request.args.get("game", type=int), papers=PAPERS
    )


@blueprint.get("/calibrate/sheet-<paper>.pdf")
def sheet(paper: str) -> Response:
    """Give the calibration sheet to be printed."""
    if paper not in PAPERS:
        raise NotFound(_("There is no sheet for this paper."))
    data = printed("sheet", PAPERS[paper], texts_in(current()))
    return send_file(BytesIO(data), "application/pdf", download_name=f"palago-sheet-{paper}.pdf")


@blueprint.get("/api/calibration")
@operation("showCalibration", {200: CalibrationProgress})
def progress() -> Response:
    """Return how far the calibration is that was begun last; null where none was."""
    return _answer(_desk().run)


@blueprint.post("/api/calibration")
@operation(
    "beginCalibration",
    {201: CalibrationProgress},
    400,
    404,
    409,
    413,
    422,
    body=CalibrationRequest,
)
def begin() -> Answer:
    """Begin to calibrate; what was being calibrated is stopped."""
    desk = _desk()
    with desk.alone:
        asked = CalibrationRequest.of(json_body())
        if desk.run is not None:
            desk.run.stop()
        source, known = _source(asked)
        name = _name(asked.camera or "") or known or "camera"
        tables = live_games.tables()
        desk.run = CalibrationRun(
            Progress(asked.kind, name),
            desk.data,
            source,
            tables.make_reader,
            swap=bool(asked.swap),
        )
        return _answer(desk.run), _CREATED


@blueprint.delete("/api/calibration")
@operation("endCalibration", {204: None})
def end() -> tuple[str, int]:
    """Stop calibrating."""
    desk = _desk()
    with desk.alone:
        if desk.run is not None:
            desk.run.stop()
    return "", _NO_CONTENT


@blueprint.get("/api/calibration/picture.jpg")
@operation("showCalibrationPicture", {200: Picture}, 404, media=JPEG)
def picture() -> Response:
    """Give the newest frame that was looked at."""
    run = _desk().run
    encoded = run.picture.encoded() if run else None
    if encoded is None:
        raise NotFound(_("No picture has come from the camera yet."))
    response = Response(encoded.jpeg, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "no-store"
    return response


def _source(asked: CalibrationRequest) -> tuple[FrameSource, str | None]:
    """Return where the frames come from, and what the camera is called where that is known."""
    tables = live_games.tables()
    if asked.game is not None:
        game = live_games.running(asked.game)
        return FramesOfGame(game), game.camera
    choice = asked.needed("source").chosen()
    if choice.kind in _WITHOUT_FRAMES:
        raise StartError(
            "A calibration needs a camera, a stream or a video, or the number of a running game."
        )
    watching = tables.watching(choice)
    if watching is not None:
        return FramesOfGame(watching), watching.camera
    return tables.open(choice), choice.camera


def _name(text: str) -> str:
    return "".join(c for c in text if c.isprintable()).strip()[:_LONGEST_NAME]


def _answer(run: CalibrationRun | None) -> Response:
    answer: CalibrationProgress = {"calibration": None if run is None else _to_json(run)}
    return jsonify(answer)


def _to_json(run: CalibrationRun) -> Calibration:
    frame = run.picture.newest
    if frame is None:
        return progress_to_json(run.progress, None, None)
    return progress_to_json(run.progress, url_for("calibrating.picture"), frame.number)


def _desk() -> _Desk:
    found: _Desk = current_app.extensions[_EXTENSION]
    return found

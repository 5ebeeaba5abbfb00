"""What is wrong with the view of a game's camera, for the pages that help to place it."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, current_app, jsonify

from companion.calibrating.view_check import CheckedView, ViewCheck
from companion.live import Tables
from companion.web import live_games
from companion.web.answers.cameras import Framing
from companion.web.operation import operation
from companion.words.language import say

blueprint = Blueprint("framing_api", __name__)

_EXTENSION = "companion-view-check"
_NOTHING = CheckedView(None, 0, (), ())


def install(app: Flask, tables: Tables) -> None:
    """Give an application what checks the views of its games."""
    app.extensions[_EXTENSION] = ViewCheck(tables.make_reader, tables.profiles)
    app.register_blueprint(blueprint)


@blueprint.get("/api/games/<int:number>/framing")
@operation("showFraming", {200: Framing}, 404, 409)
def framing(number: int) -> Response:
    """Say what is wrong with the view of a game's camera; of no frame where none has come yet."""
    game = live_games.tables().find(number)
    if game is None:
        live_games.check_kept(number)
    check: ViewCheck = current_app.extensions[_EXTENSION]
    checked = check.check(game) if game else None
    begun = bool(live_games.snapshot_of(number).moves)
    return jsonify(_to_json(checked or _NOTHING, begun=begun))


def _to_json(checked: CheckedView, *, begun: bool) -> Framing:
    return {
        "frame": checked.frame,
        "tiles": checked.tiles,
        "problems": [
            {
                "code": problem.code,
                "sentence": say(problem.message),
                "count": problem.count,
                "sides": list(problem.sides),
            }
            for problem in checked.problems
        ],
        "remarks": [say(remark) for remark in dict.fromkeys(checked.remarks)],
        "begun": begun,
    }

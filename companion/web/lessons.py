"""Learning a game in ten steps, each on a board to tap on; for guests as well."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.lessons.lesson import STEPS, step_number, step_of, steps_of
from companion.lessons.step import tried
from companion.showing.game_names import game_choices
from companion.showing.lesson_view import lesson_view, words_of_try
from companion.web.answers.lessons import TriedStep
from companion.web.bodies.lessons import TriedChanges
from companion.web.json_body import json_body
from companion.web.operation import operation
from rules.judging import GAMES

blueprint = Blueprint("lessons", __name__)


@blueprint.get("/learn/<game>")
def begin(game: str) -> AnyResponse:
    """Lead to the first step of a game's lesson."""
    if game not in GAMES:
        abort(404)
    return redirect(url_for("lessons.show", game=game, step=1))


@blueprint.get("/learn/<game>/<int:step>")
def show(game: str, step: int) -> str:
    """Show a step of a lesson."""
    if game not in GAMES or not 1 <= step <= STEPS:
        abort(404)
    return render_template(
        "lesson.html",
        view=lesson_view(game, step),
        tries=url_for("lessons.try_step", number=step_number(game, step)),
        choices=game_choices(),
    )


@blueprint.post("/api/lessons/<int:number>/tries")
@operation("tryStep", {200: TriedStep}, 400, 404, 413, body=TriedChanges)
def try_step(number: int) -> Response:
    """Say what the rules find in a try, and whether it is what a step asks for."""
    found = step_of(number)
    if found is None:
        abort(404)
    game, place = found
    step = steps_of(game)[place - 1]
    came = tried(game, step, TriedChanges.of(json_body()).move(step.board))
    wrong = () if came.verdict is None else came.verdict.violations
    answer: TriedStep = {
        "done": came.is_done,
        "legal": not wrong,
        "sentence": words_of_try(step, came),
        "wrong": [[q, r] for violation in wrong for q, r in violation.cells],
    }
    return jsonify(answer)

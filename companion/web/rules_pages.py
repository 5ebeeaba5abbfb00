"""The rules of each game, and what there is to print; for everybody, since both are published.

What is printed is made once for each thing, paper and language, one at a time, and kept: however
often it is asked for, it costs no more than that.
"""

from __future__ import annotations

from functools import cache
from threading import Lock

from flask import Blueprint, Response, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from calibration.figures.definitions import rule_figures
from calibration.figures.drawing import draw_figure
from calibration.languages import LANGUAGES
from calibration.printing.paper import PAPERS
from calibration.printing.svg import figure_to_svg
from calibration.printing.texts import texts_in
from calibration.printing.things import THINGS, printed
from companion.showing.game_names import game_choices
from companion.showing.rules_view import rules_view
from companion.words.language import current
from rules.judging import GAMES, PALAGO

blueprint = Blueprint("rules", __name__)

_DAY_S = 24 * 3600
_printing = Lock()


@blueprint.get("/rules")
def first() -> AnyResponse:
    """Lead to the rules of Palago, which the others rest on."""
    return redirect(url_for("rules.show", game=PALAGO))


@blueprint.get("/rules/<game>")
def show(game: str) -> str:
    """Show the rules of a game."""
    if game not in GAMES:
        abort(404)
    return render_template("rules.html", view=rules_view(game), choices=game_choices())


@blueprint.get("/rules/figures/<name>.svg")
def figure(name: str) -> Response:
    """A figure of the rules; its caption stands on the page."""
    if name not in rule_figures():
        abort(404)
    return _lasting(Response(_figure(name), mimetype="image/svg+xml"))


@blueprint.get("/print")
def to_print() -> str:
    """Show what there is to print."""
    return render_template("print.html", language=current(), papers=PAPERS)


@blueprint.get("/print/<thing>-<paper>-<language>.pdf")
def pdf(thing: str, paper: str, language: str) -> Response:
    """A thing to print as PDF."""
    if thing not in THINGS or paper not in PAPERS or language not in LANGUAGES:
        abort(404)
    with _printing:
        content = _printed(thing, paper, language)
    return _lasting(Response(content, mimetype="application/pdf"))


@cache
def _figure(name: str) -> str:
    return figure_to_svg(draw_figure(rule_figures()[name]), "")


@cache
def _printed(thing: str, paper: str, language: str) -> bytes:
    return printed(thing, PAPERS[paper], texts_in(language))


def _lasting(response: Response) -> Response:
    response.cache_control.private = True
    response.cache_control.max_age = _DAY_S
    return response

"""The start page: starting a game, or going on with one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from companion.showing.game_names import game_choices, game_name
from companion.showing.results import result_sentence
from companion.showing.start_form import (
    PlayerField,
    StartForm,
    camera_choices,
    entered,
    option_fields,
)
from companion.web import live_games
from companion.web.game_pages.blueprint import blueprint
from companion.web.statuses import REFUSALS, status_of
from companion.words.language import gettext as _
from companion.words.language import listing, moment, retold

_SEE_OTHER = 303
_MOST_LISTED = 12


@dataclass(frozen=True)
class KeptGameLine:
    """A game on record as the start page lists it."""

    address: str
    name: str
    players: str
    started_at: datetime
    started: str
    state: str


@blueprint.get("/")
def start() -> str:
    """Start a game, or go on with one."""
    return _page(_prefilled(), "")


@blueprint.post("/games")
def create() -> Response | tuple[str, int]:
    """Start a game as entered, or a demo, and go to its page; else say what is missing."""
    form = entered(request.form, request.form.getlist("player"), request.form.getlist("roll"))
    if "demo" in request.form:
        demos = live_games.demos()
        if not demos:
            raise BadRequest(_("No sample video is here to be played."))
        named = [demo for demo in demos if demo.get("game") == form.game] or demos
        wanted: dict[str, Any] = {"source": {"kind": "demo", "name": named[0]["name"]}}
    else:
        wanted = form.request()
    try:
        number = live_games.start(wanted)
    except REFUSALS as error:
        return _page(form, retold(str(error))), status_of(error)
    is_phone = wanted.get("source", {}).get("kind") == "phone"
    goes_to = "games.camera" if is_phone else "games.show"
    return redirect(url_for(goes_to, number=number), _SEE_OTHER)


def _page(form: StartForm, problem: str) -> str:
    games = live_games.summaries()[:_MOST_LISTED]
    return render_template(
        "start.html",
        form=form,
        problem=problem,
        choices=game_choices(),
        cameras=camera_choices(),
        options=option_fields(),
        kept_games=[_line(game) for game in games],
    )


def _prefilled() -> StartForm:
    """Return the form with those who played last: they play again as a rule."""
    last = next((g for g in live_games.summaries() if not _is_demo(g)), None)
    if last is None:
        return StartForm()
    players = tuple(PlayerField(player["name"]) for player in last["players"])
    return StartForm(game=last["game"], players=players)


def _is_demo(game: Mapping[str, Any]) -> bool:
    return (game.get("source") or {}).get("kind") == "demo"


def _line(game: Mapping[str, Any]) -> KeptGameLine:
    is_over = game.get("ended_at") is not None
    started_at = datetime.fromisoformat(game["started_at"])
    if is_over:
        state = result_sentence(game.get("result") or {})
    elif game.get("running"):
        state = _("being played now")
    else:
        state = _("not finished: go on with it")
    return KeptGameLine(
        address=url_for("games.review" if is_over else "games.show", number=game["id"]),
        name=game_name(game["game"]),
        players=listing([player["name"] for player in game["players"]]),
        started_at=started_at,
        started=moment(started_at),
        state=state,
    )

"""The start page: starting a game, or going on with one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from flask import redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from companion.live.choice import SourceChoice
from companion.live.demos import DEMO, all_demos
from companion.live.game_state import ListedGame
from companion.live.kept_events import over_of
from companion.live.starting import GameRequest, demo_request
from companion.live.tables import FullError
from companion.record import KeptGame
from companion.showing.game_names import game_choices, game_name
from companion.showing.practising import PractiseForm, practise_entered, strengths
from companion.showing.results import result_sentence
from companion.showing.start_form import (
    THIS_SCREEN,
    StartForm,
    camera_choices,
    entered,
    form_after,
    form_at,
    option_fields,
    place_of,
    place_text,
    usually_watched,
)
from companion.tournaments.keeping import Tournaments
from companion.tournaments.reading import pairing_at
from companion.web import keeping, live_games
from companion.web.game_pages.blueprint import blueprint
from companion.web.phone_access import phone_access
from companion.web.reach import reach
from companion.web.resources import connection
from companion.web.statuses import REFUSALS, status_of
from companion.words.language import gettext as _
from companion.words.language import listing, moment, say_error

_SEE_OTHER = 303
_MOST_LISTED = 12


@dataclass(frozen=True)
class KeptGameLine:
    """A game on record as the start page lists it."""

    number: int
    address: str
    name: str
    players: str
    started_at: datetime
    started: str
    state: str


@blueprint.get("/")
def start() -> str:
    """Start a game, or go on with one.

    With ``?camera=N`` it is watched by that camera. With ``?pairing=T.R.B`` it is that of table B
    of round R of tournament T.
    """
    form = _prefilled()
    camera = request.args.get("camera", "")
    if camera.isdecimal():
        form = replace(form, camera="stream", address=camera)
    return _page(form, "")


@blueprint.get("/games")
def games() -> Response:
    """Lead to the list of games, which is on the start page."""
    return redirect(url_for("games.start", _anchor="kept-title"), _SEE_OTHER)


@blueprint.post("/games")
def create() -> Response | tuple[str, int]:
    """Start a game as entered, or a demo, and go to its page; else say what is missing."""
    form = entered(request.form, request.form.getlist("player"), request.form.getlist("roll"))
    try:
        usual = live_games.tables().usual
        wanted = _demo(form.game) if "demo" in request.form else form.request(usual)
        number = live_games.start(wanted)
    except REFUSALS as error:
        return _page(form, say_error(error), is_full=isinstance(error, FullError)), status_of(error)
    if form.camera == THIS_SCREEN:
        return redirect(url_for("games.show", number=number, camera="here"), _SEE_OTHER)
    goes_to = "games.camera" if wanted.source.kind == "phone" else "games.show"
    return redirect(url_for(goes_to, number=number), _SEE_OTHER)


@blueprint.post("/practise")
def practise() -> Response | tuple[str, int]:
    """Start a game against the computer, by hand, and go to its page."""
    form = practise_entered(request.form)
    try:
        number = live_games.start(form.request())
    except REFUSALS as error:
        is_full = isinstance(error, FullError)
        return _page(_prefilled(), say_error(error), form, is_full=is_full), status_of(error)
    return redirect(url_for("games.show", number=number), _SEE_OTHER)


def _demo(game: str) -> GameRequest:
    """Return the game of a sample video, of one of this game if there is any."""
    demos = all_demos()
    named = [demo for demo in demos if demo.game == game] or demos
    wanted = demo_request(SourceChoice("demo", named[0].name)) if named else None
    if wanted is None:
        raise BadRequest(_("No sample video is here to be played."))
    return wanted


def _page(
    form: StartForm, problem: str, practise: PractiseForm | None = None, *, is_full: bool = False
) -> str:
    """Return the start page; where too many games are followed it offers to stop one."""
    listed = live_games.listed()
    followed = [_line(game) for game in listed if game.source is not None] if is_full else []
    return render_template(
        "start.html",
        form=form,
        pairing=place_text(form.place) if form.place else "",
        problem=problem,
        choices=game_choices(),
        cameras=camera_choices(),
        options=option_fields(),
        practise=practise or PractiseForm(),
        strengths=strengths(),
        followed=followed,
        kept_games=[_line(game) for game in listed[:_MOST_LISTED]],
        keeping=keeping.keeping_view(),
        phones=reach().http(),
        may_turn=phone_access() is not None,
    )


def _at_table() -> StartForm | None:
    """Return the form for the game of a table of a tournament, where one is asked for."""
    place = place_of(request.args.get("pairing", ""))
    if place is None:
        return None
    tournament = Tournaments(connection()).find(place.tournament)
    return form_at(tournament, pairing_at(tournament, place))


def _prefilled() -> StartForm:
    """Return the form for a table of a tournament, or with those who played last.

    They play again as a rule.
    """
    last = next((game for game in live_games.listed() if not _is_demo_or_practise(game)), None)
    form = _at_table() or (StartForm() if last is None else form_after(last.kept))
    return usually_watched(form, live_games.tables().usual)


def _is_demo_or_practise(game: ListedGame) -> bool:
    is_demo = game.source is not None and game.source.choice.kind == "demo"
    return is_demo or bool(game.kept.options.keys() & {"computer", DEMO})


def page_with_problem(problem: str) -> str:
    """Return the start page with a sentence of what went wrong."""
    return _page(_prefilled(), problem)


def address_of(kept: KeptGame) -> str:
    """Return where a game is looked back at, or gone on with if it is not over."""
    is_over = kept.ended_at is not None
    return url_for("games.review" if is_over else "games.show", number=kept.number)


def _line(game: ListedGame) -> KeptGameLine:
    kept = game.kept
    is_over = kept.ended_at is not None
    if is_over:
        state = result_sentence(over_of(kept))
    elif game.source is not None and not game.source.ended:
        state = _("being played now")
    else:
        state = _("not finished: go on with it")
    return KeptGameLine(
        number=kept.number,
        address=address_of(kept),
        name=game_name(kept.game),
        players=listing([player.name for player in kept.players]),
        started_at=kept.started_at,
        started=moment(kept.started_at),
        state=state,
    )

"""The pages of tournaments: all of them, one with its rounds, what is printed and projected.

They are plain forms, which work without a script; a script only keeps them up to date.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response

from companion.showing.game_names import game_name
from companion.showing.tournament_view import (
    TournamentView,
    result_words,
    round_view,
    sides_of,
    tournament_view,
)
from companion.tournaments.faults import ResultStandsError
from companion.tournaments.keeping import Tournaments, Wanted
from companion.tournaments.reading import Place, pairing_at
from companion.tournaments.tournament import (
    GAMES_OF_TWO,
    MOST_ROUNDS,
    Result,
    Tournament,
)
from companion.web import live_games
from companion.web.resources import connection
from companion.web.statuses import REFUSALS, status_of
from companion.words.language import gettext as _
from companion.words.language import moment, say_error

blueprint = Blueprint("tournaments", __name__, url_prefix="/tournaments")

Page = str | tuple[str, int] | Response
Act = Callable[[Tournaments], object]
_SEE_OTHER = 303
_USUAL_ROUNDS = 5
_ONE = "/<int:tournament>"


@blueprint.get("")
def index() -> str:
    """Show all tournaments, and the form that begins one."""
    return _list({}, "")


@blueprint.post("")
def begin() -> Page:
    """Begin a tournament, and go to it."""
    form = request.form
    wanted = Wanted(
        form.get("name", ""),
        _lines(form.get("players", "")),
        _whole(form.get("rounds", "")),
        form.get("game", GAMES_OF_TWO[0]),
        shuffled="draw" in form,
    )
    try:
        begun = _tournaments().begin(wanted)
    except REFUSALS as error:
        return _list(form.to_dict(), say_error(error)), status_of(error)
    return _to(begun.number)


@blueprint.get(_ONE)
def show(tournament: int) -> str:
    """Show a tournament: its newest round, the standings, the players."""
    return _page(tournament)


@blueprint.get(f"{_ONE}/live")
def live(tournament: int) -> str:
    """Return the parts of that page that change while the round is played."""
    return render_template("_tournament.html", view=_view(tournament))


@blueprint.get(f"{_ONE}/standings")
def standings(tournament: int) -> str:
    """Show the standings in large letters, for everybody in the room."""
    return render_template("standings.html", view=_view(tournament))


@blueprint.get(f"{_ONE}/rounds/<int:round_>")
def pairings(tournament: int, round_: int) -> str:
    """Show who plays whom in a round, to print and to hang up."""
    found = _tournaments().find(tournament)
    if not found.of_round(round_):
        raise NotFound
    return render_template(
        "pairings.html",
        tournament=found,
        game=game_name(found.game),
        sides=sides_of(found.game),
        round=round_view(found, round_),
    )


@blueprint.post(_ONE)
def change(tournament: int) -> Page:
    """Change the name or the number of rounds."""
    form = request.form
    return _done(
        tournament,
        lambda kept: kept.change(
            tournament, name=form.get("name"), rounds=_whole(form.get("rounds", ""))
        ),
    )


@blueprint.post(f"{_ONE}/forget")
def forget(tournament: int) -> Page:
    """Remove a tournament, once that is confirmed."""
    found = _tournaments().find(tournament)
    if "sure" not in request.form:
        return _ask(
            found,
            _("Remove this tournament?"),
            _("Its rounds and standings are gone for good then; its games stay on record."),
            _("Yes, remove it"),
            url_for("tournaments.forget", tournament=tournament),
        )
    _tournaments().forget(tournament)
    return redirect(url_for("tournaments.index"), _SEE_OTHER)


@blueprint.post(f"{_ONE}/players")
def add_players(tournament: int) -> Page:
    """Put people on the list, one a line."""
    names = _lines(request.form.get("players", ""))
    return _done(tournament, lambda kept: kept.add_players(tournament, names), "players")


@blueprint.post(f"{_ONE}/players/<int:player>")
def change_player(tournament: int, player: int) -> Page:
    """Say that somebody has left or is back, put a name right, or take somebody off the list."""
    do, name = request.form.get("do"), request.form.get("name")

    def act(kept: Tournaments) -> None:
        if do == "remove":
            kept.remove_player(tournament, player)
        elif do in ("leave", "back"):
            kept.change_player(tournament, player, here=do == "back")
        else:
            kept.change_player(tournament, player, name=name)

    return _done(tournament, act, "players")


@blueprint.post(f"{_ONE}/rounds")
def pair(tournament: int) -> Page:
    """Pair the round that the form names, or take it back."""
    wanted = _whole(request.form.get("round", ""))
    if request.form.get("do") == "take-back":
        return _done(tournament, lambda kept: kept.take_back(tournament, wanted))
    return _done(tournament, lambda kept: kept.pair(tournament, wanted))


@blueprint.post(f"{_ONE}/rounds/<int:round_>/tables/<int:table>")
def tell(tournament: int, round_: int, table: int) -> Page:
    """Keep what came of a game; ask first where another result stands already."""
    key = request.form.get("result", "")
    if key and key not in list(Result):
        raise BadRequest(_("Choose what came of the game."))
    place, result = Place(tournament, round_, table), Result(key) if key else None
    if request.form.get("do") == "part":
        return _done(tournament, lambda kept: kept.play(place, None))
    try:
        _tournaments().tell(place, result, confirmed="sure" in request.form)
    except ResultStandsError as error:
        found = _tournaments().find(tournament)
        return _ask(
            found,
            say_error(error),
            _sentence(found, place, result),
            _("Yes, change it"),
            request.path,
            {"result": key},
        )
    except REFUSALS as error:
        return _page(tournament, say_error(error)), status_of(error)
    return _to(tournament, f"round-{round_}-table-{table}")


def _sentence(found: Tournament, place: Place, result: Result | None) -> str:
    """Say what a result is to be changed into."""
    pairing = pairing_at(found, place)
    second = "" if pairing.second is None else found.names[pairing.second]
    first = found.names[pairing.first]
    before = "" if pairing.result is None else result_words(pairing.result, first, second)
    after = _("no result") if result is None else result_words(result, first, second)
    return _("Until now: {before}. From now on: {after}.", before=before, after=after)


def _list(entered: dict[str, str], problem: str) -> str:
    return render_template(
        "tournaments.html",
        tournaments=[tournament_view(found) for found in _tournaments().all()],
        games=[(game, game_name(game)) for game in GAMES_OF_TWO],
        entered={"rounds": str(_USUAL_ROUNDS), **entered},
        most_rounds=MOST_ROUNDS,
        problem=problem,
        begun=lambda view: moment(view.tournament.begun_at),
    )


def _page(tournament: int, problem: str = "") -> str:
    return render_template(
        "tournament.html", view=_view(tournament), problem=problem, most_rounds=MOST_ROUNDS
    )


def _view(tournament: int) -> TournamentView:
    tables = live_games.tables()
    return tournament_view(
        _tournaments().find(tournament), lambda game: tables.find(game) is not None
    )


def _ask(
    found: Tournament,
    title: str,
    words: str,
    yes: str,
    address: str,
    hidden: dict[str, str] | None = None,
) -> Page:
    """Return a page that asks whether something is meant."""
    return render_template(
        "tournament_sure.html",
        tournament=found,
        title=title,
        words=words,
        yes=yes,
        address=address,
        hidden={**(hidden or {}), "sure": "yes"},
    )


def _done(tournament: int, act: Act, anchor: str = "") -> Page:
    """Do something and go back to the tournament's page; there say why where it cannot be done."""
    try:
        act(_tournaments())
    except REFUSALS as error:
        _tournaments().find(tournament)  # where there is none, nothing can be shown of it
        return _page(tournament, say_error(error)), status_of(error)
    return _to(tournament, anchor)


def _to(tournament: int, anchor: str = "") -> Response:
    address = url_for("tournaments.show", tournament=tournament, _anchor=anchor or None)
    return redirect(address, _SEE_OTHER)


def _lines(text: str) -> list[str]:
    """Return what stands in a text line by line."""
    return [line for line in map(str.strip, text.splitlines()) if line]


def _whole(text: str) -> int:
    """Return a number that was entered; 0, which is refused everywhere, where it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0


def _tournaments() -> Tournaments:
    return Tournaments(connection())

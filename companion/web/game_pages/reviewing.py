"""Looking back at a game: result, score sheet, replay, and what to take away from it."""

from __future__ import annotations

from flask import Response, abort, render_template

from companion.showing.best_island import best_island
from companion.showing.game_view import game_view
from companion.showing.replay_view import replay
from companion.showing.results import result_of, scores_sentence
from companion.tournaments.reading import place_of_game
from companion.web import live_games
from companion.web.coaching import coach_of
from companion.web.game_pages.blueprint import blueprint
from companion.web.resources import connection


@blueprint.get("/games/<int:number>/review")
def review(number: int) -> str:
    """Show a game's result, its score sheet and its moves one by one."""
    live_games.check_may_see(number)
    state = live_games.state(number)
    snapshot = state.snapshot
    outcome = snapshot.outcome
    return render_template(
        "review.html",
        view=game_view(state),
        result=result_of(snapshot) if snapshot.over else "",
        scores=scores_sentence(outcome.scores if outcome else None),
        replay=replay(snapshot.standing_moves, snapshot.palagems),
        island=best_island(snapshot),
        coach=coach_of(number, snapshot),
        place=place_of_game(connection(), number),
    )


@blueprint.get("/games/<int:number>/island.svg")
def island(number: int) -> Response:
    """Return the picture of a game's best island, complete in itself."""
    live_games.check_may_see(number)
    shared = best_island(live_games.snapshot_of(number))
    if shared is None:
        abort(404)
    response = Response(
        render_template("island.svg", shared=shared), mimetype="image/svg+xml; charset=utf-8"
    )
    # the picture's own style is part of it
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response

"""What concerns more than one game, for who looks after a club's evening; and a game streamed."""

from __future__ import annotations

from flask import render_template

from companion.showing.game_view import GameView, game_view
from companion.showing.players import player_lines
from companion.web import live_games
from companion.web.game_pages.blueprint import blueprint


@blueprint.get("/tables")
def overview() -> str:
    """Show all games that are followed; a script keeps the page up to date."""
    return render_template("overview.html", tables=_tables())


@blueprint.get("/tables/live")
def overview_live() -> str:
    """Return the tables alone, as they are now."""
    return render_template("_overview.html", tables=_tables())


def _tables() -> list[GameView]:
    """Return the games that are followed, in the order in which they were started."""
    return [game_view(live_games.state(number)) for number in live_games.tables().followed()]


@blueprint.get("/players")
def players() -> str:
    """Show who has played, and how they did."""
    lines = player_lines(game.kept for game in live_games.listed())
    return render_template("players.html", players=lines)


@blueprint.get("/games/<int:number>/stream")
def stream(number: int) -> str:
    """Show one game as a streaming program lays it over its picture: on nothing."""
    live_games.check_may_see(number)
    return render_template("stream.html", view=game_view(live_games.state(number)))


@blueprint.get("/games/<int:number>/stream/live")
def stream_live(number: int) -> str:
    """Return the game of that page alone, as it is now."""
    live_games.check_may_see(number)
    return render_template("_overview.html", tables=[game_view(live_games.state(number))])

"""Taking in a game that a file brings, on the start page."""

from __future__ import annotations

from flask import redirect, request
from werkzeug.wrappers import Response

from companion.web import live_games
from companion.web.game_pages.blueprint import blueprint
from companion.web.game_pages.starting import address_of, page_with_problem
from companion.web.statuses import REFUSALS, status_of
from companion.words.language import say_error

_SEE_OTHER = 303


@blueprint.post("/games/import")
def take_in() -> Response | tuple[str, int]:
    """Take a game in and go to its page; else say what is wrong with the file."""
    file = request.files.get("game")
    try:
        number = live_games.take_in(b"" if file is None else file.read())
    except REFUSALS as error:
        return page_with_problem(say_error(error)), status_of(error)
    return redirect(address_of(live_games.kept(number)), _SEE_OTHER)

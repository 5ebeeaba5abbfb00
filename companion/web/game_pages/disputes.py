"""Looking into one move, into an illegal table, and into the whole record."""

from __future__ import annotations

from flask import render_template

from companion.live.game_state import GameState
from companion.live.kept_events import kept_entries
from companion.showing.game_view import game_view
from companion.showing.move_view import MoveView, move_view, ruling_view
from companion.showing.record_view import record_lines
from companion.web import live_games
from companion.web.game_pages.blueprint import blueprint, lead_back_to
from rules import Turn


@blueprint.get("/games/<int:number>/moves/<int:move>")
def move(number: int, move: int) -> str:
    """Show one move: before and after, what it closed, what was wrong with it, what to do."""
    live_games.check_may_see(number)
    lead_back_to(number)
    report = live_games.move(number, move)
    state = live_games.state(number)
    return _page(number, move_view(report), state, turn=report.move.turn, move_number=move)


@blueprint.get("/games/<int:number>/rulings/<int:entry>")
def ruling(number: int, entry: int) -> str:
    """Show an illegal table: the tiles concerned, the rule in words, what to do."""
    live_games.check_may_see(number)
    lead_back_to(number)
    report = live_games.ruling(number, entry)
    state = live_games.state(number)
    wrong = state.snapshot.wrong_event
    is_now = wrong is not None and wrong.number == entry
    return _page(number, ruling_view(report), state, is_now=is_now)


@blueprint.get("/games/<int:number>/record")
def record(number: int) -> str:
    """Show the whole record of a game."""
    live_games.check_may_see(number)
    state = live_games.state(number)
    entries = kept_entries(live_games.record(number))
    return render_template(
        "record.html", view=game_view(state), lines=record_lines(entries, by_hand=state.by_hand)
    )


def _page(
    number: int,
    shown: MoveView,
    state: GameState,
    *,
    turn: Turn | None = None,
    move_number: int | None = None,
    is_now: bool = False,
) -> str:
    return render_template(
        "move.html",
        number=number,
        shown=shown,
        turn=turn,
        move_number=move_number,
        is_now=is_now,
        state=state,
        may_decide=live_games.may_decide(number),
    )

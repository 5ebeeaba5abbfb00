"""The page of a game while it is played, and putting right what was read of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.coaching.coach import CoachError
from companion.coaching.hints import Hint
from companion.live.game_state import GameState
from companion.live.overlay import Overlay
from companion.live.snapshot import Snapshot
from companion.showing.game_view import game_view
from companion.showing.picture_view import (
    PictureView,
    bare_picture,
    picture_view,
    turns_towards_picture,
)
from companion.showing.start_form import THIS_SCREEN
from companion.web import live_games
from companion.web.bodies.sources import SourceChoice
from companion.web.coaching import hints_of
from companion.web.game_pages.blueprint import blueprint, lead_back_to
from companion.words.findings import Finding
from companion.words.language import say_error
from rules import Turn, move_to_json
from rules.judging import PALAGONIA

_SEE_OTHER = 303


@blueprint.get("/games/<int:number>")
def show(number: int) -> str:
    """Show a game as it stands; a script keeps the page up to date."""
    return render_template("game.html", **_seen(number))


@blueprint.get("/games/<int:number>/live")
def live(number: int) -> str:
    """Return the parts of a game's page that change while it is played."""
    return render_template("_live_parts.html", **_seen(number))


@blueprint.get("/games/<int:number>/table")
def table(number: int) -> str:
    """Put right what was read of the table: turn, remove and add tiles."""
    return render_template("table.html", **_seen(number))


@blueprint.get("/games/<int:number>/told/<int:move>")
def telling(number: int, move: int) -> str:
    """Tell turn by turn what was played from a move on, on record or the next."""
    live_games.check_may_see(number)
    lead_back_to(number)
    state = live_games.state(number)
    snapshot = state.snapshot
    if not (1 <= move <= len(snapshot.moves) + 1 and live_games.may_decide(number)):
        abort(404)
    replaced = snapshot.moves[move - 1 :]
    return render_template(
        "telling.html",
        number=number,
        first=move,
        before=replaced[0].before if replaced else snapshot.agreed,
        lies=snapshot.board,
        mover=replaced[0].mover if replaced else snapshot.mover,
        players=list(snapshot.setup.players),
        taken=len(replaced),
        record=list(map(_turn_on_record, replaced)),
        turns=_turns(number, state),
        has_die=snapshot.setup.game == PALAGONIA,
    )


@blueprint.post("/games/<int:number>/go-on")
def go_on(number: int) -> Response:
    """Have a game watched by another camera, by hand, or by nobody for a while."""
    lead_back_to(number)
    kind = request.form.get("camera", "hand")
    if kind == "nobody":
        live_games.stop(number)
        if request.form.get("back") == "start":
            return redirect(url_for("games.start"), _SEE_OTHER)
    else:
        is_here = kind == THIS_SCREEN
        choice = SourceChoice.of({"kind": "phone" if is_here else kind}).chosen()
        live_games.go_on(number, choice)
        if is_here:
            return redirect(url_for("games.show", number=number, camera="here"), _SEE_OTHER)
    goes_to = "games.camera" if kind == "phone" else "games.show"
    return redirect(url_for(goes_to, number=number), _SEE_OTHER)


def _seen(number: int) -> dict[str, Any]:
    """Return what the page of a game shows."""
    live_games.check_may_see(number)
    state = live_games.state(number)
    overlay = None if state.by_hand else live_games.overlay(number)
    wants_hints = request.args.get("hints") == "yes" and state.snapshot.setup.hints
    hints, no_hints = _hints(state.snapshot) if wants_hints else (None, "")
    view = game_view(state, turns_towards_picture(overlay) if overlay else 0, hints)
    wrong = state.snapshot.wrong_event
    return {
        "view": view,
        "picture": _picture(state, overlay, view.findings),
        "wants_hints": wants_hints,
        "no_hints": no_hints,
        "may_decide": live_games.may_decide(number),
        "awaits_frames": _awaits_frames(state),
        "is_camera": request.args.get("camera") == "here" and _awaits_frames(state),
        "wrong_event": None if wrong is None else wrong.number,
    }


def _turn_on_record(turn: Turn) -> dict[str, Any]:
    """Return a turn as the page tells it again."""
    return {"player": turn.mover, "die": turn.die, **move_to_json(turn.move, turn.before)}


def _turns(number: int, state: GameState) -> int:
    """Return how a game's board is turned on pages, as the picture shows it."""
    overlay = None if state.by_hand else live_games.overlay(number)
    return turns_towards_picture(overlay) if overlay else 0


def _awaits_frames(state: GameState) -> bool:
    """Tell whether a page may be this game's camera: on that page a phone was chosen."""
    return state.source is not None and state.source.choice.kind == "phone"


def _hints(snapshot: Snapshot) -> tuple[tuple[Hint, ...] | None, str]:
    """Return the hints after a game's last move, or why there are none."""
    try:
        return hints_of(snapshot), ""
    except CoachError as error:
        return None, say_error(error)


def _picture(
    state: GameState, overlay: Overlay | None, findings: Sequence[Finding]
) -> PictureView | None:
    """Return the picture with the board on it; before the first look the picture alone."""
    if overlay is not None:
        return picture_view(overlay, findings)
    return bare_picture(*state.picture) if state.picture else None

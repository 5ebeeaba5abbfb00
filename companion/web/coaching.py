"""Reviews of games: asking for one, how far it is, and looking for the move that was better."""

from __future__ import annotations

from typing import NamedTuple, cast

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, render_template, url_for

from companion.coaching.coach import CoachError, CoachFault
from companion.coaching.hints import Hint, Hints, ThreatHint
from companion.coaching.review import Kind, Review, review_to_json
from companion.coaching.reviews import ANSWER_S, Reviews, kept_review
from companion.coaching.trying import Task, Tried, tried
from companion.live.errors import TableError
from companion.live.snapshot import Snapshot
from companion.showing.coaching.review_view import (
    CoachView,
    coach_view,
    may_be_reviewed,
    name_of,
    played_moves,
)
from companion.showing.coaching.try_view import try_view, words_of
from companion.web import live_games
from companion.web.answers.coaching import ReviewOfGame, ReviewState, ThreatState, TriedMove
from companion.web.bodies.coaching import TriedTiles
from companion.web.json_body import json_body
from companion.web.operation import operation
from companion.web.resources import connection
from companion.web.shapes import Tile
from companion.words.language import gettext as _
from companion.words.language import say
from rules import Board, Cell, Move
from rules.checks import is_faultless
from rules.judging import PALAGO, PALAGONIA
from rules.proofs.proof import tiles_to_json
from rules.tile import other_color

blueprint = Blueprint("coaching", __name__)

_EXTENSION, _HINTS = "companion-reviews", "companion-hints"
_PATIENCE_S = 1.0
_ACCEPTED = 202


def install(app: Flask, reviews: Reviews, hints: Hints) -> None:
    """Give an application what makes its reviews and finds hints."""
    app.extensions[_EXTENSION] = reviews
    app.extensions[_HINTS] = hints
    app.register_blueprint(blueprint)


def coach_of(number: int, snapshot: Snapshot) -> CoachView | None:
    """Return what the page of a game shows of the coach."""
    moves = played_moves(snapshot) if may_be_reviewed(snapshot) else ()
    return coach_view(snapshot, _review(number, snapshot), _reviews().progress(number, moves))


def hints_of(snapshot: Snapshot) -> tuple[Hint, ...] | None:
    """Return the hints after a game's last move; None while they are looked for.

    Raises
    ------
    CoachError
        If the coach has no answer, or something is wrong with the table that was let stand.
    """
    setup, board = snapshot.setup, snapshot.agreed
    if setup.game == PALAGO:
        return _threats_of(snapshot)
    if not is_faultless(board):
        raise CoachError(CoachFault.BOARD_AT_FAULT())
    left = setup.tiles_left(board)
    if setup.game == PALAGONIA:
        die = snapshot.roll
        return () if die is None else _hints().roll(board, die, left, _PATIENCE_S)
    inversion = setup.palagem.inversion
    return _hints().palagems(board, snapshot.palagems, left, _PATIENCE_S, inversion=inversion)


def _threats_of(snapshot: Snapshot) -> tuple[ThreatHint, ...] | None:
    return _hints().threats(snapshot.agreed, snapshot.setup.pool, _PATIENCE_S)


def _hints() -> Hints:
    found: Hints = current_app.extensions[_HINTS]
    return found


@blueprint.get("/api/games/<int:number>/threats")
@operation("showThreats", {200: ThreatState}, 404, 409)
def threats(number: int) -> Response:
    """Name the threats after the last move, in a game of Palago in which all agreed on hints."""
    snapshot = live_games.snapshot_of(number)
    if not snapshot.setup.hints:
        raise TableError(_("Hints were not agreed on when this game was started."))
    if snapshot.setup.game != PALAGO:
        raise TableError(_("Threats are of Palago: of other games the page has hints."))
    found = _threats_of(snapshot)
    answer: ThreatState = {
        "state": "looking" if found is None else "done",
        "threats": [
            {"color": one.color, "kind": one.kind, "cells": [[q, r] for q, r in one.cells]}
            for one in found or ()
        ],
    }
    return jsonify(answer)


@blueprint.get("/api/games/<int:number>/review")
@operation("showReview", {200: ReviewState}, 404, 409)
def show(number: int) -> Response:
    """Return the review of a game, or how far it is."""
    return jsonify(_state(number, _snapshot(number)))


@blueprint.post("/api/games/<int:number>/review")
@operation("reviewGame", {202: ReviewState}, 404, 409)
def start(number: int) -> tuple[Response, int]:
    """Have a game reviewed, unless it is already."""
    snapshot = _snapshot(number)
    if _review(number, snapshot) is None:
        _reviews().start(number, played_moves(snapshot), snapshot.setup.pool)
    return jsonify(_state(number, snapshot)), _ACCEPTED


@blueprint.get("/games/<int:number>/review/moves/<int:move>")
def moment(number: int, move: int) -> str:
    """Show the position before a move that mattered, to look for a better one."""
    live_games.check_may_see(number)
    wanted = _wanted(number, move)
    return render_template(
        "solving.html",
        view=try_view(
            wanted.task,
            wanted.better,
            title=_("Move {number}: find the better move", number=move),
            player=wanted.player,
            other=wanted.other,
            tries=url_for("coaching.try_move", number=number, move=move),
            back=url_for("games.review", number=number),
            back_words=_("To the review"),
        ),
        may_try=live_games.is_host(),
    )


@blueprint.post("/api/games/<int:number>/review/moves/<int:move>/tries")
@operation("tryBetterMove", {200: TriedMove}, 400, 404, 409, 413, body=TriedTiles)
def try_move(number: int, move: int) -> Response:
    """Say whether a move is better than the one that was made."""
    wanted = _wanted(number, move)
    return answer_to_try(
        wanted.task, TriedTiles.of(json_body()).tiles(), wanted.player, wanted.other
    )


def answer_to_try(task: Task, tiles: dict[Cell, int], player: str, other: str) -> Response:
    """Return what comes of a try."""
    coach = live_games.tables().coach
    found: Tried = tried(task, tiles, lambda question: coach.ask(question, ANSWER_S))
    answer: TriedMove = {
        "found": found.found.value,
        "solved": found.is_solved,
        "sentence": words_of(task, found, player, other),
        "reply": None if found.reply is None else cast(list[Tile], tiles_to_json(found.reply)),
    }
    return jsonify(answer)


class _Wanted(NamedTuple):
    """A better move that is looked for, and who plays."""

    task: Task
    better: Move
    player: str
    other: str


def _wanted(number: int, move: int) -> _Wanted:
    snapshot = _snapshot(number)
    review = _review(number, snapshot)
    found = next((one for one in review.moments if one.move == move), None) if review else None
    if found is None or found.better is None or not found.may_be_tried:
        abort(404, _("The review of game {number} asks for no better move there.", number=number))
    played = played_moves(snapshot)[move - 1]
    task = Task(
        Board(played.before),
        played.mover,
        snapshot.setup.pool,
        found.moves if found.kind is Kind.MISSED else None,
        found.better,
    )
    other = name_of(snapshot, other_color(played.mover))
    return _Wanted(task, found.better, name_of(snapshot, played.mover), other)


def _snapshot(number: int) -> Snapshot:
    """Return a game that can be reviewed."""
    snapshot = live_games.snapshot_of(number)
    if not may_be_reviewed(snapshot):
        raise TableError(
            _(
                "Games of Palago with two adjacent tiles a turn are reviewed once they are over, if"
                " all moves were legal: this one is not."
            )
        )
    return snapshot


def _review(number: int, snapshot: Snapshot) -> Review | None:
    if not may_be_reviewed(snapshot):
        return None
    return kept_review(connection(), number, played_moves(snapshot))


def _state(number: int, snapshot: Snapshot) -> ReviewState:
    review = _review(number, snapshot)
    moves = played_moves(snapshot)
    progress = None if review else _reviews().progress(number, moves)
    problem = progress.problem if progress else None
    return {
        "state": "done"
        if review
        else "none"
        if progress is None
        else "failed"
        if problem
        else "running",
        "done": len(moves) if review else progress.done if progress else 0,
        "of": len(moves),
        "problem": None if problem is None else say(problem),
        "review": None if review is None else cast(ReviewOfGame, review_to_json(review)),
    }


def _reviews() -> Reviews:
    reviews: Reviews = current_app.extensions[_EXTENSION]
    return reviews

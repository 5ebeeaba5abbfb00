"""Puzzles: all of them, the one of the day, and trying moves; for the host alone."""

from __future__ import annotations

from datetime import date
from typing import cast

from flask import Blueprint, Response, abort, jsonify, render_template, url_for

from companion.coaching.puzzles import Puzzle, all_puzzles, puzzle_of
from companion.showing.coaching.puzzle_view import puzzles_view, side
from companion.showing.coaching.try_view import try_view
from companion.web import shapes
from companion.web.answers.coaching import PuzzleList, TriedMove
from companion.web.bodies.coaching import TriedTiles
from companion.web.coaching import answer_to_try
from companion.web.json_body import json_body
from companion.web.operation import operation
from companion.words.language import gettext as _
from rules import board_to_json
from rules.tile import other_color

blueprint = Blueprint("puzzles", __name__)


@blueprint.get("/puzzles")
def show_all() -> str:
    """Show all puzzles, that of the day first."""
    return render_template("puzzles.html", view=puzzles_view(all_puzzles(), puzzle_of(_today())))


@blueprint.get("/puzzles/<int:number>")
def show(number: int) -> str:
    """Show one puzzle, to be solved."""
    puzzle = _puzzle(number)
    view = try_view(
        puzzle.task,
        puzzle.solution,
        title=_("Puzzle {number}, level {level}", number=number, level=puzzle.level),
        player=side(puzzle.to_move),
        other=side(other_color(puzzle.to_move)),
        tries=url_for("puzzles.try_move", number=number),
        back=url_for("puzzles.show_all"),
        back_words=_("All puzzles"),
        puzzle=puzzle.key,
        following=url_for("puzzles.show", number=number % len(all_puzzles()) + 1),
    )
    return render_template("solving.html", view=view, may_try=True)


@blueprint.get("/api/puzzles")
@operation("listPuzzles", {200: PuzzleList})
def index() -> Response:
    """List the puzzles, the easiest first, and say which is that of the day."""
    answer: PuzzleList = {
        "today": puzzle_of(_today()).number,
        "puzzles": [
            {
                "number": one.number,
                "level": one.level,
                "moves": one.moves,
                "to_move": one.to_move,
                "board": cast(shapes.Board, board_to_json(one.board)),
            }
            for one in all_puzzles()
        ],
    }
    return jsonify(answer)


@blueprint.post("/api/puzzles/<int:number>/tries")
@operation("tryPuzzle", {200: TriedMove}, 400, 404, 413, body=TriedTiles)
def try_move(number: int) -> Response:
    """Say whether a move solves a puzzle, and what refutes it if not."""
    puzzle = _puzzle(number)
    tiles = TriedTiles.of(json_body()).tiles()
    player, other = side(puzzle.to_move), side(other_color(puzzle.to_move))
    return answer_to_try(puzzle.task, tiles, player, other)


def _puzzle(number: int) -> Puzzle:
    puzzles = all_puzzles()
    count = len(puzzles)
    if not 1 <= number <= count:
        abort(404, _("There is no puzzle {number}; there are {count}.", number=number, count=count))
    return puzzles[number - 1]


def _today() -> date:
    return date.today()

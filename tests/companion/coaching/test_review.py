"""Reviews say what is proven, name what mattered, and are kept with their game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from unittest.mock import patch

import pytest

from companion.coaching import review as reviewing
from companion.coaching.coach import Coach, CoachError
from companion.coaching.review import (
    Kind,
    Moment,
    PlayedMove,
    Review,
    review_from_json,
    review_of,
    review_to_json,
)
from companion.coaching.reviews import Reviews, kept_review
from companion.coaching.tasks import TASKS
from companion.coaching.trying import Found, Task, tried
from companion.record import Games, Player
from companion.storage.database import connect, prepare
from rules import BLUE, WHITE, Board, Color, FormatError, PalagoGame, board_from_json
from rules.engine.position import FastPosition
from rules.engine.search import ThreatSearch
from rules.proofs.proof import tiles_to_json
from rules.tile import other_color
from tests.rules.engine.positions import FALLS_TO_A_FORK, FORKED, THREATENED

WAIT_S = 60.0


def answered(question: Mapping[str, Any]) -> Mapping[str, Any]:
    """Answer in this process, where what is compiled is at hand."""
    return TASKS[question["task"]](question)


def played(boards: Sequence[Board], winner: Color | None, first: Color = WHITE) -> list[PlayedMove]:
    """Return moves from position to position."""
    last = len(boards) - 2
    movers = first, other_color(first)
    return [
        PlayedMove(
            before,
            after,
            movers[number % 2],
            winner if number == last else None,
            is_last=number == last,
        )
        for number, (before, after) in enumerate(pairwise(boards))
    ]


@pytest.fixture(scope="module")
def given_away() -> tuple[list[PlayedMove], Review]:
    """A game in which Blue has a fork on the board, White cannot parry, and Blue plays elsewhere.

    ``FORKED`` comes after Blue's threat, White's answer and Blue's fork.
    """
    position = FastPosition(FORKED)
    elsewhere = [move for move in position.legal_moves() if not _closes(FORKED, move.placed)]
    white = FORKED.with_tiles(elsewhere[0].placed)
    wins = {frozenset(move.placed) for move in FastPosition(white).winning_moves(BLUE)}
    missed = next(
        move
        for move in FastPosition(white).legal_moves()
        if frozenset(move.placed) not in wins and not _closes(white, move.placed)
    )
    boards = [THREATENED, FORKED, white, white.with_tiles(missed.placed)]
    moves = played(boards, WHITE, BLUE)
    done: list[int] = []
    with patch.object(reviewing, "SECONDS_A_POSITION", 30.0):
        review = review_of(moves, 48, answered, done.append)
    assert done == list(range(1, len(moves) + 1))
    return moves, review


def _closes(board: Board, placed: Any) -> bool:
    game = PalagoGame(start=board)
    move = next(m for m in game.legal_moves() if set(m.placed) == set(placed))
    return game.verdict(move).over


def test_a_win_that_was_missed_is_named_with_how_it_goes(
    given_away: tuple[list[PlayedMove], Review],
) -> None:
    moves, review = given_away
    (moment,) = [one for one in review.moments if one.kind is Kind.MISSED]
    assert (moment.move, moment.moves) == (3, 1)
    assert moment.better == moment.line[0]
    game = PalagoGame(start=moves[2].before)
    win = next(m for m in game.legal_moves() if set(m.placed) == set(moment.line[0].placed))
    assert game.verdict(win).over


def test_what_is_not_proven_is_a_hint_and_never_looks_like_a_win(
    given_away: tuple[list[PlayedMove], Review],
) -> None:
    _, review = given_away
    assert review.standings[1].winner == BLUE
    for standing in review.standings:
        assert (abs(standing.score) == 1) == (standing.winner is not None)
        assert standing.winner is not None or abs(standing.score) <= 0.6


def test_a_review_comes_back_as_it_was_kept(given_away: tuple[list[PlayedMove], Review]) -> None:
    _, review = given_away
    again = review_from_json(review_to_json(review))
    assert again.moments == review.moments
    assert [one.score for one in again.standings] == [one.score for one in review.standings]
    with pytest.raises(FormatError):
        review_from_json({"standings": [{"winner": None}], "moments": []})


@pytest.mark.parametrize("holds", [True, False])
def test_a_move_that_lets_the_other_win_is_named_only_where_another_holds(holds: bool) -> None:
    """Else the move was no mistake: all others had lost as well."""
    better = FastPosition(THREATENED).legal_moves()[0]

    def scripted(question: Mapping[str, Any]) -> Mapping[str, Any]:
        if question["task"] == "hold":
            return {"placed": tiles_to_json(better) if holds else None, "all": True}
        wins = board_from_json(question["board"]) == FORKED
        line = [tiles_to_json(better)] if wins else []
        threatening = {WHITE: 3, BLUE: 1}
        winner = BLUE if wins else None
        return {"winner": winner, "moves": 2, "line": line, "threatening": threatening}

    moves = played([Board(), FALLS_TO_A_FORK, THREATENED, FORKED, THREATENED], None)
    review = review_of(moves, 48, scripted, lambda _done: None)
    assert [one.score for one in review.standings] == [0, 0.3, 0.3, -1, 0]
    assert [(one.move, one.kind) for one in review.moments] == [
        *([(3, Kind.ALLOWED)] if holds else []),
        # nothing is proven any more after the move that follows
        (4, Kind.MISSED),
    ]


def test_tries_are_judged_by_the_rules_and_the_search() -> None:
    win = FastPosition(FORKED).winning_moves(BLUE)[0]
    task = Task(FORKED, BLUE, 48, 1)
    assert tried(task, dict(win.placed), answered).found is Found.WINS_AT_ONCE
    other = next(
        move for move in FastPosition(FORKED).legal_moves() if not _closes(FORKED, move.placed)
    )
    refuted = tried(task, dict(other.placed), answered)
    assert not refuted.is_solved
    assert refuted.reply is not None
    one = dict(other.placed[:1])
    assert tried(task, one, answered).violations
    lies = next(iter(FORKED.items()))
    assert tried(task, dict([lies, *other.placed[:1]]), answered).found is Found.ILLEGAL


def test_what_wins_by_a_fork_is_told_from_what_does_not() -> None:
    threat = next(
        move
        for move in FastPosition(FALLS_TO_A_FORK).legal_moves()
        if ThreatSearch(FastPosition(FALLS_TO_A_FORK.with_tiles(move.placed)), BLUE).holds(2)
    )
    task = Task(FALLS_TO_A_FORK, BLUE, 48, 3)
    assert tried(task, dict(threat.placed), answered).found is Found.WINS
    assert (
        tried(Task(FALLS_TO_A_FORK, BLUE, 48, 2), dict(threat.placed), answered).found
        is Found.TOO_SLOW
    )
    parried = Task(THREATENED, WHITE, 48, None)
    bad = next(
        move
        for move in FastPosition(THREATENED).legal_moves()
        if not _closes(THREATENED, move.placed)
        and FastPosition(THREATENED.with_tiles(move.placed)).winning_moves(BLUE, 1)
    )
    lost = tried(parried, dict(bad.placed), answered)
    assert (lost.found, lost.moves, lost.is_solved) == (Found.LOSES, 1, False)
    assert lost.reply is not None


class InHere(Coach):
    """Answers in this process; refuses once it is told to."""

    refuses = False

    def ask(self, question: Mapping[str, Any], _seconds: float) -> dict[str, Any]:
        if self.refuses:
            raise CoachError("Not now.")
        if question["task"] == "assess":
            threatening = {WHITE: 1, BLUE: 1}
            return {"winner": None, "moves": 0, "line": [], "threatening": threatening}
        return {"placed": None, "all": True}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    prepare(tmp_path)
    return tmp_path


def until_done(reviews: Reviews, number: int, moves: list[PlayedMove]) -> Any:
    deadline = monotonic() + WAIT_S
    while (progress := reviews.progress(number, moves)) is not None and progress.problem is None:
        assert monotonic() < deadline
        sleep(0.01)
    return progress


def test_a_review_is_kept_as_long_as_its_game_and_made_anew_when_the_moves_change(
    data: Path,
) -> None:
    moves = played([Board(), FALLS_TO_A_FORK, THREATENED], None)
    with closing(connect(data)) as connection:
        games = Games(connection)
        number = games.start("palago", [Player("Ann"), Player("Bob")]).game
        coach = InHere()
        reviews = Reviews(data, coach)
        coach.refuses = True
        reviews.start(number, moves, 48)
        assert until_done(reviews, number, moves).problem == "Not now."
        coach.refuses = False
        reviews.start(number, moves, 48)
        assert until_done(reviews, number, moves) is None
        kept = kept_review(connection, number, moves)
        assert kept is not None
        assert [one.winner for one in kept.standings] == [None] * 3
        assert kept_review(connection, number, moves[:1]) is None
        games.forget(number)
        assert kept_review(connection, number, moves) is None
        reviews.start(number, moves, 48)  # forgotten meanwhile: nothing is kept, nothing breaks
        assert until_done(reviews, number, moves) is None


def test_a_moment_may_be_tried_only_where_people_can_be_told_for_sure() -> None:
    move = FastPosition(FORKED).legal_moves()[0]
    assert Moment(1, Kind.MISSED, 3, (), move).may_be_tried
    assert not Moment(1, Kind.MISSED, 4, (), move).may_be_tried
    assert Moment(1, Kind.ALLOWED, 9, (), move).may_be_tried
    assert not Moment(1, Kind.DECISIVE, 2, ()).may_be_tried

"""The puzzles that come with the companion are what they say, and as hard."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from companion.coaching.puzzles import FORMAT, LEVELS, all_puzzles
from rules import board_from_json, judge_palago
from rules.engine.only_moves import only_move, refutation
from rules.engine.position import FastPosition
from rules.engine.proving import proof_of_win
from rules.engine.search import ThreatSearch
from rules.proofs.verifying import verify
from tests.rules.engine.positions import FALLS_TO_A_FORK, FORKED, THREATENED
from tests.thorough import some_of
from training import puzzles as making
from training.puzzles import key_of, positions, puzzle_in

SAMPLED = 4
"""So many puzzles of a length are made anew, half as many as a rule."""
FEWEST = 12


def kept() -> list[dict[str, Any]]:
    text = files("companion.coaching").joinpath("puzzles.json").read_text("utf-8")
    document = json.loads(text)
    assert document["format"] == FORMAT == making.FORMAT
    puzzles: list[dict[str, Any]] = document["puzzles"]
    return puzzles


def test_there_are_enough_of_each_level_and_no_two_are_alike() -> None:
    counts = Counter(one["level"] for one in kept())
    assert sorted(counts) == list(range(1, LEVELS + 1))
    assert min(counts.values()) >= FEWEST
    assert len({key_of(board_from_json(one["board"]), one["to_move"]) for one in kept()}) == len(
        kept()
    )
    assert len({one.key for one in all_puzzles()}) == len(kept())


@pytest.mark.parametrize("moves", [1, 2])
def test_puzzles_that_are_made_anew_are_the_same(moves: int) -> None:
    """Each is proven, verified by the plain rules, and the only way; as the first time."""
    alike = [one for one in kept() if one["moves"] == moves]
    for one in some_of(Random(5).sample(alike, SAMPLED), SAMPLED // 2):
        assert puzzle_in(board_from_json(one["board"]), one["to_move"]) == one


def test_a_long_win_is_the_solution_and_holds_by_the_plain_rules() -> None:
    puzzle = min((one for one in all_puzzles() if one.moves == 3), key=lambda one: len(one.board))
    search = ThreatSearch(FastPosition(puzzle.board), puzzle.to_move)
    assert not search.wins(2)
    assert search.wins(3)
    proof = proof_of_win(search, 3)
    assert proof.steps[0].play is not None
    assert set(proof.steps[0].play.placed) == set(puzzle.solution.placed)
    verify(proof)


def test_every_win_at_once_is_one_by_the_plain_rules() -> None:
    for puzzle in all_puzzles():
        after = puzzle.board.with_tiles(puzzle.solution.placed)
        left = 48 - len(puzzle.board)
        verdict = judge_palago(puzzle.board, after, mover=puzzle.to_move, tiles_left=left)
        if puzzle.moves == 1:
            assert verdict.winner == puzzle.to_move
        else:
            assert verdict.legal
            assert not verdict.over


def test_what_can_be_won_in_two_ways_is_no_puzzle() -> None:
    assert only_move(FastPosition(FORKED), "blue", 1) is None
    assert puzzle_in(FORKED, "blue") is None


def test_a_win_by_a_fork_is_refuted_where_it_is_asked_for_too_soon() -> None:
    """The threat wins with three moves and not with two."""
    (move,) = [
        m
        for m in FastPosition(FALLS_TO_A_FORK).legal_moves()
        if FALLS_TO_A_FORK.with_tiles(m.placed) == THREATENED
    ]
    assert refutation(FALLS_TO_A_FORK, "blue", move, 3) is None
    reply = refutation(FALLS_TO_A_FORK, "blue", move, 2)
    assert reply is not None
    after = FastPosition(THREATENED.with_tiles(reply.placed))
    assert not after.winning_moves("blue", 1)


def test_positions_are_those_of_games() -> None:
    board, mover = next(positions(Random(1)))
    assert len(board) >= 6
    assert mover in ("white", "blue")

"""The computer's players: legal moves, no win left out, and the stronger ones win."""

from __future__ import annotations

from random import Random

import pytest

from rules import BLUE, WHITE, PalagoGame, PalagoOptions, judge_palago
from rules.engine.playing import Level, choose_move
from rules.engine.position import FastPosition
from rules.engine.search import ThreatSearch
from tests.rules.engine.positions import FALLS_TO_A_FORK, FORKED, THREATENED, careful_game


def play(white: Level, blue: Level, seed: int) -> PalagoGame:
    """Play one game; ``PalagoGame.play`` refuses what is not legal."""
    game, random = PalagoGame(), Random(seed)
    while game.outcome() is None:
        level = white if game.color == WHITE else blue
        game.play(choose_move(game.board, game.color, level, random))
    return game


def test_the_middle_player_beats_the_weakest_with_either_colour() -> None:
    for seed in range(3):
        first = play(Level.MEDIUM, Level.EASY, seed).outcome()
        second = play(Level.EASY, Level.MEDIUM, seed).outcome()
        assert first is not None
        assert second is not None
        assert (first.winner, second.winner) == (WHITE, BLUE)


@pytest.mark.parametrize("level", Level)
def test_a_win_is_taken_by_all(level: Level) -> None:
    for seed in range(3):
        move = choose_move(FORKED, BLUE, level, Random(seed))
        after = FORKED.with_tiles(move.placed)
        assert judge_palago(FORKED, after, mover=BLUE, tiles_left=40).winner == BLUE


@pytest.mark.parametrize("level", Level)
def test_what_can_be_parried_is(level: Level) -> None:
    for seed in range(3):
        move = choose_move(THREATENED, WHITE, level, Random(seed))
        after = FastPosition(THREATENED.with_tiles(move.placed))
        assert not after.winning_moves(BLUE, 1)


def test_the_strongest_finds_the_threat_and_the_fork() -> None:
    move = choose_move(FALLS_TO_A_FORK, BLUE, Level.HARD, Random(1))
    after = FALLS_TO_A_FORK.with_tiles(move.placed)
    assert FastPosition(after).winning_moves(BLUE, 1)


def test_the_stronger_ones_leave_no_fork_where_they_need_not() -> None:
    board = careful_game(4, 10).board
    for level in (Level.MEDIUM, Level.HARD):
        move = choose_move(board, BLUE, level, Random(2))
        after = FastPosition(board.with_tiles(move.placed))
        assert not ThreatSearch(after, WHITE).wins(2)


@pytest.mark.parametrize("level", Level)
def test_a_game_is_opened_and_played_to_its_end_with_few_tiles(level: Level) -> None:
    game, random = PalagoGame(options=PalagoOptions(size=9)), Random(3)
    while game.outcome() is None:
        game.play(choose_move(game.board, game.color, level, random, size=9))
    assert len(game.board) <= 9

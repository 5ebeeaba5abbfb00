"""Every step of the lessons can be done, asks for something, and is judged by the rules."""

from __future__ import annotations

import pytest

from companion.lessons.lesson import STEPS, step_number, step_of, steps_of
from companion.lessons.step import Goal, tried
from companion.showing.lesson_view import words_of_try
from rules import Board, Cell, Code, Move, Tile, mismatches, placing
from rules.judging import GAMES, PALAGEM, PALAGO, PALAGONIA
from rules.placing import fitting_tiles, places

LONGEST_CHAIN = 4
ALL = [(game, number) for game in GAMES for number in range(1, STEPS + 1)]


def other_moves(board: Board) -> list[Move]:
    """Return moves that somebody might make at first: chains of one to four tiles that fit."""
    found = []
    for tile in fitting_tiles(board, places(board)):
        laid, chain = board, [tile]
        for _ in range(LONGEST_CHAIN):
            found.append(Move(placed=tuple(chain), ordered=True))
            laid = laid.with_tile(*chain[-1])
            beside = [cell for cell in chain[-1].cell.neighbours() if cell not in laid]
            following = next(fitting_tiles(laid, beside), None)
            if following is None:
                break
            chain.append(following)
    return found


@pytest.mark.parametrize(("game", "number"), ALL)
def test_the_example_does_what_a_step_asks_for_and_not_everything_does(
    game: str, number: int
) -> None:
    step = steps_of(game)[number - 1]
    assert not mismatches(step.board)
    came = tried(game, step, step.example)
    assert came.is_done
    assert (came.verdict is not None and not came.verdict.legal) == (step.goal is Goal.ILLEGAL)
    others = [tried(game, step, move) for move in other_moves(step.board)]
    assert not all(one.is_done for one in others)
    for one in (came, *others):
        assert words_of_try(step, one).endswith(".")


def test_each_lesson_has_ten_steps_that_lay_break_a_rule_and_win_or_score() -> None:
    for game in GAMES:
        steps = steps_of(game)
        assert len(steps) == STEPS
        goals = {step.goal for step in steps}
        assert {Goal.LEGAL, Goal.ILLEGAL} <= goals
        assert goals & {Goal.WIN, Goal.ISLAND}
    codes = {step.code for game in GAMES for step in steps_of(game)} - {None}
    assert codes == {
        Code.EDGE_MISMATCH,
        Code.NOT_ADJACENT,
        Code.TOUCH_TWO,
        Code.WRONG_COUNT,
        Code.INTERIOR_HOLE,
        Code.NOT_EXTERIOR,
    }


def test_steps_are_numbered_through_all_games() -> None:
    assert [step_of(step_number(game, number)) for game, number in ALL] == ALL
    assert step_of(0) is None
    assert step_of(len(ALL) + 1) is None


def test_a_tile_that_lies_as_its_neighbour_was_not_turned() -> None:
    turning = steps_of(PALAGO)[1]
    assert turning.goal is Goal.TURNED
    assert not tried(PALAGO, turning, placing(((1, 0), 0), ordered=True)).is_done
    assert tried(PALAGO, turning, placing(((1, 0), 2), ordered=True)).is_done


def test_who_may_still_lose_with_the_next_move_has_prevented_nothing() -> None:
    for game in (PALAGO, PALAGEM):
        step = next(step for step in steps_of(game) if step.goal is Goal.SAVE)
        done = [move for move in other_moves(step.board) if tried(game, step, move).is_done]
        legal = [
            move
            for move in other_moves(step.board)
            if (verdict := tried(game, step, move).verdict) is not None and verdict.legal
        ]
        assert len(done) < len(legal) / 2


def test_an_island_must_be_worth_what_is_asked_for() -> None:
    steps = [step for step in steps_of(PALAGONIA) if step.goal is Goal.ISLAND]
    assert [step.value for step in steps] == [1, 3, 15]
    turned = [Tile(cell, (way + 2) % 6) for cell, way in steps[-1].example.placed]
    assert not tried(PALAGONIA, steps[-1], Move(placed=tuple(turned))).is_done


def test_a_palagem_must_be_built_and_must_match() -> None:
    step = steps_of(PALAGEM)[0]
    wrong = Move(rotated=(Tile(Cell(0, 0), 1),))
    assert not tried(PALAGEM, step, wrong).is_done

"""Moves that were taken back stand again as they did, once the table is put so."""

from __future__ import annotations

from typing import Any

import pytest

from rules import Cell, GameError
from tests.companion.referee.table import RING, Table, names, palago, palagonia
from tests.companion.referee.test_hands_and_rolls import TWO
from tests.companion.referee.test_rolls_from_tiles import handled
from tests.companion.referee.test_turns_nobody_saw import unseen, whole_flower

SECOND = "1,0=2 2,-1=0"
MISMATCHED = "1,0=2 2,-1=1"
ANOTHER = "0,-1=2 0,-2=0"


def moves(table: Table) -> list[tuple[object, ...]]:
    return [(m.mover, m.before, m.after, m.die, m.verdict) for m in table.referee.ledger.moves]


def test_who_went_back_by_mistake_touches_nothing() -> None:
    table = palago(SECOND, ANOTHER)
    played = moves(table)
    for _ in range(3):
        table.give("take-back")
    assert table.referee.going_back.to_record
    assert table.look() == []
    said = table.give("lay-again", number=3)
    assert names(said) == ["correction", "move"] * 3
    assert moves(table) == played
    assert not table.referee.going_back.to_record
    assert table.look() == []
    assert names(table.play("2,0=2 3,-1=0")) == ["move"]


def test_what_lies_there_no_more_is_waited_for_and_then_followed_on() -> None:
    table = palago(SECOND)
    played, board = moves(table), table.board
    table.give("take-back")
    table.board = table.referee.ledger.board
    assert table.look() == []
    assert not table.referee.going_back.to_record
    table.give("lay-again")
    assert table.referee.going_back.to_record
    assert table.look() == []  # one of the two tiles is not there yet
    table.board = board
    assert table.look() == []
    assert not table.referee.going_back.to_record
    assert moves(table) == played
    assert names(table.play(ANOTHER)) == ["move"]


def test_a_tile_of_it_that_is_not_seen_for_sure_holds_up_nothing_that_is_played_since() -> None:
    table = palagonia()
    table.roll(2)
    table.play(TWO)
    before, played = table.board, moves(table)
    unsure = Cell(0, 2)
    table.give("take-back")
    table.board = table.referee.ledger.board
    table.look()
    table.board, table.unsure = before.without(unsure), frozenset({unsure})
    table.probabilities = {unsure: (0.8, *(0.2 if k == before[unsure] else 0.0 for k in range(6)))}
    table.look()
    table.give("lay-again")
    assert moves(table) == played
    handled(table)
    assert [event["mover"] for event in table.roll(3, (300.0, 300.0))] == ["Cem"]


def test_the_same_move_laid_by_hand_leaves_those_after_it_and_another_one_none() -> None:
    table = palago(SECOND, ANOTHER)
    for _ in range(2):
        table.give("take-back")
    table.board = table.referee.ledger.board
    table.look()
    assert len(table.referee.going_back.undone) == 2
    table.play(SECOND)
    assert [turn.mover for turn in table.referee.going_back.undone] == ["Ann"]
    table.play("2,0=2 3,-1=0")
    assert table.referee.going_back.undone == ()
    for number in (None, 3, 9):
        with pytest.raises(GameError, match="was not taken back"):
            table.referee.lay_again(number)


def test_a_roll_and_what_was_let_stand_are_as_they_were() -> None:
    table = palagonia()
    table.roll(3, (650.0, 600.0))
    table.play(RING)
    played, scores = moves(table), table.referee.ledger.score_sheet()
    assert len(scores.rows) == 1
    for _ in range(2):
        table.give("take-back")
    table.give("lay-again", number=2)
    assert moves(table) == played
    assert table.referee.ledger.score_sheet() == scores

    faulty = palago()
    faulty.play(MISMATCHED)
    faulty.give("let-stand")
    stood = moves(faulty)
    faulty.give("take-back")
    assert names(faulty.give("lay-again")) == ["correction", "move"]
    assert moves(faulty) == stood


def test_a_move_that_ended_the_game_ends_it_again() -> None:
    table = palago(SECOND, ANOTHER, "0,1=4")
    assert table.referee.is_over
    table.give("take-back")
    assert not table.referee.is_over
    assert names(table.give("lay-again")) == ["correction", "move", "over"]


def test_it_is_all_on_record_and_ruled_the_same_again() -> None:
    table = palago(SECOND)
    for kind in ("take-back", "take-back", "lay-again"):
        table.give(kind)
    again = table.replayed(len(table.inputs))
    assert again.ledger.board == table.referee.ledger.board
    assert again.going_back == table.referee.going_back
    assert again.going_back.undone[0].after == table.board


def back_to(table: Table, count: int) -> list[dict[str, Any]]:
    """Take back all moves but so many, and say that the table is right as it lies."""
    while len(table.referee.ledger.moves) > count:
        table.give("take-back")
    return table.give("table-right")


def texts(said: list[dict[str, Any]]) -> list[str]:
    (question,) = [event for event in said if event["event"] == "question"]
    return [choice["text"] for choice in question["choices"]]


def test_who_goes_back_behind_a_wrong_answer_is_asked_again_but_for_that() -> None:
    table = palagonia()
    table.roll(2)
    table.play(TWO)
    offered = texts(unseen(table, 30, "x0,0 1,1=0 1,2=0", 2))
    count = len(table.referee.ledger.moves)
    table.give("answer", choice=0)
    assert len(table.referee.ledger.moves) == count + 2
    again = texts(back_to(table, count))
    assert again[: len(offered) - 1] == offered[1:]
    assert offered[0] not in again
    table.give("answer", choice=1)
    assert offered[2] not in (third := texts(back_to(table, count)))
    assert offered[0] not in third
    assert table.replayed(len(table.inputs)).ledger.moves == table.referee.ledger.moves


def test_where_all_but_one_answer_were_wrong_that_is_what_was_done() -> None:
    table = whole_flower()
    assert len(texts(unseen(table, 60, "0,0>2", 6))) == 2
    count = len(table.referee.ledger.moves)
    table.give("answer", choice=1)
    assert names(back_to(table, count)) == ["correction", "move"]
    assert [(m.mover, m.die) for m in table.referee.ledger.moves[count:]] == [("Cem", 6)]


def answered_and_taken_back() -> tuple[Table, int]:
    """Return a table of which people took back what they had answered, and the moves before."""
    table = whole_flower()
    unseen(table, 60, "0,0>2", 6)
    count = len(table.referee.ledger.moves)
    table.give("answer", choice=1)
    for _ in range(2):
        table.give("take-back")
    return table, count


def test_who_meant_to_put_the_table_back_may_say_after_all_that_it_is_right() -> None:
    table, count = answered_and_taken_back()
    table.give("record-right")
    assert names(table.give("table-right")) == ["correction", "move"]
    assert not table.referee.going_back.to_record
    assert [(m.mover, m.die) for m in table.referee.ledger.moves[count:]] == [("Cem", 6)]


def test_an_answer_is_of_the_table_that_lay_there() -> None:
    """After it was taken back something else was laid: what was thought of before is over."""
    table, count = answered_and_taken_back()
    table.play("0,0>4")
    assert names(back_to(table, count)) == ["correction", "move"]
    last = table.referee.ledger.last
    assert last is not None
    assert last.after == table.board

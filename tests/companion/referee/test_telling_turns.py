"""People tell turn by turn what was played, where the record is wrong and no answer tells it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.inputs import InputError
from rules import Board, GameError, parse_move
from rules.board_json import cell_to_json, tile_to_json
from tests.companion.referee.table import OPENING, Table, names, palago, palagonia
from tests.companion.referee.test_going_back import ANOTHER, MISMATCHED, SECOND, moves
from tests.companion.referee.test_hands_and_rolls import TWO

THIRD = "2,0=2 3,-1=0"
SECOND_AND_ONE = f"{SECOND} 0,-1=2"
REST = "0,-2=0"


def turn(written: str, **said: Any) -> dict[str, Any]:
    """Return a written move as people tell it."""
    move = parse_move(written)
    return {
        "placed": [tile_to_json(*tile) for tile in move.placed],
        "removed": [cell_to_json(cell) for cell in move.removed],
        **said,
    }


def told(table: Table, number: int | None, *turns: dict[str, Any]) -> list[dict[str, Any]]:
    """Have people tell what was played from the move with a number on."""
    number_given = {} if number is None else {"number": number}
    return table.give("tell-turns", turns=list(turns), **number_given)


def after(*written: str) -> Board:
    """Return the board after an opening and some moves."""
    return palago(*written).referee.ledger.board


def test_what_no_answer_offers_goes_on_record_as_it_was_played() -> None:
    # Bob laid a tile too many, which stands, and Ann one too few
    table = palago(SECOND, ANOTHER)
    said = told(table, 2, turn(SECOND_AND_ONE), turn(REST))
    told_so = ["illegal", "move"] * 2
    assert names(said) == ["correction", "correction", "correction", *told_so]
    assert said[0]["decided"] == {"number": 2, "count": 2}
    made = [event for event in said if event["event"] == "move"]
    assert [(event["mover"], event["verdict"]["legal"]) for event in made] == [
        ("Bob", False),
        ("Ann", False),
    ]
    assert table.referee.ledger.board == table.board
    assert table.referee.adrift == frozenset()
    assert table.look() == []
    assert names(table.play(THIRD)) == ["move"]


def test_the_same_told_again_changes_nothing_but_that_it_is_known_for_sure() -> None:
    table = palago(SECOND, ANOTHER, THIRD)
    played = moves(table)
    told(table, 2, turn(SECOND), turn(ANOTHER), turn(THIRD))
    assert [move[:4] for move in moves(table)] == [move[:4] for move in played]
    assert table.referee.presumed == ()
    assert table.referee.ledger.mover == "Ann"
    assert table.look() == []


def test_without_a_number_it_goes_on_from_the_record() -> None:
    table = palago()
    table.board = after(SECOND, ANOTHER)
    said = told(table, None, turn(SECOND), turn(ANOTHER))
    assert [event["mover"] for event in said if event["event"] == "move"] == ["Bob", "Ann"]
    assert table.look() == []


def test_what_lies_on_the_table_beyond_it_is_the_next_turns() -> None:
    table = palago(SECOND, ANOTHER)
    table.play("2,0=2")  # the first of two tiles
    told(table, 3, turn(ANOTHER))
    assert names(table.play("3,-1=0")) == ["move"]
    assert len(table.referee.ledger.moves) == 4


def test_by_hand_the_table_is_what_is_told() -> None:
    table = Table("palago", ["Ann", "Bob"])
    table.is_told = True
    table.look()
    for move in (OPENING, SECOND, ANOTHER):
        table.play(move)
    said = told(table, 2, turn(SECOND))
    assert [event["mover"] for event in said if event["event"] == "move"] == ["Bob"]
    assert len(table.referee.ledger.moves) == 2
    assert table.referee.board == after(SECOND)


def test_a_player_is_named_whose_turn_it_was_not() -> None:
    table = palagonia()
    table.roll(2)
    table.play(TWO)
    said = told(table, 2, turn("pass", player="Bob", die=6), turn(TWO, player="Cem", die=2))
    made = [event for event in said if event["event"] == "move"]
    assert [event["mover"] for event in made] == ["Bob", "Cem"]
    assert [move.die for move in table.referee.ledger.moves] == [3, 6, 2]
    assert table.referee.ledger.mover == "Ann"
    skipped = told(table, 3, turn(TWO, player="Ann", die=2))
    assert [event["mover"] for event in skipped if event["event"] == "move"] == ["Ann"]
    assert table.referee.ledger.mover == "Bob"


def test_a_roll_that_is_due_stays_where_no_turn_was_missed() -> None:
    table = palagonia()
    table.roll(2)
    table.play(TWO)
    table.roll(4, (300.0, 300.0))
    assert table.referee.roll == 4
    told(table, 2, turn(TWO, player="Bob", die=2))
    assert (table.referee.ledger.mover, table.referee.roll) == ("Cem", 4)
    # it was that of the turn that was missed, not of who is to move now
    told(table, 3, turn("1,1=0 1,2=0 2,1=0 0,3=0", player="Cem", die=4))
    assert (table.referee.ledger.mover, table.referee.roll) == ("Ann", None)


def test_a_roll_of_an_earlier_turn_that_is_told_is_nobody_elses() -> None:
    """Bob's 4 was read, and what Cem did on it was not seen: it is not Ann's roll now."""
    table = palagonia()
    table.roll(4)
    assert (table.referee.ledger.mover, table.referee.roll) == ("Bob", 4)
    four = turn("1,1=0 1,2=0 2,1=0 0,3=0", player="Bob", die=4)
    told(table, 2, four, turn("x0,3", player="Cem", die=1))
    assert (table.referee.ledger.mover, table.referee.roll) == ("Ann", None)


def test_the_end_is_told_as_it_was() -> None:
    table = palago(SECOND, ANOTHER, "0,1=4")
    assert table.referee.is_over
    told(table, 4, turn(THIRD))
    assert not table.referee.is_over
    assert names(told(table, 4, turn("0,1=4")))[-1] == "over"


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    table = palago(SECOND, ANOTHER)
    played = moves(table)
    ended = palago(SECOND, ANOTHER, "0,1=4")
    for wrong, number, turns in (
        ("There is no move 9", 9, [turn(SECOND)]),
        ("Move 2 cannot be made", 2, [turn("0,0=4 0,1=2")]),
        ("Move 3 cannot be made", 2, [turn(SECOND), turn("x5,5")]),
        ("No turn is told", 2, []),
        ("tell at most 300", 2, [turn("pass")] * 301),
        ("Dora does not play", 2, [turn(SECOND, player="Dora")]),
    ):
        with pytest.raises(GameError, match=wrong):
            told(table, number, *turns)
    with pytest.raises(GameError, match="The game is over with move 4"):
        told(ended, 4, turn("0,1=4"), turn(THIRD))
    for data in ({}, {"turns": [3]}, {"turns": [{"placed": 1}]}, {"turns": [{"die": 7}]}):
        with pytest.raises(InputError):
            table.give("tell-turns", **data)
    assert moves(table) == played


def test_what_was_called_wrong_is_past() -> None:
    table = palago()
    table.play(MISMATCHED)
    assert table.referee.is_wrong
    said = told(table, 2, turn(MISMATCHED))
    assert names(said) == ["correction", "restored", "illegal", "move"]
    assert not table.referee.is_wrong
    assert table.look() == []


def test_it_is_all_on_record_and_told_the_same_again() -> None:
    table = palago(SECOND, ANOTHER)
    told(table, 2, turn(SECOND_AND_ONE), turn(REST))
    again = table.replayed(len(table.inputs))
    assert again.ledger.moves == table.referee.ledger.moves

"""Where nothing explains the table: it is said, and people tell which of the two is right."""

from __future__ import annotations

import pytest

from companion.referee.states import State
from rules import Board, Cell, GameError
from tests.companion.referee.table import Table, names, palago

BACK = "0,0>0 2,-1>0 1,-1>4"


def adrift() -> tuple[Table, Board]:
    """Return a table on which tile after tile was turned, and the board on record."""
    table = palago("1,0=2 2,-1=0")
    known = table.board
    assert names(table.play("0,0>3")) == ["illegal"]
    assert table.play("2,-1>3") == []
    (event,) = table.play("1,-1>1")
    assert (event["event"], event["cells"]) == ("adrift", [[0, 0], [1, -1], [2, -1]])
    assert table.referee.state is State.ADRIFT
    return table, known


def test_a_table_that_is_put_back_is_in_step_again() -> None:
    table, known = adrift()
    assert names(table.play(BACK)) == ["in-step", "restored"]
    assert table.referee.ledger.board == known
    assert names(table.play("0,1=4 0,2=0")) == ["move"]


def test_where_the_record_is_right_the_table_is_waited_for() -> None:
    table, known = adrift()
    assert names(table.give("record-right")) == ["correction"]
    assert table.play("0,0>1") == []
    assert names(table.play("0,0>0 2,-1>0 1,-1>4")) == ["in-step", "restored"]
    assert table.referee.ledger.board == known


def test_where_the_table_is_right_the_record_goes_on_from_it() -> None:
    table, _ = adrift()
    said = table.give("table-right")
    assert names(said) == ["correction", "in-step", "move"]
    assert not said[-1]["verdict"]["legal"]
    assert table.referee.ledger.board == table.board
    assert table.referee.state is State.FOLLOWING


def test_there_is_nothing_to_choose_between_while_record_and_table_agree() -> None:
    table = palago()
    for decide in (table.referee.table_is_right, table.referee.record_is_right):
        with pytest.raises(GameError, match="do not differ"):
            decide()


def test_a_tile_that_people_miss_meanwhile_was_there_and_is_gone_with_others() -> None:
    """A part of a board is pushed away; a tile of it could not be seen to be gone."""
    table, known = adrift()
    missed = Cell(1, 0)
    table.hidden = frozenset({missed})
    table.look()
    table.give("set-tile", cell=[missed.q, missed.r])
    assert table.referee.ledger.board == known
    assert missed not in table.referee.board
    table.hidden = frozenset()
    table.give("hands")
    assert names(table.play(BACK)) == ["in-step", "restored"]
    assert table.referee.ledger.board == known == table.referee.board
    assert names(table.play("0,1=4 0,2=0")) == ["move"]

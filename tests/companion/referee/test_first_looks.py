"""Tiles that seem to lie on the table at first, none of them surely, when people begin to play."""

from __future__ import annotations

import pytest

from rules import Board, applied, parse_move
from tests.companion.referee.table import OPENING, Table, names
from vision.following.table_view import HandsIn


def _board(tiles: str) -> Board:
    return applied(parse_move(tiles), Board())


def _with_marks(marks: str) -> Table:
    table = Table("palago", ["Ann", "Bob"])
    table.board = _board(marks)
    table.unsure = frozenset(table.board)
    assert names(table.look()) == ["unsure"]
    return table


def _shown(table: Table, board: str) -> list[str]:
    table.see(HandsIn())
    table.board, table.unsure = _board(board), frozenset()
    return names(table.look())


def test_marks_of_the_table_that_seemed_tiles_are_none_once_tiles_were_laid() -> None:
    table = _with_marks("5,5=0")
    assert _shown(table, OPENING) == ["ready", "move"]
    assert table.referee.ledger.mover == "Bob"
    (move,) = table.referee.ledger.moves
    assert move.before == Board()


@pytest.mark.parametrize("start", ["5,5=0", "5,5=0 6,4=2"])
def test_tiles_that_are_seen_surely_in_the_end_are_what_play_begins_with(start: str) -> None:
    table = _with_marks(start)
    assert _shown(table, start) == ["ready"]
    assert table.referee.board == _board(start)
    assert not table.referee.ledger.moves


def test_without_a_hand_nothing_was_laid() -> None:
    table = _with_marks("5,5=0")
    table.board, table.unsure = _board(OPENING), frozenset()
    assert names(table.look()) == ["ready"]
    assert not table.referee.ledger.moves


def test_a_position_of_which_all_was_unsure_is_begun_with_as_it_is_seen() -> None:
    table = _with_marks("0,0=0 1,-1=4 1,0=2")
    assert _shown(table, "0,0=2 1,-1=0 1,0=4 2,0=1")[0] == "ready"
    assert table.referee.ledger.mover == "Ann"
    assert len(table.referee.board) == 4

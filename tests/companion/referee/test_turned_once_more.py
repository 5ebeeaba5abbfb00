"""A tile that was turned and is turned once more: by its player, or by the next one."""

from __future__ import annotations

from random import Random

import pytest

from rules import Board
from tests.companion.referee.table import Table, die, names
from tests.companion.referee.test_rolls_from_tiles import ELSEWHERE, handled
from tests.companion.referee.test_turns_nobody_saw import FARTHER, unseen, whole_flower
from tests.rules.test_games import play_palagonia
from vision.following.table_view import HandsGone, HandsIn

TURNED = play_palagonia(Random(5)).turns[6]
"""A turn by a 6."""
((CELL, _),) = TURNED.move.rotated
ANOTHER_WAY = 5
"""Another orientation that may be turned to."""
LONG = 8.0
"""For so many seconds a hand hides the table: long enough to throw the die and turn a tile."""


def _turned() -> Table:
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.board = TURNED.before
    table.look()
    table.pause = 3.0
    handled(table)
    table.roll(6)
    handled(table)
    table.board = TURNED.after
    assert names(table.look()) == ["move"]
    return table


@pytest.mark.parametrize("is_thrown", [False, True])
def test_who_turns_a_tile_once_more_has_thought_again_unless_the_die_was_thrown(
    is_thrown: bool,
) -> None:
    table = _turned()
    table.see(HandsIn())
    table.t += LONG
    table.see(HandsGone())
    if is_thrown:
        table.dice = (die(6, ELSEWHERE),)
    table.board = Board({**table.board, CELL: ANOTHER_WAY})
    said = table.look()
    assert "illegal" not in names(said)
    movers = [turn.mover for turn in table.referee.ledger.moves]
    assert movers == (["Ann", "Bob"] if is_thrown else ["Ann"])
    assert table.referee.ledger.board == table.board


def test_who_has_rolled_and_turns_the_tile_that_was_just_turned_makes_a_turn_of_their_own() -> None:
    table = _turned()
    handled(table)
    assert names(table.roll(6, ELSEWHERE)) == ["die"]
    handled(table)
    table.board = Board({**table.board, CELL: ANOTHER_WAY})
    assert names(table.look()) == ["move"]
    assert [turn.mover for turn in table.referee.ledger.moves] == ["Ann", "Bob"]


@pytest.mark.parametrize("seconds", [1, 60])
def test_a_tile_may_have_been_turned_there_and_back_while_nobody_could_look(seconds: int) -> None:
    """The second 6, lying elsewhere, tells: who has rolled a 6 turns a tile, and rolls no more."""
    table = whole_flower()
    before = table.board
    assert "move" not in names(unseen(table, seconds, "", 6))
    handled(table)
    said = table.roll(6, FARTHER)
    moves = [event for event in said if event["event"] == "move"]
    if seconds == 1:
        assert not moves
        return
    assert [(move["mover"], move["presumed"]) for move in moves] == [("Cem", True), ("Ann", True)]
    there, back = table.referee.ledger.moves[-2:]
    assert there.after != back.after == before
    assert said[-1]["mover"] == "Bob"

"""Where people say what lies there, without a camera, nothing is misread and nothing unseen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion.referee.table import OPENING, Table, die, names

ALL_PASS = (1, 6, 1, 1, 6, 6)
"""Rolls by which nobody can do anything on a table without tiles."""


def told(game: str, *players: str) -> Table:
    table = Table(game, players)
    table.is_told = True
    table.look()
    return table


def roll(table: Table, value: int) -> list[dict[str, Any]]:
    """Tell a roll alone, and then that all lies as it did, as tapping it in does."""
    table.dice = (die(value, (10.0 * len(table.inputs), 0.0)),)
    said = table.look()
    table.dice = ()
    return [*said, *table.look()]


def test_a_move_that_is_taken_back_and_made_again_is_no_presumption() -> None:
    table = told("palago", "Ann", "Bob")
    table.play(OPENING)
    table.play("1,0=2 2,-1=0")
    table.give("take-back")
    table.play("x1,0 x2,-1")
    (move,) = table.play("1,0=2 2,-1=0")
    assert (move["event"], move["mover"], move["presumed"]) == ("move", "Bob", False)


@pytest.mark.parametrize("passes", range(len(ALL_PASS) + 1))
def test_a_roll_is_believed_however_many_passed_before(passes: int) -> None:
    table = told("palagonia", "Ann", "Bob", "Cem")
    for value in ALL_PASS[:passes]:
        assert names(roll(table, value)) == ["die", "move"]
    assert names(roll(table, 3)) == ["die"]
    table.play("0,0=0 1,-1=4")
    (move,) = table.play("1,0=2")
    assert (move["event"], move["presumed"]) == ("move", False)
    assert move["mover"] == ("Ann", "Bob", "Cem")[passes % 3]
    assert table.referee.ledger.moves[-1].die == 3


def test_a_roll_that_was_not_told_yet_is_of_the_tiles_that_lie_there() -> None:
    table = told("palagonia", "Ann", "Bob", "Cem")
    roll(table, 2)
    table.play("0,0=0 1,-1=4")
    assert table.play("1,0=2 2,-1=0") == []
    assert table.referee.lacks_roll
    correction, move = table.give("set-die", value=2)
    assert correction["decided"] == {"die": 2, "mover": "Bob"}
    assert (move["event"], move["mover"], move["how"]) == ("move", "Bob", "said")
    assert not move["presumed"]


def test_a_roll_after_too_few_tiles_is_the_next_player_s() -> None:
    table = told("palagonia", "Ann", "Bob", "Cem")
    roll(table, 3)
    table.play("0,0=0 1,-1=4")
    (illegal,) = (event for event in roll(table, 5) if event["event"] == "illegal")
    assert [fault["code"] for fault in illegal["violations"]] == ["wrong-count"]

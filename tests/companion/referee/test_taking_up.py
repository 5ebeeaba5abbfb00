"""Dice that are taken off the table before they are thrown: that is no roll, and nobody passed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.stories.taking_up import chance, taken_up, thrown_at_once
from tests.companion.referee.table import Table, names, palagonia
from tests.companion.referee.test_rolls_from_tiles import handled, lay
from tests.companion.referee.test_wrong_turns_nobody_saw import telling_of

PLACES = [(300.0, 500.0), (640.0, 80.0), (900.0, 610.0), (420.0, 880.0)]
"""Where a die comes to lie, turn by turn."""
TURNS = ["0,-1=2 1,-2=0", "-1,1=4 -1,0=0", "0,1=4 -1,2=2", "2,-2=2 2,-3=0"]
"""Turns of two tiles each, by Bob, Cem, Ann and Bob."""


def take_up(table: Table) -> list[dict[str, Any]]:
    """Let a hand take the die off the table."""
    handled(table)
    table.dice = ()
    return table.look()


def roll(table: Table, value: int, number: int) -> list[dict[str, Any]]:
    """Let a hand throw the die, which comes to lie elsewhere than in the turn before."""
    handled(table)
    return table.roll(value, PLACES[number % len(PLACES)])


def test_whether_somebody_passed_or_took_the_die_up_is_asked_the_first_time() -> None:
    table = palagonia()
    take_up(table)
    said = [*roll(table, 2, 0), *lay(table, TURNS[0])]
    assert not {"move", "die"} & set(names(said))
    question = table.referee.question
    assert question is not None
    told = [[turn.mover for turn in choice.turns] for choice in question.choices]
    assert sorted(told) == [["Bob"], ["Bob", "Cem"]]
    table.give("answer", choice=told.index(["Bob"]))
    assert chance(telling_of(table).likeliest) > 0.1


def test_of_players_who_mostly_take_the_die_up_it_is_known_after_a_few_turns() -> None:
    table = palagonia()
    for number, turn in enumerate(TURNS[:-1]):
        take_up(table)
        roll(table, 2, number)
        lay(table, turn)
    taken, rolled = take_up(table), roll(table, 2, 3)
    made = lay(table, TURNS[-1])
    assert "question" not in names([*taken, *rolled, *made])
    assert [event["mover"] for event in rolled if event["event"] == "die"] == ["Bob"]
    assert [(e["mover"], e["presumed"]) for e in made if e["event"] == "move"] == [("Bob", False)]
    moves = table.referee.ledger.moves
    assert [move.mover for move in moves] == ["Ann", "Bob", "Cem", "Ann", "Bob"]
    assert [move.die for move in moves] == [3, 2, 2, 2, 2]


def test_the_hand_that_is_back_with_the_die_at_once_had_taken_it_up() -> None:
    """The table was looked at in between; nobody passes by a throw, and is followed so soon."""
    passed = {}
    for gap in (0.2, 1.2, 5.0):
        table = palagonia()
        take_up(table)
        table.pause = gap
        roll(table, 2, 0)
        stories = telling_of(table).stories
        others = (s.weight for s in stories if [turn.mover for turn in s.turns] == ["Bob"])
        passed[gap] = sum(others) / sum(story.weight for story in stories)
    assert max(passed[0.2], passed[1.2]) < 0.01 < 0.1 < passed[5.0] < 0.5


@pytest.mark.parametrize("turns", [1, 3])
def test_the_more_often_a_die_is_thrown_at_once_the_less_it_is_thought_to_be_taken_up(
    turns: int,
) -> None:
    table = palagonia()
    first = chance(telling_of(table).likeliest)
    for number, turn in enumerate(TURNS[:turns]):
        roll(table, 2, number)
        lay(table, turn)
    assert chance(telling_of(table).likeliest) < first


def test_a_die_is_either_taken_up_or_thrown_at_once() -> None:
    story = telling_of(palagonia()).likeliest
    taken, thrown = taken_up(story), thrown_at_once(story)
    assert taken.weight + thrown.weight == pytest.approx(story.weight)
    expected = taken.weight * taken.takes_up + thrown.weight * thrown.takes_up
    assert expected == pytest.approx(story.weight * story.takes_up)


def test_a_die_that_vanishes_where_no_hand_has_been_is_not_taken_up() -> None:
    table = palagonia()
    roll(table, 4, 0)
    before = chance(telling_of(table).likeliest)
    table.dice = ()
    table.look()
    assert chance(telling_of(table).likeliest) <= before

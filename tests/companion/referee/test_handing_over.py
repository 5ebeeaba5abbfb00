"""Dice that are put before the next player, any number up: that is no roll."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod

import pytest

from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.stories.handing_over import chance, handed, with_rolled_turn
from companion.referee.stories.story import Story
from companion.referee.stories.weights import HAND_OVER, HANDED_OVER, SECOND_THROW
from rules import Board, Move, Verdict
from rules.notation import format_move
from rules.palagonia.moves import legal_moves
from tests.companion.referee.table import Table, names, palagonia

PLAYERS = ("Ann", "Bob", "Cem")


def shown(table: Table, value: int) -> list[str]:
    """Have a hand put the die elsewhere, a number up, and return what is said."""
    table.give("hands")
    said = table.roll(value, (100.0 + 37.0 * len(table.said) % 1000, 700.0))
    return [f"{e['event']} {e.get('value', '')}".rstrip() for e in said if e["event"] != "settled"]


def two_laid(table: Table) -> list[str]:
    """Have a hand lay two tiles by the rules, and return which events are said."""
    table.give("hands")
    move = next(legal_moves(table.board, 2, 40))
    return names(table.play(format_move(move)))


def movers(table: Table) -> list[str]:
    """Return who made the moves on record."""
    return [turn.mover for turn in table.referee.ledger.moves]


@pytest.mark.parametrize("turns", list(product([False, True], repeat=5)))
def test_what_is_seen_is_as_likely_as_by_players_of_either_habit(turns: tuple[bool, ...]) -> None:
    story = Story(Ledger(setup_of("palagonia", PLAYERS), Board()), Board(), {2: 1.0})
    for gives in turns:
        story = replace(story, rolls={2: story.weight}, seen=True, thrown=True)
        present = handed(story) if gives else story
        story = with_rolled_turn(present, Board(), 2, present.weight, Verdict(Move()), 1)
    either = [(HAND_OVER, HANDED_OVER), (1 - HAND_OVER, SECOND_THROW)]
    likely = [
        share * prod(often if gives else 1 - often for gives in turns) for share, often in either
    ]
    assert story.weight == pytest.approx(sum(likely))
    assert story.habit == pytest.approx(likely[0] / sum(likely))


def test_a_number_that_is_seen_after_another_one_was_hardly_handed_over_as_well() -> None:
    ledger = Ledger(setup_of("palagonia", PLAYERS), Board())
    story = Story(ledger, Board(), {2: 1.0}, seen=True)
    assert SECOND_THROW < chance(story) < 0.05
    assert chance(handed(story)) == SECOND_THROW


def test_a_pass_is_known_once_later_turns_show_that_players_hand_no_die_over() -> None:
    table = palagonia()
    assert shown(table, 6) == ["die 6", "move"]
    assert table.referee.presumed == (2,)
    said = []
    for _ in range(3):
        said += [*shown(table, 2), *two_laid(table)]
    assert table.referee.presumed == ()
    assert sorted(said) == ["correction", *["die 2"] * 3, *["move"] * 3]
    assert movers(table) == ["Ann", "Bob", "Cem", "Ann", "Bob"]


def test_where_one_number_follows_on_another_a_pass_may_have_been_none_and_it_is_asked() -> None:
    table = palagonia()
    assert shown(table, 6) == ["die 6", "move"]  # Bob was given the die
    for _ in range(3):
        on_record, said = movers(table), shown(table, 2)
        if "correction" in said:
            break
        two_laid(table)
        shown(table, 3)  # so is who comes next
    assert said.count("correction") == len(on_record) - 1
    assert movers(table) == ["Ann"]
    assert table.referee.question is not None
    told = [[turn.mover for turn in choice.turns] for choice in table.referee.question.choices]
    assert told[0][0] == told[1][0] == "Bob"
    assert len(told[0]) + 1 == len(told[1])
    table.give("answer", choice=0)
    assert movers(table)[:2] == ["Ann", "Bob"]
    assert table.referee.ledger.moves[1].die == 2


def test_where_players_hand_the_die_over_a_roll_is_said_once_it_is_one() -> None:
    table = palagonia()
    assert shown(table, 4) == ["die 4"]  # nobody knows yet that these players do
    for _ in range(3):
        shown(table, 2)
        assert table.referee.roll == 2
        two_laid(table)
        assert "die 4" not in shown(table, 4)
        assert table.referee.roll is None
    assert shown(table, 2) == ["die 2"]
    two_laid(table)
    shown(table, 6)  # a pass, or the die handed over
    assert movers(table) == ["Ann", "Bob", "Cem", "Ann", "Bob"]


def test_who_takes_a_pass_back_was_given_the_die_and_so_may_be_the_next_one() -> None:
    table = palagonia()
    assert shown(table, 6) == ["die 6", "move"]
    table.give("take-back")
    assert shown(table, 2) == ["die 2"]
    assert two_laid(table) == ["move"]
    assert "move" not in shown(table, 6)
    assert movers(table) == ["Ann", "Bob"]


def test_the_number_of_a_die_that_was_handed_over_is_no_roll_where_that_was_not_read() -> None:
    table = palagonia()
    for _ in range(2):
        shown(table, 4)
        shown(table, 2)
        two_laid(table)
    shown(table, 5)
    table.give("hands")
    table.dice = ()
    table.look()
    assert "illegal" not in two_laid(table)


def test_by_hand_every_number_is_a_roll() -> None:
    table = Table("palagonia", PLAYERS)
    table.is_told = True
    table.look()
    for number, value in enumerate([6, 1, 6]):
        said = table.roll(value, (100.0 * number, 600.0))
        assert [event["event"] for event in said] == ["die", "move"]
    assert table.referee.presumed == ()

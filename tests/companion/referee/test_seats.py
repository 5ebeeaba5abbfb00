"""From which side players reach in, who mostly keep to their places."""

from __future__ import annotations

from math import pi

import pytest

from companion.referee.inputs import InputError, give, sighting_to_json
from companion.referee.stories.seats import Seats
from companion.referee.stories.weights import KEEP_SEATS
from rules import Board
from rules.notation import format_move
from rules.palagonia.moves import legal_moves
from tests.companion.referee.table import Table, names
from tests.companion.referee.test_hands_and_rolls import hidden
from vision.following.table_view import HandsGone, Reach, Settled, TableView

PLAYERS = ("Ann", "Bob", "Cem")
PLACES = {"Ann": 0.2, "Bob": 2.3, "Cem": 4.4}


def roll(table: Table, value: int) -> list[str]:
    """Have the die thrown elsewhere, and return which events are said."""
    return names(table.roll(value, (100.0 + 137.0 * len(table.said) % 1000, 700.0)))


def lay_two(table: Table, side: float) -> list[str]:
    """Have a hand from one side lay two tiles by the rules, and return which events are said."""
    table.give("hands")
    move = next(legal_moves(table.board, 2, 40))
    table.reaches = (Reach(side, frozenset(tile.cell for tile in move.placed)),)
    said = names(table.see(HandsGone())) + names(table.play(format_move(move)))
    table.reaches = ()
    return said


def played(turns: int, places: dict[str, float] = PLACES) -> Table:
    """Return a table at which so many turns were seen, each player reaching in from a place."""
    table = Table("palagonia", PLAYERS)
    table.look()
    for number in range(turns):
        roll(table, 2)
        lay_two(table, places[PLAYERS[number % 3]])
    assert len(movers(table)) == turns
    return table


def movers(table: Table) -> list[str]:
    """Return who made the moves on record."""
    return [turn.mover for turn in table.referee.ledger.moves]


def after_long(table: Table, side: float) -> list[str]:
    """Hide the table so long that somebody may have passed; a hand from a side lays two then."""
    hidden(table, 12)
    table.see(HandsGone())
    return roll(table, 2) + lay_two(table, side)


def test_who_reaches_in_from_their_place_is_at_it_and_whoever_comes_before_has_passed() -> None:
    table = played(6)
    after_long(table, PLACES["Bob"])
    assert table.referee.question is None
    assert movers(table)[6:] == ["Ann", "Bob"]
    assert table.referee.ledger.moves[6].move.is_pass


def test_the_answer_by_which_it_was_whose_hand_it_was_comes_first() -> None:
    table = played(6)
    after_long(table, PLACES["Ann"])
    assert table.referee.question is not None
    assert [turn.mover for turn in table.referee.question.choices[0].turns] == ["Ann"]


@pytest.mark.parametrize("side", [1.2, 3.3])
def test_a_hand_from_where_nobody_sits_tells_no_more_than_none(side: float) -> None:
    assert "question" in after_long(played(6), side)


def test_of_players_who_sit_side_by_side_no_hand_tells() -> None:
    close = {"Ann": 0.2, "Bob": 0.3, "Cem": 0.1}
    assert "question" in after_long(played(6, close), 0.3)


def test_before_players_were_seen_at_their_places_no_hand_tells() -> None:
    assert "question" in after_long(played(0), PLACES["Bob"])


def test_once_people_say_whose_turn_it_is_hands_before_were_perhaps_of_other_players() -> None:
    table = played(6)
    table.give("set-mover", player="Bob")
    table.give("set-mover", player="Ann")
    assert "question" in after_long(table, PLACES["Bob"])


def test_that_players_walk_about_is_told_by_their_hands() -> None:
    seats = Seats()
    for number in range(12):
        mover = PLAYERS[number % 3]
        seats, _ = seats.after([mover], 2 * pi * (number * 5 % 12) / 12)
    assert seats.kept < 0.6 * KEEP_SEATS
    _, likely = seats.after(["Ann"], seats.sides["Bob"][-1])
    assert likely > 0.5


@pytest.mark.parametrize("turned", [1.0, pi, -2.5])
def test_where_the_camera_stands_changes_nothing(turned: float) -> None:
    found = []
    for by in (0.0, turned):
        seats, likely = Seats(), 1.0
        for mover, side in (("Ann", 0.1), ("Bob", 2.0), ("Ann", 0.3), ("Cem", 4.0), ("Bob", 0.2)):
            seats, times = seats.after([mover], side + by)
            likely *= times
        found.append(likely)
    assert found[0] == pytest.approx(found[1])


def test_directions_that_are_no_numbers_are_refused_and_records_without_any_are_read() -> None:
    table = Table("palagonia", PLAYERS)
    view = TableView(Board(), frozenset(), frozenset(), reaches=(Reach(0.5, frozenset()),))
    kind, data = sighting_to_json(Settled(view))
    for wrong in ("left", None, True):
        reaches = [{"direction": wrong, "cells": []}]
        with pytest.raises(InputError, match='"direction"'):
            give(table.referee, kind, {**data, "reaches": reaches}, 1.0, 1)
    del data["reaches"]
    assert give(table.referee, kind, data, 1.0, 1)

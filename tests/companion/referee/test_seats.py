"""From which side players reach in, who mostly keep to their places."""

from __future__ import annotations

from dataclasses import replace
from math import inf, pi

import pytest

from companion.referee.inputs import InputError, give, sighting_of, sighting_to_json
from companion.referee.sightline import Hidden
from companion.referee.stories.seats import Seats, after_reaches, after_throws
from companion.referee.stories.story import Story, with_turn
from companion.referee.stories.weights import KEEP_SEATS
from rules import Board
from rules.notation import format_move
from rules.palagonia.judging import ROTATE_DIE
from rules.palagonia.moves import legal_moves
from tests.companion.referee.table import Table, names
from tests.companion.referee.test_hands_and_rolls import hidden
from tests.companion.referee.test_wrong_turns_nobody_saw import telling_of
from vision.following.table_view import HandsGone, HandsIn, Reach, Settled, TableView

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


def played_unread(turns: int) -> Table:
    """Return a table at which so many turns were seen, but no die: only hands that throw it."""
    table = Table("palagonia", PLAYERS)
    table.look()
    for number in range(turns):
        side = PLACES[PLAYERS[number % 3]]
        hidden(table, 2)
        table.see(HandsGone(side))
        lay_two(table, side)
    return table


def pointed_at(table: Table, *hands: HandsGone) -> None:
    """Have some hands come and go, and two tiles laid by the last."""
    for hand in hands:
        hidden(table, 3)
        table.see(hand)
    move = next(legal_moves(table.board, 2, 40))
    table.play(format_move(move))


def by_others_than_ann(table: Table) -> float:
    """Return how likely it is, by all stories, that whoever laid the last tiles was not Ann."""
    stories = told_of(table)
    others = [s.weight for s in stories if _last_to_lay(s) != "Ann"]
    return sum(others) / sum(story.weight for story in stories)


def told_of(table: Table) -> list[Story]:
    """Return the stories that a referee holds."""
    play = table.referee._play
    assert play is not None
    return play.telling.stories


def _last_to_lay(story: Story) -> str:
    """Return who laid the last tiles by a story."""
    if story.table != story.base:
        return story.ledger.mover
    return next(move.mover for move in reversed(story.ledger.moves) if not move.move.is_pass)


def test_an_idle_hand_tells_by_its_side_who_did_not_pass() -> None:
    """Ann throws and lays after somebody has pointed; from where the last hand came is not seen."""
    likely = {}
    for who in PLAYERS:
        table = played_unread(6)
        hands = (HandsGone(PLACES[who]), HandsGone(PLACES["Ann"]), HandsGone())
        pointed_at(table, *hands)
        likely[who] = by_others_than_ann(table)
    table = played_unread(6)
    pointed_at(table, *(HandsGone(),) * 3)
    nobody_knows = by_others_than_ann(table)
    assert max(likely["Bob"], likely["Cem"]) < 0.9 * likely["Ann"]
    assert likely["Ann"] < nobody_knows


def test_who_points_at_the_tiles_did_not_throw_the_die() -> None:
    likely = []
    for at_tiles in (None, False, True):
        table = played_unread(6)
        pointed_at(table, HandsGone(None, at_tiles), HandsGone(None, False), HandsGone())
        likely.append(by_others_than_ann(table))
    unknown, beside, at_tiles = likely
    assert unknown == pytest.approx(beside)
    assert at_tiles < 0.8 * beside


def test_by_the_hand_that_threw_it_is_known_who_sits_where() -> None:
    table = played(0)
    roll(table, 2)
    lay_two(table, PLACES["Ann"])
    table.see(HandsIn())
    table.see(HandsGone(PLACES["Bob"]))
    roll(table, 3)
    (story, *_) = told_of(table)
    assert story.seats.sides["Bob"] == (PLACES["Bob"],)


@pytest.mark.parametrize("count", [1, 8, 9, 12])
def test_however_many_hands_and_turns_come_at_once_it_is_told_how_likely_they_are(
    count: int,
) -> None:
    (before, *_) = told_of(played(0))
    now = before
    for look in range(count):
        passed = now.ledger.whole(now.base, die=ROTATE_DIE)
        now = with_turn(now, now.base, ROTATE_DIE, 1.0, passed, look)
    for hands in (1, 8, count + 1):
        came = tuple(HandsGone(PLACES[PLAYERS[n % 3]]) for n in range(hands))
        _, likely = after_throws(before, now, Hidden(hands=hands, came=came))
        assert 0 < likely < inf


def test_where_all_hands_came_from_one_side_so_did_whichever_threw() -> None:
    (before, *_) = told_of(played(0))
    passed = before.ledger.whole(before.base, die=ROTATE_DIE)
    now = replace(with_turn(before, before.base, ROTATE_DIE, 1.0, passed, 1), thrown=True)
    came = tuple(HandsGone(PLACES["Ann"] + off) for off in (-0.1, 0.0, 0.1))
    seats, _ = after_throws(before, now, Hidden(hands=3, came=came))
    assert seats.sides["Ann"] == seats.sides["Bob"] == pytest.approx((PLACES["Ann"],))
    apart = (*came[:2], HandsGone(PLACES["Cem"]))
    seats, _ = after_throws(before, now, Hidden(hands=3, came=apart))
    assert seats.sides == before.seats.sides


def first_turn(*before: float | None) -> float:
    """Return how likely it is that Ann laid the first tiles, a few hands having come before.

    All came from given directions, the one that laid them from Ann's place.
    """
    table = Table("palagonia", PLAYERS)
    table.look()
    for _ in before:
        hidden(table, 3)
        table.see(HandsGone())
    table.hands_before = (*map(HandsGone, before), HandsGone(PLACES["Ann"]))
    hidden(table, 6)
    lay_two(table, PLACES["Ann"])
    return 1 - by_others_than_ann(table)


def test_hands_from_one_side_before_the_first_tiles_were_hardly_a_pass_of_another() -> None:
    anns = PLACES["Ann"]
    from_hers = first_turn(anns + 0.1, anns - 0.1)
    assert from_hers > 1.2 * first_turn(None, None)
    assert from_hers > first_turn(PLACES["Bob"], anns - 0.1)


def test_hands_over_a_bare_table_are_read_from_a_record() -> None:
    view = TableView(Board(), frozenset(), frozenset(), hands_before=(HandsGone(0.5), HandsGone()))
    kind, data = sighting_to_json(Settled(view))
    found = sighting_of(kind, data)
    assert isinstance(found, Settled)
    assert found.view.hands_before == view.hands_before
    with pytest.raises(InputError, match='"direction"'):
        sighting_of(kind, {**data, "hands_before": [{"direction": "left"}]})


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
    gone = HandsGone(0.5, True)
    assert sighting_of(*sighting_to_json(gone)) == gone
    assert sighting_of("hands-gone", {}) == HandsGone()
    with pytest.raises(InputError, match='"direction"'):
        sighting_of("hands-gone", {"direction": "left"})
    del data["reaches"]
    assert give(table.referee, kind, data, 1.0, 1)


def test_who_knocks_a_tile_out_before_a_roll_may_be_anybody() -> None:
    """Its side tells nothing of whose turn it is."""
    table = played(6)
    before = telling_of(table).likeliest
    out = next(cell for cell in sorted(table.board) if table.board.touching(cell))
    knocked = replace(before, table=table.board.without(out), fault=True)
    reach = Reach(PLACES["Cem"], frozenset({out}))
    hands = Hidden(1, reaches=(reach,))
    assert not before.thrown
    assert after_reaches(before, knocked, hands) == (before.seats, 1.0)
    assert after_reaches(knocked, before, hands) == (before.seats, 1.0), "nor who puts it back"

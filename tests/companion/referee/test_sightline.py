"""When the table could not be seen, as it is told from look to look."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, repeat

import pytest

from companion.referee.sightline import Hidden, Sightline
from rules import Board, Cell
from tests.companion.referee.table import palagonia
from vision.following.table_view import HandsGone, HandsIn, Lost, Settled, TableView


def hidden_for(
    sightline: Sightline, since: float, *seconds: float, gaps: Iterable[float] = repeat(1.0)
) -> Hidden:
    """Let hands hide the table for so long, each gone so long before the next comes, and look."""
    for length, gap in zip(seconds, chain(gaps, repeat(0.0)), strict=False):
        sightline.follow(HandsIn(), since)
        sightline.follow(HandsGone(), since + length)
        since += length + gap
    return sightline.hidden()


def hidden_by(*gaps: float) -> Hidden:
    """Return what is told of hands, each gone for so many seconds before the next comes."""
    return hidden_for(Sightline(), 0.0, 1.0, *(1.0 for _ in gaps), gaps=gaps)


def test_hands_are_counted_from_look_to_look() -> None:
    sightline = Sightline()
    assert hidden_for(sightline, 0.0, 1.0, 4.0, 2.0) == Hidden(
        3, 4.0, 1.0, 2.0, back=2
    )  # between them all lay as before
    assert hidden_for(sightline, 20.0) == Hidden(0, 0.0, 1.0)


def test_the_time_in_which_a_die_may_have_been_thrown_is_counted_from_when_the_hand_came() -> None:
    sightline = Sightline()
    view = TableView(palagonia().board, frozenset(), frozenset())
    for lain, rolling in ((None, None), (0.5, 7.5), (8.0, 0.0), (30.0, 0.0)):
        sightline.follow(HandsIn(), 10.0)
        sightline.follow(HandsGone(), 18.0)
        sightline.follow(Settled(replace(view, dice_lain=lain)), 18.0)
        found = sightline.hidden()
        assert (found.rolling, found.stayed) == (rolling, rolling == 0.0)
    for left, throwing in ((None, 7.0), (8.5, 7.0), (1.5, 0.5), (0.5, 0.0)):
        sightline.follow(HandsIn(), 10.0)
        sightline.follow(Settled(replace(view, dice_lain=1.0, dice_left=left)), 18.0)
        assert sightline.hidden().throwing == throwing


def test_a_die_that_was_hidden_by_a_hand_before_the_last_one_may_have_been_thrown() -> None:
    """Where it comes to lie just as it lay, no look is told of between two hands."""
    view = TableView(palagonia().board, frozenset(), frozenset())
    for lain, stayed in ((5.0, False), (13.0, True)):
        sightline = Sightline()
        for t in (10.0, 15.0):
            sightline.follow(HandsIn(), t)
            sightline.follow(HandsGone(), t + 2.0)
        sightline.follow(Settled(replace(view, dice_lain=lain)), 17.0)
        found = sightline.hidden()
        assert (found.rolling, found.stayed) == (0.0, stayed)


def test_a_slow_game_is_not_taken_for_one_in_which_looks_are_missed() -> None:
    sightline = Sightline()
    for number in range(30):
        hidden_for(sightline, 20.0 * number, 6.0)
    assert hidden_for(sightline, 900.0, 6.0) == Hidden(1, 6.0, 6.0, 6.0)


def test_a_table_that_was_lost_was_hidden_by_no_hand() -> None:
    sightline = Sightline()
    sightline.follow(Lost("the board is not in sight"), 1.0)
    sightline.follow(Settled(TableView(palagonia().board, frozenset(), frozenset())), 9.0)
    assert sightline.hidden() == Hidden(0, 8.0, 1.0, 8.0)


@pytest.mark.parametrize(
    ("gaps", "visits"), [((), 1), ((0.2,), 1), ((3.0,), 2), ((0.2, 0.8), 1), ((0.2, 3.0, 0.5), 2)]
)
def test_a_hand_that_is_back_at_once_is_the_same_players(
    gaps: tuple[float, ...], visits: int
) -> None:
    """It took the die out of the picture, and throws; or it threw, and lays."""
    hidden = hidden_by(*gaps)
    assert (hidden.hands, hidden.visits) == (len(gaps) + 1, visits)


def test_a_hand_that_is_seen_anew_while_it_rests_came_when_it_was_seen_first() -> None:
    sightline = Sightline()
    sightline.follow(HandsIn(), 0.0)
    sightline.follow(HandsGone(), 1.0)
    for t in (1.2, 4.0, 9.0):
        sightline.follow(HandsIn(), t)
    sightline.follow(HandsGone(), 10.0)
    assert sightline.hidden().visits == 1


def test_who_comes_at_once_after_a_look_is_back_from_nowhere() -> None:
    """Of the one before the look told."""
    sightline = Sightline()
    assert hidden_for(sightline, 0.0, 1.0).visits == 1
    assert hidden_for(sightline, 1.2, 1.0, 1.0, gaps=(5.0,)).visits == 2


@pytest.mark.parametrize(
    ("lengths", "gaps", "hands"),
    [
        ((3.0, 0.4, 3.0), (2.0, 0.12), 2),
        ((3.0, 0.4), (0.12,), 1),
        ((3.0, 0.4, 3.0), (0.12, 0.12), 2),
        ((0.4, 0.4, 3.0), (0.12, 0.1), 1),
        ((3.0, 0.4, 3.0), (2.0, 0.8), 3),
        ((3.0, 0.8, 3.0), (2.0, 0.12), 3),
        ((0.4, 1.1), (0.2,), 2),  # a throw at a turn each three seconds
        ((0.4,), (), 1),
    ],
)
def test_what_moves_for_a_moment_before_or_after_a_hand_is_a_part_of_it(
    lengths: tuple[float, ...], gaps: tuple[float, ...], hands: int
) -> None:
    assert hidden_for(Sightline(), 0.0, *lengths, gaps=gaps).hands == hands


def test_a_hand_is_counted_though_a_look_fell_on_the_moment_before_it() -> None:
    sightline = Sightline()
    assert hidden_for(sightline, 0.0, 0.4).hands == 1
    assert hidden_for(sightline, 0.52, 3.0).hands == 1
    assert hidden_for(sightline, 3.64, 0.4).hands == 0


def first_tiles(sightline: Sightline, t: float, *before: HandsGone) -> Hidden:
    """Have the first tiles seen, which tell from where hands came before; return what came."""
    board = Board({Cell(0, 0): 4})
    view = TableView(board, frozenset(), frozenset(), hands_before=before)
    sightline.follow(Settled(view), t)
    return sightline.hidden()


def test_from_where_hands_came_over_a_bare_table_is_known_with_the_first_tiles() -> None:
    sightline = Sightline()
    for t in (0.0, 10.0):
        sightline.follow(HandsIn(), t)
        sightline.follow(HandsGone(), t + 3)
    sightline.follow(HandsIn(), 20.0)
    sightline.follow(HandsGone(2.0), 24.0)
    told = HandsGone(0.5), HandsGone(1.0), HandsGone(2.0)
    came = first_tiles(sightline, 24.0, *told).came
    assert came == (HandsGone(0.5), HandsGone(1.0), HandsGone(2.0))


def test_a_hand_that_was_a_part_of_another_tells_no_side_of_its_own() -> None:
    sightline = Sightline()
    for since, until in ((0.0, 3.0), (3.1, 3.4), (10.0, 13.0)):
        sightline.follow(HandsIn(), since)
        sightline.follow(HandsGone(), until)
    told = HandsGone(0.5), HandsGone(1.0), HandsGone(2.0)
    came = first_tiles(sightline, 13.0, *told).came
    assert came == (HandsGone(0.5), HandsGone(2.0))


def test_hands_that_a_look_was_told_with_are_not_told_again() -> None:
    sightline = Sightline()
    hidden_for(sightline, 0.0, 1.0, 1.0)
    came = hidden_for(sightline, 10.0, 1.0).came
    assert came == (HandsGone(),)
    sightline.follow(HandsIn(), 20.0)
    sightline.follow(HandsGone(), 22.0)
    told = first_tiles(sightline, 23.0, HandsGone(0.5), HandsGone(1.0))
    assert told.came == (HandsGone(1.0),)

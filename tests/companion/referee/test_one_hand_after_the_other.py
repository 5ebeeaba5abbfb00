"""Hands that come one after the other, the table being as it was in between."""

from __future__ import annotations

import pytest

from companion.referee.sightline import Hidden, Sightline
from companion.referee.stories.die_evidence import DieSight
from companion.referee.stories.look import Look
from rules import Move, parse_move
from tests.companion.referee.table import Table
from tests.companion.referee.test_rolls_from_tiles import handled
from tests.companion.referee.test_tempo import likeliest
from tests.companion.referee.test_turns_nobody_saw import unseen
from vision.following.table_view import HandsGone, HandsIn


def hands_seen(*gaps: float) -> int:
    """Return how many hands are counted, each gone for so many seconds before the next comes."""
    sightline, t = Sightline(), 0.0
    for gap in (*gaps, 0.0):
        sightline.follow(HandsIn(), t)
        sightline.follow(HandsGone(), t + 1.0)
        t += 1.0 + gap
    return sightline.hidden().hands


@pytest.mark.parametrize(
    ("gaps", "hands"), [((), 1), ((0.2,), 1), ((3.0,), 2), ((0.2, 0.8), 1), ((0.2, 3.0, 0.5), 2)]
)
def test_a_hand_that_is_back_at_once_is_the_one_that_went(
    gaps: tuple[float, ...], hands: int
) -> None:
    """It took the die out of the picture, and throws."""
    assert hands_seen(*gaps) == hands


def test_who_comes_at_once_after_a_look_counts() -> None:
    sightline = Sightline()
    sightline.follow(HandsIn(), 0.0)
    sightline.follow(HandsGone(), 1.0)
    assert sightline.hidden().hands == 1
    sightline.follow(HandsIn(), 1.2)
    sightline.follow(HandsGone(), 2.0)
    assert sightline.hidden().hands == 1


@pytest.mark.parametrize("seconds", [5, 7, 9])
def test_a_hand_after_which_all_lay_as_before_threw_the_die_before_the_tiles_came(
    seconds: int,
) -> None:
    """No die is seen. Three more tiles came with the last hand, and nobody has thrown since."""
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.look()
    unseen(table, 2, "0,0=0 1,-1=4", None)
    handled(table)
    said = unseen(table, seconds, "1,0=2 0,1=2 2,-1=0", None)
    assert [(move.mover, len(move.after)) for move in table.referee.ledger.moves] == [("Ann", 2)]
    assert likeliest(said) == ["Bob"]


@pytest.mark.parametrize(("hands", "thrown"), [(1, True), (2, False)])
def test_who_lays_tiles_comes_once_and_before_that_to_throw(hands: int, thrown: bool) -> None:
    """Whoever else comes before that has done nothing; of a pass that is not said."""
    turn, often = parse_move("0,0=0"), 1.0
    for more in range(3):
        look = Look(DieSight(), Hidden(hands=hands + more))
        less = look.idle_before(turn, thrown=thrown)
        assert less < often if more else less == often
        assert look.of_the_last_hand().hands == 1
        assert look.idle_before(Move(), thrown=thrown) == 1.0
        often = less

"""Hands that come one after the other, the table being as it was in between."""

from __future__ import annotations

import pytest

from companion.referee.sightline import Hidden
from companion.referee.stories.die_evidence import DieSight
from companion.referee.stories.look import Look
from rules import Move, parse_move
from tests.companion.referee.table import Table, palagonia
from tests.companion.referee.test_rolls_from_tiles import handled
from tests.companion.referee.test_sightline import hidden_by
from tests.companion.referee.test_tempo import likeliest
from tests.companion.referee.test_turns_nobody_saw import unseen
from tests.companion.referee.test_wrong_turns_nobody_saw import telling_of


@pytest.mark.parametrize("gap", [0.3, 1.2])
def test_nobody_passes_between_a_hand_that_goes_and_is_back_at_once(gap: float) -> None:
    """No die is seen, so that a hand may have thrown one by which somebody passed."""
    at_once, later = (Look(DieSight(), hidden_by(*gaps)) for gaps in ((gap, gap), (gap, 5.0)))
    by_pass, by_tiles = Move(), parse_move("0,0=0")
    assert at_once.missed(by_pass, another=False, touched=0) < later.missed(
        by_pass, another=False, touched=0
    )
    assert at_once.missed(by_tiles, another=False, touched=1) == later.missed(
        by_tiles, another=False, touched=1
    )


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


def thrown_since(pause: float) -> float:
    """Return the weight of stories in which two tiles are a turn, the next die thrown since.

    No die is seen. A hand comes so many seconds after the look at the tiles, 0.1 s after the one
    that laid them had gone, and all lies as it lay.
    """
    table = palagonia()
    unseen(table, 2, "0,1=4 0,2=0", None)
    table.pause = pause
    handled(table)
    table.look()
    telling = telling_of(table)
    return telling.share(lambda story: story.thrown and story.table == story.base)


def test_a_hand_that_is_back_at_once_is_mostly_that_one_still_and_throws_no_die() -> None:
    """A look fell on a moment in which it was not seen, or kept still at the border."""
    assert thrown_since(0.1) < 0.5 * thrown_since(4.0)


def test_a_tile_that_is_back_just_as_it_lay_was_rather_knocked_out() -> None:
    """By a roll of 1 that nobody read it may have been taken away, and the next laid one there."""
    table = palagonia()
    unseen(table, 2, "x1,0", None)
    unseen(table, 2, "1,0=2", None)
    taken = telling_of(table).share(lambda s: any(turn.verdict.move.removed for turn in s.turns))
    assert taken < 0.4

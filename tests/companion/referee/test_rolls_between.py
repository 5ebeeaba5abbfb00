"""Rolls that were seen under hands, between two looks at the tiles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.referee.inputs import InputError, give, sighting_to_json
from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.stories.rolls_between import how_likely
from companion.referee.stories.story import ANY_ROLL, Story, StoryTurn
from companion.referee.stories.weights import HANDED_OVER, ROLLED_COVERED, ROLLED_IDLY
from rules import Board, Move, Verdict
from tests.companion.referee.table import Table, die, names, palagonia
from tests.companion.referee.test_hands_and_rolls import TWO, hidden
from tests.companion.referee.test_rolls_from_tiles import ELSEWHERE
from vision.following.table_view import HandsGone, Settled, TableView


def _story(*rolls: int | None, thrown: bool = False) -> Story:
    """Return a story in which turns were made by some rolls, by players who hand no die over."""
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    turns = tuple(StoryTurn("Ann", Board(), Verdict(Move()), roll, seen=False) for roll in rolls)
    return Story(ledger, Board(), ANY_ROLL, thrown=thrown, turns=turns, habit=0.0)


@pytest.mark.parametrize(
    ("thrown_before", "rolls", "thrown_now", "seen", "likely"),
    [
        (False, [6], True, [], 1.0),
        (False, [6], True, [6], 1.0),
        (False, [3], True, [6], ROLLED_IDLY * ROLLED_COVERED),
        (False, [6, 4], False, [6], 1.0),  # the 4 lies there now
        (True, [3, 6], True, [6], 1.0),  # the 3 lay there before
        (True, [3], False, [6], ROLLED_IDLY),
        (False, [6, 1, 2], True, [6, 2], ROLLED_COVERED),
        (False, [6, 2], True, [2, 6], ROLLED_IDLY * ROLLED_COVERED),
        (False, [None], True, [5], 1.0),
    ],
)
def test_rolls_that_were_seen_are_those_of_turns_in_their_order(
    thrown_before: bool,
    rolls: list[int | None],
    thrown_now: bool,
    seen: list[int],
    likely: float,
) -> None:
    before = _story(thrown=thrown_before)
    assert how_likely(before, _story(*rolls, thrown=thrown_now), seen) == pytest.approx(likely)


def test_a_number_that_nobody_rolled_is_likelier_where_players_hand_the_die_over() -> None:
    giving = [replace(story, habit=1.0) for story in (_story(), _story(3))]
    assert how_likely(*giving, [6]) == pytest.approx(HANDED_OVER)


def test_where_a_move_was_taken_back_rolls_tell_nothing() -> None:
    undone = replace(_story(thrown=True), undone=1)
    assert how_likely(_story(thrown=True), undone, [6]) == 1.0


@pytest.mark.parametrize(("between", "movers"), [((), None), ((6,), ["Ann", "Bob", "Cem"])])
def test_who_rolled_a_six_under_a_hand_has_passed(
    between: tuple[int, ...], movers: list[str] | None
) -> None:
    table = palagonia()
    hidden(table, 12)
    table.dice_lain, table.dice_between = 4.0, between
    table.see(HandsGone())
    said = table.roll(2, ELSEWHERE)
    table.dice_lain, table.dice_between = 0.8, ()
    hidden(table, 1)
    table.see(HandsGone())
    said += table.play(TWO)
    assert ("question" in names(said)) == (movers is None)
    if movers is not None:
        assert [turn.mover for turn in table.referee.ledger.moves] == movers


@pytest.mark.parametrize("seconds", [12, 20])
def test_two_turns_that_nobody_saw_and_a_pass_are_told_though_each_way_is_unlikely(
    seconds: int,
) -> None:
    """In 126 ways four of nine tiles may have been laid first: together these are the likeliest."""
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.look()
    table.roll(4)
    table.dice_between = (5,)
    hidden(table, seconds)
    table.see(HandsGone())
    table.dice = (die(6, ELSEWHERE),)
    four, five = "0,0=5 1,-1=1 -1,1=1 2,-2=5", "-1,0=3 -1,-1=5 0,-1=1 1,0=1 2,-1=3"
    said = table.play(f"{four} {five}")
    table.dice_between = ()
    hidden(table, 1)
    table.see(HandsGone())
    said += table.roll(2, (200.0, 300.0))
    turns = table.referee.ledger.moves
    assert [(turn.mover, turn.die) for turn in turns] == [("Ann", 4), ("Bob", 5), ("Cem", 6)]
    assert turns[-1].move.is_pass
    assert (said[-1]["event"], said[-1]["mover"], said[-1]["value"]) == ("die", "Ann", 2)


def test_numbers_that_no_die_has_and_seconds_that_are_none_are_refused() -> None:
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    kind, data = sighting_to_json(Settled(TableView(Board(), frozenset(), frozenset())))
    for wrong in ([7], ["6"], 6, [None], [True]):
        with pytest.raises(InputError, match="numbers of dice"):
            give(table.referee, kind, {**data, "dice_between": wrong}, 1.0, 1)
    for key in ("dice_lain", "dice_left"):
        for odd in ("a while", [3.0], True):
            with pytest.raises(InputError, match="no seconds"):
                give(table.referee, kind, {**data, key: odd}, 1.0, 1)
    del data["dice_between"]
    assert give(table.referee, kind, data, 1.0, 1)

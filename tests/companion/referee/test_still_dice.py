"""Dice that lie there and are not thrown: a second one, a marker, one of another game."""

from __future__ import annotations

import pytest

from companion.referee.stories.die_evidence import DieTracker
from companion.referee.stories.still_dice import StillDice
from rules import Board, applied
from rules.palagonia.moves import legal_moves
from tests.companion.referee.table import OPENING, Table, die, names
from tests.companion.referee.test_hands_and_rolls import hidden
from tests.companion.referee.test_wrong_turns_nobody_saw import telling_of
from vision.following.table_view import Point
from vision.reading import DieReading

THERE, HERE, ELSEWHERE, FAR = (900.0, 100.0), (200.0, 600.0), (300.0, 700.0), (150.0, 820.0)


def values(left: list[DieReading]) -> list[int]:
    """Return the numbers that some dice show."""
    return [die.value for die in left]


@pytest.mark.parametrize("number", range(1, 7))
def test_a_die_that_lies_still_while_another_one_is_thrown_counts_no_more(number: int) -> None:
    still = StillDice()
    marker = die(number, THERE)
    assert values(still.others([marker, die(3, HERE)], ())) == [number, 3]
    assert values(still.others([marker, die(5, ELSEWHERE)], ())) == [5]
    assert values(still.others([marker, die(5, ELSEWHERE)], ())) == [5]
    assert values(still.others([marker], ())) == []  # the die that is thrown is not read
    assert values(still.others([marker, die(number, FAR)], ())) == [number]


def test_a_die_that_comes_into_sight_beside_the_one_that_is_thrown_tells_nothing_yet() -> None:
    still = StillDice()
    assert values(still.others([die(3, HERE)], ())) == [3]
    assert values(still.others([die(3, HERE), die(6, THERE)], ())) == [3, 6]


def test_a_die_that_lay_still_and_is_thrown_counts_again() -> None:
    still = StillDice()
    still.others([die(6, THERE), die(3, HERE)], ())
    still.others([die(6, THERE), die(5, ELSEWHERE)], ())
    assert values(still.others([die(2, FAR), die(5, ELSEWHERE)], ())) == [2]
    assert values(still.others([die(4, HERE), die(5, ELSEWHERE)], ())) == [4]


@pytest.mark.parametrize("ways", [(), ((1, 0, 50, 0, 1, 20, 0, 0, 1),)])
def test_a_still_die_is_known_again_once_the_camera_was_moved(ways: tuple[tuple[int]]) -> None:
    still = StillDice()
    still.others([die(6, THERE), die(3, HERE)], ())
    still.others([die(6, THERE), die(5, ELSEWHERE)], ())
    still.camera_moved()
    moved = [die(6, _shifted(THERE)), die(5, _shifted(ELSEWHERE))]
    assert values(still.others(moved, ways)) == [5]
    again = [die(6, _shifted(THERE)), die(6, _shifted(FAR))]
    assert [d.center for d in still.others(again, ())] == [_shifted(FAR)]


def test_a_die_that_was_taken_and_is_read_unsurely_elsewhere_was_thrown() -> None:
    """The sure one is a marker that lies as it lay since it was moved."""
    tracker = DieTracker()
    tracker.look([die(5, THERE), die(4, HERE)])
    tracker.look([die(5, THERE), die(4, ELSEWHERE)])
    sight = tracker.look([die(4, ELSEWHERE), die(1, FAR, sure=False)])
    assert sight.is_new
    thrown = sight.thrown()
    assert max(thrown, key=lambda roll: thrown[roll]) == 1
    tracker = DieTracker()
    tracker.look([die(4, HERE)])
    sight = tracker.look([die(4, HERE), die(1, FAR, sure=False)])  # none is missing
    assert (sight.is_new, sight.value) == (False, 4)


def _shifted(place: Point) -> Point:
    return place[0] + 50.0, place[1] + 20.0


def test_of_dice_that_show_the_same_the_one_that_lies_elsewhere_was_thrown() -> None:
    tracker = DieTracker()
    tracker.look([die(6, THERE)])
    sight = tracker.look([die(6, THERE), die(6, HERE)])
    assert (sight.value, sight.moved) == (6, True)


def test_a_die_that_is_sure_now_and_then_where_it_always_lay_is_not_thrown() -> None:
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    said = []
    for surely in (True, False, True):
        table.dice = (die(4, THERE, surely),)
        table.look()
    table.give("hands")
    for surely in (False, True):
        table.dice = (die(2, HERE), die(4, THERE, surely))
        said += table.look()
    table.give("hands")
    said += table.play(OPENING)
    rolls = [(e["mover"], e["value"]) for e in said if e["event"] == "die"]
    assert rolls == [("Ann", 2)]
    assert [e["mover"] for e in said if e["event"] == "move"] == ["Ann"]


def test_a_second_die_that_shows_a_six_makes_nobody_pass() -> None:
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    marker = die(6, THERE)
    table.dice = (marker,)
    table.look()
    said = []
    for value, place, move in (
        (3, HERE, "0,0=0 1,-1=4 1,0=2"),
        (2, ELSEWHERE, "0,1=4 0,2=0"),
        (2, FAR, "1,1=0 1,2=0"),
    ):
        table.dice = (marker, die(value, place))
        table.give("hands")
        said += table.look()
        table.give("hands")
        said += table.play(move)
        table.dice = (marker,)  # the next player takes the die, and it is not read
        table.give("hands")
        said += table.look()
    moves = [event for event in said if event["event"] == "move"]
    assert [(move["number"], move["mover"]) for move in moves] == [
        (1, "Ann"),
        (2, "Bob"),
        (3, "Cem"),
    ]
    assert "illegal" not in names(said)


def test_a_new_die_beside_one_that_lies_as_it_lay_is_told_from_a_die_that_was_thrown() -> None:
    tracker = DieTracker()
    assert tracker.look([die(4, THERE)]).beside is None
    sight = tracker.look([die(4, THERE), die(3, HERE)])
    assert sight.beside == 4
    assert sight.again().beside is None
    assert tracker.look([die(4, THERE), die(5, ELSEWHERE)]).beside is None, "it is known as still"
    tracker = DieTracker()
    tracker.look([die(4, THERE)])
    assert tracker.look([die(3, HERE)]).beside is None, "the one die was thrown"


def test_a_die_that_lies_there_from_the_first_look_on_rolls_no_turn_of_whoever_is_first() -> None:
    """Five tiles and one of the next turn lie there once a second die is seen first."""
    table = Table("palagonia", ("Ann", "Bob", "Cem"))
    table.dice = (die(4, THERE),)
    table.look()
    hidden(table, 6)
    table.dice = die(4, THERE), die(3, HERE)
    first = next(legal_moves(Board(), 5, 40))
    laid = applied(first, Board())
    (begun, *_) = next(legal_moves(laid, 3, 40)).placed
    table.board = laid.with_tile(*begun)
    table.give("hands-gone")
    table.look()
    stories = telling_of(table).stories
    by_the_marker = [one.weight for one in stories if one.turns and one.turns[0].seen]
    assert sum(by_the_marker) < 0.001 * sum(one.weight for one in stories)

"""What people say was rolled proves the roll, and not all else that a story tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.stories import weights
from companion.referee.stories.said_rolls import Whose
from companion.referee.stories.story import Story, with_turn
from companion.referee.stories.telling import Telling
from rules import Board, Cell

NONE_OVER = (0, None, ())
FIRST = Board({Cell(0, 0): 0, Cell(1, 0): 0})
ALL = FIRST.with_tile(Cell(0, 1), 0)


def told(likely: float) -> tuple[Ledger, Telling]:
    """Tell that Ann laid three tiles by a 3, or else two, and Bob one more after his roll."""
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    telling = Telling(ledger)
    begin = Story(ledger, Board(), {None: 1.0})

    def over(table: Board, roll: int, weight: float) -> Story:
        verdict = telling.rulings.whole(ledger, table, roll, None)
        assert verdict.legal
        return with_turn(begin, table, roll, weight, verdict, 1)

    two = over(FIRST, 2, likely)
    begun = replace(two, table=ALL, rolls={4: likely}, thrown=True, seen=True, order=None)
    telling.stories, telling.looks = [over(ALL, 3, 1 - likely), begun], 1
    return ledger, telling


@pytest.mark.parametrize(
    ("player", "whose"), [(None, Whose.NEXT), ("Ann", Whose.FIRST), ("Bob", Whose.NEXT)]
)
def test_a_roll_is_that_of_the_player_whom_people_name(player: str | None, whose: Whose) -> None:
    """Ann laid three tiles and Bob two more, or Ann two and Bob three, which is less likely."""
    ledger, telling = told(0.2)
    five = ALL.with_tile(Cell(1, 1), 0).with_tile(Cell(0, 2), 0)

    def both(first: Board, roll: int, weight: float) -> Story:
        story = Story(ledger, Board(), {None: 1.0})
        for number, (table, rolled) in enumerate(((first, roll), (five, 5 - roll)), 1):
            verdict = telling.rulings.whole(story.ledger, table, rolled, None)
            assert verdict.legal
            story = with_turn(story, table, rolled, weight, verdict, number)
        return story

    telling.stories, telling.looks = [both(ALL, 3, 0.8), both(FIRST, 2, 0.2)], 2
    assert telling.say_roll(ledger, 2, player) is whose
    expected = FIRST if whose is Whose.FIRST else ALL
    assert {story.turns[0].after for story in telling.stories} == {expected}


@pytest.mark.parametrize("likely", [0.001, 0.2])
def test_a_story_that_was_hardly_thought_of_is_not_put_on_record_for_its_roll(
    likely: float,
) -> None:
    ledger, telling = told(likely)
    assert telling.say_roll(ledger, 2) is Whose.FIRST
    rolls = {story.turns[0].roll for story in telling.stories if story.turns}
    assert rolls == {2}
    agreed = telling.agreed(left_open=weights.TURNS_LEFT_OPEN)
    if likely >= weights.WELL_THOUGHT_OF:
        assert agreed is not None
        assert [turn.after for turn in agreed.turns] == [FIRST]
    else:
        assert agreed is None
        (nothing_else,) = (share for key, share, _ in telling.answers() if key[1:-1] == NONE_OVER)
        assert nothing_else == pytest.approx(1 / (1 + 6 * likely / weights.UNTOLD))


def test_what_is_left_of_it_is_that_the_tiles_are_the_mover_s_by_that_roll() -> None:
    ledger, telling = told(0.001)
    telling.say_roll(ledger, 2)
    (other,) = (story for story in telling.stories if not story.turns)
    assert (other.ledger.mover, other.table, other.fault) == ("Ann", ALL, True)

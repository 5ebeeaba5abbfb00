"""What people say confirms what they said and no more; what may be otherwise is presumed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.events import DieRolled, Event, IllegalTable, Over
from companion.referee.ledger import Ledger
from companion.referee.moment import Moment
from companion.referee.recording import Known, Recording
from companion.referee.rolls import RollKnown
from companion.referee.setup import setup_of
from companion.referee.stories.agreement import agreed_by
from companion.referee.stories.story import Story
from companion.referee.told_roll import ToldRoll
from rules import Board, Cell, applied
from tests.companion.referee.table import Table, names, palago
from tests.companion.referee.test_palagems import all_laid, hidden_while
from tests.companion.referee.test_seen_at_once import moves, presuming, told, two_apart
from tests.companion.referee.test_what_is_presumed import passed

AT = Moment(1.0, 1)
ROLLED = DieRolled(*AT, 3, "Cem", RollKnown.SEEN)
WRONG = IllegalTable(*AT, ())
ENDED = Over(*AT, "Cem", None, "score", {})
PRESUMED = Known(presumed=True)


@pytest.fixture
def ledger() -> Ledger:
    return Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())


@pytest.fixture
def recording(ledger: Ledger) -> Recording:
    return Recording(ledger, ToldRoll())


def rests_on(said: Any) -> list[int | None]:
    return [event.rests_on for event in said]


def resting(recording: Recording, *events: Event) -> list[int | None]:
    return rests_on(recording.resting(events))


def presumed_at(table: Table) -> list[int]:
    return list(table.referee.presumed)


def test_whose_turn_it_is_says_nothing_of_how_many_moves_were_made(recording: Recording) -> None:
    recording.record(passed("Ann"), AT, PRESUMED)
    recording.record(passed("Bob"), AT)
    assert resting(recording, ROLLED, WRONG, ENDED) == [1, 1, 1]
    recording.say_mover(2)
    assert recording.presumed == (1,)
    assert resting(recording, ROLLED, WRONG, ENDED) == [None, None, 1]
    assert rests_on(recording.record(passed("Cem"), AT)) == [None, 1]
    assert rests_on(recording.record(passed("Ann"), AT, PRESUMED)) == [4, 1]
    assert resting(recording, ROLLED, WRONG, ENDED) == [4, 4, 1]


def test_whose_turn_it_was_is_open_again_once_moves_before_are_made_anew(
    recording: Recording, ledger: Ledger
) -> None:
    recording.record(passed("Ann"), AT, PRESUMED)
    recording.record(passed("Bob"), AT)
    recording.say_mover(2)
    ledger.take_back()
    recording.record(passed("Bob"), AT)
    assert resting(recording, ROLLED, WRONG, ENDED) == [1, 1, 1]


def test_moves_that_were_looked_for_are_presumed_though_it_is_said_whose_turn_it_is() -> None:
    table = presuming()
    presumed = presumed_at(table)
    assert presumed
    table.give("set-mover", player=table.referee.ledger.mover)
    assert presumed_at(table) == presumed
    table.give("set-mover", player=table.referee.ledger.mover, number=1)
    assert presumed_at(table) == presumed
    table.give("confirm")
    assert presumed_at(table) == []


def test_what_is_called_wrong_of_a_presumed_turn_rests_on_it(recording: Recording) -> None:
    assert rests_on(recording.resting([WRONG], PRESUMED)) == [1]
    assert rests_on(recording.resting([WRONG])) == [None]


@pytest.mark.parametrize(("likely", "presumed"), [(0.995, True), (0.9995, False)])
def test_that_a_move_was_taken_back_by_hand_is_a_fact_only_where_nothing_else_can_be(
    likely: float, presumed: bool
) -> None:
    def undone(weight: float, tile: int, count: int) -> Story:
        story = told(weight, tile)
        return Story(
            story.ledger, Board({Cell(0, 0): tile}), story.rolls, turns=story.turns, undone=count
        )

    agreed = agreed_by([undone(likely, 0, 1), undone(1 - likely, 1, 0)], 7, left_open=3)
    assert agreed is not None
    assert (agreed.undone, agreed.turns, agreed.presumed) == (1, (), presumed)


def test_what_follows_on_a_move_that_the_next_player_may_have_undone_is_presumed() -> None:
    """Once all tiles lie, who puts the last one back may do so in a turn of their own."""
    table, before = all_laid()
    one, other = two_apart(before)
    hidden_while(table, 1, applied(one, before))
    assert presumed_at(table) == []
    hidden_while(table, 1, before)
    assert not list(table.referee.ledger.moves)
    assert presumed_at(table) == []
    hidden_while(table, 1, applied(other, before))
    assert moves(table.said[-1]) == [(table.referee.ledger.moves[0].mover, True)]
    table.give("take-back")
    hidden_while(table, 1, before)
    hidden_while(table, 1, applied(one, before))
    assert presumed_at(table) == [1]
    table.give("confirm")
    assert presumed_at(table) == []


def test_what_was_left_lying_when_a_move_was_taken_back_may_be_of_two_turns() -> None:
    """Bob's tiles stay where they are, though they say that he took them back, and Ann begins."""
    table = palago("-1,0=0 -1,1=0")
    assert len(table.referee.ledger.moves) == 2
    table.give("take-back")
    said = table.play("5,5=0")
    assert "illegal" not in names(said)

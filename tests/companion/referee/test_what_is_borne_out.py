"""What is presumed is a fact once later looks have ruled out all that tells otherwise."""

from __future__ import annotations

import pytest

from companion.referee.event_reading import event_from_json
from companion.referee.events import Correction
from companion.referee.ledger import Ledger
from companion.referee.moment import Moment
from companion.referee.recording import Known, Recording
from companion.referee.setup import setup_of
from companion.referee.stories.agreement import NEVER, Agreed, agreed_by
from companion.referee.stories.otherwise import Otherwise
from companion.referee.stories.story import Story
from companion.referee.told_roll import ToldRoll
from rules import Board
from tests.companion.referee.table import names, palagonia
from tests.companion.referee.test_rolls_from_tiles import lay
from tests.companion.referee.test_seen_at_once import LOOK, told
from tests.companion.referee.test_what_is_presumed import passed

AT = Moment(1.0, 1)


def presumed(likely: float) -> tuple[Agreed, list[Story]]:
    """Return what was agreed on with a reserve, and the stories by which it was."""
    so, otherwise = told(likely, 0, LOOK - 2, LOOK - 1), told(1 - likely, 1, LOOK - 2, LOOK - 1)
    agreed = agreed_by([so, otherwise], LOOK, left_open=3)
    assert agreed is not None
    assert agreed.presumed
    return agreed, [so, otherwise]


def test_what_tells_otherwise_is_weighed_against_what_tells_so_look_by_look() -> None:
    agreed, stories = presumed(0.97)
    followed = Otherwise()
    followed.record(agreed, stories, len(agreed.turns))
    assert followed.ruled_out() == ()
    followed.look(lambda ways: [way.times(0.5) for way in ways], 0.5)
    assert followed.ruled_out() == (), "it was as likely by either"
    followed.look(lambda ways: [way.times(0.01) for way in ways], 0.5)
    assert followed.ruled_out() == tuple(range(1, len(agreed.turns) + 1))
    assert followed.ruled_out() == (), "it is said once"


def test_stories_that_come_to_the_same_after_all_tell_nothing_otherwise() -> None:
    agreed, stories = presumed(0.97)
    followed = Otherwise()
    followed.record(agreed, stories, len(agreed.turns))
    followed.look(lambda _ways: [stories[0]], 0.5)
    assert followed.ruled_out()


def test_what_people_say_is_held_against_what_tells_otherwise_too() -> None:
    agreed, stories = presumed(0.97)
    followed = Otherwise()
    followed.record(agreed, stories, len(agreed.turns))
    followed.hear(lambda _story: None, 0.9)
    assert followed.ruled_out()


def test_what_people_take_up_anew_is_not_followed_any_more() -> None:
    agreed, stories = presumed(0.97)
    followed = Otherwise()
    followed.record(agreed, stories, len(agreed.turns))
    followed.forget()
    followed.look(lambda _ways: [], 0.5)
    assert followed.ruled_out() == ()


def test_what_no_story_tells_otherwise_is_never_ruled_out() -> None:
    """A tile may have been one too many, or not be seen for sure: nobody has told that."""
    agreed, stories = presumed(0.97)
    followed = Otherwise()
    followed.record(agreed.doubted(), stories, len(agreed.turns))
    assert agreed.doubted().needed == NEVER
    followed.look(lambda _ways: [], 0.5)
    assert followed.ruled_out() == ()


def test_a_move_that_was_made_anew_is_another_one() -> None:
    agreed, stories = presumed(0.97)
    followed = Otherwise()
    followed.record(agreed, stories, 2)
    sure = Agreed(0, agreed.turns[:1], (True,))
    followed.record(sure, stories, 2)
    followed.look(lambda _ways: [], 0.5)
    assert followed.ruled_out() == ()


def test_what_is_borne_out_has_no_condition_any_more_and_is_said_to_be() -> None:
    recording = Recording(Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board()), ToldRoll())
    recording.record(passed("Ann"), AT, Known(presumed=True))
    recording.record(passed("Bob"), AT, Known(presumed=True))
    (said,) = recording.bear_out((1, 7), AT)
    assert recording.presumed == (2,)
    assert isinstance(said, Correction)
    assert said.to_json()["decided"] == {"numbers": [1], "how": "seen"}
    assert event_from_json(said.to_json()) == said
    assert recording.bear_out((1,), AT) == []


def test_a_turn_that_may_have_been_short_is_known_once_the_next_player_goes_on() -> None:
    """Bob laid four by a 4, the last two only after Cem had rolled."""
    table = palagonia()
    table.roll(4)
    table.play("0,1=4 0,2=0")
    table.roll(5)
    table.play("1,1=0")
    table.play("1,2=0")
    assert table.referee.presumed == (2,)
    said = lay(table, "2,0=0 2,1=0 3,0=0 3,1=0 2,2=0")
    assert "correction" in names(said)
    assert table.referee.presumed == ()


@pytest.mark.parametrize("likely", [0.97, 0.985])
def test_it_takes_no_more_to_be_known_later_than_at_once(likely: float) -> None:
    agreed, stories = presumed(likely)
    followed = Otherwise()
    followed.record(agreed, stories, len(agreed.turns))
    share = 0.009 / (1 - likely)
    followed.look(lambda ways: [way.times(0.5 * share) for way in ways], 0.5)
    assert followed.ruled_out()

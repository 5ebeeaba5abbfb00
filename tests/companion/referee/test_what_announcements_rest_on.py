"""An announcement has a condition only where it would be another one, had something been so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.referee.bearing import Bearing
from companion.referee.events import DieRolled, Event, IllegalTable, MoveMade, Over
from companion.referee.ledger import Ledger
from companion.referee.moment import Moment
from companion.referee.recording import FOR_SURE, Known, Recording
from companion.referee.setup import setup_of
from companion.referee.stories.agreement import Agreed, agreed_by
from companion.referee.stories.otherwise import Differs, Otherwise
from companion.referee.stories.story import Story, StoryTurn
from companion.referee.stories.telling import Telling
from companion.referee.told_roll import ToldRoll
from rules import Board, Cell, Move, Outcome, ScoredIsland, Verdict
from tests.companion.referee.table import names, palagonia
from tests.companion.referee.test_seen_at_once import LOOK, told

AT = Moment(1.0, 1)
PLAYERS = ["Ann", "Bob", "Cem"]
TABLES = [Board({Cell(n, 0): 0 for n in range(count)}) for count in range(5)]
"""Tables of none, one, two tiles and so on."""


def followed(likely: float = 0.97) -> Otherwise:
    """Return what follows the story that tells otherwise of a presumed move."""
    so, otherwise = told(likely, 0, LOOK - 2, LOOK - 1), told(1 - likely, 1, LOOK - 2, LOOK - 1)
    agreed = agreed_by([so, otherwise], LOOK, left_open=3)
    assert agreed is not None
    assert agreed.presumed
    found = Otherwise()
    found.record(agreed, [so, otherwise], len(agreed.turns))
    return found


@pytest.mark.parametrize("how", Differs)
def test_what_all_stories_tell_alike_does_not_rest_on_what_is_presumed(how: Differs) -> None:
    assert followed().bearing(lambda _story: how) == {1: how}


def test_whose_a_move_was_is_said_where_it_is_as_likely_as_a_move_must_be() -> None:
    """What was done must be surer, of turns that one look was the first to show."""
    so, otherwise = told(0.995, 0, LOOK, LOOK), told(0.005, 1, LOOK, LOOK)
    agreed = agreed_by([so, otherwise], LOOK, left_open=3)
    assert agreed is not None
    assert agreed.presumed
    found = Otherwise()
    found.record(agreed, [so, otherwise], len(agreed.turns))
    assert found.bearing(lambda _story: Differs.WHOSE) == {1: Differs.NOTHING}
    assert found.bearing(lambda _story: Differs.WHAT) == {1: Differs.WHAT}


def test_what_no_story_tells_otherwise_may_be_anything() -> None:
    so, otherwise = told(0.97, 0, LOOK - 2, LOOK - 1), told(0.03, 1, LOOK - 2, LOOK - 1)
    agreed = agreed_by([so, otherwise], LOOK, left_open=3)
    assert agreed is not None
    for open_still in (agreed.doubted(), replace(agreed, untold=True)):
        found = Otherwise()
        found.record(open_still, [so, otherwise], 1)
        assert found.bearing(lambda _story: Differs.NOTHING) == {1: Differs.WHAT}


def begun(likely: float = 1.0) -> tuple[Agreed, list[Story]]:
    """Return a turn that came with a part of the next one, and the stories."""
    story = told(likely, 0, LOOK)
    stories = [replace(story, table=story.base.with_tile(Cell(5, 5), 0)), told(1 - likely, 1, LOOK)]
    agreed = agreed_by(stories, LOOK, left_open=3)
    assert agreed is not None
    assert agreed.presumed
    return agreed, stories


@pytest.mark.parametrize("presumed", [True, False])
def test_a_turn_that_came_with_a_part_of_the_next_is_known_once_that_is_whole(
    presumed: bool,
) -> None:
    agreed, stories = begun()
    found = Otherwise()
    found.record(agreed, stories, 1)
    found.look(lambda _ways: [], 0.5)
    assert found.ruled_out() == ()
    next_one = Agreed(0, agreed.turns, (True,), presumed)
    found.record(next_one, [told(1.0, 0, LOOK + 1)], 2)
    assert (1 in found.ruled_out()) is not presumed


def test_an_illegal_turn_after_it_tells_nothing() -> None:
    agreed, stories = begun()
    found = Otherwise()
    found.record(agreed, stories, 1)
    (turn,) = agreed.turns
    wrong = replace(turn, verdict=replace(turn.verdict, violations=(object(),)))  # type: ignore[arg-type]
    found.record(Agreed(0, (wrong,), (True,)), [told(1.0, 0, LOOK + 1)], 2)
    assert found.ruled_out() == ()


def undone(otherwise: float) -> tuple[Otherwise, Story]:
    """Return what follows those who did not take a move back, so likely, that seems to be so."""
    back = replace(told(1 - otherwise, 0), undone=1)
    found = Otherwise()
    agreed = agreed_by([back, told(otherwise, 0)], LOOK, left_open=3)
    assert agreed is not None
    assert agreed.undone
    assert not agreed.turns
    found.record(agreed, [back, told(otherwise, 0)], 0)
    return found, back


def test_who_undid_a_move_is_open_for_the_move_that_follows_until_looks_tell() -> None:
    found, back = undone(0.005)
    assert found.ruled_out() == ()
    one = Agreed(0, told(1.0, 0, LOOK).turns, (True,))
    found.record(one, [back], 1)
    found.look(lambda _ways: [], 0.5)
    assert found.ruled_out() == (1,)


def test_a_move_of_which_two_things_are_open_is_known_when_both_are() -> None:
    found, _back = undone(0.005)
    so, otherwise = told(0.97, 0, LOOK - 1), told(0.03, 1, LOOK - 1)
    agreed = Agreed(0, so.turns, (True,), presumed=True, needed=0.99)
    found.record(agreed, [so, otherwise], 1)
    ways = iter([[], [otherwise]])  # of who undid it, and of that move
    found.look(lambda _told: next(ways), 1.0)
    assert found.ruled_out() == ()
    found.look(lambda _told: [], 1.0)
    assert found.ruled_out() == (1,)


def test_a_move_that_follows_one_taken_back_is_no_more_presumed_than_that() -> None:
    """Nobody can have taken three tiles in a turn: those who laid them took them back."""
    table = palagonia()
    assert len(table.referee.ledger.moves) == 1
    table.board = Board()
    assert names(table.look()) == ["correction", "die"]
    table.play("0,0=3 1,0=5")
    said = table.play("0,1=5")
    assert [event["presumed"] for event in said if event["event"] == "move"] == [False]


class Bearings:
    """A record, and a story that tells otherwise of its first move, which is presumed."""

    def __init__(self, *turns: StoryTurn) -> None:
        setup = setup_of("palagonia", PLAYERS)
        self.ledger, other = Ledger(setup, TABLES[0]), Ledger(setup, TABLES[0])
        for turn in turns:
            other.record(turn.after, turn.verdict, turn.roll)
        telling = Telling(self.ledger)
        so = told(0.9, 0, LOOK - 2, LOOK - 1)
        otherwise = replace(told(0.1, 1, LOOK - 2, LOOK - 1), ledger=other, table=other.board)
        agreed = Agreed(0, so.turns[:1], (True,), presumed=True, needed=0.99)
        telling.otherwise.record(agreed, [so, otherwise], 1)
        self.bearing = Bearing(self.ledger, telling)

    def has_condition(self, event: Event) -> bool:
        return self.bearing.on(event)[1] is not Differs.NOTHING

    def names(self, event: Event) -> bool:
        return self.bearing.on(event)[1] is not Differs.WHOSE


def turn(mover: str, after: int, roll: int = 1, verdict: Verdict | None = None) -> StoryTurn:
    return StoryTurn(mover, TABLES[after], verdict or Verdict(Move()), roll)


def move(number: int, mover: str, after: int, verdict: Verdict | None = None) -> MoveMade:
    told = verdict or Verdict(Move())
    return MoveMade(*AT, number, mover, told.move, TABLES[after - 1], TABLES[after], told, "Ann")


def test_a_move_needs_no_condition_where_it_was_made_so_by_all_stories() -> None:
    other = Bearings(turn("Ann", 2), turn("Bob", 3), turn("Cem", 4))
    assert not other.has_condition(move(2, "Bob", 3))
    assert other.has_condition(move(2, "Bob", 4))
    assert other.has_condition(move(3, "Bob", 3)), "it has another number"
    assert other.has_condition(move(2, "Cem", 3)), "it is another player's"
    assert other.names(move(2, "Bob", 1))
    assert not other.names(move(3, "Bob", 3))
    assert not other.names(move(2, "Cem", 3))


def test_a_move_that_wins_points_is_another_one_where_another_player_has_made_it() -> None:
    island = ScoredIsland("white", 1, (), 3, False, 2, 1, ())
    closing = Verdict(Move(), islands=(island,))
    other = Bearings(turn("Ann", 2), turn("Bob", 3, verdict=closing))
    assert not other.has_condition(move(2, "Bob", 3, closing))
    assert other.has_condition(replace(move(2, "Bob", 3, closing), helper="Cem"))
    assert other.names(move(2, "Cem", 3, closing))


def test_a_roll_needs_no_condition_where_it_is_the_same_players_by_all_stories() -> None:
    other = Bearings(turn("Ann", 0, 6), turn("Bob", 2, 2))
    assert not other.has_condition(DieRolled(*AT, 2, "Bob"))
    assert not other.names(DieRolled(*AT, 2, "Ann"))
    assert other.names(DieRolled(*AT, 4, "Bob"))
    assert other.has_condition(DieRolled(*AT, 4, "Bob"))


def test_that_something_is_wrong_is_a_sign_that_what_is_presumed_was_otherwise() -> None:
    assert Bearings().has_condition(IllegalTable(*AT, ()))


def test_the_end_needs_no_condition_where_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = Outcome("Ann", "tiles-out", scores={"Ann": 3, "Bob": 1, "Cem": 0})
    monkeypatch.setattr(Ledger, "outcome", lambda _ledger: outcome)
    over = Over(*AT, "Ann", None, "tiles-out", outcome.scores)
    assert not Bearings().has_condition(over)
    assert Bearings().has_condition(replace(over, scores={"Ann": 1, "Bob": 3, "Cem": 0}))


def recording_with(roll: Differs, made: Differs) -> Recording:
    """Return what puts turns on record, where rolls and moves rest in some way on the first one."""

    class Fixed(Bearing):
        def on(self, event: Event) -> dict[int, Differs]:
            return {1: roll if isinstance(event, DieRolled) else made}

    ledger = Ledger(setup_of("palagonia", PLAYERS), Board())
    return Recording(ledger, ToldRoll(), Fixed(ledger, Telling(ledger)))


def passes(
    recording: Recording, player: str, known: Known = FOR_SURE
) -> tuple[DieRolled, MoveMade]:
    """Let a player pass, and return what is said: the roll and the move."""
    passed = StoryTurn(player, Board(), Verdict(Move()), 6, seen=True)
    roll, made = recording.record(passed, AT, known)
    assert isinstance(roll, DieRolled)
    assert isinstance(made, MoveMade)
    return roll, made


def test_the_condition_is_of_the_first_presumed_move_that_it_rests_on() -> None:
    recording = recording_with(Differs.WHAT, Differs.NOTHING)
    passes(recording, "Ann", Known(presumed=True))
    assert [said.rests_on for said in passes(recording, "Bob")] == [1, None]
    passes(recording, "Cem", Known(presumed=True))
    assert [said.rests_on for said in passes(recording, "Ann")] == [1, 3]


def test_where_only_whose_it_is_rests_on_what_is_presumed_that_is_said() -> None:
    recording = recording_with(Differs.WHOSE, Differs.WHOSE)
    passes(recording, "Ann", Known(presumed=True))
    said = passes(recording, "Bob")
    assert [(one.rests_on, one.only_whose) for one in said] == [(1, True), (1, True)]
    roll, _made = passes(recording, "Cem", Known(presumed=True))
    assert not roll.only_whose, "what it was rests on the turn that is presumed now"
    assert [one.only_whose for one in passes(recording, "Ann")] == [False, False]

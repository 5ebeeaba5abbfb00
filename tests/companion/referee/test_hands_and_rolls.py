"""Rolls that nobody read, told by hands that came; what is presumed where nobody answers."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.sightline import Hidden
from companion.referee.stories import weights
from companion.referee.stories.agreement import agreed_by
from companion.referee.stories.die_evidence import DieSight
from companion.referee.stories.evidence import TableEvidence
from companion.referee.stories.extending import Extending
from companion.referee.stories.look import Look
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.story import Story, StoryTurn
from companion.referee.stories.telling import Telling
from rules import Board, Cell, Code, Move, PalagoniaGame, Verdict, parse_move
from rules.verdict import Violation
from tests.companion.referee.table import OPENING, Table, codes, die, names, palago, palagonia
from tests.companion.referee.test_refereed_games import start
from tests.companion.referee.test_rolls_from_tiles import (
    ELSEWHERE,
    FLOWER,
    LAST_PETALS,
    follow,
    handled,
    lay,
    not_read,
    told,
)
from tests.rules.test_games import play_palagonia
from vision.following.table_view import CameraMoved, HandsGone, HandsIn

TWO, TWO_MORE = "0,1=4 0,2=0", "1,1=0 1,2=0"
"""Two tiles on the table of three, and two that may be of the same turn or of the next."""
SIX = f"{TWO} {TWO_MORE} 2,0=0 2,1=0"
"""More tiles than any roll allows."""


def hidden(table: Table, seconds: int) -> None:
    """Let hands hide the table for so long."""
    for _ in range(10 * seconds):
        table.see(HandsIn())


def test_marks_of_the_table_that_are_taken_for_dice_but_not_surely_are_no_rolls() -> None:
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    marks = [die(1, (100.0 * n, 80.0), sure=False) for n in range(1, 6)]
    said = []
    for seen in ((0, 1), (0, 2), (1, 2, 3), (0, 3)):  # they come and go
        table.dice = tuple(marks[n] for n in seen)
        said += table.look()
    assert names(said) == ["ready"]
    handled(table)
    table.dice = (marks[0], marks[2], die(4, (600.0, 500.0)))
    (roll,) = table.look()
    assert (roll["event"], roll["mover"], roll["value"]) == ("die", "Ann", 4)
    table.see(CameraMoved())
    table.dice = (die(1, (140.0, 120.0), sure=False),)
    assert table.look() == []


@pytest.mark.parametrize("way", [(13.0, -2.0), (200.0, 100.0)])
def test_a_die_that_lay_there_unsurely_from_the_first_was_not_rolled_when_it_is_sure(
    way: tuple[float, float],
) -> None:
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    lying, thrown = (709.0, 66.0), (709.0 + way[0], 66.0 + way[1])
    for place, comes in ((lying, False), (thrown, True)):
        if comes:
            handled(table)
        table.dice = (replace(die(5, place), confidence=0.999, sure=False),)
        assert names(table.look()) == ([] if comes else ["ready"])
        said = table.roll(5, place)
        assert [(e["event"], e["mover"], e["value"]) for e in said] == (
            [("die", "Ann", 5)] if comes else []
        )


@pytest.mark.parametrize(("camera_moved", "idle"), [(False, 1), (True, 0)])
def test_a_hand_that_moved_the_camera_was_not_idle(camera_moved: bool, idle: int) -> None:
    look = Look(DieSight(seen=True, camera_moved=camera_moved), Hidden(hands=1))
    assert look.idle(moved=False) == idle


def test_over_a_wrong_table_hands_do_nothing_though_nobody_has_rolled() -> None:
    """Otherwise each hand that only points would make it likelier that the last tile was wrong."""
    setup = setup_of("palagonia", ["Ann", "Bob", "Cem"])
    board = Board({Cell(q, 0): 0 for q in range(3)})
    table = board.with_tile(Cell(3, 0), 0)
    story = Story(Ledger(setup, board), table, {None: 1.0}, thrown=False, fault=True)

    def as_it_was(hands: int) -> float:
        ways = Extending(setup, Rulings(setup)).ways(story, table, Look(DieSight(), Hidden(hands)))
        return sum(way.weight for way in ways if not (way.thrown or way.turns))

    assert as_it_was(1) == pytest.approx(weights.IDLE_HAND * as_it_was(0))


def test_hands_before_the_one_that_knocked_a_tile_out_after_a_pass_did_nothing() -> None:
    setup = setup_of("palagonia", ["Ann", "Bob", "Cem"])
    board = Board({Cell(q, 0): 0 for q in range(3)})
    table = board.without(Cell(2, 0))
    story = Story(Ledger(setup, board), board, {6: 1.0}, seen=True)

    def knocked(hands: int) -> float:
        look = Look(DieSight(seen=True, was_seen=True, moved=False), Hidden(hands))
        ways = Extending(setup, Rulings(setup)).ways(story, table, look)
        return sum(way.weight for way in ways if way.turns and way.fault and not way.thrown)

    assert knocked(2) == pytest.approx(weights.IDLE_HAND * knocked(1), rel=0.01)


def test_a_slow_throw_is_hardly_likelier_than_a_quick_one_to_hide_a_player_who_passes() -> None:
    odds = [
        Look(DieSight(seen=True), Hidden(1, seconds, 1.0, seconds)).missed(
            Move(), another=False, touched=0
        )
        for seconds in (5.0, 5.9, 6.1, 7.0, 8.0, 9.0, 12.0, 20.0)
    ]
    assert all(1.0 <= later / before < 5 for before, later in pairwise(odds))
    assert odds[1] < 0.1 < 5.0 < odds[-1]


def test_who_holds_a_tile_for_long_passed_only_if_the_die_was_thrown_late() -> None:
    """Where the die was seen to lie in front of all all the time, nobody else has rolled."""
    asked = []
    for lain in (None, 1.0, 11.0, 12.0):
        table = palagonia()
        hidden(table, 12)
        table.dice_lain = lain
        said = [*table.see(HandsGone()), *table.roll(2, ELSEWHERE)]
        table.dice_lain = 0.8
        said += [*handled(table), *table.play(TWO)]
        asked.append("question" in names(said))
        assert asked[-1] or [turn.die for turn in table.referee.ledger.moves] == [3, 2]
    assert asked == [True, True, False, False]


def test_a_die_that_lay_there_all_the_time_was_not_thrown_again() -> None:
    lay = DieSight(value=2, seen=True, was_seen=True, moved=False)
    again, stayed = (sight.thrown()[2] for sight in (lay, replace(lay, stayed=True)))
    assert stayed < again / 20
    assert stayed == pytest.approx(weights.THROWN_UNSEEN * weights.READ_SURELY)


def test_who_fumbles_before_a_throw_passed_only_if_the_last_die_was_gone_by_then() -> None:
    """Who passes rolls as well; after a roll that was seen tiles are laid while that die lies."""
    seen = Hidden(1, 8.0, 1.0, 8.0, rolling=7.0, throwing=0.5)
    unseen = replace(seen, throwing=7.0)

    def odds(hidden: Hidden, turn: Move, *, rolled: bool) -> float:
        look = Look(DieSight(value=2, seen=True, moved=True, was_seen=True), hidden)
        return look.missed(turn, another=False, touched=2, rolled=rolled)

    laid = parse_move(TWO)
    assert odds(seen, Move(), rolled=True) < odds(unseen, Move(), rolled=True) / 100
    assert odds(seen, laid, rolled=True) < odds(unseen, laid, rolled=True) / 10
    for turn in (Move(), laid):
        assert odds(seen, turn, rolled=False) == odds(unseen, turn, rolled=False)


def test_more_turns_than_one_fit_into_a_time_in_a_fast_game_than_in_a_slow_one() -> None:
    """Both count for as many turns of unhurried play; the first of them is as likely in either."""
    slow, fast = (Look(DieSight(), Hidden(1, 30.0, 1.0, 30.0, haste=haste)) for haste in (1.0, 3.0))
    laid = parse_move(TWO)
    first, other = (
        [look.missed(laid, another=another, touched=2) for look in (slow, fast)]
        for another in (False, True)
    )
    assert first[0] == first[1]
    assert other[1] == pytest.approx(3 * other[0])


def test_a_die_beside_a_game_without_one_tells_nothing_of_it() -> None:
    tables = [palago(), palago()]
    for table, dice in zip(tables, ((), (die(5, (90.0, 90.0)),)), strict=True):
        table.dice, table.dice_lain = dice, 11.0
        hidden(table, 12)
        table.play("1,0=2 2,-1=0 0,1=4 0,2=0")
    told_with, told_without = (table.referee._playing().telling.stories for table in tables)
    assert [story.weight for story in told_with] == [story.weight for story in told_without]


def test_a_hand_that_lays_nothing_is_taken_for_the_next_roll() -> None:
    table = palagonia()
    table.dice = ()
    handled(table)
    table.look()
    assert not told(lay(table, TWO))
    (question,) = told([*handled(table), *table.look()])
    likeliest = question["choices"][0]["turns"]
    assert [(turn["mover"], turn["roll"]) for turn in likeliest] == [("Bob", 2)]


def test_without_such_a_hand_four_tiles_are_of_one_turn() -> None:
    table = palagonia()
    table.dice = ()
    handled(table)
    table.look()
    lay(table, TWO)
    lay(table, TWO_MORE)
    handled(table)
    table.roll(3, ELSEWHERE)
    assert [turn.die for turn in table.referee.ledger.moves] == [3, 4]


def test_a_die_that_is_gone_and_comes_back_is_the_roll_of_who_is_to_move() -> None:
    table = palagonia(FLOWER)
    table.roll(2)
    table.play(LAST_PETALS)
    table.dice = ()
    handled(table)
    table.look()
    table.dice = (die(3, ELSEWHERE),)
    said = [*handled(table), *table.look()]
    # who rolled a 6 could have turned a tile, and who rolled a 1 taken one: nobody passed
    assert names(told(said)) == ["die"]


def presumed_in(said: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [event for event in said if event["event"] == "move" and event["presumed"]]


def unanswered(game: PalagoniaGame) -> list[dict[str, Any]]:
    """Return what is said of a game of which no die is read, and nothing that is asked answered."""
    parts = follow(game, start(game), not_read, piecemeal=True, answers=False)
    return [event for part in parts for event in part]


def test_what_nobody_answers_is_presumed_said_to_be_and_never_against_the_rules() -> None:
    presumed = []
    for seed in (3, 4, 7):
        said = unanswered(play_palagonia(Random(seed)))
        presumed += presumed_in(said)
        for event, after in pairwise(said):
            told_roll = event["event"] == "die" and event["how"] == "inferred"
            if told_roll and after["event"] == "move" and after["presumed"]:
                assert "rests_on" in event  # it is a fact no more than the move is
    assert presumed
    assert all(move["verdict"]["legal"] for move in presumed)


@pytest.mark.parametrize("stood", [False, True])
def test_what_people_let_stand_is_presumed_to_be_whose_it_likely_is(stood: bool) -> None:
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    board = Board({Cell(0, 0): 0})
    wrong = Verdict(Move(), (Violation(Code.DISTURBED, (), ""),))
    its = StoryTurn("Ann", board, wrong, ended_at=1, stood=stood)
    since = StoryTurn("Bob", board, Verdict(Move()), ended_at=3)
    passed = StoryTurn("Ann", Board(), Verdict(Move()), ended_at=1)
    stories = [
        Story(ledger, board, {None: 0.84}, turns=(its, since)),
        Story(ledger, board, {None: 0.16}, turns=(passed, replace(its, mover="Bob"), since)),
    ]
    agreed = agreed_by(stories, 3, left_open=1)
    assert (agreed is not None and agreed.presumed) == stood


def test_the_hand_that_threw_the_die_after_what_was_let_stand_was_not_idle() -> None:
    setup = setup_of("palagonia", ["Ann", "Bob", "Cem"])
    board = Board({Cell(q, 0): 0 for q in range(4)})
    ledger, rulings = Ledger(setup, board), Rulings(setup)
    wrong = board.without(Cell(3, 0)).with_tile(Cell(0, 0), 2)
    story = Story(ledger, wrong, {1: 1.0}, seen=True, fault=True, stands=True)
    thrown = DieSight(3, {n: float(n == 3) for n in range(1, 7)}, True, True, True, True)

    def stood(hands: int) -> float:
        look = Look(thrown, Hidden(hands, 0.5))
        ways = Extending(setup, rulings).ways(story, wrong, look)
        return sum(way.weight for way in ways if way.turns and way.turns[0].after == wrong)

    assert stood(1) == pytest.approx(stood(0))
    assert stood(2) < 0.5 * stood(1)


def test_the_hand_that_threw_the_die_after_a_pass_that_nobody_read_was_not_idle() -> None:
    """Two hands came to a bare table: one threw a die that was not read, or did nothing."""
    setup = setup_of("palagonia", ["Ann", "Bob", "Cem"])
    start = Story(Ledger(setup, Board()), Board(), {None: 1.0}, thrown=False)
    thrown = DieSight(3, {n: float(n == 3) for n in range(1, 7)}, seen=True, in_view=True)

    def passed(hands: int) -> float:
        look = Look(thrown, Hidden(hands, 0.5))
        ways = Extending(setup, Rulings(setup)).ways(start, Board(), look)
        weights = {
            count: sum(way.weight for way in ways if way.thrown and len(way.turns) == count)
            for count in (0, 1)
        }
        return weights[1] / weights[0]

    assert passed(1) < 0.01
    # by a 1 or 6, one time in three, against one idle hand in ten; half of such dice are not read
    assert passed(2) == pytest.approx(1 / 3 * 0.5 / 0.1, rel=0.1)


@pytest.mark.parametrize(("turns", "is_presumed"), [(3, False), (6, True)])
def test_a_game_does_not_stand_still_for_whose_it_was_what_people_let_stand(
    turns: int, is_presumed: bool
) -> None:
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    board = Board({Cell(0, 0): 0})
    wrong = Verdict(Move(), (Violation(Code.DISTURBED, (), ""),))
    its = StoryTurn("Ann", board, wrong, ended_at=1, stood=True)
    since = tuple(StoryTurn("Bob", board, Verdict(Move()), ended_at=n + 2) for n in range(turns))
    passed = StoryTurn("Ann", Board(), Verdict(Move()), ended_at=1)
    stories = [
        Story(ledger, board, {None: 0.6}, turns=(its, *since)),
        Story(ledger, board, {None: 0.4}, turns=(passed, replace(its, mover="Bob"), *since)),
    ]
    agreed = agreed_by(stories, turns + 2, left_open=1)
    assert (agreed is not None and agreed.presumed) == is_presumed


def test_a_tile_that_was_laid_may_be_taken_away_by_the_next_player_before_a_look() -> None:
    table = palagonia()
    table.roll(2, ELSEWHERE)
    lay(table, "0,1=4")
    # the second tile is laid, the next die thrown, and the first tile taken away: one look
    table.see(HandsIn())
    hidden(table, 10)
    table.dice = (die(1, (640.0, 520.0)),)
    table.see(HandsGone())
    table.play("x0,1 1,1=2")
    handled(table)
    table.roll(3, ELSEWHERE)
    assert [turn.die for turn in table.referee.ledger.moves] == [3, 2, 1]
    assert table.referee.ledger.board == table.board


def test_tiles_of_two_turns_are_not_illegal_though_in_each_one_way_they_are_unlikely() -> None:
    table = palagonia()
    table.dice = ()
    hidden(table, 2)  # how fast they play nobody knows yet
    (question,) = told(lay(table, SIX))
    # 2 and 4, 3 and 3 or 4 and 2 were rolled: which of them nobody can tell
    two_turns = [(turn["mover"], turn["roll"]) for turn in question["choices"][1]["turns"]]
    assert two_turns == [("Bob", None), ("Cem", None)]
    assert table.referee.ledger.mover == "Bob"


def test_a_roll_that_is_said_is_the_next_player_s_where_the_tiles_fit_another_one() -> None:
    table = palagonia()
    table.dice = ()
    handled(table)
    table.look()
    lay(table, TWO)
    handled(table)
    table.look()
    said = told(table.give("set-die", value=5))
    rolls = [(event["mover"], event["value"]) for event in said if event["event"] == "die"]
    assert rolls == [("Bob", 2), ("Cem", 5)]
    assert table.referee.ledger.mover == "Cem"


def test_a_roll_that_is_said_of_tiles_just_laid_is_theirs() -> None:
    table = palagonia()
    table.dice = ()
    handled(table)
    table.look()
    lay(table, TWO)
    assert "move" not in names(table.give("set-die", value=5))
    assert (table.referee.ledger.mover, table.referee.roll) == ("Bob", 5)


def test_of_an_illegal_table_that_is_let_stand_no_roll_is_told_that_nobody_read() -> None:
    table = palagonia()
    table.dice = ()
    table.play("0,0>3")
    said = table.give("let-stand")
    assert "die" not in names(said)
    last = table.referee.ledger.last
    assert last is not None
    assert (last.mover, last.die, last.verdict.legal) == ("Bob", None, False)


def test_a_roll_that_people_say_is_of_a_turn_that_was_over_before_the_look() -> None:
    """Two turns were not seen, and the die of the next lies there, not read for sure."""
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.look()
    table.roll(6)  # there is nothing to turn yet
    hidden(table, 80)
    table.dice = (replace(die(3, ELSEWHERE, sure=False), confidence=0.94),)
    table.see(HandsGone())
    table.play("0,0=4 -1,1=2 -2,2=2 -1,0=0 0,-1=2 1,-2=4 1,-1=0 1,0=2")
    said = table.give("set-die", value=3)
    assert not codes(said)
    assert not table.referee.is_wrong


@dataclass(frozen=True)
class Looked:
    """What is told of a table on which two turns were not seen, after the look at it."""

    ledger: Ledger
    telling: Telling
    evidence: TableEvidence


@pytest.fixture(scope="module")
def two_turns_unseen() -> Looked:
    """One look of many stories, which takes seconds; tests go on from copies of it."""
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    telling = Telling(ledger)
    tiles = parse_move("0,0=4 -1,1=2 -2,2=2 -1,0=0 0,-1=2 1,-2=4 1,-1=0 1,0=2").placed
    evidence = TableEvidence(Board(dict(tiles)))
    read = {roll: 0.95 if roll == 3 else 0.01 for roll in range(1, 7)}
    sight = DieSight(None, read, moved=True, seen=True, was_seen=True, in_view=True)
    telling.look(evidence, Look(sight, Hidden(1, 80.0, 1.0, 80.0), 1))
    return Looked(ledger, telling, evidence)


@pytest.mark.parametrize("decided", [False, True])
def test_a_roll_that_people_say_reopens_no_look_of_which_they_have_decided(
    two_turns_unseen: Looked, decided: bool
) -> None:
    looked = deepcopy(two_turns_unseen)
    ledger, telling, evidence = looked.ledger, looked.telling, looked.evidence
    if decided:
        telling.believe(lambda story: story)
    telling.begin_with_roll(ledger, 3, evidence)
    assert telling.likeliest.fault == decided


@pytest.mark.parametrize("moment", [None, 0.1])
def test_a_shadow_that_comes_before_a_hand_is_no_throw_of_the_next_player(
    moment: float | None,
) -> None:
    """Where no die can be read, who passes and who rolls next come with a hand each."""
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.look()
    hands = [(3.0, 2.6), (0.4, moment), (3.0, 0.1)] if moment else [(3.0, 2.6), (3.0, 0.1)]
    for seconds, gap in hands:
        table.see(HandsIn())
        table.t += seconds
        table.see(HandsGone())
        table.pause = gap
    said = table.play(OPENING)
    texts = [choice["text"] for event in said for choice in event.get("choices", ())]
    assert texts[0].startswith("Ann laid 2 tiles")
    assert "passed" not in texts[0]

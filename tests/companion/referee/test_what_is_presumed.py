"""What follows on a presumed move is said with that condition; a roll is asked for again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.referee.ledger import Ledger
from companion.referee.moment import Moment
from companion.referee.recording import Known, Recording
from companion.referee.setup import setup_of
from companion.referee.sightline import Hidden
from companion.referee.stories.agreement import agreed_by
from companion.referee.stories.die_evidence import DieSight
from companion.referee.stories.look import Look
from companion.referee.stories.story import Story, StoryTurn
from companion.referee.told_roll import ToldRoll
from rules import Board, Cell, Code, Move, Verdict
from rules.verdict import Violation
from tests.companion.referee.table import Table, codes, die, names, palago, palagonia
from tests.companion.referee.test_hands_and_rolls import TWO, TWO_MORE, hidden
from tests.companion.referee.test_rolls_from_tiles import ELSEWHERE, handled, lay, told
from tests.companion.referee.test_turns_nobody_saw import whole_flower
from tests.companion.referee.test_wrong_turns_nobody_saw import telling_of
from vision.following.table_view import HandsGone, Settled, TableView

AT = Moment(1.0, 1)
NEXT = ("-1,0=0 0,-1=0", "-2,0=0 -1,-1=0", "-3,0=0 -2,-1=0", "-4,0=0 -3,-1=0")


def passed(mover: str, roll: int = 6) -> StoryTurn:
    return StoryTurn(mover, Board(), Verdict(Move()), roll, seen=True)


@pytest.fixture
def recording() -> Recording:
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    return Recording(ledger, ToldRoll())


def rests_on(said: Any) -> list[int | None]:
    return [event.rests_on for event in said]


def test_what_follows_on_a_presumed_move_rests_on_it_until_people_confirm(
    recording: Recording,
) -> None:
    assert rests_on(recording.record(passed("Ann"), AT, Known(apart=True, presumed=False))) == [
        None,
        None,
    ]
    presumed = recording.record(passed("Bob"), AT, Known(apart=True, presumed=True))
    assert rests_on(presumed) == [2, None]
    later = recording.record(passed("Cem"), AT, Known(apart=True, presumed=False))
    assert rests_on(later) == [2, 2]
    another = recording.record(passed("Ann"), AT, Known(apart=True, presumed=True))
    assert rests_on(another) == [2, 2]
    recording.confirm(2)
    assert recording.presumed == (4,)
    recording.confirm()
    confirmed = recording.record(passed("Bob"), AT, Known(apart=True, presumed=False))
    assert rests_on(confirmed) == [None, None]


def test_a_presumed_move_that_is_taken_back_and_made_for_sure_is_a_condition_no_more() -> None:
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    recording = Recording(ledger, ToldRoll())
    recording.record(passed("Ann"), AT, Known(apart=True, presumed=True))
    assert recording.presumed == (1,)
    ledger.take_back()
    assert recording.presumed == ()
    recording.record(passed("Ann"), AT, Known(apart=True, presumed=False))
    assert recording.presumed == ()


def hidden_for_long() -> Table:
    """Return a table at which Bob may have passed, and Cem begun, while somebody leant over it."""
    table = palagonia()
    hidden(table, 30)
    table.see(HandsGone())
    table.dice = (die(4, ELSEWHERE),)
    table.play(TWO)
    return table


def unanswered() -> tuple[Table, list[dict[str, Any]]]:
    """Return a table at which nobody answers, and what is said till the turns after are over."""
    table = hidden_for_long()
    said = told(lay(table, TWO_MORE))
    assert "question" in names(said)
    for number, move in enumerate(NEXT):
        table.dice = (die(2, (500.0 + 40 * number, 300.0)),)
        said += told([*handled(table), *table.look()])
        said += told(lay(table, move))
    return table, said


def test_all_that_is_said_after_it_has_that_condition_where_nobody_answers() -> None:
    table, said = unanswered()
    moves = [event for event in said if event["event"] in ("move", "die")]
    first = next(n for n, event in enumerate(moves) if event.get("presumed"))
    number = moves[first]["number"]
    assert not any("rests_on" in event for event in moves[: first - 1])
    assert (moves[first - 1]["event"], moves[first - 1]["rests_on"]) == ("die", number)
    assert "rests_on" not in moves[first]
    assert len(moves[first + 1 :]) >= 3
    assert {event["rests_on"] for event in moves[first + 1 :]} == {number}
    table.give("set-mover", player=table.referee.ledger.mover)
    table.dice = (die(3, (200.0, 200.0)),)
    (roll,) = told([*handled(table), *table.look()])
    assert roll["event"] == "die"
    assert "rests_on" not in roll


def test_a_roll_is_asked_for_again_where_the_tiles_were_taken_back_and_others_laid() -> None:
    table = hidden_for_long()
    assert "question" in names(lay(table, TWO_MORE))
    lay(table, "x0,1 x0,2 x1,1 x1,2")
    assert table.referee.question is None
    assert "question" in names(lay(table, " ".join(NEXT[:2])))


@pytest.mark.parametrize(("is_pass", "odds"), [(True, 0.38), (False, 0.1)])
def test_who_could_only_pass_may_have_done_so_besides_while_the_table_was_hidden(
    is_pass: bool, odds: float
) -> None:
    look = Look(DieSight(), Hidden(1, 37.0, 1.0, 37.0))
    turn = Move() if is_pass else Move(removed=(Cell(0, 0),))
    assert look.missed(turn, another=True, touched=2) == pytest.approx(odds)


@pytest.mark.parametrize(("share", "is_presumed"), [(0.99, False), (0.1, True)])
def test_what_people_let_stand_is_presumed_where_hardly_anything_seemed_wrong(
    share: float, is_presumed: bool
) -> None:
    """Four tiles are two moves, or one against the rules; their word says not which one it was."""
    table = palago()
    hidden(table, 2)
    table.see(HandsGone())
    table.play("1,0=2 2,-1=0 0,1=4 0,2=0")
    telling = telling_of(table)
    fault = next(story for story in telling.stories if story.fault and not story.turns)
    legal = next(story for story in telling.stories if not story.fault)
    telling.stories = sorted(
        (fault.times(share / fault.weight), legal.times((1 - share) / legal.weight)),
        key=lambda story: -story.weight,
    )
    said = table.give("let-stand")
    assert codes(said) == [["wrong-count"]]
    assert table.referee.presumed == ((2,) if is_presumed else ())


@pytest.mark.parametrize(("share", "is_presumed"), [(0.99, False), (0.1, True)])
def test_it_is_presumed_too_where_a_tile_had_still_to_be_seen_when_they_let_it_stand(
    share: float, is_presumed: bool
) -> None:
    """That they said so is no reason to think so when that tile is seen."""
    table = palago()
    hidden(table, 2)
    table.see(HandsGone())
    unsure, odds = Cell(2, 0), (0.02, 0.47, 0.47, 0.01, 0.01, 0.01, 0.01)
    laid = [(Cell(1, 0), 2), (Cell(2, -1), 0), (Cell(0, 1), 4)]
    table.board = table.board.with_tiles(laid)
    view = TableView(table.board, frozenset({unsure}), frozenset(), probabilities={unsure: odds})
    table.see(Settled(view))
    telling = telling_of(table)
    faults = [story for story in telling.stories if story.fault and not story.turns]
    legal = next(story for story in telling.stories if not story.fault)
    turned = (next(s for s in faults if s.table.get(unsure) == way) for way in (0, 1))
    weighted = [story.times(share * 0.5 / story.weight) for story in turned]
    weighted.append(legal.times((1 - share) / legal.weight))
    telling.stories = sorted(weighted, key=lambda story: -story.weight)
    said = table.give("let-stand")
    assert [event["cells"] for event in said if event["event"] == "unsure"] == [[[2, 0]]]
    table.board = table.board.with_tile(unsure, 0)
    assert codes(table.look()) == [["wrong-count"]]
    assert table.referee.presumed == ((2,) if is_presumed else ())


@pytest.mark.parametrize(
    ("legal", "stood", "turns", "is_presumed"),
    [
        ((True, False), (False, True), 6, True),
        ((True, False), (False, False), 5, False),
        ((True, False), (False, False), 6, True),
        ((False, False), (False, False), 6, False),
        ((False, False), (True, True), 6, False),
    ],
)
def test_of_two_turns_one_is_presumed_to_be_wrong_where_people_said_so_or_all_played_on(
    legal: tuple[bool, bool], stood: tuple[bool, bool], turns: int, is_presumed: bool
) -> None:
    """By two ways, either of which is likely, the same lies there after both turns."""
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    board = Board({Cell(0, 0): 0})
    wrong = Verdict(Move(), (Violation(Code.DISTURBED, (), ""),))
    its, theirs = (
        StoryTurn(mover, board, Verdict(Move()) if right else wrong, ended_at=1, stood=said)
        for mover, right, said in zip(("Ann", "Bob"), legal, stood, strict=True)
    )
    since = tuple(StoryTurn("Cem", board, Verdict(Move()), ended_at=n + 2) for n in range(turns))
    other = replace(its, verdict=theirs.verdict), replace(theirs, verdict=its.verdict, stood=False)
    third = replace(its, after=Board({Cell(5, 5): 0})), theirs, its
    stories = [
        Story(ledger, board, {None: 0.4}, turns=(its, theirs, *since)),
        Story(ledger, board, {None: 0.35}, turns=(*other, *since)),
        Story(ledger, board, {None: 0.25}, turns=(*third, *since)),
    ]
    agreed = agreed_by(stories, 8, left_open=1)
    assert (agreed is not None and agreed.presumed and len(agreed.turns) == 2) == is_presumed


def test_what_goes_on_record_with_a_table_that_nothing_explains_is_presumed() -> None:
    """Cem rolled a 3, surely, and laid two tiles; now the die shows a 1 and two are turned.

    A third tile may have lain there, and the next player taken it: no story tells of that.
    """
    table = whole_flower()
    handled(table)
    table.roll(3, ELSEWHERE)
    handled(table)
    table.play("1,1=0 2,0=4")
    hidden(table, 1)
    table.see(HandsGone())
    table.dice = (die(1, (300.0, 500.0)),)
    said = table.play("1,0>1 0,1>1")
    assert telling_of(table).is_baffled
    assert "adrift" in names(said)
    (move,) = (event for event in said if event["event"] == "move")
    assert move["presumed"]
    (roll,) = (event for event in said if event["event"] == "die")
    assert roll["rests_on"] == move["number"]

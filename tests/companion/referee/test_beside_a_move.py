"""What nobody sees for sure beside a legal move may make it another one: it is not announced."""

from __future__ import annotations

import pytest

from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.stories import weights
from companion.referee.stories.agreement import agreed_by
from companion.referee.stories.answering import Answered
from companion.referee.stories.content import key_of
from companion.referee.stories.story import Story, StoryTurn, kept
from companion.referee.stories.telling import Telling
from rules import Board, Cell, Code, Move, Verdict, difference
from rules.verdict import Violation
from tests.companion.referee.table import Table, codes, names, palago
from tests.companion.referee.test_illegal_tables import handled, palagem_unseen_for_long
from vision.following.table_view import HandsGone, HandsIn, Settled, TableView

BESIDE = Cell(2, -2)
"""A cell beside ``MOVE``, on which a tile would touch one other tile only."""
MOVE = "1,0=2"


def palagem() -> Table:
    """Return a table of Palagem after two moves."""
    table = Table("palagem", ["Ann", "Bob"])
    table.look()
    for move in ("0,0=0", "1,-1=4"):
        handled(table)
        table.play(move)
    return table


def beside(table: Table, empty: float) -> list[dict[str, object]]:
    """Have a tile laid, and a cell beside it seen to be so likely empty; return what is said."""
    handled(table)
    table.board = table.board.with_tile(Cell(1, 0), 2)
    tile = (1 - empty) / 6
    odds = {BESIDE: (empty, tile, tile, tile, tile, tile, tile)}
    view = TableView(table.board, frozenset(odds), frozenset(), probabilities=odds)
    return table.see(Settled(view))


def test_a_legal_move_is_not_announced_where_a_tile_too_many_may_lie_beside_it() -> None:
    table = palagem()
    (unsure,) = beside(table, empty=0.4)
    assert (unsure["event"], unsure["cells"]) == ("unsure", [[BESIDE.q, BESIDE.r]])
    table.board = table.board.with_tile(BESIDE, 0)
    assert codes(table.look()) == [["touch-two"]]


def test_once_play_goes_on_a_cell_that_is_not_sure_holds_up_no_move() -> None:
    table = palagem()
    assert "move" not in names(beside(table, empty=0.4))
    handled(table)
    table.unsure = frozenset({BESIDE})
    assert names(table.play("0,1=4"))[:2] == ["move", "move"]


def test_a_tile_that_people_see_beside_a_move_is_no_move_that_was_missed() -> None:
    """The camera was not sure of that cell when the hand had gone, and was before."""
    table = palagem()
    beside(table, empty=0.4)
    said = table.give("set-tile", cell=[BESIDE.q, BESIDE.r], orientation=0)
    assert names(said) == ["correction", "illegal"]


def test_nothing_is_announced_while_tiles_may_lie_under_a_hand_that_has_just_come() -> None:
    table = palagem_unseen_for_long()
    table.see(HandsGone())
    # Ann's tile lies under a hand, Bob's is seen
    table.hidden = frozenset({Cell(0, -1)})
    assert "move" not in names(table.play("1,0=2"))
    table.see(HandsIn())
    table.see(HandsGone())
    table.hidden = frozenset()
    said = table.play("0,-1=2")
    made = [event["apart"] for event in said if event["event"] == "move"]
    assert made == [False, False], "nobody saw which of the two came first"


def test_of_many_ways_to_divide_tiles_a_few_stand_for_all_and_none_of_them_is_known() -> None:
    ledger = Ledger(setup_of("palagem", ["Ann", "Bob"]), Board())
    cells = [Cell(n, 0) for n in range(weights.MOST_ALIKE + 2)]
    after = Board(dict.fromkeys(cells, 0))
    verdict = Verdict(Move())
    stories = [
        Story(
            ledger,
            after,
            {None: 1.0},
            turns=(
                StoryTurn("Ann", after.without(cell), verdict, ended_at=1),
                StoryTurn("Bob", after, verdict, ended_at=1),
            ),
        )
        for cell in cells
    ]
    few = kept(stories)
    assert len(few) < len(stories)
    # what is seen later leaves one of the few: of those that are not kept others may fit as well
    agreed = agreed_by(kept(few[:1]), 2, left_open=1)
    assert agreed is not None
    assert agreed.apart == (False, False), "what Bob laid is as open as what Ann did"


@pytest.mark.parametrize("sure", [False, True])
def test_a_turn_that_people_end_under_their_hands_is_ruled_on_when_it_is_seen(sure: bool) -> None:
    table = palago()
    table.play("1,0=2")
    if not sure:
        table.see(HandsIn())
    said = table.give("end-turn")
    assert codes(said) == ([["wrong-count"]] if sure else [])
    if not sure:
        table.see(HandsGone())
        assert names(table.play("2,-1=0")) == ["move"]


def test_what_people_let_stand_may_have_been_wrong_a_turn_before() -> None:
    table = palagem_unseen_for_long()
    table.see(HandsGone())
    table.play("1,0=2 2,-2=0")
    # the last tile alone is wrong: Bob's, unless Ann laid it and Bob the other one
    table.give("let-stand")
    question = table.referee.question
    assert question is not None
    legal = {tuple(turn.legal for turn in choice.turns) for choice in question.choices}
    assert (False, True) in legal


def test_where_people_say_that_the_table_is_right_no_guess_is_called_wrong() -> None:
    table = palagem_unseen_for_long()
    table.see(HandsGone())
    table.play("1,0=2 2,-2=0")
    said = table.give("table-right")
    made = [event for event in said if event["event"] == "move"]
    assert [move["verdict"]["legal"] for move in made].count(False) == 1
    assert not any(move["apart"] for move in made)
    assert not codes(said)


def test_all_that_turns_may_have_come_to_has_room_however_many_ways_there_are_to_divide_them() -> (
    None
):
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    cells = [Cell(n, 0) for n in range(weights.MOST_ALIKE)]
    after, verdict = Board(dict.fromkeys(cells, 0)), Verdict(Move())
    stories = [
        Story(
            ledger,
            after,
            {None: 1.0 / roll},
            turns=(
                StoryTurn("Ann", after.without(cell), verdict, roll, ended_at=1),
                StoryTurn("Bob", after, verdict, roll, ended_at=1),
            ),
        )
        for roll in range(1, 7)
        for cell in cells
    ]
    few = kept(stories)
    assert len(few) <= weights.MOST_STORIES
    assert {story.turns[0].roll for story in few} == set(range(1, 7))


@pytest.mark.parametrize("offered", [False, True])
def test_an_answer_holds_no_more_than_its_words_say(offered: bool) -> None:
    """What turns came to hangs on which tiles were laid first, and is not said."""
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    telling = Telling(ledger)
    one, other = Board({Cell(0, 0): 0}), Board({Cell(1, 0): 0})
    both = Board({**one, **other})
    mine, theirs = (
        Story(
            ledger,
            both,
            {None: weight},
            turns=(
                StoryTurn("Ann", first, Verdict(difference(Board(), first)), ended_at=1),
                StoryTurn("Bob", both, Verdict(difference(first, both), palagems=who), ended_at=1),
            ),
        )
        for first, weight, who in ((one, 0.6, ()), (other, 0.4, ("Bob",)))
    )
    telling.stories = [mine, theirs]
    others = [key_of(theirs)] if offered else []
    assert telling.answer(Answered(key_of(mine), mine, others, asked_at=1))
    assert len(telling.stories) == (1 if offered else 2)


@pytest.mark.parametrize(("legal", "told"), [(0.0, True), (0.001, False)])
def test_what_seems_to_have_been_wrong_is_not_called_so_where_legal_turns_lead_there(
    legal: float, told: bool
) -> None:
    """It was not seen before play went on, and people who put a tile back are not thought of."""
    ledger = Ledger(setup_of("palago", ["Ann", "Bob"]), Board())
    after = Board({Cell(0, 0): 0, Cell(1, 0): 0})
    wrong = Verdict(Move(), (Violation(Code.NOT_ADJACENT, (), ""),))
    stories = [
        Story(
            ledger,
            after,
            {None: weight},
            turns=(
                StoryTurn("Ann", Board({cell: 0}), verdict, ended_at=1),
                StoryTurn("Bob", after, Verdict(Move()), ended_at=2),
            ),
        )
        for cell, verdict, weight in (
            (Cell(0, 0), wrong, 1 - legal),
            (Cell(1, 0), Verdict(Move()), legal),
        )
        if weight
    ]
    assert (agreed_by(stories, 3, left_open=1) is not None) == told


def test_a_hand_that_comes_as_soon_as_a_tile_is_laid_holds_up_no_move() -> None:
    """Nobody could have laid another tile meanwhile."""
    table = palagem()
    table.see(HandsIn())
    table.see(HandsGone())
    table.hidden = frozenset({Cell(0, -1)})
    assert names(table.play(MOVE)) == ["move"]

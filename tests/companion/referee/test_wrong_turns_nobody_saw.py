"""Turns that nobody saw of which one is wrong, or in which a tile came and went."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.stories.agreement import agreed_by
from companion.referee.stories.division import wrong_first_turns
from companion.referee.stories.story import Story, StoryTurn
from companion.referee.stories.telling import Telling
from rules import Board, Cell, Code, Move, Reason, Verdict, applied
from rules.move import Tile
from rules.palagem.moves import legal_moves
from rules.verdict import Violation
from tests.companion.referee.table import RING, THREE, Table, die, names, palagonia
from tests.companion.referee.test_hands_and_rolls import hidden
from tests.companion.referee.test_palagems import all_laid, hidden_while
from tests.companion.referee.test_rolls_from_tiles import ELSEWHERE, handled, lay
from tests.companion.referee.test_turns_nobody_saw import FARTHER, unseen, whole_flower

BUT_FOR_ONE = f"{THREE} 0,-1=2 2,-1=0"
"""Three tiles about an eye, and all but one of the ring round it."""


def telling_of(table: Table) -> Telling:
    play = table.referee._play
    assert play is not None
    return play.telling


def texts(question: dict[str, Any]) -> list[str]:
    return [choice["text"] for choice in question["choices"]]


def test_who_turned_a_tile_besides_laying_some_need_not_have_taken_the_one_that_is_gone() -> None:
    """Of what touched tiles that lay there before, one may be the next player's whole turn."""
    laid, turned = Tile(Cell(5, 0), 0), Tile(Cell(0, 0), 2)
    done = Move(placed=(laid,), removed=(Cell(1, 0),), rotated=(turned,))
    before = Board({Cell(0, 0): 0, Cell(1, 0): 0})
    turns = list(wrong_first_turns(setup_of("palagonia", ["Ann", "Bob", "Cem"]), before, done))
    assert Move(removed=(Cell(1, 0),), rotated=(turned,)) in turns
    assert Move(rotated=(turned,)) not in turns, "that alone is no turn against the rules"
    two = Move(placed=(laid, Tile(Cell(5, 1), 0)), removed=done.removed, rotated=done.rotated)
    turns = list(wrong_first_turns(setup_of("palagonia", ["Ann", "Bob", "Cem"]), before, two))
    assert Move(placed=two.placed, rotated=(turned,)) in turns
    assert Move(placed=two.placed, removed=(Cell(1, 0),)) in turns


def test_a_wrong_turn_and_the_next_one_that_took_a_tile_are_offered_as_an_answer() -> None:
    """Cem laid two tiles by a 2 and turned one; Ann took one away. Nobody saw either."""
    table = whole_flower()
    unseen(table, 40, "3,-1=0 3,0=0 0,0>2 x-1,1", None)
    table.give("set-die", value=2)
    question = table.referee.question
    assert question is not None
    told = [[(turn.mover, turn.legal) for turn in choice.turns] for choice in question.choices]
    assert [("Cem", False), ("Ann", True)] in told


def test_a_tile_that_came_and_went_may_have_closed_an_island() -> None:
    """Of the places at which it may have lain, those where it did come to something else."""
    table = palagonia(BUT_FOR_ONE)
    handled(table)
    table.roll(2, FARTHER)
    (question,) = unseen(table, 60, "1,1=0", 1)
    closed, open_ = (
        f"Bob laid 2 tiles{island} (rolled 2) and Cem took a tile away (rolled 1)"
        for island in (", closing 1 island", "")
    )
    assert texts(question)[:2] == [closed, open_], "players seek to close islands"
    table.give("answer", choice=0)
    handled(table)
    table.roll(3)
    laid, taken = table.referee.ledger.moves[-2:]
    assert [(turn.mover, turn.die) for turn in (laid, taken)] == [("Bob", 2), ("Cem", 1)]
    assert laid.verdict.islands
    assert taken.after == table.board


def test_an_answer_says_how_many_islands_a_turn_closed() -> None:
    table = palagonia()
    hidden(table, 30)
    table.dice = ()
    said = table.play(RING)
    (question,) = [event for event in said if event["event"] == "question"]
    assert any("Bob laid 3 tiles, closing 1 island" in text for text in texts(question))


def test_the_next_player_may_have_moved_the_same_tile_and_laid_one_too_many() -> None:
    table, before = all_laid()
    move = next(iter(legal_moves(before, 0)))
    (cell,) = move.placed_cells
    after = applied(move, before)
    far = next(c for c in sorted(after.border()) if len(after.touching(c)) == 1)
    hidden_while(table, 40, after.with_tile(far, 0))
    told = [
        ([turn.mover for turn in story.turns], story.ledger.mover)
        for story in telling_of(table).stories
        if story.fault and cell not in story.base
    ]
    assert (["Ann"], "Bob") in told
    assert ([], "Ann") in told


def test_where_tiles_are_only_moved_nobody_begins_with_one_from_elsewhere() -> None:
    """Ann moved a tile and laid one too many; that Bob has begun with that is hardly so."""
    table, before = all_laid()
    move = next(iter(legal_moves(before, 0)))
    after = applied(move, before)
    far = max(after.border())
    hidden_while(table, 40, after.with_tile(far, 0))
    begun = telling_of(table).share(lambda story: len(story.turns) == 1 and not story.fault)
    assert begun < 0.2


@pytest.mark.parametrize("rests", ["nothing", "the end", "whose turn it is"])
def test_whose_turn_was_wrong_is_left_open_only_where_nothing_else_rests_on_it(rests: str) -> None:
    ledger = Ledger(setup_of("palagem", ["Ann", "Bob"]), Board())
    one, other, both = (
        Board(dict.fromkeys(cells, 0))
        for cells in ([Cell(0, 0)], [Cell(1, 0)], [Cell(0, 0), Cell(1, 0)])
    )
    last = both.with_tile(Cell(0, 1), 0)
    legal = Verdict(Move(), reason=Reason.PALAGEM if rests == "the end" else None)
    wrong = Verdict(Move(), (Violation(Code.TOUCH_TWO, (), ""),))
    orders = [
        (StoryTurn("Ann", one, legal, ended_at=1), StoryTurn("Bob", both, wrong, ended_at=1)),
        (StoryTurn("Ann", other, wrong, ended_at=1), StoryTurn("Bob", both, legal, ended_at=1)),
    ]
    since = [StoryTurn("Ann", last, Verdict(Move()), ended_at=2)]
    more = [StoryTurn("Bob", last, Verdict(Move()), ended_at=2)]
    stories = [
        Story(ledger, last, {None: 0.5}, turns=(*orders[0], *since)),
        Story(
            ledger,
            last,
            {None: 0.5},
            turns=(*orders[1], *since, *(more if rests == "whose turn it is" else [])),
        ),
    ]
    agreed = agreed_by(stories, 2, left_open=1)
    assert (agreed is not None and len(agreed.alike) == 2) == (rests == "nothing")
    if agreed is not None:
        assert (agreed.presumed, agreed.apart[:2]) == (True, (False, False))


def test_a_tile_that_is_not_seen_for_sure_may_be_in_a_hand_that_has_lifted_none_yet() -> None:
    """Ann has moved a tile, and Bob holds one over the board, or there is none."""
    table, before = all_laid()
    after = applied(next(iter(legal_moves(before, 0))), before)
    far = max(after.border())
    table.unsure = frozenset({far})
    hidden_while(table, 40, after.with_tile(far, 0))
    begun = telling_of(table).share(lambda s: len(s.turns) == 1 and far in s.table and not s.fault)
    assert begun > 0.2


def test_turns_may_have_been_missed_after_a_wrong_one_that_people_let_stand() -> None:
    """Their word waits, since a tile of the turn before was not seen for sure."""
    table = whole_flower()
    handled(table)
    table.roll(2, FARTHER)
    unsure = Cell(0, 2)
    table.unsure = frozenset({unsure})
    table.probabilities = {unsure: (0.45, 0.01, 0.5, 0.01, 0.01, 0.01, 0.01)}
    lay(table, "0,2=0 1,2=0")
    handled(table)
    table.roll(3, ELSEWHERE)
    lay(table, "-1,-1=1 -2,-1=1 -2,0=3")
    table.give("let-stand")
    assert len(table.referee.ledger.moves) == 2
    unseen(table, 60, "0,0>2 x-2,0", None)

    def both(story: Story) -> bool:
        later = [(turn.mover, turn.verdict.legal) for turn in story.turns[2:]]
        return later == [("Bob", True), ("Cem", True)]

    assert telling_of(table).share(both) > 0.8


def test_after_what_is_let_stand_a_roll_and_its_tiles_are_no_sooner_seen_at_once() -> None:
    """A tile is gone, the die shows a 6, and the next roll is seen with a tile that was laid."""
    table = palagonia()
    table.dice, table.dice_lain = (), 20.0
    unseen(table, 45, "x1,0", 6)
    table.pause, table.dice_lain = 2.0, None
    handled(table)
    table.dice = (die(3, FARTHER),)
    said = table.play("0,1=4")
    assert "move" not in names(said)
    likeliest = telling_of(table).likeliest
    assert [(turn.mover, turn.roll) for turn in likeliest.turns] == [("Bob", 1), ("Cem", 6)]

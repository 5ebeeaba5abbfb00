"""What people's words leave open: whose roll it was, what was done before, what is wrong later."""

from __future__ import annotations

from companion.referee.moment import Moment
from companion.referee.states import State
from companion.referee.stories import weights
from companion.referee.stories.agreement import Agreed
from companion.referee.stories.story import StoryTurn
from rules import Cell, parse_move
from tests.companion.referee.table import (
    PALAGEMS,
    Table,
    as_json,
    codes,
    names,
    palago,
    palagonia,
)
from tests.companion.referee.test_hands_and_rolls import TWO
from tests.companion.referee.test_rolls_from_tiles import handled, lay
from tests.companion.referee.test_seen_at_once import moves, presuming
from tests.companion.referee.test_ways_out import unseen
from tests.companion.referee.test_wrong_turns_nobody_saw import telling_of


def test_a_roll_that_was_said_is_not_that_of_whoever_is_said_to_be_next_afterwards() -> None:
    table = palagonia()
    table.dice = ()
    table.give("set-die", value=1)
    table.give("set-mover", player="Cem")
    assert table.referee.roll is None
    assert not codes(lay(table, "0,1=4")), "Bob has rolled the 1"
    assert telling_of(table).likeliest.likeliest_roll != 1


def test_a_roll_that_was_said_stays_where_people_say_that_it_is_the_mover_s_turn() -> None:
    table = palagonia()
    table.dice = ()
    table.give("set-die", value=1)
    table.give("set-mover", player="Bob")
    assert table.referee.roll == 1


def test_a_roll_that_was_seen_is_of_whose_turn_it_is() -> None:
    table = palagonia()
    handled(table)
    table.roll(2, (300.0, 300.0))
    table.give("set-mover", player="Cem")
    assert table.referee.roll == 2


def test_an_answer_confirms_nothing_of_what_was_done_before() -> None:
    table = presuming()
    presumed = table.referee.presumed
    assert presumed
    assert "question" in names(unseen(table, "6,0=0 7,0=0 7,-1=0 8,-1=0"))
    table.give("answer", choice=0)
    assert table.referee.presumed[: len(presumed)] == presumed


def test_who_ends_a_turn_confirms_nothing_of_what_was_done_before() -> None:
    table = presuming()
    presumed = table.referee.presumed
    table.play("6,0=0")
    table.give("end-turn")
    assert table.referee.presumed == presumed


def test_one_turn_that_is_looked_for_to_reach_a_table_is_presumed_where_no_story_told_it() -> None:
    """By the roll that was seen four tiles are due; then people say that two are right."""
    table = palagonia()
    handled(table)
    table.roll(4)
    assert names(lay(table, TWO))[-1] == "hands-gone"
    (made,) = moves(table.give("table-right"))
    assert made == ("Bob", True)
    table.give("confirm")
    assert table.referee.presumed == ()


def test_what_people_took_back_is_presumed_where_it_seems_to_be_made_again_just_so() -> None:
    """They may have said so since it was not true: the tiles lie there as they did."""
    table = palago("1,0=2 2,-1=0")
    play = table.referee._play
    assert play is not None
    last = play.ledger.last
    assert last is not None
    turn = StoryTurn("Bob", last.after, last.verdict)
    table.give("take-back")
    said = as_json(play._put_on_record(Agreed(0, (turn,), (True,)), Moment(9.0, 9)))
    assert moves(said) == [("Bob", True)]


def test_what_hardly_anything_explains_is_called_adrift_and_nothing_in_it_wrong() -> None:
    """Four tiles were turned and two taken at once, which nobody does."""
    table = palago("1,0=2 2,-1=0", "0,1=4 0,2=0")
    said = table.play("0,0>1 1,-1>5 1,0>3 2,-1>1 x0,1")
    assert not codes(said)
    assert "adrift" in names(said)
    assert table.referee.state is State.ADRIFT
    assert telling_of(table).is_baffled
    assert weights.BAFFLING < weights.UNTOLD
    table.play("0,0>0 1,-1>4 1,0>2 2,-1>0 0,1=4")
    assert table.referee.state is State.FOLLOWING


def test_what_people_let_stand_is_not_what_the_next_player_does_wrong() -> None:
    """Their word waits while a cell is not sure; by then more lies there that is wrong."""
    table = Table("palago", ["Ann", "Bob"])
    table.look()
    table.play("0,0=0 1,-1=4")
    table.unsure = frozenset({Cell(2, -1)})
    table.play("1,0=2 2,-1=0")
    table.play("0,1=4 0,2=0 -1,1=0")
    table.give("let-stand")
    table.unsure = frozenset()
    said = table.play("0,-1=2 0,0>3")
    wrong = [turn.mover for turn in table.referee.ledger.moves if not turn.verdict.legal]
    assert wrong in ([], ["Ann"]), said
    assert table.referee.is_wrong


def test_what_lies_on_a_cell_is_of_the_table_that_people_let_stand_before_they_said_it() -> None:
    """Ann held a tile in sight before she laid one and turned another, seen hardly."""
    table = Table("palagem", ["Ann", "Bob"], {"palagems": {p: PALAGEMS[p] for p in ("Ann", "Bob")}})
    table.look()
    for move in ("0,0=0", "1,0=0", "0,1=0", "1,1=0"):
        table.play(move)
    table.unsure = frozenset({Cell(-1, 1)})
    table.play("-1,1=0")
    table.unsure = frozenset()
    table.play("x-1,1")
    turned = Cell(0, 0)
    table.unsure = frozenset({turned})
    table.probabilities = {turned: (0.76, 0.0004, 0.0003, 0.0003, 0.0, 0.239, 0.0)}
    table.board = table.board.without(turned)
    assert codes(table.play("1,-1=0")) == [["disturbed"]]
    table.give("let-stand")
    said = table.give("set-tile", cell=list(turned), orientation=4)
    assert codes(said) == []
    assert names(said) == ["correction", "move"]
    assert table.referee.ledger.last is not None
    assert table.referee.ledger.last.move == parse_move("1,-1=0 0,0>4")


def test_what_is_let_stand_tells_no_roll_by_which_a_pass_before_it_may_as_well_have_been() -> None:
    """Who passes on an empty table has rolled a 1 or a 6; nobody saw which."""
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.look()
    handled(table)
    handled(table)
    table.roll(3)
    assert codes(lay(table, "0,0=4 -1,0=0 1,0=1")) == [["edge-mismatch"]]
    said = table.give("let-stand")
    (question,) = (event for event in said if event["event"] == "question")
    before = [[turn["mover"] for turn in choice["turns"]] for choice in question["choices"]]
    said = table.give("answer", choice=before.index(["Ann"]))
    made = [
        (event["mover"], event["verdict"]["legal"]) for event in said if event["event"] == "move"
    ]
    assert made == [("Ann", True), ("Bob", False)]
    rolls = {event["mover"]: event["value"] for event in said if event["event"] == "die"}
    assert rolls == {"Bob": 3}

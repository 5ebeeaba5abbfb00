"""Whatever went wrong, people bring the record back to the table: nothing they say is lost."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.sightline import Hidden
from companion.referee.states import State
from companion.referee.stories import agreement, weights
from companion.referee.stories.die_evidence import DieSight
from companion.referee.stories.evidence import TableEvidence, contents_of
from companion.referee.stories.look import Look
from companion.referee.stories.telling import Telling
from rules import Board, Cell
from tests.companion.referee.table import Table, codes, names, palago, palagonia
from tests.companion.referee.test_hands_and_rolls import hidden
from tests.companion.referee.test_illegal_tables import palagem_unseen_for_long
from tests.companion.referee.test_rolls_from_tiles import handled
from vision.following.table_view import HandsGone

TWO_TURNS = "1,0=2 2,-1=0 0,1=2 -1,1=0"


def unseen(table: Table, move: str, seconds: int = 80) -> list[dict[str, Any]]:
    """Let hands hide the table for so long, and see what lies there then."""
    hidden(table, seconds)
    table.see(HandsGone())
    return table.play(move)


def moves(said: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [event for event in said if event["event"] == "move"]


@pytest.mark.parametrize(
    ("first", "rest"),
    [
        ("-1,1=0", "-2,2=0 -1,2=0 -2,3=0 0,-1=2 1,-2=0"),
        ("2,-1=0", "3,-2=0 4,-2=4 4,-1=4 2,-2=2 3,-3=2"),
        ("0,1=4", "0,2=2 1,2=0 1,1=2 2,0=4 2,1=0"),
    ],
)
def test_of_turns_that_may_be_in_another_order_none_is_said_to_be_known(
    first: str, rest: str
) -> None:
    table = palago()
    assert table.play(first) == []
    # four tiles make two pairs in two ways, and the last two were laid second or third
    assert [move["apart"] for move in moves(unseen(table, rest))] == [False, False, False]


@pytest.mark.parametrize(
    ("tiles", "made", "due", "then"),
    [
        (TWO_TURNS, ["Bob", "Ann"], "Ann", [("Bob", ["wrong-count"])]),
        ("1,0=2 2,-1=0", ["Bob"], "Bob", [("Bob", [])]),
        (TWO_TURNS, ["Bob", "Ann"], "Bob", [("Bob", []), ("Ann", [])]),
    ],
)
def test_who_is_due_tells_which_turns_led_to_a_table_that_was_said_to_be_right(
    tiles: str, made: list[str], due: str, then: list[tuple[str, list[str]]]
) -> None:
    """Two turns become one that is not legal; a legal one does not become others that are not."""
    table = palago()
    unseen(table, tiles)
    while len(table.referee.ledger.moves) > 1:
        table.give("take-back")
    assert [move["mover"] for move in moves(table.give("table-right"))] == made
    lies = table.referee.ledger.board
    table.give("set-mover", player=due)
    told = table.referee.ledger.moves[1:]
    assert [(move.mover, [str(code) for code in move.verdict.codes]) for move in told] == then
    assert (table.referee.ledger.mover, table.referee.ledger.board) == (due, lies)
    again = table.replayed(len(table.inputs)).ledger
    assert [move.after for move in again.moves] == [m.after for m in table.referee.ledger.moves]


def test_a_roll_that_was_seen_since_is_that_of_whoever_is_due() -> None:
    table = palagonia()
    unseen(table, "0,1=4 0,2=0 1,1=0 1,2=0")
    assert [move["mover"] for move in moves(table.give("table-right"))] == ["Bob"]
    handled(table)
    assert names(table.roll(3, (150.0, 300.0))) == ["die"]
    lies = table.referee.ledger.board
    said = table.give("set-mover", player="Ann")
    assert [move["mover"] for move in moves(said)] == ["Bob", "Cem"]
    assert [(e["mover"], e["value"]) for e in said if e["event"] == "die"] == [("Ann", 3)]
    assert (table.referee.roll, table.referee.ledger.board) == (3, lies)


def together() -> Table:
    """Return a table of Palagem on which two turns were seen together only."""
    table = Table("palagem", ["Ann", "Bob"])
    table.look()
    for move in ("0,0=0", "1,-1=4", "1,0=2"):
        table.play(move)
    said = moves(unseen(table, "0,-1=2 0,1=4", 30))
    assert [move["apart"] for move in said] == [False, False]
    return table


def test_a_tile_that_cannot_be_seen_is_not_gone_from_a_table_that_is_said_to_be_right() -> None:
    """It was seen when it was laid; that somebody took it away would be against the rules."""
    table = palago()
    table.play("1,0=2 2,-1=0")
    cell = Cell(2, -1)
    table.unsure = frozenset({cell})
    table.board = table.board.without(cell)
    unseen(table, "0,1=2 -1,1=0 -1,2=0 -2,2=0")
    while len(table.referee.ledger.moves) > 2:
        table.give("take-back")
    said = table.give("table-right")
    assert codes(said) == []
    assert [move["mover"] for move in moves(said)] == ["Ann", "Bob"]
    assert table.referee.ledger.board[cell] == 0


@pytest.mark.parametrize(("gone", "left"), [("0,-1", Cell(0, 1)), ("0,1", Cell(0, -1))])
def test_of_turns_seen_together_either_may_be_the_one_that_people_take_back(
    gone: str, left: Cell
) -> None:
    table = together()
    table.give("take-back")
    said = table.play(f"x{gone}")
    assert not codes(said)
    assert table.referee.board == table.referee.ledger.board
    last = table.referee.ledger.last
    assert last is not None
    assert last.move.placed_cells == (left,)
    assert len(table.referee.ledger.moves) == 4


@pytest.mark.parametrize(("gone", "left"), [("-1,0", Cell(-1, 1)), ("-1,1", Cell(-1, 0))])
def test_turns_that_were_seen_together_before_are_no_part_of_it(gone: str, left: Cell) -> None:
    table = together()
    before = table.referee.ledger.board
    said = moves(unseen(table, "-1,0=0 -1,1=0", 30))
    assert [move["apart"] for move in said] == [False, False]
    table.give("take-back")
    assert names(table.play(f"x{gone}")) in ([], ["correction", "move"])
    last = table.referee.ledger.last
    assert last is not None
    assert (last.before, last.move.placed_cells) == (before, (left,))
    assert len(table.referee.ledger.moves) == 6


def test_a_tile_of_a_move_that_was_let_stand_may_be_set_afterwards() -> None:
    table = palago()
    assert codes(table.play("1,0=2 2,-1=0 3,-1=0")) == [["wrong-count"]]
    table.give("let-stand")
    said = table.give("set-tile", cell=[3, -2], orientation=0)
    assert names(said) == ["correction", "correction", "illegal", "move"]
    last = table.referee.ledger.last
    assert last is not None
    assert not last.verdict.legal
    assert len(last.move.placed) == 4
    assert table.referee.ledger.mover == "Ann"


def test_a_tile_that_nobody_saw_tells_that_two_turns_lie_there() -> None:
    table = palago()
    assert table.play("1,0=2") == []
    # the second tile of this turn is not seen; of three tiles no two turns can be made
    assert codes(table.play("0,1=2 -1,1=0")) == [["wrong-count"]]
    said = table.give("set-tile", cell=[2, -1], orientation=0)
    assert names(said) == ["correction", "restored", "question"]
    likeliest = said[-1]["choices"][0]
    assert [turn["mover"] for turn in likeliest["turns"]] == ["Bob", "Ann"]
    assert all(turn["legal"] for turn in likeliest["turns"])


def test_what_is_not_sure_of_a_move_that_was_taken_back_may_lie_there_all_the_same() -> None:
    table = palago()
    table.unsure = frozenset({Cell(2, -1)})
    (question,) = table.play("1,0=2 2,-1=0")
    table.give("answer", choice=0)
    assert len(table.referee.ledger.moves) == 2
    table.give("take-back")
    # it stays after all, and the next player lays two tiles
    said = table.play("0,1=2 -1,1=0")
    assert not codes(said)
    assert (question["about"], table.referee.state) == ("tile", State.ASKING)


def test_where_no_answer_fits_the_table_is_right_all_the_same() -> None:
    table = palago()
    (question,) = table.play(TWO_TURNS)
    assert question["event"] == "question"
    said = table.give("table-right")
    made = moves(said)
    assert [(move["mover"], move["verdict"]["legal"], move["apart"]) for move in made] == [
        ("Bob", True, False),
        ("Ann", True, False),
    ]
    assert table.referee.ledger.board == table.board
    assert table.referee.state is State.FOLLOWING


@pytest.mark.parametrize("steps", [0, 3])
def test_where_the_shortest_play_takes_too_long_to_find_the_table_is_right_all_the_same(
    steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "MOST_STEPS", steps)
    table = palago()
    table.play(TWO_TURNS)
    assert moves(table.give("table-right"))
    assert table.referee.ledger.board == table.board
    mover = table.referee.ledger.mover
    (made,) = moves(table.play("2,0=2 1,1=0"))  # looks are bounded by other means
    assert (made["mover"], made["verdict"]["legal"]) == (mover, True)


def test_a_wrong_ruling_ends_where_people_say_that_the_table_is_right() -> None:
    table = palago()
    assert codes(table.play("1,0=2 2,-1=0 3,-1=0 4,-1=0 5,-1=0")) == [["wrong-count"]]
    said = table.give("table-right")
    assert len(moves(said)) == 1
    assert table.referee.ledger.board == table.board
    assert not table.referee.is_wrong
    table.give("set-mover", player="Bob")
    assert table.referee.ledger.mover == "Bob"


@pytest.mark.parametrize(
    ("unsure", "moves_made"),
    [
        (Cell(3, -1), "0,-1=4 1,-2=2 0,1=0 -1,2=2 2,-2=2 2,-1=2 2,0=0 3,-1=2"),
        (Cell(-2, 0), "-1,1=2 0,1=0 0,-1=0 1,-2=0 -1,-1=4 -2,0=0 2,-1=4 2,-2=4"),
    ],
)
def test_while_one_look_is_all_there_is_nothing_is_presumed(unsure: Cell, moves_made: str) -> None:
    table = palago()
    table.unsure = frozenset({unsure})
    said = unseen(table, moves_made, 90)
    assert "question" in names(said)
    assert not [move for move in moves(said) if move["presumed"]], "nobody had time to answer"


def test_whose_tile_is_wrong_is_left_open_where_nobody_answers_and_nothing_rests_on_it() -> None:
    """What was done in all is known, and whose turn it is: so the game goes on."""
    table = palagem_unseen_for_long()
    table.see(HandsGone())
    assert "question" in names(table.play("1,0=2 2,-2=0")), "whose tile is wrong?"
    said = table.play("0,1=4")
    assert names(said) == ["move", "move", "move"], "nothing is called wrong"
    assert [(e["presumed"], e["apart"]) for e in moves(said)] == [
        (True, False),
        (True, False),
        (False, True),
    ]
    assert names(table.play("0,-1=2")) == ["move"]


def test_what_nobody_answers_for_long_is_said_to_have_drifted_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(agreement, "_but_for_whose", lambda *_: None)
    table = palagem_unseen_for_long()
    table.see(HandsGone())
    assert "question" in names(table.play("1,0=2 2,-2=0")), "whose tile is wrong?"
    assert names(table.play("0,1=4")) == ["question"]
    assert names(table.play("0,-1=2")) == ["adrift", "question"]
    table.play("-1,1=2")
    said = table.give("table-right")
    assert [move["apart"] for move in moves(said)] == [False] * 5
    assert table.referee.ledger.board == table.board
    assert table.referee.state is State.FOLLOWING


def test_of_turns_in_an_open_order_none_is_presumed_to_be_the_first() -> None:
    table = Table("palago", ["Ann", "Bob"])
    table.look()
    for move in ("0,0=4 1,-1=2", "0,1=2 1,0=4", "0,2=4"):
        table.play(move)
    # Ann's second tile and Bob's first are seen at once, one of them not for sure
    table.unsure = frozenset({Cell(-1, 3)})
    assert names(unseen(table, "-1,3=4 1,2=2", 36)) == ["question"]
    said = [
        event
        for move in ("0,3=2", "0,4=2 -1,5=0", "-1,6=2 -1,7=4", "-2,7=2 -3,8=2")
        for event in moves(table.play(move))
    ]
    assert [(move["number"], move["apart"]) for move in said] == [
        (3, False),
        (4, False),
        (5, True),
        (6, True),
        (7, True),
    ]
    assert said[0]["presumed"], "which cells have tiles is hardly open, and play has gone on"


def test_a_tile_that_was_knocked_out_and_put_back_leaves_no_question_behind() -> None:
    table = palago("1,0=2 2,-1=0")
    assert names(table.play("x2,-1")) == ["question"], "was the move taken back?"
    assert names(table.play("2,-1=0")) == []
    assert codes(table.play("0,1=2 -1,1=0 -2,1=0")) == [["wrong-count"]]
    # whichever it was, the record is the same now, and so is whose fault this is
    assert names(table.give("let-stand")) == ["correction", "move"]


def nothing_laid(hands: int) -> float:
    """Return how likely nothing was laid where a cell is not sure any more after some hands."""
    setup = setup_of("palagem", ["Ann", "Bob"])
    ledger = Ledger(setup, Board({Cell(0, 0): 0, Cell(1, -1): 4}))
    telling = Telling(ledger)
    telling.look(TableEvidence(ledger.board), Look(DieSight(), number=1))
    seen = contents_of(None, None, held=False)
    evidence = TableEvidence(ledger.board, {Cell(2, -2): seen})
    telling.look(evidence, Look(DieSight(), Hidden(hands=hands), number=2))
    return telling.share(lambda story: story.table == ledger.board)


def test_a_hand_that_came_tells_of_a_tile_where_a_cell_is_not_sure_any_more() -> None:
    assert nothing_laid(hands=1) < nothing_laid(hands=0)

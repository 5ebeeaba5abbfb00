"""Illegal tables: announced once, put right or let stand; short moves; passes."""

from __future__ import annotations

import pytest

from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.story import Story, StoryTurn
from companion.referee.stories.told_faults import Faults
from rules import Board, Cell, GameError, Move, Verdict
from tests.companion.referee.table import (
    OPENING,
    PALAGEMS,
    Table,
    codes,
    die,
    names,
    palago,
    palagonia,
)
from tests.companion.referee.test_hands_and_rolls import hidden
from vision.following.table_view import HandsGone, HandsIn, Lost, Settled, TableView


def test_an_illegal_table_is_announced_once_and_restored_once() -> None:
    table = palago()
    assert codes(table.play("1,0=1")) == [["edge-mismatch"]]
    assert table.referee.is_wrong
    assert table.play("2,-1=0") == []
    assert names(table.play("1,0>2")) == ["restored", "move"]
    assert not table.referee.is_wrong


def test_a_table_as_before_is_restored_without_a_move() -> None:
    table = palago()
    assert codes(table.play("0,0>3")) == [["disturbed"]]
    assert names(table.play("0,0>0")) == ["restored"]
    assert table.referee.ledger.mover == "Bob"


def test_taking_a_wrong_tile_back_is_enough() -> None:
    table = palago()
    table.play("1,0=2 2,-1=1")
    assert names(table.play("x2,-1")) == ["restored"]
    assert names(table.play("2,-1=0")) == ["move"]


def test_three_tiles_in_a_pair_are_too_many() -> None:
    table = palago()
    assert codes(table.play("1,0=2 2,-1=0 0,1=0")) == [["wrong-count"]]
    assert names(table.play("x0,1")) == ["restored", "move"]


def test_an_illegal_table_may_be_let_stand_and_is_on_record_as_such() -> None:
    table = palago()
    table.play("1,0=2 2,-1=1")
    correction, move = table.give("let-stand")
    assert (correction["event"], correction["what"]) == ("correction", "let-stand")
    assert (move["event"], move["number"], move["mover"]) == ("move", 2, "Bob")
    assert not move["verdict"]["legal"]
    (move,) = table.play("-1,0=0 -1,1=0")
    assert [v["code"] for v in move["verdict"]["already"]] == ["edge-mismatch"]
    with pytest.raises(GameError, match="Nothing on the table is against the rules"):
        table.referee.let_stand()


def test_too_few_tiles_are_said_to_be_short_when_the_next_roll_appears() -> None:
    table = palagonia()
    table.roll(4)
    assert table.play("0,1=4 0,2=0") == []
    assert codes(table.roll(5)) == [["wrong-count"]]
    assert table.play("1,1=0") == []
    assert names(table.play("1,2=0")) == ["restored", "move", "die"]
    assert table.referee.ledger.moves[-1].die == 4
    assert table.referee.ledger.mover == "Cem"
    table.look()
    said = table.play("2,0=0 2,1=0 3,0=0 3,1=0 2,2=0")
    assert names(said) == ["correction", "move"]
    assert said[0]["decided"] == {"numbers": [2], "how": "seen"}, "he laid four, as is seen now"
    assert table.referee.ledger.moves[-1].die == 5


def test_too_few_tiles_are_said_to_be_short_when_the_turn_is_ended() -> None:
    table = palago()
    assert table.play("1,0=2") == []
    assert codes(table.give("end-turn")) == [["wrong-count"]]
    assert table.look() == []
    assert names(table.play("2,-1=0")) == ["restored", "move"]


def test_a_turn_that_is_ended_with_nothing_done_is_no_pass_in_palago() -> None:
    table = palago()
    assert codes(table.give("end-turn")) == [["wrong-count"]]
    assert names(table.give("let-stand")) == ["correction", "move"]
    assert table.referee.ledger.mover == "Ann"


def test_ending_a_turn_in_which_nothing_was_rolled_asks_for_the_roll() -> None:
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.look()
    said = table.give("end-turn")
    assert names(said) == ["correction", "unsure"]
    assert names(table.give("set-die", value=1)) == ["correction", "move"]


def test_a_single_tile_beside_the_server_s_first_is_a_move_when_the_turn_is_ended() -> None:
    table = Table("palago", ["Light", "Dark"])
    table.play("0,0=0")
    assert table.play("1,0=2") == []
    assert names(table.give("end-turn")) == ["correction", "move"]


def test_the_die_that_lies_there_counts_though_its_number_is_the_same() -> None:
    table = palagonia()
    assert table.referee.ledger.moves[-1].die == 3
    assert names(table.play("0,1=4 0,2=0 1,1=0")) == ["die", "move"]
    assert [move.die for move in table.referee.ledger.moves] == [3, 3]


def test_a_next_roll_seen_together_with_the_last_tile_does_not_change_the_roll() -> None:
    table = palagonia()
    table.roll(2)
    table.dice = (die(6),)
    said = table.play("0,1=4 0,2=0")
    assert names(said) == ["move", "die", "move"]
    assert [move.die for move in table.referee.ledger.moves] == [3, 2, 6]


def test_a_mover_who_cannot_act_passes() -> None:
    table = palagonia()
    said = table.roll(6)
    assert names(said) == ["die", "move"]
    assert said[1]["verdict"]["action"] == "pass"
    assert said[1]["mover"] == "Bob"
    assert (said[1]["placed"], said[1]["removed"], said[1]["rotated"]) == ([], [], [])
    assert table.look() == []
    assert names(table.roll(6, (640.0, 600.0))) == ["die", "move"]
    assert table.referee.ledger.mover == "Ann"


def test_the_die_that_lay_on_the_table_before_the_game_is_nobody_s_roll() -> None:
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.dice = (die(6),)
    assert names(table.look()) == ["ready"]
    assert names(table.roll(1)) == ["die", "move"]
    assert table.referee.ledger.mover == "Bob"


def test_a_tile_is_lifted_and_turned_with_a_six() -> None:
    flower = "0,0=0 1,0=0 0,1=0 -1,1=0 -1,0=0"
    table = palagonia(flower)
    table.roll(2)
    table.play("0,-1=0 1,-1=0")
    table.roll(6)
    assert table.play("x0,0") == []
    assert names(table.play("0,0=2")) == ["move"]
    table.roll(6, (700.0, 600.0))
    assert codes(table.play("x1,0")) == [["not-interior"]]


def test_no_die_in_the_picture_is_asked_about_and_may_be_entered() -> None:
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.look()
    assert names(table.play("0,0=0 1,-1=4")) == []
    (question,) = table.play("1,0=2")
    assert (question["event"], question["about"]) == ("question", "roll")
    assert "No die can be seen" in question["reason"]
    assert names(table.give("set-die", value=3)) == ["correction", "move"]


def test_without_a_die_what_no_roll_allows_is_still_illegal() -> None:
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.look()
    assert codes(table.play("0,0=0 1,-1=3")) == [["edge-mismatch"]]


def test_a_die_that_is_not_sure_is_no_roll() -> None:
    table = palagonia()
    table.dice = (die(2, sure=False),)
    (question,) = table.play("0,1=4 0,2=0")
    assert "cannot be read for sure" in question["reason"]
    assert names(table.roll(2)) == ["die", "move"]


def test_a_game_may_start_from_a_table_already_laid() -> None:
    table = Table("palago", ["Ann", "Bob"])
    assert names(table.play(OPENING)) == ["ready"]
    assert names(table.play("1,0=2 2,-1=0")) == ["move"]
    assert table.referee.ledger.tiles_left == 44


def test_two_moves_that_were_too_quick_are_no_move_of_too_many_tiles() -> None:
    table = palago()
    said = table.play("1,0=2 2,-1=0 0,1=2 -1,1=0")
    assert names(said) == ["question"]
    assert "made too quickly" in said[0]["reason"]
    assert names(table.play("x0,1 x-1,1")) == ["move"]
    assert names(table.play("0,1=2 -1,1=0")) == ["move"]


def test_four_tiles_that_are_no_two_moves_are_too_many() -> None:
    table = palago()
    assert codes(table.play("1,0=2 2,-1=0 3,-1=0 4,-1=0 5,-1=0")) == [["wrong-count"]]
    table = palago()
    assert codes(table.play("0,1=2 0,-1=0 2,0=0 -1,0=0")) == [["wrong-count"]]


def palagem_unseen_for_long() -> Table:
    """Return a table of Palagem after two moves, hidden for 15 seconds since."""
    told = {player: PALAGEMS[player] for player in ("Ann", "Bob")}
    table = Table("palagem", ["Ann", "Bob"], {"palagems": told})
    table.look()
    for move in ("0,0=0", "1,-1=4"):
        table.play(move)
    for _ in range(150):
        table.see(HandsIn())
    return table


def test_whose_tile_is_wrong_is_asked_where_two_turns_were_not_seen() -> None:
    table = palagem_unseen_for_long()
    table.see(HandsGone())
    (question,) = [e for e in table.play("1,0=2 2,-2=0") if e["event"] == "question"]
    ann_was_right, ann_was_wrong = question["choices"]
    assert [turn["legal"] for turn in ann_was_right["turns"]] == [True]
    assert ann_was_right["illegal"], "what Bob did since is wrong"
    assert [turn["legal"] for turn in ann_was_wrong["turns"]] == [False, True]
    assert codes(table.give("answer", choice=1)) == [["touch-two"]]
    assert [turn.verdict.legal for turn in table.referee.ledger.moves[2:]] == [False, True]


def test_a_tile_turned_beside_one_that_was_laid_is_of_the_turn_that_people_let_stand() -> None:
    """Ann may have laid her tile unseen, and Bob turned one; but then Bob has a turn to make."""
    table = palagem_unseen_for_long()
    table.see(HandsGone())
    table.play("1,0=2 0,0>3")
    assert table.referee.question is not None, "it is not sure whose it is"
    assert codes(table.give("let-stand")) == [["disturbed"]]
    (wrong,) = table.referee.ledger.moves[2:]
    assert (wrong.mover, wrong.move.placed_cells) == ("Ann", (Cell(1, 0),))


def test_what_is_laid_after_an_illegal_table_was_let_stand_is_the_next_player_s() -> None:
    """Whose the illegal tile is was open, and nobody answered before play went on."""
    table = palagem_unseen_for_long()
    table.see(HandsGone())
    table.play("1,0=2 2,-2=0")
    table.give("let-stand")
    assert len(table.referee.ledger.moves) == 2
    for move in ("2,-1=0", "2,0=0"):
        handled(table)
        table.play(move)
    *_, illegal, after, last = table.referee.ledger.moves
    assert illegal.move.placed_cells == (Cell(2, -2),)
    assert [turn.move.placed_cells for turn in (after, last)] == [(Cell(2, -1),), (Cell(2, 0),)]
    assert [turn.verdict.legal for turn in (illegal, after, last)] == [False, True, True]


@pytest.mark.parametrize(("odds", "is_clear"), [(0.9, False), (0.97, True)])
def test_whose_turn_was_let_stand_is_put_on_record_only_where_that_is_nearly_sure(
    odds: float, is_clear: bool
) -> None:
    """Ann may have passed unseen, and what is wrong be Bob's."""
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    table = Board({Cell(0, 0): 0, Cell(1, -1): 1})
    passed = StoryTurn("Ann", Board(), Verdict(Move()), 6, ended_at=1)
    stories = [
        Story(ledger, table, {2: odds}, fault=True),
        Story(ledger, table, {2: 1 - odds}, fault=True, turns=(passed,)),
    ]
    assert (Faults(stories, Rulings(ledger.setup)).clear() is not None) == is_clear


def test_what_is_let_stand_goes_on_record_with_a_tile_that_was_not_seen_for_sure() -> None:
    """A tile too many is seldom laid, but the camera thinks it possible."""
    table = Table("palagem", ["Ann", "Bob"])
    table.look()
    for move in ("0,0=0", "1,-1=4"):
        handled(table)
        table.play(move)
    handled(table)
    wrong, unsure = Cell(2, -2), Cell(1, 0)
    table.board = table.board.with_tile(wrong, 0)
    odds = (0.94, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01)
    view = TableView(table.board, frozenset({unsure}), frozenset(), probabilities={unsure: odds})
    assert codes(table.see(Settled(view))) == [["touch-two"]]
    said = table.give("let-stand")
    assert [event["cells"] for event in said if event["event"] == "unsure"] == [[[1, 0]]]
    assert len(table.referee.ledger.moves) == 2
    table.board = table.board.with_tile(unsure, 2)
    for move in ("0,1=4", "-1,1=0"):
        handled(table)
        table.play(move)
    stood, following = table.referee.ledger.moves[2:4]
    assert (stood.mover, set(stood.move.placed_cells)) == ("Ann", {wrong, unsure})
    assert (following.mover, following.verdict.legal) == ("Bob", True)


def handled(table: Table) -> None:
    """Have a hand come and go."""
    table.see(HandsIn())
    table.see(HandsGone())


def test_a_turn_that_is_ended_while_the_board_is_lost_is_ruled_on_once_it_is_seen_again() -> None:
    table = palago()
    table.see(Lost("The board cannot be found."))
    assert names(table.give("end-turn")) == ["correction"]
    assert names(table.play("1,0=2 2,-1=0")) == ["move"]


@pytest.mark.parametrize("is_answered", [True, False])
def test_edges_that_do_not_match_are_called_wrong_though_it_is_open_whose_tiles_they_are(
    *, is_answered: bool
) -> None:
    """How many of six tiles were of the first of two turns no die tells; the next is wrong."""
    table = palagonia()
    table.dice = ()
    for turn in ("0,1=4 0,2=0 1,1=0 1,2=0 2,0=0 2,1=0", "-1,1=0 -1,2=1"):
        for _ in range(80):
            table.see(HandsIn())
        said = [*table.see(HandsGone()), *table.play(turn)]
    assert codes(said) == [["edge-mismatch"]]
    assert "question" in names(said)
    assert not table.referee.ledger.moves[1:]
    if is_answered:  # it lies there still, and is not called so again
        assert names(table.give("answer", choice=0)) == ["correction", "move", "move"]
        assert table.referee.is_wrong
    assert names(table.play("-1,2>0"))[0] == "restored"
    assert not table.referee.is_wrong


def moves_after_a_wrong_one(table: Table, tiles: str, seconds: int) -> list[tuple[str, bool]]:
    """Lay tiles while hands hide the table for so long, and return who moved, and if legally."""
    table.play("1,0=2 2,-1=1")
    assert table.referee.is_wrong
    hidden(table, seconds)
    table.see(HandsGone())
    table.play(tiles)
    return [(turn.mover, turn.verdict.legal) for turn in table.referee.ledger.moves[1:]]


@pytest.mark.parametrize(
    ("tiles", "movers"),
    [("0,1=4 0,2=0", ["Bob", "Ann"]), ("0,1=4 0,2=0 -1,1=0 -1,2=4", ["Bob", "Ann", "Bob"])],
)
def test_tiles_that_are_called_wrong_and_stay_were_laid_before_those_that_come_later(
    tiles: str, movers: list[str]
) -> None:
    """However long hands hide what comes next, and be it two turns."""
    told = moves_after_a_wrong_one(palago(), tiles, 20)
    assert told == [(mover, number > 0) for number, mover in enumerate(movers)]

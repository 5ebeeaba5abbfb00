"""What people decide: tiles, moves, dice, movers, turns, pauses, votes and claims."""

from __future__ import annotations

import pytest

from companion.referee.inputs import InputError
from rules import Cell, GameError, all_palagems
from rules.board_json import tiles_to_json
from tests.companion.referee.table import (
    RING,
    THREE,
    Table,
    codes,
    die,
    names,
    palago,
    palagonia,
)
from vision.following.table_view import HandsGone, HandsIn


def test_a_move_that_is_taken_back_is_not_announced_again_until_tiles_change() -> None:
    table = palago()
    table.play("1,0=2 2,-1=0")
    (taken,) = table.give("take-back")
    assert (taken["what"], taken["seen"]["number"], taken["seen"]["mover"]) == (
        "take-back",
        2,
        "Bob",
    )
    assert table.referee.ledger.mover == "Bob"
    assert table.look() == []
    assert table.play("x2,-1") == []
    assert table.play("x1,0") == []
    assert table.play("1,0=2 0,1=4")[0]["number"] == 2


def test_a_move_that_ended_the_game_may_be_taken_back() -> None:
    table = palago()
    table.play("1,0=2 0,1=4")
    table.play("0,-1=2 0,-2=0")
    said = table.play("2,-1=0 3,-1=0")
    assert names(said) == ["move", "over"]
    assert said[1]["result"]["winner"] == "Bob"
    table.give("take-back")
    assert not table.referee.is_over
    assert table.play("x3,-1 x2,-1") == []
    assert names(table.play("2,-1=2 3,-1=0")) == ["move"]


def test_what_was_taken_back_but_not_taken_up_is_played_again() -> None:
    table = palago("1,0=2 2,-1=0", "0,1=2 -1,1=0")
    table.give("take-back")
    table.give("take-back")
    # only the last move's tiles are taken up: the other one stands after all
    assert table.play("x0,1 x-1,1") == []
    assert names(table.play("3,-1=0")) == ["move"]
    assert [len(turn.after) for turn in table.referee.ledger.moves] == [2, 4]
    assert names(table.play("3,-2=0")) == ["move"]


def test_a_winning_tile_that_is_taken_back_last_does_not_win_again() -> None:
    table = palago("1,0=2 0,1=4", "0,-1=2 0,-2=0")
    assert names(table.play("2,-1=0 3,-1=0")) == ["move", "over"]
    table.give("take-back")
    assert table.play("x3,-1") == []
    assert table.play("x2,-1") == []
    assert names(table.play("2,-1=0")) == ["move", "over"]


def test_a_move_that_was_taken_back_by_mistake_counts_when_the_turn_is_ended() -> None:
    table = palago("1,0=2 2,-1=0")
    table.give("take-back")
    assert names(table.give("end-turn")) == ["correction", "move"]


def test_there_must_be_a_move_to_take_back() -> None:
    table = Table("palago", ["Ann", "Bob"])
    with pytest.raises(GameError, match="first let the camera see the table"):
        table.give("take-back")
    table.look()
    with pytest.raises(GameError, match="none to take back"):
        table.give("take-back")


def test_taking_back_keeps_the_roll() -> None:
    table = palagonia()
    table.roll(2)
    table.play("0,1=4 0,2=0")
    table.give("take-back")
    table.play("x0,2")
    assert names(table.play("1,1=0")) == ["move"]
    assert table.referee.ledger.moves[-1].die == 2


def test_a_tile_that_the_camera_misreads_is_set_by_hand() -> None:
    table = palago()
    assert codes(table.play("1,0=2 2,-1=1")) == [["edge-mismatch"]]
    said = table.give("set-tile", cell=[2, -1], orientation=0)
    assert names(said) == ["correction", "restored", "move"]
    assert said[0]["seen"] == {"cell": [2, -1], "orientation": 1}
    assert said[0]["decided"] == {"cell": [2, -1], "orientation": 0}
    assert names(table.play("0,1=4 0,2=0")) == ["move"]


def test_what_was_set_by_hand_holds_until_the_camera_sees_something_else_there() -> None:
    table = palago()
    table.play("1,0=2 2,-1=1")
    table.give("set-tile", cell=[2, -1], orientation=0)
    # half of the move was taken back by hand, or somebody knocked a tile away
    (question,) = table.play("x2,-1")
    assert (question["event"], question["about"]) == ("question", "legal")
    assert table.referee.board == table.board


def test_a_tile_of_the_last_move_that_was_misread_has_it_judged_anew() -> None:
    table = palago()
    table.play("1,0=2 2,-1=0")
    said = table.give("set-tile", cell=[2, -1], orientation=2)
    assert names(said) == ["correction", "move"]
    assert (said[1]["number"], said[1]["mover"]) == (2, "Bob")
    assert {"q": 2, "r": -1, "orientation": 2} in said[1]["board"]["tiles"]
    assert codes(table.give("set-tile", cell=[2, -1], orientation=1)) == [["edge-mismatch"]]
    assert len(table.referee.ledger.moves) == 1


@pytest.mark.parametrize("mistaken", [1, 2, 3, 5])
def test_a_tile_that_is_said_wrongly_and_then_as_it_is_seen_leaves_no_doubt(mistaken: int) -> None:
    table = palago()
    table.play("1,0=2 2,-1=0")
    before = table.referee.ledger.moves
    table.give("set-tile", cell=[2, -1], orientation=mistaken)
    said = table.give("set-tile", cell=[2, -1], orientation=0)
    assert said[-1]["event"] == "move"
    assert not said[-1]["presumed"]
    assert table.referee.ledger.moves == before
    assert table.look() == []


def test_a_roll_of_a_move_that_is_said_wrongly_and_then_rightly_leaves_no_doubt() -> None:
    table = palagonia()
    table.roll(2)
    table.play("0,1=4 0,2=0")
    mistaken = table.give("set-die", value=3, number=2)
    assert names(mistaken) == ["correction"]
    said = table.give("set-die", value=2)
    assert names(said) == ["correction", "move"]
    assert not said[-1]["presumed"]


def test_a_tile_of_an_older_move_that_was_misread_is_put_right_on_record() -> None:
    table = palago()
    table.play("1,0=2 0,1=4")
    table.play("2,-1=0 3,-1=0")
    assert names(table.give("set-tile", cell=[0, 0], orientation=2)) == ["correction"]
    assert [move.after[Cell(0, 0)] for move in table.referee.ledger.moves] == [2, 2, 2]
    assert names(table.play("0,2=0 0,3=0")) == ["move"]


def test_the_die_may_be_changed_before_and_after_a_move() -> None:
    table = palagonia()
    table.roll(2)
    assert names(table.play("0,1=4 0,2=0")) == ["move"]
    said = table.give("set-die", value=3, number=2)
    assert names(said) == ["correction"]
    assert said[0]["seen"] == {"number": 2, "die": 2}
    assert names(table.play("1,1=0")) == ["move"]
    assert table.referee.ledger.moves[-1].die == 3
    with pytest.raises(GameError, match="1 to 6"):
        table.give("set-die", value=7)
    with pytest.raises(GameError, match="Dan"):
        table.give("set-die", value=3, player="Dan")


def test_the_roll_of_the_last_move_leaves_what_was_rolled_since_as_it_is() -> None:
    table = palagonia()
    table.roll(2)
    table.play("0,1=4 0,2=0")
    table.roll(4, (300.0, 300.0))
    for value in (2, 3):
        assert names(table.give("set-die", value=value, number=2)) == ["correction"]
        assert [turn.die for turn in table.referee.ledger.moves] == [3, value]
        assert (table.referee.ledger.mover, table.referee.roll) == ("Cem", 4)
    assert not table.referee.ledger.moves[-1].verdict.legal, "two tiles by a 3"


def test_tiles_of_the_last_move_may_still_come_though_a_hand_may_have_thrown_the_die() -> None:
    table = palagonia()
    table.roll(2)
    table.play("0,1=4 0,2=0")
    table.see(HandsIn())
    table.see(HandsGone())
    table.dice = ()
    table.look()
    assert names(table.give("set-die", value=3, number=2)) == ["correction"]
    assert names(table.play("1,1=0")) == ["move"]
    assert [(turn.mover, turn.die) for turn in table.referee.ledger.moves[1:]] == [("Bob", 3)]


def test_the_roll_of_the_last_move_said_once_more_changes_nothing() -> None:
    table = palagonia()
    table.roll(2)
    table.play("0,1=4 0,2=0")
    assert names(table.give("set-die", value=2, number=2)) == ["correction"]
    assert [turn.die for turn in table.referee.ledger.moves] == [3, 2]
    table.roll(4, (300.0, 300.0))
    assert (table.referee.ledger.mover, table.referee.roll) == ("Cem", 4)


def test_the_mover_may_be_changed_now_and_for_a_move_made() -> None:
    table = palagonia()
    table.give("set-mover", player="Cem")
    table.roll(3, (700.0, 600.0))
    (move,) = table.play(RING)
    assert move["mover"] == "Cem"
    assert table.referee.ledger.score_sheet().totals() == {"Ann": 2, "Bob": 0, "Cem": 3}
    table.give("set-mover", player="Bob", number=2)
    assert table.referee.ledger.score_sheet().totals() == {"Ann": 2, "Bob": 3, "Cem": 0}
    assert table.referee.ledger.mover == "Cem"
    with pytest.raises(GameError, match="Dee does not play"):
        table.give("set-mover", player="Dee")


def test_while_paused_nothing_is_said_of_the_table() -> None:
    table = palago()
    assert names(table.give("pause")) == ["correction"]
    assert table.play("1,0=1") == []
    assert names(table.give("resume")) == ["correction", "illegal"]


def test_players_may_vote_another_value_for_an_island() -> None:
    table = palagonia()
    table.roll(3, (700.0, 600.0))
    table.play(RING)
    (voted,) = table.give("vote", row=1, value=2)
    assert (voted["seen"], voted["decided"]) == ({"row": 1, "value": 1}, {"row": 1, "value": 2})
    assert table.referee.ledger.score_sheet().totals() == {"Ann": 4, "Bob": 6, "Cem": 0}
    with pytest.raises(GameError, match="no row 2"):
        table.give("vote", row=2, value=1)


def test_a_vote_after_the_end_changes_the_result() -> None:
    table = Table("palagonia", ["Ann", "Bob", "Cem"], {"size": 6})
    table.look()
    table.roll(3)
    table.play(THREE)
    table.dice = (die(4),)
    said = table.play(RING)
    assert names(said) == ["die", "move", "over"]
    assert said[1]["verdict"]["islands"][0]["continent"]
    assert said[2]["result"] == {"winner": "Bob", "loser": None, "reason": "highest-score"}
    assert said[2]["scores"] == {"Ann": 30, "Bob": 45, "Cem": 0}
    said = table.give("vote", row=1, value=1)
    assert said[1]["scores"] == {"Ann": 2, "Bob": 3, "Cem": 0}


def test_in_claim_mode_nothing_is_said_until_somebody_claims() -> None:
    ann, bob = all_palagems()[:2]
    palagems = {"Ann": tiles_to_json(ann.tiles), "Bob": tiles_to_json(bob.tiles)}
    table = Table("palagem", ["Ann", "Bob"], {"mode": "claim", "palagems": palagems})
    table.look()
    first, second, third, fourth = ann.tiles.items()
    said = []
    for (q, r), k in (first, second, third, fourth):
        said += table.play(f"{q},{r}={k}")
    assert names(said) == ["move"] * 4
    assert said[-1]["verdict"]["winner"] is None
    claimed = table.give("claim", player="Ann", kind="win")
    assert names(claimed) == ["correction", "over"]
    assert claimed[1]["result"]["winner"] == "Ann"


def test_a_mistaken_claim_costs_the_next_move() -> None:
    palagems = {p: tiles_to_json(all_palagems()[n].tiles) for n, p in enumerate(("Ann", "Bob"))}
    table = Table("palagem", ["Ann", "Bob"], {"mode": "claim", "palagems": palagems})
    table.look()
    table.play("0,0=0")
    (claim,) = table.give("claim", player="Bob", kind="win")
    assert claim["decided"] == {"right": False}
    assert table.play("0,1=0")[0]["mover"] == "Ann"
    assert table.referee.ledger.mover == "Bob"


def test_an_input_that_cannot_be_read_is_refused() -> None:
    table = palago()
    with pytest.raises(InputError, match='"jump" is no input'):
        table.give("jump")
    with pytest.raises(InputError, match='"value"'):
        table.give("set-die")
    with pytest.raises(GameError, match="No die is rolled"):
        table.give("set-die", value=3)

"""No ruling is made on what is not sure."""

from __future__ import annotations

from typing import Any

import pytest

from rules import Cell, all_palagems, parse_move
from rules.board_json import tiles_to_json
from tests.companion.referee.table import OPENING, Table, codes, die, names, palago, palagonia
from tests.companion.referee.test_hands_and_rolls import hidden
from tests.companion.referee.test_rolls_from_tiles import FLOWER, LAST_PETALS, told
from vision.following.table_view import CameraMoved, HandsGone, HandsIn, Settled, TableView
from vision.following.thresholds import BURNT_EMPTY

PALAGEMS = {
    player: tiles_to_json(palagem.tiles)
    for player, palagem in zip(["Ann", "Bob"], all_palagems(), strict=False)
}

Choice = dict[str, Any]


def test_a_move_with_an_unsure_tile_is_asked_about_once_and_made_when_it_is_sure() -> None:
    table = palago()
    table.unsure = frozenset({Cell(2, -1)})
    (question,) = table.play("1,0=2 2,-1=0")
    assert (question["event"], question["cells"]) == ("question", [[2, -1]])
    assert question["about"] == "tile"
    assert table.look() == []
    table.unsure = frozenset()
    assert names(table.look()) == ["move"]


def test_a_tile_that_is_not_sure_is_asked_about_though_it_seems_likely_and_would_be_wrong() -> None:
    """One witness alone may see a tile in the pattern of a cloth, and be very sure of it."""
    table = palago()
    table.board = table.board.with_tile(Cell(1, 0), 1)
    probabilities = {Cell(1, 0): (0.0001, 0.0, 0.9999, 0.0, 0.0, 0.0, 0.0)}
    view = TableView(
        table.board, frozenset(probabilities), frozenset(), probabilities=probabilities
    )
    said = table.see(Settled(view))
    assert "illegal" not in names(said)
    table.board = table.board.without(Cell(1, 0)).with_tiles(parse_move("1,0=2 2,-1=0").placed)
    assert names(told(table.look())) == ["move"]


def test_doubts_that_come_and_go_are_not_asked_about_again_and_again() -> None:
    table = palago()
    both = frozenset({Cell(1, 0), Cell(2, -1)})
    table.unsure = both
    said = table.play("1,0=2 2,-1=0")
    for unsure in ({Cell(1, 0)}, both):
        table.unsure = frozenset(unsure)
        said += table.look()
    assert names(said) == ["question"]
    # by now each of the two was seen for sure once
    table.unsure = frozenset({Cell(2, -1)})
    assert names(table.look()) == ["move"]


def test_people_may_say_what_an_unsure_tile_is() -> None:
    table = palago()
    table.unsure = frozenset({Cell(2, -1)})
    table.play("1,0=2 2,-1=1")
    said = table.give("set-tile", cell=[2, -1], orientation=0)
    assert names(said) == ["correction", "move"]
    assert names(table.play("0,1=4 0,2=0")) == ["move"]


def test_a_tile_that_is_laid_where_one_was_only_held_is_seen() -> None:
    table = Table("palagem", ["Ann", "Bob"], {"palagems": PALAGEMS})
    table.look()
    table.play("0,0=0")
    table.unsure = frozenset({Cell(1, -1)})
    assert names(table.play("1,-1=4")) == ["question"]
    table.give("set-tile", cell=[1, -1])
    table.unsure = frozenset()
    # as long as no hand was there, people are right and the camera is not
    assert table.look() == []
    table.see(HandsIn())
    assert names(table.look()) == ["move"]


def test_a_tile_that_people_said_lies_there_is_gone_when_a_hand_took_it() -> None:
    table = palago()
    lay_there = table.board
    table.unsure = frozenset({Cell(2, -1)})
    table.play("1,0=2")
    table.give("set-tile", cell=[2, -1], orientation=1)
    assert table.referee.is_wrong
    table.board, table.unsure = lay_there, frozenset()
    # as long as no hand was there, people are right and the camera is not
    table.look()
    assert table.referee.is_wrong
    table.see(HandsIn())
    assert names(table.look()) == ["restored"]
    assert table.referee.board == lay_there


def unsurely_wrong() -> tuple[Table, list[Choice]]:
    """Return a table with tiles that are wrong if one more lies there, and what is asked of it."""
    table = palagonia()
    table.roll(4, (300.0, 300.0))
    table.unsure = frozenset({Cell(-2, 0)})
    (question,) = table.play("0,1=4 0,2=0 1,2=4 -2,0=0")
    return table, question["choices"]


def test_what_people_say_is_wrong_is_called_so_at_once() -> None:
    table, choices = unsurely_wrong()
    (number,) = (n for n, choice in enumerate(choices) if choice["illegal"])
    assert [-2, 0] in choices[number]["cells"]
    assert "not-together" in codes(table.give("answer", choice=number))[0]


def test_what_people_say_has_only_begun_is_not_held_for_wrong() -> None:
    table, choices = unsurely_wrong()
    (number,) = (n for n, choice in enumerate(choices) if not choice["illegal"])
    said = [*table.give("answer", choice=number), *table.look()]
    assert not codes(said)
    assert table.referee.question is None


def test_of_a_tile_that_is_gone_or_turned_it_is_not_said_which() -> None:
    table = palagonia(FLOWER)
    table.roll(2)
    table.play(LAST_PETALS)
    table.roll(1, (300.0, 300.0))
    cell, none, turned = Cell(0, 1), 0.9, 0.1
    table.board = table.board.without(Cell(1, 0), cell)
    likely = {cell: (none, 0.0, 0.0, turned, 0.0, 0.0, 0.0)}
    view = TableView(
        table.board, frozenset({cell}), frozenset(), dice=table.dice, probabilities=likely
    )
    said = table.see(Settled(view))
    assert [(event["event"], event["cells"]) for event in said] == [("unsure", [[0, 1]])]
    assert codes(table.give("set-tile", cell=[0, 1], orientation=2)) == [["disturbed"]]


def test_a_tile_that_may_lie_beside_a_move_is_asked_about() -> None:
    table = palago()
    table.unsure = frozenset({Cell(2, -1)})
    # the tile between was not read, so that the two tiles seem to lie apart
    (question,) = table.play("1,0=2 3,-2=2")
    assert (question["event"], question["cells"]) == ("question", [[2, -1]])


def test_what_seems_wrong_but_is_unsure_is_not_called_wrong() -> None:
    table = palago()
    table.unsure = frozenset({Cell(1, 0)})
    assert not codes(table.play("1,0=1"))
    table.board = table.board.with_tile(Cell(1, 0), 2)
    assert names(table.look()) == []


def test_a_move_is_not_announced_where_one_tile_too_many_may_lie_that_does_not_fit() -> None:
    table = palagonia()
    table.roll(2, (300.0, 300.0))
    table.unsure = frozenset({Cell(1, 1)})
    assert "move" not in names(table.play("0,1=4 0,2=0 1,1=1"))
    table.unsure = frozenset()
    assert "wrong-count" in codes(table.look())[0]


def test_a_turn_is_not_called_short_where_its_last_tile_may_lie_on_a_cell_that_is_not_sure() -> (
    None
):
    """The next one has rolled already: that somebody left a tile out is likelier, but no more."""
    table = palagonia()
    table.roll(2)
    table.see(HandsIn())
    table.see(HandsGone())
    table.play("0,1=4")
    table.unsure = frozenset({Cell(0, 2)})
    table.see(HandsIn())
    table.see(HandsGone())
    (unsure,) = told(table.roll(3, (300.0, 300.0)))
    assert unsure["cells"] == [[0, 2]]
    table.unsure = frozenset()
    assert codes(table.look()) == [["wrong-count"]]


def test_what_is_surely_wrong_is_called_so_though_another_tile_is_unsure() -> None:
    table = palago()
    table.unsure = frozenset({Cell(-1, 1)})
    assert codes(table.play("1,0=1 -1,1=0")) == [["edge-mismatch"]]


def test_of_what_is_wrong_that_alone_is_said_which_is_sure() -> None:
    table = palago()
    table.unsure = frozenset({Cell(-1, 1)})
    # a tile that does not match, and perhaps one too many
    assert codes(table.play("1,0=1 2,0=0 -1,1=0")) == [["edge-mismatch"]]


def test_a_win_is_announced_only_when_every_tile_it_rests_on_is_sure() -> None:
    table = palago("1,0=2 0,1=4", "0,-1=2 0,-2=0")
    table.unsure = frozenset({Cell(0, 0), Cell(0, -2)})
    (unsure,) = table.play("2,-1=0 3,-1=0")
    assert unsure["cells"] == [[0, 0]]
    assert not table.referee.is_over
    table.unsure = frozenset()
    assert names(table.look()) == ["move", "over"]


@pytest.mark.parametrize(
    ("unsure", "last", "said"),
    [
        (Cell(0, 0), "3,-2=2 3,-1=0", ["move", "over"]),
        (Cell(2, -1), "-1,0=0 -2,1=0", ["unsure", "move", "over"]),
    ],
)
def test_the_end_is_a_fact_where_it_is_the_same_however_an_unsure_tile_is_turned(
    unsure: Cell, last: str, said: list[str]
) -> None:
    """Else it is presumed: the tile is on record, none is left, and no later look will tell."""
    table = Table("palago", ["Ann", "Bob"], {"size": 6})
    table.look()
    table.play(OPENING)
    table.play("1,0=2 2,-1=0")
    table.unsure = frozenset({unsure})
    events = table.play(last)
    assert names(events) == said
    is_open = "unsure" in said
    assert (events[-2]["presumed"], "rests_on" in events[-1]) == (is_open, is_open)
    assert table.referee.presumed == ((3,) if is_open else ())


def test_the_end_rests_on_a_tile_that_is_not_sure_though_people_were_told_of_it_before() -> None:
    table = Table("palago", ["Ann", "Bob"], {"size": 6})
    table.look()
    table.play(OPENING)
    table.play("1,0=2 2,-1=0")
    table.unsure = frozenset({Cell(2, -1), Cell(-2, 1)})
    table.play("-1,0=0 -2,1=0")
    assert not table.referee.is_over, "the last tile may not lie there"
    table.unsure = frozenset({Cell(2, -1)})
    table.look()
    assert table.referee.is_over
    assert table.referee.presumed == (3,)


def test_when_one_of_several_cells_was_told_people_are_asked_for_the_others() -> None:
    table = palago("1,0=2 0,1=4", "0,-1=2 0,-2=0")
    table.unsure = frozenset({Cell(0, 0), Cell(1, 0)})
    (unsure,) = table.play("2,-1=0 3,-1=0")
    assert unsure["cells"] == [[0, 0], [1, 0]]
    said = table.give("set-tile", cell=[0, 0], orientation=0)
    assert [event["cells"] for event in said[1:]] == [[[1, 0]]]
    assert names(table.give("set-tile", cell=[1, 0], orientation=2))[1:] == ["move", "over"]


def test_the_end_is_asked_for_where_only_one_answer_is_likely_and_no_look_will_tell() -> None:
    """The last two turns were made unseen, and may perhaps be divided otherwise."""
    table = Table("palago", ["Ann", "Bob"], {"size": 6})
    table.look()
    table.play(OPENING)
    hidden(table, 20)
    table.see(HandsGone())
    (question,) = told(table.play("1,0=2 2,-1=0 0,1=4 0,2=0"))
    assert [len(choice["turns"]) for choice in question["choices"]] == [2, 1]
    assert "over" in names(table.give("answer", choice=0))


def test_an_unsure_tile_elsewhere_does_not_hold_up_a_move() -> None:
    table = palago("1,0=2 2,-1=0")
    table.unsure = frozenset({Cell(2, -1)})
    assert names(table.play("-1,0=0 -2,1=0")) == ["move"]


def test_a_tile_of_the_board_that_cannot_be_seen_is_not_called_taken() -> None:
    table = palago()
    table.hidden = frozenset({Cell(1, -1)})
    assert table.play("x1,-1") == []
    (unsure,) = table.play("1,0=2 0,1=4")
    assert unsure["cells"] == [[1, -1]]


def test_a_wrong_tile_under_a_hand_is_not_called_put_right() -> None:
    table = palago()
    table.play("1,0=1")
    table.hidden = frozenset({Cell(1, 0)})
    assert table.play("x1,0") == []
    assert table.referee.is_wrong
    table.hidden = frozenset()
    assert names(table.look()) == ["restored"]


def test_a_laid_table_that_is_not_sure_is_asked_about_before_play_begins() -> None:
    table = Table("palago", ["Ann", "Bob"])
    table.unsure = frozenset({Cell(0, 0)})
    (unsure,) = table.play(OPENING)
    assert unsure["cells"] == [[0, 0]]
    assert names(table.give("set-tile", cell=[0, 0], orientation=2)) == ["correction", "ready"]
    assert table.referee.ledger.start[Cell(0, 0)] == 2


def test_players_are_warned_once_before_the_board_leaves_the_picture() -> None:
    table = palago()
    table.near_edge = ("left", "top")
    said = table.play("1,0=2 2,-1=0")
    assert names(said) == ["unsure", "move"]
    assert "left and upper edge" in said[0]["reason"]
    assert table.look() == []


def test_players_are_told_once_that_a_lamp_dazzles_the_camera_until_it_does_so_again() -> None:
    table = palago()
    cell = Cell(3, 0)
    table.unsure = table.burnt = frozenset({cell})
    table.probabilities = {cell: (BURNT_EMPTY, *[(1 - BURNT_EMPTY) / 6] * 6)}
    (said,) = table.look()
    assert said["event"] == "unsure"
    assert said["cells"] == [[3, 0]]
    assert said["reason"].startswith("1 place on the board")
    assert names(table.play("1,0=2 2,-1=0")) == ["move"]
    table.unsure = table.burnt = frozenset()
    assert table.look() == []
    table.unsure = table.burnt = frozenset({cell})
    assert names(table.look()) == ["unsure"]


def test_players_are_told_once_that_a_tile_lies_crookedly_until_one_does_so_again() -> None:
    table = palago()
    cell = Cell(1, 0)
    table.hidden = table.crooked = frozenset({cell})
    (said,) = table.look()
    assert said["event"] == "unsure"
    assert said["cells"] == [[1, 0]]
    assert "push it in" in said["reason"]
    assert table.look() == []
    table.hidden = table.crooked = frozenset()
    assert names(table.play("1,0=2 2,-1=0")) == ["move"]
    table.hidden = table.crooked = frozenset({Cell(3, 0)})
    assert names(table.look()) == ["unsure"]


def test_more_tiles_than_the_set_has_are_noticed() -> None:
    table = Table("palago", ["Ann", "Bob"], {"size": 3})
    table.look()
    table.play(OPENING)
    said = table.play("1,0=2 2,-1=0")
    assert names(said) == ["unsure", "illegal"]
    assert "4 tiles lie face up, but the game has 3" in said[0]["reason"]


def test_the_roll_is_not_taken_from_the_die_while_tiles_only_seem_to_change() -> None:
    table = palagonia()
    table.unsure = frozenset({Cell(5, 5)})
    laid = table.board
    assert table.play("5,5=0") == []
    table.board, table.unsure = laid, frozenset()
    table.dice = (die(2),)
    assert names(table.play("0,1=4 0,2=0")) == ["die", "move"]
    assert table.referee.ledger.moves[-1].die == 2


def test_after_the_camera_was_moved_players_are_warned_of_its_picture_again() -> None:
    table = palago()
    table.near_edge = ("left",)
    assert names(table.look()) == ["unsure"]
    table.see(CameraMoved())
    assert names(table.look()) == ["unsure"]


def test_tiles_of_two_turns_are_told_apart_where_no_roll_was_seen_for_sure() -> None:
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.look()
    table.dice = (die(4, sure=False),)
    said = table.play("0,0=0 1,0=0 2,0=0 3,0=0")
    table.dice = (die(5, sure=False),)
    said += table.play("4,0=0 5,0=0 6,0=0 7,0=0 8,0=0")
    assert names(said)[-4:] == ["die", "move", "die", "move"]
    assert set(names(said)[:-4]) == {"question"}
    assert {event["how"] for event in said if event["event"] in ("die", "move")} == {"inferred"}
    assert [move.die for move in table.referee.ledger.moves] == [4, 5]
    assert codes(table.play("9,0=1")) == [["edge-mismatch"]]

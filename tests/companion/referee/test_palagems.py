"""Palagems are registered from the rhombi that lie apart; a whole game of Palagem."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from rules import Board, Cell, Palagem, all_palagems, applied
from rules.palagem.moves import legal_moves
from tests.companion.referee.table import PALAGEMS, Table, build, codes, lying_apart, names
from vision.following.table_view import HandsGone, HandsIn, OtherCluster

ANN, BOB, CEM = all_palagems()[10:13]
TOLD = {player: PALAGEMS[player] for player in ("Ann", "Bob")}


def test_palagems_that_appear_one_by_one_are_those_of_the_players_in_order() -> None:
    table = Table("palagem", ["Ann", "Bob"])
    (waiting,) = table.look()
    assert waiting["event"] == "unsure"
    assert "Ann and Bob" in waiting["reason"]
    table.others = lying_apart([BOB])
    (waiting,) = table.look()
    assert "of Bob;" in waiting["reason"]
    table.others = lying_apart([ANN, BOB])
    assert names(table.look()) == ["ready"]
    assert table.referee.palagems == {"Ann": BOB, "Bob": ANN}


def test_palagems_laid_at_once_are_taken_clockwise_and_asked_about() -> None:
    table = Table("palagem", ["Ann", "Bob", "Cem"])
    table.others = tuple(reversed(lying_apart([ANN, BOB, CEM])))
    said = table.look()
    assert names(said) == ["ready", "unsure"]
    assert "Ann, Bob and Cem" in said[1]["reason"]
    assert table.referee.palagems == {"Ann": ANN, "Bob": BOB, "Cem": CEM}
    build(table, "Ann", CEM)
    assert table.referee.palagems == {"Ann": CEM, "Bob": BOB, "Cem": ANN}


def test_of_equal_palagems_the_earlier_player_must_change_theirs() -> None:
    table = Table("palagem", ["Ann", "Bob"])
    turned = OtherCluster(ANN.tiles.rotated(2), (900.0, 100.0), True)
    table.others = (*lying_apart([ANN]), turned)
    (said,) = table.look()
    assert "Ann must change theirs" in said["reason"]
    table.others = (*lying_apart([CEM]), turned)
    assert names(table.look())[0] == "ready"
    assert table.referee.palagems["Ann"].pattern() == CEM.pattern()


def test_who_owes_a_palagem_is_named_whole_whatever_others_are_called() -> None:
    """With inversion Bob's is the same as Anna's, its colours being swapped."""
    ann, anna, another = all_palagems(inversion=True)[:3]
    table = Table("palagem", ["Ann", "Anna", "Bob"], {"inversion": True})
    assert table.referee.palagems_due == ("Ann", "Anna", "Bob")
    table.look()
    build(table, "Ann", ann)
    assert table.referee.palagems_due == ("Anna", "Bob")
    build(table, "Anna", anna)
    assert table.referee.palagems_due == ("Bob",)
    said = build(table, "Bob", Palagem(anna.tiles.colors_swapped()))
    assert "Anna must change theirs" in said[-1]["reason"]
    assert set(table.referee.palagems) == {"Ann", "Anna", "Bob"}
    assert table.referee.palagems_due == ("Anna",)
    assert names(build(table, "Anna", another)) == ["correction", "ready"]
    assert table.referee.palagems_due == ()


def test_who_has_shown_no_palagem_comes_before_those_who_must_change_theirs() -> None:
    table = Table("palagem", ["Ann", "Bob", "Cem"])
    table.look()
    table.others = lying_apart([ANN])
    table.look()
    assert table.referee.palagems_due == ("Bob", "Cem")
    table.others = (*table.others, OtherCluster(ANN.tiles.rotated(2), (900.0, 100.0), True))
    table.look()
    assert table.referee.palagems_due == ("Cem", "Ann")


def test_nobody_owes_a_palagem_once_play_has_begun_nor_in_other_games() -> None:
    table = Table("palagem", ["Ann", "Bob"])
    table.look()
    table.play("0,0=0")
    assert table.referee.ready
    assert table.referee.palagems == {}
    assert table.referee.palagems_due == ()
    assert Table("palago", ["Ann", "Bob"]).referee.palagems_due == ()


def test_clusters_that_are_no_palagems_or_not_sure_are_not_registered() -> None:
    table = Table("palagem", ["Ann", "Bob"])
    row = Board({Cell(q, 0): 0 for q in range(4)})
    table.others = (
        OtherCluster(row, (0.0, 0.0), True),
        OtherCluster(ANN.tiles, (9.0, 9.0), False),
    )
    table.look()
    assert table.referee.palagems == {}


def test_a_palagem_is_set_aside_when_the_board_is_looked_for() -> None:
    table = Table("palagem", ["Ann", "Bob"])
    assert table.referee.sets_aside(ANN.tiles)
    assert not table.referee.sets_aside(Board({Cell(0, 0): 0}))
    assert not Table("palago", ["Ann", "Bob"]).referee.sets_aside(ANN.tiles)


def test_four_tiles_that_nobody_saw_laid_are_no_palagem_where_all_were_told() -> None:
    told = Table("palagem", ["Ann", "Bob"], {"palagems": TOLD})
    assert [told.referee.sets_aside(p.tiles) for p in (ANN, BOB, CEM)] == [True, True, False]
    seen = Table("palagem", ["Ann", "Bob"])
    seen.others = lying_apart([ANN, BOB])
    seen.look()
    assert seen.referee.sets_aside(CEM.tiles), "one of them may be misread"


def test_a_game_without_palagems_in_view_is_refereed_all_the_same() -> None:
    table = Table("palagem", ["Ann", "Bob"])
    table.look()
    assert names(table.play("0,0=0")) == ["ready", "unsure", "move"]
    assert names(table.play("1,0=0")) == ["move"]
    assert codes(table.play("3,0=0")) == [["touch-two"]]


def test_turns_made_under_hands_are_none_too_many_where_a_palagem_was_awaited() -> None:
    """A palagem is out of sight in the first look, and by the next one all have had a turn."""
    table = Table("palagem", ["Ann", "Bob", "Cem"])
    table.others = lying_apart([ANN, BOB])
    assert names(table.look()) == ["unsure"]
    table.see(HandsIn())
    table.t += 30.0
    table.see(HandsGone())
    table.others = lying_apart([ANN, BOB, CEM])
    said = table.play("0,0=0 1,-1=4 1,0=2")
    assert names(said) == ["ready", "unsure", "question"]
    likeliest = said[-1]["choices"][0]["text"]
    assert likeliest == "Ann laid 1 tile, Bob laid 1 tile and Cem laid 1 tile"


def test_a_whole_game_of_palagem_with_a_wrong_tile_and_a_correction() -> None:
    table = Table("palagem", ["Ann", "Bob"])
    table.others = lying_apart([ANN, BOB])
    table.look()
    first, second, third, last = [(f"{q},{r}", k) for (q, r), k in BOB.tiles.items()]
    assert names(table.play(f"{first[0]}={first[1]}")) == ["move"]
    assert codes(table.play(f"{second[0]}={(second[1] + 1) % 6}")) == [["edge-mismatch"]]
    assert names(table.play(f"{second[0]}>{second[1]}")) == ["restored", "move"]
    assert names(table.play(f"{third[0]}={(third[1] + 2) % 6}")) == ["move"]
    q, r = (int(n) for n in third[0].split(","))
    said = table.give("set-tile", cell=[q, r], orientation=third[1])
    assert names(said) == ["correction", "move"]
    said = table.play(f"{last[0]}={last[1]}")
    assert names(said) == ["move", "over"]
    assert said[0]["verdict"]["palagems"] == ["Bob"]
    assert said[1]["result"] == {"winner": "Bob", "loser": None, "reason": "palagem"}


def with_a_tile_that_is_not_seen() -> Table:
    """Return a table on which Bob laid 1,-1=4, which no look shows, and then Ann 1,0=2."""
    table = Table("palagem", ["Ann", "Bob"], {"palagems": TOLD})
    table.look()
    table.play("0,0=0")
    (made,) = table.play("1,0=2")
    assert (made["number"], made["mover"]) == (2, "Bob")
    return table


def test_a_tile_that_lay_there_before_the_last_move_has_that_told_anew() -> None:
    table = with_a_tile_that_is_not_seen()
    said = table.give("set-tile", cell=[1, -1], orientation=4)
    assert names(said)[:2] == ["correction", "correction"]
    assert [event["what"] for event in said[:2]] == ["set-tile", "take-back"]
    (question,) = said[2:]
    movers = [[turn["mover"] for turn in choice["turns"]] for choice in question["choices"]]
    answer = table.give("answer", choice=movers.index(["Bob", "Ann"]))
    made = [event for event in answer if event["event"] == "move"]
    assert [(move["number"], move["mover"], move["apart"]) for move in made] == [
        (2, "Bob", False),
        (3, "Ann", False),
    ]
    assert table.referee.board == table.referee.ledger.board


def test_a_tile_that_was_laid_since_the_last_move_leaves_that_on_record() -> None:
    table = with_a_tile_that_is_not_seen()
    table.see(HandsIn())
    table.see(HandsGone())
    said = table.give("set-tile", cell=[1, -1], orientation=4)
    assert names(said) == ["correction", "move"]
    assert (said[1]["number"], said[1]["mover"]) == (3, "Ann")


def test_a_tile_that_is_moved_back_to_where_it_lay_was_taken_back() -> None:
    """Of all moves Bob hardly makes the one that undoes Ann's."""
    table, before = all_laid()
    first, other = islice(legal_moves(before, 0), 2)
    table.board = applied(first, before)
    assert names(table.look()) == ["move"]
    table.board = before
    (said,) = table.look()
    assert (said["event"], table.referee.ledger.mover) == ("correction", "Ann")
    table.board = applied(other, before)
    assert names(table.look()) == ["move"]
    assert [turn.mover for turn in table.referee.ledger.moves] == ["Ann"]


def test_a_move_that_undid_the_one_before_is_told_in_two_taps() -> None:
    table, before = undone_by_the_next_player()
    _, again = table.give("lay-again")
    assert (again["event"], again["mover"], again["presumed"]) == ("move", "Ann", False)
    assert names(table.give("table-right")) == ["correction", "move"]
    assert [turn.mover for turn in table.referee.ledger.moves] == ["Ann", "Bob"]
    assert table.referee.ledger.board == before


def undone_by_the_next_player() -> tuple[Table, Board]:
    """Return a table that looks as if Ann had taken a move back: Bob undid it; and its board."""
    table, before = all_laid()
    table.board = applied(next(iter(legal_moves(before, 0))), before)
    assert names(table.look()) == ["move"]
    table.board = before
    assert names(table.look()) == ["correction"]
    return table, before


def all_laid(but: int = 0) -> tuple[Table, Board]:
    """Return a table on which all tiles lie, ``but`` so many, and its board.

    Where all do they are moved now.
    """
    middle = sorted((Cell(q, r) for q in range(-4, 5) for r in range(-4, 5)), key=_far)
    table = Table("palagem", ["Ann", "Bob"])
    table.others = lying_apart([ANN, BOB])
    table.board = before = Board(dict.fromkeys(middle[: 40 - but], 0))
    table.look()
    return table, before


def hidden_while(table: Table, seconds: int, board: Board) -> list[dict[str, Any]]:
    """Let hands hide the table, and see what lies there then."""
    for _ in range(10 * seconds):
        table.see(HandsIn())
    table.see(HandsGone())
    table.board = board
    return table.look()


def test_a_tile_that_lies_elsewhere_after_a_long_while_may_have_been_moved_twice() -> None:
    table, before = all_laid()
    after = applied(next(iter(legal_moves(before, 0))), before)
    (question,) = hidden_while(table, 40, after)
    movers = [[turn["mover"] for turn in choice["turns"]] for choice in question["choices"]]
    assert movers == [["Ann"], ["Ann", "Bob"]]
    said = table.give("answer", choice=1)
    # where it lay meanwhile nobody has seen
    assert [e["apart"] for e in said if e["event"] == "move"] == [False, False]
    assert table.referee.ledger.board == after


def test_a_tile_that_is_lifted_after_a_long_while_may_have_lain_elsewhere_before() -> None:
    """Ann moved it, nobody saw where to, Bob has it in his hand and lays it down."""
    table, before = all_laid()
    move = next(iter(legal_moves(before, 0)))
    hidden_while(table, 40, before.without(*move.removed))
    said = hidden_while(table, 1, applied(move, before))
    (question,) = [event for event in said if event["event"] == "question"]
    movers = [[turn["mover"] for turn in choice["turns"]] for choice in question["choices"]]
    assert movers == [["Ann"], ["Ann", "Bob"]]
    said = table.give("answer", choice=1)
    made = [event for event in said if event["event"] == "move"]
    assert [event["apart"] for event in made] == [False, False], "where it lay nobody saw"
    assert table.referee.board == table.referee.ledger.board == table.board


def test_the_last_tile_that_is_laid_may_be_moved_on_before_anybody_looks() -> None:
    table, before = all_laid(but=1)
    last = min(before.border(), key=_far)
    (question,) = hidden_while(table, 40, before.with_tile(last, 0))
    movers = [[turn["mover"] for turn in choice["turns"]] for choice in question["choices"]]
    assert movers == [["Ann"], ["Ann", "Bob"]]


def test_a_tile_that_was_moved_in_sight_was_moved_once() -> None:
    table, before = all_laid()
    assert names(hidden_while(table, 1, applied(next(iter(legal_moves(before, 0))), before))) == [
        "move"
    ]


@pytest.mark.parametrize(("seconds", "is_asked"), [(20, True), (1, False)])
def test_a_tile_that_lies_turned_may_have_been_moved_away_and_back_where_there_was_time(
    seconds: int, is_asked: bool
) -> None:
    table, before = all_laid()
    (cell,) = next(iter(legal_moves(before, 0))).removed
    said = hidden_while(table, seconds, before.with_tile(cell, 2))
    assert ("illegal" in names(said)) != is_asked
    asked = [event for event in said if event["event"] == "question"]
    movers = [[t["mover"] for t in c["turns"]] for event in asked for c in event["choices"]]
    assert (["Ann", "Bob"] in movers) == is_asked


def test_who_is_due_tells_that_a_tile_was_moved_twice_though_it_seemed_to_be_once() -> None:
    """People say whose turn it is, take the move back, and say that the table is right."""
    table, before = all_laid()
    after = applied(next(iter(legal_moves(before, 0))), before)
    assert names(hidden_while(table, 1, after)) == ["move"]
    table.give("set-mover", player="Ann")
    table.give("take-back")
    said = [event for event in table.give("table-right") if event["event"] == "move"]
    assert [(event["mover"], event["apart"]) for event in said] == [("Ann", False), ("Bob", False)]
    assert (table.referee.ledger.mover, table.referee.ledger.board) == ("Ann", after)


def test_who_is_due_tells_that_just_as_well_after_the_table_was_said_to_be_right() -> None:
    table, before = all_laid()
    after = applied(next(iter(legal_moves(before, 0))), before)
    hidden_while(table, 1, after)
    table.give("take-back")
    table.give("table-right")
    assert table.referee.ledger.mover == "Bob"
    said = [event for event in table.give("set-mover", player="Ann") if event["event"] == "move"]
    assert [(event["mover"], event["apart"]) for event in said] == [("Ann", False), ("Bob", False)]
    assert (table.referee.ledger.mover, table.referee.ledger.board) == ("Ann", after)


def test_who_was_due_before_a_move_does_not_tell_who_is_after_it() -> None:
    table, before = all_laid()
    table.give("set-mover", player="Ann")
    hidden_while(table, 1, applied(next(iter(legal_moves(before, 0))), before))
    table.give("take-back")
    said = [event for event in table.give("table-right") if event["event"] == "move"]
    assert [event["mover"] for event in said] == ["Ann"]


def seen_together() -> tuple[Table, Board]:
    """Return a table on which three tiles were laid before a look, and its board."""
    table = Table("palagem", ["Ann", "Bob"], {"palagems": TOLD})
    table.look()
    whole = Board({Cell(0, 0): 0, Cell(1, 0): 0, Cell(0, 1): 0})
    said = hidden_while(table, 30, whole) + table.give("answer", choice=0)
    assert [event["apart"] for event in said if event["event"] == "move"] == [False] * 3
    return table, whole


def test_of_moves_that_were_seen_together_any_tile_may_be_taken_back() -> None:
    """Whose tile is whose was left open, so the record is told anew from before the first."""
    table, whole = seen_together()
    (first, *_) = table.referee.ledger.moves
    left = whole.without(*first.move.placed_cells)
    (question,) = [event for event in hidden_while(table, 1, left) if "choices" in event]
    assert [turn["mover"] for turn in question["choices"][0]["turns"]] == ["Ann", "Bob"]
    said = table.give("answer", choice=0)
    assert [event["what"] for event in said if event["event"] == "correction"][1:] == (
        ["take-back"] * 3
    )
    assert [turn.mover for turn in table.referee.ledger.moves] == ["Ann", "Bob"]
    assert table.referee.ledger.board == left


def test_of_moves_that_were_seen_together_the_last_on_record_may_be_taken_back() -> None:
    table, whole = seen_together()
    *_, last = table.referee.ledger.moves
    said = hidden_while(table, 1, whole.without(*last.move.placed_cells))
    assert [event["event"] for event in said if event["event"] != "hands"] == ["correction"]


def test_the_tile_that_was_laid_last_may_be_lifted_to_be_moved_or_be_taken_back() -> None:
    """From the last tile on tiles are moved: who lifts that one has hardly decided anything."""
    _, whole = all_laid()
    table = Table("palagem", ["Ann", "Bob"])
    table.others = lying_apart([ANN, BOB])
    table.board = before = whole.without(max(whole, key=_far))
    table.look()
    for board in (applied(next(iter(legal_moves(before, 1))), before), before):
        said = hidden_while(table, 1, board)
    assert not [event for event in said if event["event"] == "correction"]
    (question,) = [event for event in said if event["event"] == "question"]
    assert sorted(choice["undone"] for choice in question["choices"]) == [0, 1]


def _far(cell: Cell) -> tuple[int, Cell]:
    return max(abs(cell.q), abs(cell.r), abs(cell.q + cell.r)), cell

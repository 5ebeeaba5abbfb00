"""Turns of Palagonia with too few tiles: not called wrong where one may lie unseen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.stories.faults import lack_tiles
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.story import StoryTurn
from rules import Board, Cell, applied, parse_move
from tests.companion.referee.table import codes, names, palago, palagonia
from tests.companion.referee.test_rolls_from_tiles import FLOWER, LAST_PETALS, handled


def the(said: Sequence[dict[str, Any]], kind: str) -> dict[str, Any]:
    """Return the one event of a kind."""
    (found,) = (event for event in said if event["event"] == kind)
    return found


@pytest.mark.parametrize("burnt", [set(), {Cell(1, 1)}])
def test_too_few_tiles_are_not_called_wrong_where_one_may_lie_in_a_lamps_image(
    burnt: set[Cell],
) -> None:
    table = palagonia()
    table.unsure = table.burnt = frozenset(burnt)
    said = [*handled(table), *table.look(), *handled(table), *table.roll(3, (300.0, 300.0))]
    assert names(said).count("die") == 1
    table.unsure = frozenset(burnt | {Cell(0, 2)})
    said = [*handled(table), *table.play("0,1=4 0,2=0")]
    said += [*handled(table), *table.roll(4, (800.0, 300.0))]
    assert ("illegal" in names(said)) != bool(burnt)


@pytest.mark.parametrize(
    ("move", "hides", "wrong"),
    [
        ("0,1=4 0,2=0", {Cell(1, 1)}, ["wrong-count"]),
        ("0,1=4 -1,0=0", {Cell(-1, 1)}, ["wrong-count", "not-together"]),
    ],
)
@pytest.mark.parametrize("goes", [True, False])
def test_too_few_tiles_are_not_called_wrong_while_one_may_lie_under_a_hand(
    move: str, hides: set[Cell], wrong: list[str], goes: bool
) -> None:
    """The next player has rolled and thinks, with a hand over the board. A glass stays there."""
    table = palagonia()
    handled(table)
    table.roll(3, (300.0, 300.0))
    handled(table)
    table.play(move)
    handled(table)
    table.hidden = frozenset(hides)
    said = table.roll(4, (800.0, 300.0))
    assert {"unsure", "illegal"} & set(names(said)) == {"unsure"}
    if goes:
        table.hidden = frozenset()
    for _ in range(1 if goes else 4):
        said += [*handled(table), *table.look()]
    assert codes(said) == [wrong]


@pytest.mark.parametrize("hides", [set(), {Cell(0, 1)}])
def test_a_tile_under_a_hand_may_fill_the_hole_that_others_seem_to_enclose(
    hides: set[Cell],
) -> None:
    table = palagonia()
    handled(table)
    table.roll(5, (300.0, 300.0))
    handled(table)
    table.play("-1,1=2 -1,2=4 0,2=2 1,1=2")
    handled(table)
    table.hidden = frozenset(hides)
    said = table.roll(4, (800.0, 300.0))
    if hides:
        assert names(said) == ["unsure"]
    else:
        assert codes(said) == [["wrong-count", "interior-hole"]]
        assert the(said, "illegal")["unless_unseen"]


def test_what_people_say_of_one_cell_opens_the_others_that_were_not_sure() -> None:
    """Of four tiles two are not made out: the camera was wrong of one, and may be of the other."""
    table = palagonia()
    handled(table)
    table.roll(4, (300.0, 300.0))
    handled(table)
    missed = Cell(0, 2), Cell(-1, 2)
    table.unsure = frozenset(missed)
    table.probabilities = dict.fromkeys(missed, (0.97, 0.0, 0.03, 0.0, 0.0, 0.0, 0.0))
    said = table.play("0,1=4 1,1=2")
    said += [*handled(table), *table.roll(5, (800.0, 300.0))]
    assert "illegal" not in names(said)
    said = table.give("set-tile", cell=[0, 2], orientation=0)
    assert "illegal" not in names(said)
    said = table.give("set-tile", cell=[-1, 2], orientation=0)
    assert "illegal" not in names(said)
    assert table.referee.board[missed[1]] == 0


@pytest.mark.parametrize(
    ("move", "wrong", "may_lack"),
    [
        ("0,1=4 1,1=2", ["wrong-count"], True),
        ("0,1=4 -1,0=0", ["wrong-count", "not-together"], True),
        ("0,1=4 1,1=3", ["edge-mismatch"], False),
        ("0,1=4 1,1=2 0,2=0 -1,2=0", ["wrong-count"], False),
    ],
)
def test_too_few_tiles_are_called_wrong_as_far_as_is_seen(
    move: str, wrong: list[str], may_lack: bool
) -> None:
    """The camera misses a tile as rarely as a player does: that it is one is not said as a fact."""
    table = palagonia()
    handled(table)
    table.roll(3, (300.0, 300.0))
    said = [*handled(table), *table.play(move), *handled(table), *table.roll(4, (800.0, 300.0))]
    assert set(wrong) <= set(*codes(said))
    assert the(said, "illegal").get("unless_unseen", False) == may_lack


def test_a_tile_that_was_to_be_turned_and_is_not_seen_any_more_may_lie_there() -> None:
    table = palagonia(FLOWER)
    handled(table)
    table.roll(2, (300.0, 300.0))
    handled(table)
    table.play(LAST_PETALS)
    handled(table)
    table.roll(6, (500.0, 300.0))
    said = [*handled(table), *table.play("x0,0"), *handled(table), *table.roll(4, (800.0, 300.0))]
    assert the(said, "illegal")["unless_unseen"]


def test_who_lets_too_few_tiles_stand_has_said_that_no_more_lie_there() -> None:
    table = palagonia()
    handled(table)
    table.roll(3, (300.0, 300.0))
    said = [*handled(table), *table.play("0,1=4 1,1=2")]
    said += [*handled(table), *table.roll(4, (800.0, 300.0)), *table.give("let-stand")]
    said += [*handled(table), *table.play("0,2=0 -1,2=0 -1,1=2 -2,2=4")]
    moves = [event for event in said if event["event"] == "move"]
    assert [event["verdict"]["legal"] for event in moves] == [False, True]
    assert not any(event["presumed"] for event in moves)


@pytest.mark.parametrize("laid", ["-1,1=2", "2,-2=0 2,-1=2 3,-2=4"])
def test_in_palago_three_tiles_may_be_of_two_turns_one_not_being_seen(laid: str) -> None:
    table = palago()
    said = [*handled(table), *table.play(laid), *table.give("end-turn")]
    assert codes(said) == [["wrong-count"]]
    assert the(said, "illegal")["unless_unseen"]


@pytest.mark.parametrize(
    ("moves", "stood", "lack"),
    [
        (["0,0=0"], False, True),
        (["0,0=0"], True, False),
        (["0,0=0 1,-1=4"], False, False),
        (["0,0=0 1,-1=4", "1,0=2"], False, True),
        (["0,0=0 1,-1=4", "1,0=3 -1,1=2"], False, False),
    ],
)
def test_turns_of_which_a_tile_may_not_be_seen_are_told_from_all_that_is_else_wrong(
    moves: list[str], stood: bool, lack: bool
) -> None:
    ledger = Ledger(setup_of("palago", ["Ann", "Bob"]), Board())
    rulings, told, turns = Rulings(ledger.setup), ledger.fork(), []
    for move in moves:
        after = applied(parse_move(move), told.board)
        verdict = rulings.whole(told, after, None, None)
        turns.append(StoryTurn(told.mover, after, verdict, None, seen=True, stood=stood))
        told.record(after, verdict, None)
    assert lack_tiles(turns, ledger, rulings) == lack

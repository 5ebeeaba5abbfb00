"""Tiles of an earlier game that lie on the table when the companion is started."""

from __future__ import annotations

from typing import Any

import pytest

from rules import Board
from tests.companion.referee.table import Table, codes, names

OLD = "0,0=0 1,0=0 0,1=0 -1,1=0"


def _with_old_tiles(game: str = "palagonia") -> Table:
    table = Table(game, ["Ann", "Bob", "Cem"] if game == "palagonia" else ["Ann", "Bob"])
    assert names(table.play(OLD)) == ["ready"]
    return table


def test_tiles_that_are_put_away_before_the_first_move_are_no_move() -> None:
    table = _with_old_tiles()
    table.board = Board()
    assert names(table.look()) == ["ready"]
    table.roll(3)
    (move,) = (e for e in table.play("0,0=0 1,0=0 2,0=0") if e["event"] == "move")
    assert (move["number"], move["mover"]) == (1, "Ann")
    assert move["verdict"]["legal"]


def test_what_was_wrong_about_tiles_that_are_put_away_one_by_one_comes_to_an_end() -> None:
    table = _with_old_tiles("palago")
    said = [e for cell in ("x0,0", "x1,0", "x0,1", "x-1,1") for e in table.play(cell)]
    assert names(said)[-1] == "ready"
    assert not table.referee.is_wrong
    assert not table.referee.adrift
    assert table.referee.question is None
    assert names(said).count("illegal") == names(said).count("restored")
    assert names(table.play("0,0=4 1,-1=4")) == ["move"]


def test_after_the_first_move_a_table_that_is_cleared_is_none_of_an_earlier_game() -> None:
    table = _with_old_tiles("palago")
    table.play("1,-1=0 2,-1=4")
    assert table.referee.ledger.moves
    table.board = Board()
    said = table.look()
    assert "ready" not in names(said)
    assert codes(said) or table.referee.adrift or table.referee.question


def test_tiles_that_cannot_be_seen_are_not_put_away() -> None:
    table = _with_old_tiles()
    hidden, table.board = frozenset(table.board), Board()
    table.hidden = hidden
    assert "ready" not in names(table.look())


@pytest.mark.parametrize("game", ["palago", "palagonia"])
def test_a_lone_tile_gives_way_to_tiles_elsewhere(game: str) -> None:
    table = Table(game, ["Ann", "Bob", "Cem"][: 3 if game == "palagonia" else 2])
    table.play("0,0=1")
    rolls = game == "palagonia"
    if rolls:
        table.roll(2)
    said = table.play("x0,0 8,0=4 9,-1=4")
    assert names(said) == ["ready", *(["die"] if rolls else []), "move"]
    assert said[-1]["verdict"]["legal"]
    assert (said[-1]["number"], said[-1]["mover"]) == (1, "Ann")


def test_a_lone_tile_that_is_taken_away_by_a_roll_of_1_was_the_board() -> None:
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.play("0,0=1")
    table.roll(1)
    (move,) = (e for e in table.play("x0,0") if e["event"] == "move")
    assert [tile["orientation"] for tile in move["removed"]] == [1]


def _rolled(start: str | None, rolls: tuple[int, ...], move: str) -> list[dict[str, Any]]:
    """Return what is said of a move after so many rolls, from when play began last."""
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    said = table.play(start) if start else table.look()
    for number, roll in enumerate(rolls):
        table.give("hands")
        said += table.roll(roll, (600.0 + 90 * number, 600.0))
    table.give("hands")
    said += table.play(move)
    begun = max(n for n, event in enumerate(said) if event["event"] == "ready")
    return said[begun:]


@pytest.mark.parametrize("rolls", [(4,), (1, 4), (1, 1, 4), (6, 1, 6, 4)])
def test_what_was_done_while_a_lone_tile_lay_there_was_done_on_a_bare_table(
    rolls: tuple[int, ...],
) -> None:
    tiles = "8,0=4 9,-1=4 9,0=0 10,-1=0"
    bare = _rolled(None, rolls, tiles)
    lone = _rolled("0,0=1", rolls, f"x0,0 {tiles}")
    told = [event for event in bare if event.get("what") != "confirm"]  # of passes before
    assert names(told) == ["ready", "die", *("move", "die") * (len(rolls) - 1), "move"]
    assert [_undated(event) for event in lone] == [_undated(event) for event in bare]


def _undated(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key not in ("t", "frame")}

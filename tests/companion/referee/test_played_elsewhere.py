"""Tiles that lay there first are taken for the board, though people play beside them."""

from __future__ import annotations

import pytest

from rules import Board, Cell
from tests.companion.referee.table import OPENING, Table, names
from vision.following.table_view import OtherCluster

ROW = [Cell(n, 0) for n in range(6)]


def beside(count: int, *, sure: bool = True) -> tuple[OtherCluster, ...]:
    """Return so many tiles that lie together beside the board."""
    return (OtherCluster(Board(dict.fromkeys(ROW[:count], 0)), (900.0, 300.0), sure),)


def warned(game: str, counts: tuple[int, ...], *, sure: bool = True) -> list[str]:
    """Return what is said while so many tiles lie beside the two that lay there first."""
    players = ["Ann", "Bob"] if game != "palagonia" else ["Ann", "Bob", "Cem"]
    table = Table(game, players)
    said = table.play(OPENING)
    for count in counts:
        table.others = beside(count, sure=sure)
        said += table.look()
    return [
        e["reason"] for e in said if e["event"] == "unsure" and "laid apart from" in e["reason"]
    ]


@pytest.mark.parametrize("game", ["palago", "palagonia"])
def test_a_game_that_is_played_beside_the_first_tiles_is_noticed_once(game: str) -> None:
    (reason,) = warned(game, (2, 4, 5, 6))
    assert reason.startswith("4 tiles are laid apart from those that are taken for the board")


def test_what_lies_beside_the_board_and_does_not_grow_is_the_supply() -> None:
    table = Table("palago", ["Ann", "Bob"])
    table.others = beside(6)
    assert names(table.play(OPENING)) == ["ready"]
    table.others = beside(4)
    assert not any("laid apart from" in e.get("reason", "") for e in table.look())


def test_tiles_that_are_tried_out_or_not_sure_are_no_game() -> None:
    assert warned("palago", (1, 2, 0, 2)) == []
    assert warned("palago", (3, 6), sure=False) == []


def test_palagems_grow_beside_the_board() -> None:
    assert warned("palagem", (2, 4)) == []

"""Looks under a hand that rests, in drawn films, tell which of the new tiles came first."""

from __future__ import annotations

import pytest

from rules.board import Board
from rules.lattice import Cell
from tests.vision.following.drawn_film import OPENING, Film, follow, made_up, views
from training.synthesis.staging import StagedBoard
from vision.following.follower import Follower
from vision.following.table_view import Glimpse, HandsIn
from vision.readers.reader import Reader

ONE, ANOTHER = {Cell(1, 0): 2}, {Cell(-1, 0): 2}


def seen_under_a_hand(
    reader: Reader, lay: dict[Cell, int], later: dict[Cell, int], hand: Cell
) -> tuple[Glimpse, ...]:
    """Lay some tiles and rest a hand over a cell, then lay others and take it away."""
    film, follower = Film(made_up(11)), Follower(reader)
    (opening,) = views(follow(follower, film.board(OPENING)))
    assert not opening.view.glimpses
    board = Board({**OPENING, **lay})
    resting = film.table.picture([StagedBoard(board)], hand_at=film.place(hand))
    said = follow(follower, film.show(resting, 3.0))
    assert [type(sighting) for sighting in said] == [HandsIn]
    (both,) = views(follow(follower, film.board(Board({**board, **later}), 2.0)))
    assert len(both.view.board) == len(OPENING) + len(lay) + len(later)
    return both.view.glimpses


def test_what_lay_under_a_hand_is_told_from_what_came_later(reader: Reader) -> None:
    (before,) = seen_under_a_hand(reader, ONE, ANOTHER, Cell(2, -2))
    (after,) = seen_under_a_hand(reader, ANOTHER, ONE, Cell(2, -2))
    assert len(before.lay) == len(before.bare) == 1
    assert (before.lay, before.bare) == (after.bare, after.lay)


@pytest.mark.parametrize("lay", [ONE, {}])
def test_nothing_is_told_of_what_the_hand_covers_nor_where_all_came_later(
    reader: Reader, lay: dict[Cell, int]
) -> None:
    later = {cell: k for cell, k in {**ONE, **ANOTHER}.items() if cell not in lay}
    assert seen_under_a_hand(reader, lay, later, Cell(1, 0) if lay else Cell(2, -2)) == ()

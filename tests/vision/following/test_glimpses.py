"""Looks under a hand that rests, in drawn films, tell which of the new tiles came first."""

from __future__ import annotations

import numpy as np
import pytest

from rules.board import Board
from rules.lattice import Cell
from tests.vision.following.drawn_film import OPENING, Film, follow, made_up, views
from training.synthesis.staging import StagedBoard
from vision.following.details import altered_places
from vision.following.follower import Follower
from vision.following.table_view import Glimpse, HandsIn
from vision.following.thresholds import MOSTLY_ALTERED
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


@pytest.mark.parametrize(
    ("color", "is_altered"),
    [
        ((0.6, 0.6, 0.6), False),
        ((1.0, 1.0, 1.0), False),
        ((0.9, 0.7, 0.5), True),
        ((0.1,) * 3, True),
    ],
)
def test_a_shadow_alters_no_table_and_a_plain_sleeve_does(
    color: tuple[float, float, float], is_altered: bool
) -> None:
    table = np.full((60, 80, 3), 150.0, np.float32)
    now = table * np.array(color, np.float32)
    assert altered_places(now, table).all() == altered_places(now, table).any() == is_altered


def test_what_is_drawn_anew_is_altered_however_alike_its_colour_is() -> None:
    table = np.full((60, 80, 3), 150.0, np.float32)
    now = table.copy()
    now[20:40, 20:40] = np.random.default_rng(2).choice([100.0, 150.0], (20, 20, 1))
    assert altered_places(now, table)[20:40, 20:40].mean() > MOSTLY_ALTERED

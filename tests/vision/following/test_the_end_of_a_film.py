"""A film ends while a table is waited for: its last frame is looked at, as none comes after it."""

from __future__ import annotations

import pytest

from rules.board import Board
from rules.lattice import Cell
from tests.vision.following.drawn_film import LONGER, Film, follow, made_up, views
from training.synthesis.staging import HeldTile, StagedBoard
from vision.following.follower import Follower
from vision.readers.reader import Reader

AWAY, HERE = (250.0, -130.0), Cell(2, -1)
"""Where a hand rests beside the board, in mm, and over it."""
LAID = Board({**LONGER, HERE: 0})


@pytest.fixture
def film() -> Film:
    """A film of a table with room beside the board."""
    return Film(made_up(8))


@pytest.fixture
def follower(reader: Reader, film: Film) -> Follower:
    """A follower that has seen the three tiles that lie there first."""
    follower = Follower(reader)
    assert len(views(follow(follower, film.board(LONGER)))) == 1
    assert follower.film_over() == []
    return follower


def test_a_tile_that_was_laid_in_the_last_moment_is_seen(film: Film, follower: Follower) -> None:
    assert views(follow(follower, film.board(LAID, 0.4))) == []
    (settled,) = views(follower.film_over())
    assert len(settled.view.board) == len(LAID)
    assert not settled.view.unsure
    assert follower.film_over() == []


def test_nothing_is_seen_while_something_moves_to_the_end(film: Film, follower: Follower) -> None:
    follow(follower, film.board(LAID, 0.2))
    assert follower.film_over() == []


def test_a_hand_that_rests_away_from_the_board_hides_nothing_of_it(
    film: Film, follower: Follower
) -> None:
    picture = film.table.picture([StagedBoard(LAID)], hand_at=AWAY)
    assert views(follow(follower, film.show(picture, 1.2))) == []
    (settled,) = views(follower.film_over())
    assert len(settled.view.board) == len(LAID)


def test_a_tile_that_is_held_over_the_board_to_the_end_is_not_laid(
    film: Film, follower: Follower
) -> None:
    place = film.place(HERE)
    held = HeldTile(place, 0.4, 30.0)
    picture = film.table.picture([StagedBoard(LONGER)], hand_at=place, held=held)
    assert views(follow(follower, film.show(picture, 1.2))) == []
    assert follower.film_over() == []

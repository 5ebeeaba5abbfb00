"""A lone tile on a table that seemed bare: a mark of the table may seem one."""

from __future__ import annotations

import pytest

from rules import Board, Cell
from tests.vision.following.drawn_film import LONGER, Film, follow, views
from training.synthesis.staging import make_table
from vision.following.follower import Follower
from vision.following.table_view import CameraMoved
from vision.readers.reader import Reader


@pytest.mark.parametrize("was_sure", [True, False])
def test_a_lone_tile_that_never_was_sure_did_not_go_to_where_others_are_laid(
    reader: Reader, was_sure: bool
) -> None:
    """What seemed a tile was a mark of the table; a tile that was sure is known elsewhere."""
    film, follower = Film(make_table(9)), Follower(reader)
    (first,) = views(follow(follower, film.board(Board({Cell(2, -2): 1}), 2.0)))
    assert len(first.view.board) == 1
    follower.known._was_sure = was_sure
    follow(follower, film.holding(Board(), 1.0))
    said = follow(follower, film.board(LONGER, 3.0))
    assert any(isinstance(sighting, CameraMoved) for sighting in said) == was_sure
    (last,) = views(said)
    assert len(last.view.board) == len(LONGER)
    assert (first.view.board.items() <= last.view.board.items()) == was_sure

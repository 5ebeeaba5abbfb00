"""A camera that is covered, shaken or out of focus shows no empty table: it is said to be blind."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from rules.board import Board
from rules.messages import Message
from tests.vision.following.drawn_film import LONGER, Film, follow, made_up, views
from training.synthesis.staging import StagedBoard
from vision.arrays import Image
from vision.following.follower import Follower
from vision.following.table_view import Lost
from vision.readers.reader import Reader
from vision.recognition.sureness import Doubt


def covered(picture: Image) -> Image:
    return np.full_like(picture, 6)


def out_of_focus(picture: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 30), np.uint8)


SPOILT = [
    (covered, Doubt.DARK_PICTURE()),
    (out_of_focus, Doubt.BLURRED_PICTURE()),
]


def test_play_does_not_begin_while_the_lens_is_covered(reader: Reader) -> None:
    film, follower = Film(made_up(9)), Follower(reader)
    empty = film.table.picture([])
    assert follow(follower, film.show(covered(empty), 4.0)) == [Lost(Doubt.DARK_PICTURE())]
    (seen,) = views(follow(follower, film.show(empty, 2.0)))
    assert (seen.view.board, seen.view.unsure) == (Board(), frozenset())


@pytest.mark.parametrize(("spoil", "reason"), SPOILT)
def test_the_board_is_as_it_was_once_it_is_seen_again(
    reader: Reader, spoil: Callable[[Image], Image], reason: Message
) -> None:
    film, follower = Film(made_up(9)), Follower(reader)
    picture = film.table.picture([StagedBoard(LONGER)])
    follow(follower, film.show(film.table.picture([]), 2.0))
    follow(follower, film.holding(Board(), 0.6))
    follow(follower, film.show(picture, 2.0))
    before = follower.known.board
    assert len(before) == len(LONGER)
    blind = follow(follower, film.show(spoil(picture), 4.0))
    assert Lost(reason) in blind
    assert not views(blind)
    seen = follow(follower, film.show(picture, 2.0))
    assert follower.known.board == before
    assert all(sighting.view.board == before for sighting in views(seen))


def test_a_table_on_which_nothing_is_sharp_is_a_table(reader: Reader) -> None:
    film, follower = Film(made_up(9)), Follower(reader)
    plain = out_of_focus(film.table.picture([]))
    (seen,) = views(follow(follower, film.show(plain, 2.0)))
    assert seen.view.board == Board()

"""From which side hands reached over new tiles, in drawn films."""

from __future__ import annotations

import cmath
from math import pi

import cv2
import numpy as np
import pytest

from rules.board import Board
from rules.lattice import Cell
from tests.vision.following.drawn_film import OPENING, Film, follow, made_up, views
from training.synthesis.staging import StagedBoard
from vision.arrays import Image
from vision.following.follower import Follower
from vision.following.kept_frames import KeptFrames
from vision.following.reaching import reaches_over
from vision.following.table_view import HandsGone, Reach
from vision.readers.reader import Reader

ONE, ANOTHER = {Cell(1, 0): 2}, {Cell(-1, 0): 2}
SIDES = {"left": (-0.1, 0.5), "right": (1.1, 0.5), "bottom": (0.5, 1.1), "top": (0.5, -0.1)}
SLEEVE = (40, 60, 140)


def with_arm(film: Film, board: Board, cell: Cell, side: str) -> Image:
    """Return the table with an arm over a cell that comes in at the middle of a side."""
    picture = film.table.picture([StagedBoard(board)])
    height, width = picture.shape[:2]
    x, y = SIDES[side]
    (end,) = film.table.camera.project(np.array([(*film.place(cell), 0.0)]))
    start = np.array([x * width, y * height])
    along = (end - start) / np.linalg.norm(end - start)
    end = end + 40 * along  # beyond the tile
    line = [tuple(int(v) for v in point) for point in (start, end)]
    cv2.line(picture, line[0], line[1], SLEEVE, 110)
    return picture


def reached(reader: Reader, *hands: tuple[dict[Cell, int], str]) -> tuple[Reach, ...]:
    """Have a hand lay each of some tiles from a side, one after the other; return the reaches."""
    film, follower, board = Film(made_up(11)), Follower(reader), OPENING
    follow(follower, film.board(board))
    for tiles, side in hands:
        (cell,) = tiles
        follow(follower, film.show(with_arm(film, board, cell, side), 0.6))
        board = Board({**board, **tiles})
        follow(follower, film.show(with_arm(film, board, cell, side), 0.6))
    (look,) = views(follow(follower, film.board(board, 2.0)))
    assert len(look.view.board) == len(board)
    return look.view.reaches


def between(first: Reach, second: Reach) -> float:
    """Return the angle between two directions, 0..pi."""
    return abs(cmath.phase(cmath.rect(1, first.direction - second.direction)))


def test_hands_from_opposite_sides_come_from_opposite_directions(reader: Reader) -> None:
    found = {side: reached(reader, (ONE, side)) for side in SIDES}
    assert all(len(reaches) == 1 and len(reaches[0].cells) == 1 for reaches in found.values())
    (left,), (right,), (bottom,), (top,) = found.values()
    assert between(left, right) == pytest.approx(pi, abs=0.3)
    assert between(top, bottom) == pytest.approx(pi, abs=0.3)
    assert between(left, top) == pytest.approx(pi / 2, abs=0.5)


def test_two_hands_that_come_before_a_look_are_told_apart(reader: Reader) -> None:
    both = reached(reader, (ONE, "left"), (ANOTHER, "right"))
    assert [len(reach.cells) for reach in both] == [1, 1]
    assert between(*both) == pytest.approx(pi, abs=0.5)


def test_of_a_cell_over_which_hands_from_two_sides_were_nothing_is_told(reader: Reader) -> None:
    film, follower, board = Film(made_up(11)), Follower(reader), Board({**OPENING, **ONE})
    follow(follower, film.board(OPENING))
    for side in ("left", "right"):
        follow(follower, film.show(with_arm(film, board, Cell(1, 0), side), 0.6))
    (look,) = views(follow(follower, film.board(board, 2.0)))
    assert look.view.reaches == ()


def test_who_leans_over_all_of_the_table_comes_from_no_side(reader: Reader) -> None:
    film, follower, board = Film(made_up(11)), Follower(reader), Board({**OPENING, **ONE})
    follow(follower, film.board(OPENING))
    picture = film.table.picture([StagedBoard(board)])
    picture[60:] = SLEEVE
    follow(follower, film.show(picture, 1.0))
    (look,) = views(follow(follower, film.board(board, 4.0)))
    assert look.view.reaches == ()


def test_frames_of_another_size_tell_nothing(reader: Reader) -> None:
    film, follower = Film(made_up(11)), Follower(reader)
    follow(follower, film.board(OPENING))
    lattice = follower.known.cluster
    assert lattice is not None
    frames = KeptFrames()
    frames.settled(np.zeros((360, 640, 3), np.uint8), 0.0)
    frames.see(np.full((360, 640, 3), 90, np.uint8), 1.0)
    assert reaches_over([Cell(1, 0)], lattice, frames, np.zeros((480, 640, 3), np.uint8)) == ()


def gone(reader: Reader, cell: Cell, side: str) -> HandsGone:
    """Have a hand come over a cell and go, all lying as it lay; return what is told of it."""
    film, follower = Film(made_up(11)), Follower(reader)
    follow(follower, film.board(OPENING))
    said = follow(follower, film.show(with_arm(film, OPENING, cell, side), 1.0))
    said += follow(follower, film.board(OPENING, 2.0))
    (hand,) = (one for one in said if isinstance(one, HandsGone))
    return hand


def test_of_a_hand_that_did_nothing_it_is_told_from_where_it_came(reader: Reader) -> None:
    left, right = (gone(reader, Cell(0, 0), side).direction for side in ("left", "right"))
    assert left is not None
    assert right is not None
    assert abs(cmath.phase(cmath.rect(1, left - right))) == pytest.approx(pi, abs=0.5)


def with_bars(picture: Image) -> Image:
    """Return a picture of the same size with black bars on all sides."""
    height, width = picture.shape[:2]
    small = cv2.resize(picture, None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA)
    rows, columns = height - small.shape[0], width - small.shape[1]
    bars = rows // 2, rows - rows // 2, columns // 2, columns - columns // 2
    return np.asarray(cv2.copyMakeBorder(small, *bars, cv2.BORDER_CONSTANT), np.uint8)


def test_hands_reach_in_from_where_black_bars_end(reader: Reader) -> None:
    film, follower = Film(made_up(11)), Follower(reader)
    table = with_bars(film.table.picture([StagedBoard(OPENING)]))
    arm = with_bars(with_arm(film, OPENING, Cell(0, 0), "left"))
    follow(follower, film.show(table, 1.5))
    said = follow(follower, film.show(arm, 1.0)) + follow(follower, film.show(table, 2.0))
    (hand,) = (one for one in said if isinstance(one, HandsGone))
    assert hand.at_tiles
    left = gone(reader, Cell(0, 0), "left").direction
    assert hand.direction == pytest.approx(left, abs=0.2)


def test_a_hand_that_points_at_the_tiles_is_told_from_one_beside_them(reader: Reader) -> None:
    assert gone(reader, Cell(0, 0), "left").at_tiles
    assert gone(reader, Cell(-3, 0), "left").at_tiles is False


def over_a_bare_table(reader: Reader, *sides: str) -> tuple[HandsGone, ...]:
    """Have hands come and go before any tile lies there; return what the first tiles tell of them.

    The last hand, from the left, lays these.
    """
    film, follower, bare = Film(made_up(11)), Follower(reader), Board({})
    follow(follower, film.board(bare))
    for side in sides:
        said = follow(follower, film.show(with_arm(film, bare, Cell(0, 0), side), 1.0))
        said += follow(follower, film.board(bare, 2.0))
        assert HandsGone() in said, "nobody knows the board's plane yet"
    follow(follower, film.show(with_arm(film, bare, Cell(0, 0), "left"), 1.0))
    (look,) = views(follow(follower, film.board(OPENING, 2.5)))
    assert len(look.view.board) == len(OPENING)
    return look.view.hands_before


def test_hands_that_came_before_the_first_tiles_are_told_with_these(reader: Reader) -> None:
    left, right, last = over_a_bare_table(reader, "left", "right")
    assert left.direction is not None
    assert right.direction is not None
    assert abs(cmath.phase(cmath.rect(1, left.direction - right.direction))) > pi / 2
    assert left.direction == pytest.approx(last.direction, abs=0.5)
    assert left.at_tiles is None, "there were none"

"""A lamp's mirror image on the board: what it burns is not known, and what was known stays."""

from __future__ import annotations

import cv2
import numpy as np

from rules import Board, Cell
from rules.lattice import SIDES
from tests.vision.following.drawn_film import LONGER, OPENING, Film, follow, views
from training.synthesis.staging import StagedBoard, make_table
from vision.arrays import Image
from vision.detection import Point
from vision.following.cell_memory import look_alike
from vision.following.follower import Follower
from vision.following.thresholds import BURNT_GREY
from vision.readers.reader import Reader

LAID = next(iter(set(LONGER) - set(OPENING)))
BURNING = 1.6
REACH, ASIDE = 0.8, 0.9


def _with_lamp(film: Film, board: Board, cell: Cell, reach: float, aside: float = 0.0) -> Image:
    """Return a picture of a board with a lamp's image, ``aside`` of a cell's middle.

    How far it reaches is told in tiles' edges, as that is.
    """
    ((x, y),) = film.table.camera.project(np.array([(*film.place(cell), 0.0)]))
    size = film.table.look.radius
    picture = film.table.picture([StagedBoard(board)])
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    away = np.hypot(columns - x - aside * size, rows - y) / (reach * size)
    light = 400.0 * np.exp(-(away**2))
    return np.asarray(np.clip(picture + light[..., None], 0, 255), np.uint8)


def test_what_a_lamp_burns_is_not_known_and_a_tile_that_lay_there_stays(reader: Reader) -> None:
    film, follower = Film(make_table(8)), Follower(reader)
    (first,) = views(follow(follower, film.board(LONGER)))
    burnt = _with_lamp(film, LONGER, LAID, BURNING)
    said = views(follow(follower, film.show(burnt, 8.0)))
    assert all(settled.view.board == first.view.board for settled in said)
    assert len(said[-1].view.burnt) == 1
    assert not first.view.burnt

    other = Follower(reader)
    (seen,) = views(follow(other, film.show(burnt, 8.0)))
    assert len(seen.view.board) == len(OPENING)
    (cell,) = seen.view.unsure
    assert seen.view.burnt == {cell}
    assert len(set(seen.view.probabilities[cell][1:])) == 1, "nothing tells how it would be turned"


def test_a_bare_cell_that_a_lamp_burnt_does_not_show_later_that_its_tile_is_gone(
    reader: Reader,
) -> None:
    film, follower = Film(make_table(8)), Follower(reader)
    follow(follower, film.board(OPENING))
    follow(follower, film.show(_with_lamp(film, OPENING, LAID, BURNING), 4.0))
    follow(follower, film.holding(OPENING, 0.6))
    (*_, first) = views(follow(follower, film.board(LONGER, 4.0)))
    assert len(first.view.board) == len(LONGER)
    said = views(follow(follower, film.show(_with_lamp(film, LONGER, LAID, BURNING), 8.0)))
    assert all(settled.view.board == first.view.board for settled in said)


def _on_white(film: Film, board: Board, hand_at: Point | None = None) -> Image:
    """Return a picture of a board on a white table so bright that all about the board is burnt."""
    picture = film.table.picture([StagedBoard(board)], hand_at=hand_at)
    bare = film.table.picture([StagedBoard(Board())])
    differs = np.abs(picture.astype(np.int16) - bare).max(axis=2) > 12
    tiles = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    height, width = picture.shape[:2]
    ((x, y),) = film.table.camera.project(np.array([(*film.place(Cell(0, 0)), 0.0)]))
    rows, columns = np.mgrid[:height, :width]
    white = np.clip(420 - 0.6 * np.hypot(columns - x, rows - y), 60, 254)
    return np.asarray(np.where(tiles[..., None] > 0, picture, white[..., None]), np.uint8)


def test_of_a_table_that_is_all_burnt_a_tile_is_seen_to_be_taken_away(reader: Reader) -> None:
    film, follower = Film(make_table(8)), Follower(reader)
    (*_, first) = views(follow(follower, film.show(_on_white(film, LONGER), 2.0)))
    assert len(first.view.board) == len(LONGER)
    hand = _on_white(film, LONGER, film.place(LAID))
    follow(follower, film.show(hand, 0.6))
    (*_, after) = views(follow(follower, film.show(_on_white(film, OPENING), 6.0)))
    assert len(after.view.board) == len(OPENING)
    assert not after.view.hidden
    assert not after.view.unsure


def test_a_tile_that_is_turned_beside_a_lamps_image_is_seen_to_be_turned(reader: Reader) -> None:
    film, follower = Film(make_table(3)), Follower(reader)
    *_, before = views(follow(follower, film.board(LONGER)))
    follow(follower, film.show(_with_lamp(film, LONGER, LAID, REACH, ASIDE), 3.0))
    board = LONGER.with_tile(LAID, (LONGER[LAID] + 2) % SIDES)
    *_, after = views(follow(follower, film.show(_with_lamp(film, board, LAID, REACH, ASIDE), 3.0)))
    turned = [
        (after.view.board[cell] - orientation) % SIDES
        for cell, orientation in before.view.board.items()
    ]
    assert sorted(turned) == [0, 0, 2]


def test_of_two_pictures_only_what_is_not_burnt_in_both_tells_that_a_tile_was_turned() -> None:
    tile = np.full((40, 40), 60, np.uint8)
    tile[:, 20:] = 160
    turned = tile.T.copy()
    tile[:26], turned[:26] = 255, 255
    assert look_alike(tile, turned)
    rest = np.minimum(tile, turned) < BURNT_GREY
    assert not look_alike(tile, turned, only=rest)
    assert look_alike(tile, tile, only=rest)

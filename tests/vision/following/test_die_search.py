"""A die that only a closer look sees: it is looked for where the picture has changed."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.board import Board
from rules.lattice import SIDES, Cell
from tests.vision.following.drawn_film import LONGER, Film, follow, made_up, views
from training.synthesis.staging import StagedBoard
from vision.arrays import Image
from vision.following.die_search import DieSearch
from vision.following.follower import Follower
from vision.following.places import Places
from vision.following.seen import outlines_of
from vision.networks.detector import DieDetection
from vision.networks.dice import DieJudge, DieLook
from vision.readers.picture_reader import Beside, ReadPicture
from vision.readers.reader import NETWORKS, Reader
from vision.reading import DieReading

MORE = Board({**LONGER, Cell(-1, 0): 2})


class ShortSightedReader:
    """Reads, but unless it is ``sharp`` its detector sees no dice.

    Once it ``blinks`` its die network sees none any more either.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader, self.sharp, self.blinks = reader, False, False

    def look(self, image: Image, beside: Beside | None = None) -> ReadPicture:
        examination = self.reader.look(image, beside).examination
        if self.sharp:
            return ReadPicture(examination.reading, examination, image)
        reading = replace(examination.reading, dice=())
        examination = replace(examination, reading=reading)
        if self.blinks:
            examination = replace(examination, die_judge=NoDice(NETWORKS / "dice.onnx"))
        return ReadPicture(reading, examination, image)


class MarkedReader(ShortSightedReader):
    """Takes a mark of the table for a die, but not surely, where ``mark`` says."""

    mark: tuple[float, float] | None = None

    def look(self, image: Image, beside: Beside | None = None) -> ReadPicture:
        looked = super().look(image, beside)
        if self.mark is None:
            return looked
        spot = DieDetection(self.mark, 12.0, 0.5)
        seen, examination = DieReading(1, self.mark, 0.6, sure=False), looked.examination
        detections = replace(examination.detections, dice=(*examination.detections.dice, spot))
        reading = replace(examination.reading, dice=(*examination.reading.dice, seen))
        examination = replace(examination, reading=reading, detections=detections)
        return replace(looked, reading=reading, examination=examination)


class NoDice(DieJudge):
    """Sees no dice."""

    def look(self, *_: object, **__: object) -> list[DieLook]:
        return []


def _place_of(die: int) -> tuple[float, float]:
    """Return where on the table a die lies that shows a number, in mm."""
    return -70.0 - 12 * die, 60.0 - 9 * die


def _drawn(film: Film, board: Board, die: int) -> Image:
    """Return a picture of a board and a die."""
    return film.table.picture([StagedBoard(board)], die=(die, _place_of(die)))


def _seen(
    follower: Follower, film: Film, board: Board, die: int | None, shows: float = 1.0
) -> list[tuple[int, bool]]:
    """Return the values of the dice that are seen for the last time, and whether they are sure.

    ``shows`` is how much a die differs from the table, of what a white one does.
    """
    lying = None if die is None else (die, _place_of(die))
    picture = film.table.picture([StagedBoard(board)], die=lying)
    bare = film.table.picture([StagedBoard(board)])
    picture = cv2.addWeighted(picture, shows, bare, 1 - shows, 0.0).astype(np.uint8)
    (*_, last) = views(follow(follower, film.show(picture, 2.0)))
    return [(die.value, die.sure) for die in last.view.dice]


@pytest.mark.parametrize("board", [LONGER, Board()])
def test_a_die_that_the_detector_misses_is_found_where_the_picture_changed(
    reader: Reader, board: Board
) -> None:
    film, follower = Film(made_up(8)), Follower(ShortSightedReader(reader))
    assert _seen(follower, film, board, None) == []
    rolls = [_seen(follower, film, board, value) for value in (4, 2, 5)]
    assert rolls == [[(4, False)], [(2, False)], [(5, False)]]
    assert _seen(follower, film, board, None) == []


def test_a_die_that_was_found_is_still_there_when_a_tile_is_laid(reader: Reader) -> None:
    film, follower = Film(made_up(8)), Follower(ShortSightedReader(reader))
    _seen(follower, film, LONGER, None)
    assert _seen(follower, film, LONGER, 3) == [(3, False)]
    assert _seen(follower, film, MORE, 3) == [(3, False)]
    assert len(follower.known.board) == len(MORE)


def test_a_die_that_was_found_lies_there_until_the_picture_changes(reader: Reader) -> None:
    film, eyes = Film(made_up(8)), ShortSightedReader(reader)
    follower = Follower(eyes)
    _seen(follower, film, LONGER, None)
    assert _seen(follower, film, LONGER, 4) == [(4, False)]
    eyes.blinks = True
    assert _seen(follower, film, MORE, 4) == [(4, False)]
    assert _seen(follower, film, MORE, None) == []


def test_a_die_that_lies_as_it_lay_is_as_sure_as_it_was(reader: Reader) -> None:
    """It may be read less surely, or not at all; another number on it counts."""
    film, eyes = Film(made_up(8)), ShortSightedReader(reader)
    follower = Follower(eyes)
    eyes.sharp = True
    assert _seen(follower, film, LONGER, 4) == [(4, True)]
    eyes.sharp = False
    assert _seen(follower, film, MORE, 4) == [(4, True)]
    assert _seen(follower, film, MORE, 2) == [(2, False)]


def test_a_die_that_hardly_differs_from_the_table_is_gone_when_its_details_are(
    reader: Reader,
) -> None:
    """As a dark die on a dark cloth: no place of the picture changes as much as under a hand."""
    film, eyes = Film(made_up(8)), ShortSightedReader(reader)
    follower = Follower(eyes)
    eyes.sharp = True
    assert _seen(follower, film, LONGER, 4, shows=0.09) == [(4, True)]
    eyes.sharp = False
    assert _seen(follower, film, MORE, 4, shows=0.09) == [(4, True)]
    assert _seen(follower, film, LONGER, None) == []


def test_a_die_that_comes_with_a_tile_is_found_though_its_pip_is_taken_for_a_small_one(
    reader: Reader,
) -> None:
    """It is black with one white pip, and neither network makes much of it."""
    film, follower = Film(made_up(4)), Follower(ShortSightedReader(reader))
    assert _seen(follower, film, LONGER, None) == []
    assert _seen(follower, film, MORE, 1) == [(1, False)]


@pytest.mark.parametrize("board", [LONGER, Board()])
def test_what_shows_itself_where_the_picture_stayed_as_it_was_is_no_die(
    reader: Reader, board: Board
) -> None:
    """As on a busy cloth: a die comes to lie where the picture changes."""
    film, eyes = Film(made_up(8)), MarkedReader(reader)
    follower = Follower(eyes)
    assert _seen(follower, film, board, None) == []
    eyes.mark = (60.0, 40.0)
    assert _seen(follower, film, MORE, None) == []
    assert _seen(follower, film, MORE, 3) == [(3, False)]


def test_a_die_that_is_read_some_looks_after_it_came_counts(reader: Reader) -> None:
    film, eyes = Film(made_up(8)), MarkedReader(reader)
    follower = Follower(eyes)
    eyes.blinks = True
    _seen(follower, film, LONGER, None)
    (die,) = reader.examine(_drawn(film, LONGER, 4)).reading.dice
    assert _seen(follower, film, MORE, 4) == []
    eyes.mark = die.center
    assert _seen(follower, film, LONGER, 4) == [(1, False)]


def test_where_a_die_lay_before_another_was_read_for_sure_none_has_come_since(
    reader: Reader,
) -> None:
    film, eyes = Film(made_up(8)), MarkedReader(reader)
    follower = Follower(eyes)
    _seen(follower, film, LONGER, None)
    assert _seen(follower, film, LONGER, 4) == [(4, False)]
    (lay,) = reader.examine(_drawn(film, LONGER, 4)).reading.dice
    eyes.sharp = True
    assert _seen(follower, film, LONGER, 2) == [(2, True)]
    eyes.sharp, eyes.mark = False, lay.center
    assert _seen(follower, film, MORE, 2) == [(2, True)]


@pytest.mark.parametrize("aside", [(0, -8), (0, 8), (8, 0), (-8, 0)])
def test_a_die_that_is_thrown_close_to_where_it_lay_is_found(
    reader: Reader, aside: tuple[int, int]
) -> None:
    """The picture changes in one part, in the middle of which neither of the two lies."""
    table = made_up(8).picture([StagedBoard(LONGER)], die=(4, (-118.0, 24.0)))
    (die,) = reader.examine(table).reading.dice
    examination = ShortSightedReader(reader).look(table).examination
    tiles = [outline for outline in outlines_of(examination) if len(outline) == SIDES]
    step = 8.0
    changed = np.zeros((table.shape[0] // 8, table.shape[1] // 8), np.bool_)
    column, row = (int(place // step) for place in die.center)
    for share in np.linspace(0.0, 1.0, 9):
        y, x = (round(at + 2 * share * away) for at, away in zip((row, column), aside, strict=True))
        changed[y - 2 : y + 3, x - 2 : x + 3] = True
    found = DieSearch().dice(examination, table, Places(changed, step), tiles)
    assert [(one.value, one.sure) for one in found] == [(4, False)]

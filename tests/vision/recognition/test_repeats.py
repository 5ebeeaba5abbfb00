"""What the table shows again and again is told from what it shows once."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rules import Board, Cell
from tests.drawn_table import laid, picture_of
from tests.vision.lattice.true_photos import TruePhoto
from vision.arrays import Image
from vision.detection import Detection
from vision.lattice.table_model import TableModel
from vision.pictures.patches import Pyramid
from vision.readers.reader import Reader
from vision.recognition.cells import ClusterReader
from vision.recognition.repeats import how_alike
from vision.recognition.thresholds import ALIKE_ALONE, ALIKE_IN_COMPANY

EDGE = 30.0
SIZE = 600
MIDDLE = np.array([[SIZE / 2 - 0.5, SIZE / 2 - 0.5]])


def _table() -> TableModel:
    """Return a table seen from straight above, on which tiles' edges are 30 px."""
    tiles = [
        Detection((x, y), (EDGE, 0.0), (0.0, -EDGE), 0.9)
        for x, y in ((300.0, 300.0), (345.0, 326.0), (345.0, 274.0), (390.0, 300.0))
    ]
    return TruePhoto("none", SIZE, SIZE, ()).fit(tiles)[0].table


def _once() -> Image:
    """Return a table of which no place looks like another."""
    noise = np.random.default_rng(3).normal(size=(SIZE, SIZE, 3))
    smooth = cv2.GaussianBlur(noise, (0, 0), 4)
    return np.clip(128 + smooth / smooth.std() * 40, 0, 255).astype(np.uint8)


def _again() -> Image:
    """Return a table of which each place is seen a dozen times, under light that falls off."""
    period = 90
    pattern = np.tile(_once()[:period, :period], (SIZE // period + 1, SIZE // period + 1, 1))
    light = np.linspace(1.0, 0.6, SIZE)[:, None, None]
    return (pattern[:SIZE, :SIZE] * light).astype(np.uint8)


@pytest.mark.parametrize("turns", range(4))
def test_a_place_that_the_table_shows_again_and_again_is_told_however_it_is_turned(
    turns: int,
) -> None:
    again, once = (Pyramid(np.rot90(image, turns).copy()) for image in (_again(), _once()))
    table = _table()
    assert how_alike(again, table, MIDDLE, MIDDLE)[0] > max(ALIKE_ALONE, ALIKE_IN_COMPANY)
    assert how_alike(once, table, MIDDLE, MIDDLE)[0] < 0.8


def test_what_is_seen_twice_more_is_no_pattern_nor_what_tiles_cover() -> None:
    """A set has tiles that look alike; on those that are known nothing is compared."""
    image = _once()
    face = image[276:324, 276:324].copy()
    others = [(200, 300), (400, 300), (300, 190), (300, 410)]
    for x, y in others[:2]:
        image[y - 24 : y + 24, x - 24 : x + 24] = face
    table, twice = _table(), Pyramid(image.copy())
    assert how_alike(twice, table, MIDDLE, MIDDLE)[0] < 0.8
    for x, y in others[2:]:
        image[y - 24 : y + 24, x - 24 : x + 24] = face
    assert how_alike(Pyramid(image), table, MIDDLE, MIDDLE)[0] > ALIKE_IN_COMPANY
    known = np.array([MIDDLE[0], *others[:2]])
    assert how_alike(Pyramid(image), table, MIDDLE, known)[0] < 0.8


def test_too_wide_a_table_to_be_drawn_large_enough_tells_nothing() -> None:
    spots = np.array([[10.0, 10.0], [SIZE - 10.0, SIZE - 10.0]]) * 40
    assert (how_alike(Pyramid(_again()), _table(), spots, spots) == -1.0).all()


def test_what_lies_far_outside_the_picture_is_not_compared() -> None:
    far = np.array([[1e7, -1e7], [-1e9, 1e9]])
    table, again = _table(), Pyramid(_again())
    assert how_alike(again, table, MIDDLE, np.vstack([MIDDLE, far]))[0] > ALIKE_IN_COMPANY
    assert (how_alike(again, table, np.vstack([MIDDLE, far]), MIDDLE) == -1.0).all()
    assert how_alike(again, table, far[:1], MIDDLE)[0] == -1.0


@pytest.mark.parametrize(("count", "is_sure"), [(3, False), (4, True)])
def test_what_is_left_of_a_pattern_is_sure_only_where_it_hangs_together_as_a_board(
    reader: Reader, count: int, *, is_sure: bool
) -> None:
    row = Board({Cell(q, 0): 0 for q in range(count)})
    seen = reader.examine(picture_of(*laid(row, (0.0, 0.0))))
    ((cluster, _),) = seen.clusters
    cells = ClusterReader(seen.pyramid, seen.judge, cluster, seen.look, seen.likely)
    cells.read()
    first, *left = cells.orientations()
    assert len(left) == count - 1
    assert all(cells.beliefs[cell].is_sure for cell in left)
    cells.disown(first)
    assert [cells.beliefs[cell].is_sure for cell in left] == [is_sure] * len(left)

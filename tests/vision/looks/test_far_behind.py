"""Tiles far behind a board that is read, seen too flat to be read (all pictures are drawn)."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.lattice import Cell
from vision.arrays import Image
from vision.lattice.projection import HEXAGON
from vision.lattice.table_model import PictureFrame, TableModel
from vision.looks.far_behind import ReadBoard, is_seen_flat, look_far_behind, places_behind
from vision.looks.thresholds import MOST_PLACES_BEHIND
from vision.networks.detector import Detection, Detections
from vision.pictures.patches import Pyramid
from vision.readers import reader as reading_photos
from vision.readers.reader import Reader
from vision.recognition.sureness import Doubt

WHITE, BLUE, GREY = (225, 230, 235), (150, 70, 30), (92, 96, 100)
FINER = 4
"""Pictures are drawn so many times as large, and made small."""


def seen_from(degrees: float, radius: float = 14.0) -> TableModel:
    """Return a table seen so far off its normal, a tile's radius a share of half the diagonal."""
    tilt, focal = math.radians(degrees), 1.75
    line = complex(0.0, -math.tan(tilt) / focal)
    return TableModel(PictureFrame(1280, 960), line, 0.0, (radius, 0.0, radius / math.cos(tilt)))


def drawn(table: TableModel, *groups: tuple[complex, list[tuple[int, int, int]]]) -> Image:
    """Return a grey picture of tiles on a table: where groups lie, and their cells, q, r, o."""
    picture = np.full((960 * FINER, 1280 * FINER, 3), GREY, np.uint8)
    arc = np.linspace(math.radians(120), math.radians(240), 12)
    tip = np.concatenate([[1 + 0j], 1 + 0.5 * np.exp(1j * arc)])
    half = np.array([1, 0.5 + 0.866j, 0.866j, -0.866j, 0.5 - 0.866j])
    for start, cells in groups:
        for q, r, orientation in cells:
            middle = start + complex(*Cell(q, r).center())
            turn = 0.985 * np.exp(1j * math.radians(60 * orientation))
            hexagon = HEXAGON @ (1, 1j)
            parts = ((hexagon, WHITE), (half, BLUE), (tip, WHITE), (-tip, BLUE))
            for part, color in parts:
                pixels = (table.to_picture(middle + turn * part) + 0.5) * FINER
                cv2.fillPoly(picture, [np.round(pixels * 16).astype(np.int32)], color, 0, 4)
    small = cv2.resize(picture, None, fx=1 / FINER, fy=1 / FINER, interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(7).normal(0, 2, small.shape)
    return np.clip(small + noise, 0, 255).astype(np.uint8)


BOARD = [(0, 0, 1), (1, 0, 3), (0, 1, 5), (1, -1, 1), (2, -1, 3), (-1, 1, 5), (2, 0, 1)]
STEEP = seen_from(66)
FAR = complex(STEEP.to_plane([(820.0, 70.0)])[0])
NEAR = complex(STEEP.to_plane([(560.0, 620.0)])[0])


def of_the_board(table: TableModel, start: complex) -> ReadBoard:
    middles = [start + complex(*Cell(q, r).center()) for q, r, _ in BOARD]
    outlines = np.array([table.to_picture(middle + HEXAGON @ (1, 1j)) for middle in middles])
    return ReadBoard(table, outlines, np.array(WHITE, float), np.array(BLUE, float))


def test_the_likeliest_place_is_where_both_colors_lie_by_each_other() -> None:
    picture = drawn(STEEP, (NEAR, BOARD), (FAR, BOARD[:4]))
    place = places_behind(Pyramid(picture), of_the_board(STEEP, NEAR))[0]
    assert abs(STEEP.to_plane([place])[0] - FAR) < 3


def test_a_photo_of_many_pixels_shows_it_there_too() -> None:
    large = replace(STEEP, picture=PictureFrame(2560, 1920))
    picture = cv2.resize(drawn(STEEP, (NEAR, BOARD), (FAR, BOARD[:4])), (2560, 1920))
    place = places_behind(Pyramid(np.asarray(picture, np.uint8)), of_the_board(large, NEAR))[0]
    assert abs(large.to_plane([place])[0] - FAR) < 3


def test_what_is_read_or_seen_from_above_calls_for_no_look() -> None:
    assert not places_behind(Pyramid(drawn(STEEP, (NEAR, BOARD))), of_the_board(STEEP, NEAR))
    above = seen_from(20)
    picture = drawn(above, (0j, BOARD), (8 + 3j, BOARD[:4]))
    assert not places_behind(Pyramid(picture), of_the_board(above, 0j))
    assert not is_seen_flat(above, 1280, 960)
    assert is_seen_flat(STEEP, 1280, 960)


def test_however_busy_the_table_is_few_places_are_looked_at() -> None:
    rng = np.random.default_rng(4)
    chequers = rng.integers(0, 2, (160, 213, 1), np.uint8).repeat(6, axis=0).repeat(6, axis=1)
    picture = np.where(chequers[:960, :1278] > 0, WHITE, BLUE).astype(np.uint8)
    places = places_behind(Pyramid(picture), of_the_board(STEEP, NEAR))
    assert len(places) == MOST_PLACES_BEHIND


class Everywhere:
    """Finds a tile in the middle of all that it is shown."""

    def detect(self, image: Image, long_side: int) -> Detections:
        assert long_side == max(image.shape[:2])
        height, width = image.shape[:2]
        tile = Detection((width / 2, height / 2), (24.0, 0.0), (0.0, -24.0), 0.8)
        nothing = np.zeros((4, 4), np.float32)
        return Detections((tile,), (), nothing, nothing, 4.0)


def test_a_place_is_shown_as_large_and_as_round_as_tiles_are_known() -> None:
    photo = Pyramid(drawn(STEEP, (NEAR, BOARD), (FAR, BOARD[:4])))
    looks = look_far_behind(Everywhere(), photo, of_the_board(STEEP, NEAR))  # type: ignore[arg-type]
    (tile,) = looks[0].view.detections_in_photo(looks[0].tiles)
    middle, tip, side = STEEP.to_plane(
        [tile.center, np.add(tile.center, tile.axis), np.add(tile.center, tile.side)]
    )
    assert abs(middle - FAR) < 3
    assert abs(tip - middle) == pytest.approx(1, abs=0.2)
    assert abs(side - middle) == pytest.approx(1, abs=0.2)


def test_a_board_with_others_far_behind_it_is_not_sure(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = drawn(STEEP, (NEAR, BOARD), (FAR, BOARD[:4]))
    reading = reader.read(picture)
    assert [len(cluster.tiles) for cluster in reading.clusters] == [len(BOARD)]
    assert reading.reason == Doubt.FAR_OFF()
    monkeypatch.setattr(reading_photos, "unless_far_behind", lambda reading, *_: reading)
    assert reader.read(picture).sure


def test_a_board_alone_stays_sure(reader: Reader) -> None:
    assert reader.read(drawn(STEEP, (NEAR, BOARD))).sure

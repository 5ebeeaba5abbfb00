"""A table on which hard light hides a lone tile is not surely empty (all pictures are renders)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from training.synthesis.scene import SceneTile
from training.synthesis.unseen.evenings import make_evening
from vision.arrays import Image, Points
from vision.detection import Detection
from vision.readers.finds import Finds
from vision.readers.reader import Reader
from vision.recognition.sureness import Doubt


def lone_tile(seed: int) -> tuple[Image, SceneTile]:
    """Return a picture of a single tile, and what is true of that."""
    made = make_evening(seed)
    assert made is not None
    (tile,) = made.tiles
    return made.image, tile


def across(tile: SceneTile) -> float:
    """Return how many pixels a tile is across."""
    return 2 * math.sqrt(cv2.contourArea(tile.corners.astype(np.float32)) / math.pi)


def behind_a_blind(image: Image, period: float, degrees: float, shade: float = 0.25) -> Image:
    """Return a picture half of which is in narrow shade; ``period`` is in pixels."""
    height, width = image.shape[:2]
    down, right = np.mgrid[:height, :width]
    angle = math.radians(degrees)
    place = (right * math.cos(angle) + down * math.sin(angle)) / period
    light = np.where(place % 1 < 0.5, shade, 1.0)[..., None]
    lit = 255 * (light * (image / 255.0) ** 2.2) ** (1 / 2.2)
    return np.asarray(np.round(lit), np.uint8)


def below_cables(image: Image, middle: Points, width: float, degrees: tuple[float, ...]) -> Image:
    """Return a picture with a black cable over a place for each direction."""
    crossed = image.copy()
    for angle in map(math.radians, degrees):
        way = np.array([math.cos(angle), math.sin(angle)]) * 3000
        start, end = (np.round(middle + sign * way).astype(int).tolist() for sign in (-1, 1))
        cv2.line(crossed, start, end, (25, 25, 25), round(width), cv2.LINE_AA)
    return crossed


@pytest.mark.parametrize(("seed", "degrees"), [(57706, 15), (57958, 47), (59008, 115)])
def test_narrow_stripes_of_shade_hide_no_tile_surely(
    reader: Reader, seed: int, degrees: float
) -> None:
    image, tile = lone_tile(seed)
    assert len(reader.read(image).clusters) == 1
    reading = reader.read(behind_a_blind(image, 0.3 * across(tile), degrees))
    assert not reading.clusters  # it is hidden well
    assert reading.reason is not None
    assert reading.reason.code is Doubt.HARD_LIGHT
    assert not reading.sure


@pytest.mark.parametrize(("seed", "degrees"), [(57580, 92), (58840, 47), (58987, 15)])
def test_cables_across_a_tile_hide_it_from_nobody_surely(
    reader: Reader, seed: int, degrees: float
) -> None:
    image, tile = lone_tile(seed)
    crossed = below_cables(image, tile.center, 0.12 * across(tile), (degrees, degrees + 70))
    reading = reader.read(crossed)
    assert not reading.clusters
    assert reading.reason is not None
    assert reading.reason.code is Doubt.HARD_LIGHT
    assert not reading.sure


def test_what_does_not_hold_out_on_a_closer_look_is_no_doubt_in_other_light(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image, tile = lone_tile(57706)
    striped = behind_a_blind(image, 0.3 * across(tile), 15)
    held_out: list[Detection] = []

    def none_holds_out(_: Finds, tiles: Sequence[Detection]) -> dict[Detection, float]:
        held_out.extend(tiles)
        return dict.fromkeys(tiles, -1.0)

    monkeypatch.setattr(Finds, "margins_otherwise", none_holds_out)
    reading = reader.read(striped)
    assert held_out  # it was asked of the tile
    assert reading.sure
    assert not reading.clusters


@pytest.mark.parametrize("seed", [57054, 57117])
def test_a_table_without_tiles_is_surely_empty_below_a_cable_and_in_stripes(
    reader: Reader, seed: int
) -> None:
    made = make_evening(seed)
    assert made is not None
    height, width = made.image.shape[:2]
    assert reader.read(made.image).sure
    middle = np.array([width / 2, height / 2])
    assert reader.read(below_cables(made.image, middle, 14, (20, 110))).sure
    assert reader.read(behind_a_blind(made.image, 40, 35)).sure

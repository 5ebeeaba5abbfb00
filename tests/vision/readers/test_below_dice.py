"""A die on a tile does not hide it surely (all pictures are renders)."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from training.synthesis.scene import SceneTile
from training.synthesis.unseen.evenings import make_evening
from vision.arrays import Image, Points
from vision.readers.reader import Reader
from vision.recognition.sureness import Doubt


def lone_tile(seed: int) -> tuple[Image, SceneTile]:
    """Return a picture of a single tile, and what is true of that."""
    made = make_evening(seed)
    assert made is not None
    (tile,) = made.tiles
    return made.image, tile


def edge_of(tile: SceneTile) -> float:
    """Return how many pixels a tile's edge is long, as if it were seen from straight above."""
    return math.sqrt(cv2.contourArea(tile.corners.astype(np.float32)) / 2.6)


def with_a_die(
    image: Image, middle: Points, radius: float, side: tuple[float, float] = (0.0, 1.0)
) -> Image:
    """Return a picture with a white die that shows a 5, its upper face so large about a place.

    ``side`` tells where from it its sides are seen.
    """
    drawn = image.copy()
    angles = np.radians(20 + np.array([45, 135, 225, 315]))
    top = middle + radius * np.column_stack([np.cos(angles), np.sin(angles)])
    whole = cv2.convexHull(np.vstack([top, top + radius * np.array(side)]).astype(np.float32))
    cv2.fillPoly(drawn, [whole.astype(np.int32)], (141, 144, 144), cv2.LINE_AA)
    cv2.fillPoly(drawn, [np.round(top).astype(np.int32)], (235, 240, 240), cv2.LINE_AA)
    for pip in (middle, *(middle + 0.55 * (top - middle))):
        spot = np.round(pip).astype(int).tolist()
        cv2.circle(drawn, spot, round(0.13 * radius), (20, 20, 20), -1, cv2.LINE_AA)
    return drawn


@pytest.mark.parametrize("seed", [57706, 59008, 57580, 58987])
def test_a_die_on_a_lone_tile_leaves_no_table_surely_empty(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    image, tile = lone_tile(seed)
    edge = edge_of(tile)
    photo = with_a_die(image, np.array(tile.center) - np.array([0, 0.2 * edge]), 0.4 * edge)
    reading = reader.read(photo)
    assert not reading.clusters
    assert not reading.sure
    assert reading.reason is not None
    assert reading.reason.code is Doubt.BELOW_A_DIE
    monkeypatch.setattr("vision.readers.reader.unless_below_dice", lambda said, *_: said)
    assert reader.read(photo).sure  # nothing else tells of the tile


@pytest.mark.parametrize(
    ("seed", "side"), [(59008, (1, 0)), (57580, (0, -1)), (58987, (1, 0)), (57475, (-1, 0))]
)
def test_a_die_of_which_the_sides_are_seen_elsewhere_hides_no_tile(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, seed: int, side: tuple[int, int]
) -> None:
    """Where no tile is read, nothing tells which way is up: the camera may be held anyhow."""
    image, tile = lone_tile(seed)
    edge = edge_of(tile)
    middle = np.array(tile.center) - 0.2 * edge * np.array(side)
    photo = with_a_die(image, middle, 0.4 * edge, side)
    reading = reader.read(photo)
    assert not reading.clusters
    assert not reading.sure
    assert reading.reason is not None
    assert reading.reason.code is Doubt.BELOW_A_DIE
    monkeypatch.setattr("vision.readers.below_dice.LIFTED", ())
    assert reader.read(photo).sure  # below the die as it is painted out downwards nothing is seen


@pytest.mark.parametrize("seed", [57706, 59008])
def test_a_die_beside_a_tile_is_no_reason_for_doubt(reader: Reader, seed: int) -> None:
    image, tile = lone_tile(seed)
    edge = edge_of(tile)
    beside = np.array(tile.center) + np.array([2.2 * edge, 0])
    reading = reader.read(with_a_die(image, beside, 0.4 * edge))
    assert reading.sure
    assert len(reading.clusters) == 1
    assert [die.value for die in reading.dice].count(5) >= 1


@pytest.mark.parametrize("seed", [57054, 57117])
def test_a_table_with_a_die_and_no_tile_is_surely_empty(reader: Reader, seed: int) -> None:
    made = make_evening(seed)
    assert made is not None
    middle = np.array([made.image.shape[1], made.image.shape[0]]) / 2
    reading = reader.read(with_a_die(made.image, middle, 40.0))
    assert reading.sure
    assert not reading.clusters

"""The reader on sample photos (renders, as all pictures here), and what must not matter to it."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.board import Board
from training.synthesis.trials import scored
from training.synthesis.unseen.photo import make_photo
from vision.evaluation.judgement import judge
from vision.evaluation.labelled_photos import load_truth
from vision.pictures.images import load_image
from vision.readers.reader import Reader
from vision.reading import Reading, reading_from_json

NAMES = ("p001057_overhead", "p001039_oblique", "p001066_illegal", "p001032_redset")


def standard(board: Board) -> frozenset[tuple[int, int, int]]:
    """Return a position in coordinates that do not depend on where its lattice starts or turns."""
    ways = []
    for turns in range(6):
        turned = board.rotated(turns)
        q0, r0 = min(turned)
        ways.append(sorted((q - q0, r - r0, k) for (q, r), k in turned.items()))
    return frozenset(min(ways))


def boards(reading: Reading) -> list[frozenset[tuple[int, int, int]]]:
    return [standard(cluster.board()) for cluster in reading.clusters]


@pytest.mark.parametrize("name", NAMES)
def test_sample_photos_are_read_exactly(reader: Reader, sample_images: Path, name: str) -> None:
    reading = reader.read(load_image(sample_images / f"{name}.jpg"))
    assert judge(load_truth(sample_images / f"{name}.json"), reading).exact


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_turning_the_camera_changes_nothing(
    reader: Reader, sample_images: Path, turns: int
) -> None:
    image = load_image(sample_images / "p001057_overhead.jpg")
    turned = np.ascontiguousarray(np.rot90(image, turns))
    assert boards(reader.read(turned)) == boards(reader.read(image))


def test_the_same_photo_is_read_the_same_twice(reader: Reader, sample_images: Path) -> None:
    image = load_image(sample_images / "p001039_oblique.jpg")
    first, second = reader.read(image), reader.read(image)
    assert first.clusters == second.clusters
    assert first.dice == second.dice


def test_a_bare_table_is_read_as_empty_and_surely(reader: Reader) -> None:
    image = np.full((480, 640, 3), (90, 120, 140), np.uint8)
    reading = reader.read(image)
    assert reading.clusters == ()
    assert reading.sure
    assert reading.reason is None


def test_probabilities_add_up(reader: Reader, sample_images: Path) -> None:
    reading = reader.read(load_image(sample_images / "p001032_redset.jpg"))
    tiles = [tile for cluster in reading.clusters for tile in cluster.tiles]
    assert tiles
    for tile in tiles:
        assert sum(tile.probabilities) == pytest.approx(1, abs=1e-4)
        assert tile.confidence == pytest.approx(tile.probabilities[tile.orientation + 1])
        assert tile.corners[0] == tile.white_tip
        assert tile.corners[3] == tile.blue_tip


def test_a_reading_survives_its_json(reader: Reader, sample_images: Path) -> None:
    reading = reader.read(load_image(sample_images / "p001066_illegal.jpg"))
    data = reading.to_json("photo.jpg")
    assert reading_from_json(data).to_json("photo.jpg") == data


def test_a_photo_that_is_all_noise_is_no_board(reader: Reader) -> None:
    image = np.random.default_rng(3).integers(0, 256, (480, 640, 3)).astype(np.uint8)
    assert all(not tile.sure for c in reader.read(image).clusters for tile in c.tiles)


@pytest.mark.parametrize("share", [0.2, 0.35, 0.5, 0.65, 0.8])
def test_a_board_that_runs_out_of_the_picture_stays_one_and_no_tile_is_turned(
    reader: Reader, sample_images: Path, share: float
) -> None:
    image = load_image(sample_images / "p001048_big.jpg")
    whole = reader.read(image)
    (board,) = whole.clusters
    lowest = min(tile.center[1] for tile in board.tiles)
    highest = max(tile.center[1] for tile in board.tiles)
    top = round(lowest + share * (highest - lowest))
    cut = reader.read(np.ascontiguousarray(image[top:]))
    assert len(cut.clusters) == 1
    by_place = {tile.center: tile for tile in board.tiles}
    for tile in cut.clusters[0].tiles:
        place = (tile.center[0], tile.center[1] + top)
        nearest = min(by_place, key=lambda center: math.dist(center, place))
        same = by_place[nearest]
        radius = math.dist(same.center, same.white_tip)
        assert math.dist(nearest, place) < 0.3 * radius
        tip = (tile.white_tip[0], tile.white_tip[1] + top)
        assert math.dist(tip, same.white_tip) < 0.5 * radius
    clearly = [t for t in board.tiles if t.center[1] > top + 0.5 * math.dist(t.center, t.white_tip)]
    assert len(cut.clusters[0].tiles) >= len(clearly)


@pytest.mark.parametrize("seed", [3398, 5666])
def test_a_board_that_hangs_together_only_outside_the_picture_is_one(
    reader: Reader, seed: int
) -> None:
    """Two parts of the board meet beyond the picture's edge, where bare table parts them inside."""
    score = scored("cropped", make_photo(seed), reader)
    assert score.exact
    assert score.sure


def test_a_lone_tile_far_off_is_not_joined_by_chance(reader: Reader) -> None:
    """A blurred photo: no cell of the mat is quite clearly bare, a lone tile lies as if in line."""
    photo = make_photo(4841)
    assert scored("apart", photo, reader).exact


@pytest.mark.parametrize("name", [*NAMES, "p001087_small"])
def test_nothing_in_a_picture_that_cannot_show_tiles_is_sure(
    reader: Reader, sample_images: Path, name: str
) -> None:
    image = load_image(sample_images / f"{name}.jpg")
    small = cv2.resize(image, None, fx=0.15, fy=0.15, interpolation=cv2.INTER_AREA)
    for spoilt in (cv2.GaussianBlur(image, (0, 0), 25), (image * 0.02).astype(np.uint8), small):
        reading = reader.read(np.asarray(spoilt, np.uint8))
        assert not reading.sure
        assert reading.reason is not None
        assert not any(tile.sure for cluster in reading.clusters for tile in cluster.tiles)
        assert not any(die.sure for die in reading.dice)


def test_where_a_part_is_blurred_the_sharp_tiles_are_sure_and_the_photo_is_not(
    reader: Reader, sample_images: Path
) -> None:
    image = load_image(sample_images / "p001057_overhead.jpg")
    third = image.shape[0] // 3
    image[:third] = cv2.GaussianBlur(image, (0, 0), 25)[:third]
    reading = reader.read(image)
    assert not reading.sure
    assert any(tile.sure for cluster in reading.clusters for tile in cluster.tiles)

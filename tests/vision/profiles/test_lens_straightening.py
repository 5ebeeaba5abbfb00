"""Photos through a lens that bends much, straightened by its profile and read.

No such photos are at hand: sample pictures (renders) are bent by a lens that is known.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.vision.bending import barrel, bent_picture, where_bent
from vision.pictures.images import load_image
from vision.profiles.lens_profile import LensProfile
from vision.profiles.lens_straightening import Straightening
from vision.readers.reader import Reader
from vision.readers.tuned_reader import TunedReader, Tuning

SAMPLES = ("p001048_big", "p001015_dice", "palagonia_1_r039")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_bent_photo_is_read_and_its_tiles_lie_where_it_shows_them(
    name: str, sample_images: Path, reader: Reader
) -> None:
    image = load_image(sample_images / f"{name}.jpg")
    truth = json.loads((sample_images / f"{name}.json").read_text("utf-8"))
    height, width = image.shape[:2]
    lens = barrel(width, height)
    reading = TunedReader(reader, Tuning(lens)).read(bent_picture(image, lens))
    assert (reading.width, reading.height) == (width, height)
    assert reading.sure
    true_tiles = [tile for cluster in truth["clusters"] for tile in cluster["tiles"]]
    centers = where_bent(np.array([tile["center"] for tile in true_tiles]), lens)
    tips = where_bent(np.array([tile["corners"][0] for tile in true_tiles]), lens)
    read = [tile for cluster in reading.clusters for tile in cluster.tiles]
    assert len(read) == len(true_tiles)
    for tile in read:
        nearest = int(np.linalg.norm(centers - tile.center, axis=1).argmin())
        assert np.linalg.norm(centers[nearest] - tile.center) < 4
        # The white tip's corner is the first of the six, so the orientation is right as well.
        assert np.linalg.norm(tips[nearest] - tile.corners[0]) < 6


def test_straight_points_come_back_to_the_photo() -> None:
    straightening = Straightening(barrel(1280, 960))
    assert straightening.width > 1280
    assert straightening.height > 960
    corners = np.array([[0.0, 0.0], [straightening.width, straightening.height]]) - 1
    seen = straightening.in_photo(corners)
    assert (np.abs(seen - (640, 480)) < (720, 560)).all()


def test_a_straight_lens_changes_nothing(sample_images: Path) -> None:
    image = load_image(sample_images / "p001048_big.jpg")
    height, width = image.shape[:2]
    lens = LensProfile(
        **{**barrel(width, height).__dict__, "distortion": (0.0, 0.0, 0.0, 0.0, 0.0)}
    )
    straightening = Straightening(lens)
    assert (straightening.width, straightening.height) == (width, height)
    assert np.array_equal(straightening.straightened(image), image)


def test_a_photo_of_another_shape_is_read_as_it_is(sample_images: Path, reader: Reader) -> None:
    """It comes from elsewhere: a wrong lens would bend what is straight."""
    image = load_image(sample_images / "p001048_big.jpg")
    look = TunedReader(reader, Tuning(barrel(960, 1280))).look(image)
    assert "another shape" in str(look.remarks[0])
    assert look.straight is image
    assert look.reading.clusters == reader.read(image).clusters


def test_what_a_straightened_photo_does_not_show_is_not_taken_for_bare_table(
    sample_images: Path, reader: Reader
) -> None:
    """No ruling is made on cells there, whatever the networks make of its borders."""
    image = load_image(sample_images / "p001015_dice.jpg")
    truth = json.loads((sample_images / "p001015_dice.json").read_text("utf-8"))
    end = round(max(x for c in truth["clusters"] for t in c["tiles"] for x, _ in t["corners"]))
    shown = np.ones(image.shape[:2], np.bool_)
    shown[:, end:] = False
    (whole,) = reader.read(image).clusters
    (masked,) = reader.examine(image, shown).reading.clusters
    assert masked.board() == whole.board()
    assert set(masked.hidden) > set(whole.hidden)

"""Learning the colours of unusual sets, after which the reader reads them.

The pictures are samples (renders) whose tiles were given other colours.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.colors.learning import ColorCalibrationError, learn_colors
from tests.calibration.recoloring import Rgb, recolored
from tests.read_once import ReadOnce
from tests.thorough import some_of
from vision.following.exposure import Exposure
from vision.pictures.images import load_image
from vision.profiles.color_profile import ColorProfile
from vision.readers.reader import Reader
from vision.readers.tuned_reader import TunedReader, Tuning
from vision.reading import Reading

OAK, WALNUT, WENGE = (205, 165, 120), (120, 85, 60), (62, 50, 40)
NAVY, BLACK = (30, 60, 110), (45, 40, 38)
RED, GREEN = (190, 60, 60), (50, 115, 60)
SHADES_OF_BLACK = (18, 26, 42), (30, 27, 26)
DULL_RED_AND_GREEN = (110, 62, 60), (66, 92, 64)
PHOTOS = ("p001015_dice", "p001048_big")


def sure_tiles(reading: Reading) -> int:
    return sum(tile.sure for cluster in reading.clusters for tile in cluster.tiles)


@pytest.mark.parametrize(
    "colors", [(NAVY, BLACK), (RED, GREEN)], ids=["dark", "alike in lightness"]
)
@pytest.mark.parametrize("name", PHOTOS)
def test_a_set_of_any_two_colours_is_read_without_a_profile(
    name: str, colors: tuple[Rgb, Rgb], sample_images: Path, reader: Reader
) -> None:
    image, tiles = recolored(sample_images / f"{name}.jpg", *colors)
    reading = reader.read(image)
    assert reading.sure
    assert sure_tiles(reading) == len(tiles)


@pytest.mark.parametrize(
    "colors", [SHADES_OF_BLACK, DULL_RED_AND_GREEN], ids=["two blacks", "dull and alike"]
)
@pytest.mark.parametrize("name", some_of(PHOTOS, 1))
def test_a_set_that_cannot_be_read_can_be_with_its_profile(
    name: str, colors: tuple[Rgb, Rgb], sample_images: Path, reader: Reader
) -> None:
    image, tiles = recolored(sample_images / f"{name}.jpg", *colors)
    assert sure_tiles(reader.read(image)) < len(tiles) / 2
    profile = learn_colors(image, reader, "phone")
    for learned in (profile.white, profile.blue):
        assert min(np.abs(np.subtract(learned, color)).max() for color in colors) < 12
    reading = reader.read(profile.normalised(image))
    assert reading.sure
    read = [tile for cluster in reading.clusters for tile in cluster.tiles]
    assert len(read) == len(tiles)
    # Which colour is called white is a matter of naming; every tile is named alike.
    swapped = np.abs(np.subtract(profile.white, colors[0])).max() > 12
    for tile in read:
        true = min(tiles, key=lambda t, at=tile.center: np.hypot(*np.subtract(t["center"], at)))  # type: ignore[misc]
        tip = true["blue_tip"] if swapped else true["white_tip"]
        assert np.hypot(*np.subtract(tile.white_tip, tip)) < np.hypot(
            *np.subtract(tile.blue_tip, tip)
        )


@pytest.mark.parametrize(("white", "blue"), [(OAK, WALNUT), (WALNUT, WENGE)])
def test_wood_tones_are_measured_as_they_are(
    white: Rgb, blue: Rgb, sample_images: Path, reader: Reader
) -> None:
    image, _ = recolored(sample_images / "p001048_big.jpg", white, blue)
    profile = learn_colors(image, reader, "phone")
    assert profile.white == pytest.approx(white, abs=6)
    assert profile.blue == pytest.approx(blue, abs=6)
    assert profile.separation > 4


@pytest.mark.parametrize("name", PHOTOS)
def test_a_usual_set_is_read_as_well_with_a_profile_as_without(
    name: str, sample_images: Path, reader: Reader
) -> None:
    image = load_image(sample_images / f"{name}.jpg")
    profile = learn_colors(image, reader, "phone")
    plain, normal = reader.read(image), reader.read(profile.normalised(image))
    assert normal.sure
    assert [c.board() for c in normal.clusters] == [c.board() for c in plain.clusters]


def test_a_table_without_tiles_teaches_nothing_and_is_read_once(
    sample_images: Path, reader: ReadOnce
) -> None:
    """No pair of its colours shows tiles at a glimpse, so that it is read under none."""
    empty = load_image(sample_images / "p001048_big.jpg")[:120, :400]
    read_before = reader.read_anew
    with pytest.raises(ColorCalibrationError, match="0 tiles can be read"):
        learn_colors(np.ascontiguousarray(empty), reader, "phone")
    assert reader.read_anew == read_before + 1


def test_one_colour_twice_teaches_nothing(sample_images: Path, reader: Reader) -> None:
    image, _ = recolored(sample_images / "p001015_dice.jpg", (120, 120, 120), (119, 120, 120))
    image = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    with pytest.raises(ColorCalibrationError):
        learn_colors(image, reader, "phone")


def test_the_names_of_the_colours_can_be_exchanged() -> None:
    profile = ColorProfile("phone", (200.0, 60.0, 60.0), (50.0, 110.0, 60.0), (9.0, 9.0, 9.0), 9, 7)
    swapped = profile.swapped()
    assert (swapped.white, swapped.blue) == (profile.blue, profile.white)
    assert swapped.swapped() == profile


@pytest.mark.parametrize("name", some_of(PHOTOS, 1))
def test_colours_learned_in_dim_light_fit_photos_and_films_there(
    name: str, sample_images: Path, reader: Reader
) -> None:
    image, tiles = recolored(sample_images / f"{name}.jpg", *DULL_RED_AND_GREEN)
    dim = np.asarray(image * 0.3, np.uint8)
    tuned = TunedReader(reader, Tuning(colors=learn_colors(dim, reader, "phone")))
    for shown in (dim, Exposure().spread(dim, 0.0)):
        look = tuned.look(shown)
        assert not look.remarks
        assert look.reading.sure
        assert sure_tiles(look.reading) == len(tiles)

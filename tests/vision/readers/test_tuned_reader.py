"""A reader with profiles: what they help with, and that a wrong one does no harm.

The pictures are samples (renders), some of them with tiles in other colours.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.calibration.recoloring import recolored
from vision.pictures.images import load_image
from vision.profiles.color_profile import ColorProfile
from vision.readers.reader import Reader
from vision.readers.tuned_reader import TunedReader, Tuning

NAVY, BLACK = (30.0, 60.0, 110.0), (45.0, 40.0, 38.0)
RED, GREEN = (190.0, 60.0, 60.0), (50.0, 115.0, 60.0)
BLUE_SET = ((230.0, 228.0, 220.0), (40.0, 80.0, 150.0))
PHOTOS = ("p001015_dice", "p001048_big", "p001032_redset")


def colors(white: tuple[float, ...], blue: tuple[float, ...]) -> Tuning:
    return Tuning(colors=ColorProfile("phone", white, blue, white, 9.0, 9))  # type: ignore[arg-type]


def test_without_a_profile_it_reads_as_the_plain_reader(
    sample_images: Path, reader: Reader
) -> None:
    image = load_image(sample_images / "p001015_dice.jpg")
    look = TunedReader(reader, Tuning()).look(image)
    assert look.reading.clusters == reader.read(image).clusters
    assert look.straight is image
    assert look.remarks == ()


@pytest.mark.parametrize("name", PHOTOS)
@pytest.mark.parametrize("pair", [(NAVY, BLACK), (BLACK, NAVY), (RED, GREEN)])
def test_the_colours_of_another_set_change_nothing(
    pair: tuple[tuple[float, ...], tuple[float, ...]],
    name: str,
    sample_images: Path,
    reader: Reader,
) -> None:
    image = load_image(sample_images / f"{name}.jpg")
    look = TunedReader(reader, colors(*pair)).look(image)
    assert look.reading.clusters == reader.read(image).clusters


@pytest.mark.parametrize("pair", [(NAVY, BLACK), (RED, GREEN)])
def test_that_colours_were_left_out_is_said(
    pair: tuple[tuple[float, ...], tuple[float, ...]], sample_images: Path, reader: Reader
) -> None:
    image = load_image(sample_images / "p001048_big.jpg")
    (remark,) = TunedReader(reader, colors(*pair)).look(image).remarks
    assert "colour profile of phone" in str(remark)
    assert "calibrate the colours anew" in str(remark)


def test_the_colours_of_the_set_make_it_readable(sample_images: Path, reader: Reader) -> None:
    image, tiles = recolored(sample_images / "p001015_dice.jpg", (30, 60, 110), (45, 40, 38))
    look = TunedReader(reader, colors(NAVY, BLACK)).look(image)
    assert look.remarks == ()
    assert look.reading.sure
    assert sum(len(cluster.tiles) for cluster in look.reading.clusters) == len(tiles)


def test_an_empty_table_is_no_reason_to_complain(sample_images: Path, reader: Reader) -> None:
    image = load_image(sample_images / "p001073_negative.jpg")
    look = TunedReader(reader, colors(*BLUE_SET)).look(image)
    assert look.remarks == ()
    assert look.reading.clusters == ()

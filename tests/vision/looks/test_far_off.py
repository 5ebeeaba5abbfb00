"""A board that is seen almost edge on, far off, is not surely none (all pictures are renders)."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from training.synthesis.trials import scored
from training.synthesis.unseen.photo import make_photo
from vision.arrays import Image
from vision.looks.far_off import likeliest_bands, look_far_off
from vision.looks.thresholds import BAND_ALONG
from vision.networks.detector import Detection, Detections
from vision.pictures.patches import Pyramid
from vision.readers.reader import Reader
from vision.recognition.sureness import Doubt

EMPTY = np.zeros((4, 4), np.float32)


def slivers(slope: float, middle: tuple[float, float]) -> Image:
    """Return a grey picture of long narrow stripes about a place, falling by ``slope`` degrees."""
    image = np.full((960, 1280, 3), 90, np.uint8)
    way = np.array([math.cos(math.radians(slope)), math.sin(math.radians(slope))])
    for row in range(-3, 4):
        for part in range(-2, 3):
            center = np.array(middle) + way * part * 70 + np.array([-way[1], way[0]]) * row * 8
            ends = [np.round((center + side * way * 28) * 16).astype(int) for side in (-1, 1)]
            start, end = (at.tolist() for at in ends)
            cv2.line(image, start, end, (250, 250, 250), 4, cv2.LINE_AA, 4)
    return image


class Middle:
    """Finds one tile in the middle of all that is white."""

    images: list[Image]

    def __init__(self) -> None:
        self.images = []

    def detect(self, image: Image, long_side: int) -> Detections:
        assert long_side == max(image.shape[:2])
        self.images.append(image)
        y, x = np.nonzero(image[..., 0] > 180)
        if not len(x):
            return Detections((), (), EMPTY, EMPTY, 4.0)
        tile = Detection((float(x.mean()), float(y.mean())), (20.0, 0.0), (0.0, -20.0), 0.8)
        return Detections((tile,), (), EMPTY, EMPTY, 4.0)


@pytest.mark.parametrize("slope", [-14.0, -7.0, 0.0, 7.0, 14.0])
def test_the_likeliest_band_lies_where_long_stripes_lie_above_each_other(slope: float) -> None:
    band = likeliest_bands(slivers(slope, (640.0, 300.0)))[0]
    assert math.degrees(band.slope) == pytest.approx(slope)
    assert band.middle(1280) == pytest.approx(300, abs=0.3 * band.height)


@pytest.mark.parametrize("slope", [-14.0, 0.0, 7.0])
@pytest.mark.parametrize("times", [0.5, 1.0, 2.0])
def test_what_is_found_in_a_band_lies_where_the_photo_shows_it(slope: float, times: float) -> None:
    photo = cv2.resize(slivers(slope, (600.0, 300.0)), None, fx=times, fy=times)
    finder = Middle()
    tile = look_far_off(finder, Pyramid(np.asarray(photo, np.uint8)))[0]  # type: ignore[arg-type]
    assert tile.center == pytest.approx((600 * times, 300 * times), abs=4 * times)
    across, down = math.hypot(*tile.axis), math.hypot(*tile.side)
    assert across == pytest.approx(20 / BAND_ALONG * times, rel=0.05)
    assert across / down == pytest.approx(9, rel=0.05)
    assert math.degrees(math.atan2(tile.axis[1], tile.axis[0])) == pytest.approx(slope)
    assert sum(image.shape[0] * image.shape[1] for image in finder.images) < 200_000


@pytest.mark.parametrize("shape", [(1, 1), (1, 3000), (3000, 2), (90, 2600), (200, 2600), (9, 9)])
def test_a_picture_of_any_shape_is_looked_at(shape: tuple[int, int]) -> None:
    photo = np.random.default_rng(3).integers(0, 255, (*shape, 3), np.uint8)
    assert len(look_far_off(Middle(), Pyramid(photo))) <= 2  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [173629, 177198])
def test_a_board_at_the_far_edge_of_the_table_is_not_surely_none(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    photo = make_photo(seed)
    reading = reader.read(photo.image)
    assert not reading.sure
    monkeypatch.setattr("vision.readers.reader.seen_far_off", lambda *_: ())
    without = scored("far off", photo, reader)
    assert without.sure
    assert not without.exact


def test_it_is_said_that_the_photo_shows_it_too_flat(reader: Reader) -> None:
    reading = reader.read(make_photo(177198).image)
    assert reading.reason == Doubt.FAR_OFF()
    assert not reading.clusters

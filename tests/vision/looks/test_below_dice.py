"""What lies about a die, drawn without it, of pictures that are drawn here."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.detection import Detection
from vision.looks.below_dice import without_the_die
from vision.looks.thresholds import DIE_PX
from vision.networks.detector import DieDetection
from vision.pictures.patches import Pyramid

TAN = (120, 160, 190)


@pytest.mark.parametrize("radius", [11.0, 40.0, 90.0])
def test_what_a_die_covers_is_drawn_on_from_about_it(radius: float) -> None:
    table = np.full((700, 900, 3), TAN, np.uint8)
    cv2.circle(table, (433, 311), round(radius), (20, 20, 20), -1)
    die = DieDetection((433.0, 311.0), radius, 0.9)
    drawn = without_the_die(Pyramid(table), die, 1.15, 0.6)
    middle = len(drawn.picture) // 2
    assert drawn.covered[middle, middle]
    assert drawn.covered[middle + round(1.6 * DIE_PX), middle]
    assert not drawn.covered[middle - round(1.3 * DIE_PX), middle]
    about = drawn.picture[middle - 40 : middle + 40, middle - 40 : middle + 40].astype(int)
    assert np.abs(about - TAN).max() < 12  # nothing of the die is left


@pytest.mark.parametrize(
    ("turned", "way"), [(0.0, (0, 1)), (math.pi / 2, (1, 0)), (math.pi, (0, -1))]
)
def test_the_sides_of_a_die_may_be_seen_on_any_side_of_its_face(
    turned: float, way: tuple[int, int]
) -> None:
    die = DieDetection((433.0, 311.0), 40.0, 0.9)
    table = Pyramid(np.full((700, 900, 3), TAN, np.uint8))
    drawn = without_the_die(table, die, 1.0, 0.9, turned, about=4.0)
    middle, reach = len(drawn.picture) // 2, round(1.7 * DIE_PX)
    assert len(drawn.picture) == round(8 * DIE_PX)
    assert drawn.covered[middle + reach * way[1], middle + reach * way[0]]
    assert not drawn.covered[middle - reach * way[1], middle - reach * way[0]]


@pytest.mark.parametrize("radius", [11.0, 40.0, 90.0])
def test_what_is_found_there_lies_in_the_photo_where_it_is_seen(radius: float) -> None:
    place = np.array([433 + 2.0 * radius, 311 - 1.5 * radius])
    photo = np.zeros((700, 900, 3), np.uint8)
    cv2.circle(photo, np.round(place).astype(int).tolist(), round(0.5 * radius), (255,) * 3, -1)
    die = DieDetection((433.0, 311.0), radius, 0.9)
    drawn = without_the_die(Pyramid(photo), die, 1.15, 0.0)
    rows, columns = np.nonzero(drawn.picture[..., 0] > 127)
    seen = Detection((float(columns.mean()), float(rows.mean())), (DIE_PX, 0.0), (0.0, -9.0), 0.5)
    in_photo = drawn.in_photo(seen)
    assert in_photo.center == pytest.approx(place.tolist(), abs=0.05 * radius + 0.5)
    assert in_photo.axis == pytest.approx((radius, 0.0))

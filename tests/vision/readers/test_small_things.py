"""What is far too small for a tile beside a die, and what is only seen aslant."""

from __future__ import annotations

import cv2
import pytest

from training.synthesis.die_scene import make_die_scene
from vision.detection import Detection
from vision.networks.detector import DieDetection
from vision.readers.reader import Reader
from vision.readers.small_things import far_too_small
from vision.reading import DieReading

DICE = (DieDetection((300.0, 300.0), 40.0, 0.9), DieDetection((600.0, 300.0), 10.0, 0.5))


def die(x: float, *, sure: bool) -> DieReading:
    return DieReading(3, (x, 301.0), 0.99, sure)


def tile(across: float, flat: float = 1.0) -> Detection:
    return Detection((100.0, 100.0), (across / 2, 0.0), (0.0, -across / 2 * flat), 0.6)


@pytest.mark.parametrize(
    ("seen", "is_too_small"),
    [
        (tile(30), True),
        (tile(70), False),  # a small tile beside a large die
        (tile(30, flat=0.4), False),  # seen aslant it may be far off
    ],
)
def test_what_is_much_smaller_than_a_die_is_no_tile(seen: Detection, *, is_too_small: bool) -> None:
    tells = far_too_small([die(300.0, sure=True)], DICE)
    assert tells is not None
    assert tells(seen) == is_too_small


def test_the_smallest_die_counts_and_only_dice_that_are_sure_do() -> None:
    assert far_too_small([die(300.0, sure=False)], DICE) is None
    assert far_too_small([], DICE) is None
    tells = far_too_small([die(300.0, sure=True), die(600.0, sure=True)], DICE)
    assert tells is not None
    assert not tells(tile(30))


def test_a_die_is_read_though_stripes_beside_it_fit_a_lattice_of_no_tiles(reader: Reader) -> None:
    """No tile tells how large the die is where none is read, whatever fits a lattice."""
    scene = make_die_scene(6_000_039)
    large = cv2.resize(scene.image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    striped = cv2.copyMakeBorder(large, 500, 300, 400, 400, cv2.BORDER_REPLICATE)
    seen = reader.examine(striped)
    assert seen.parts, "the stripes fit a lattice"
    assert not seen.reading.clusters
    assert [die.value for die in seen.reading.dice] == [scene.value]

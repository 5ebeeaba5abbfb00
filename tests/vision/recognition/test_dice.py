"""What counts as a die: a thing of a die's size, by the tiles beside it, that both networks see."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from training.synthesis.die_scene import DieScene, make_die_scene
from vision.detection import Point
from vision.lattice.table_model import PictureFrame, TableModel
from vision.networks.detector import DieDetection
from vision.networks.dice import DieJudge, DieLook, Upward, Worth, as_held
from vision.networks.inference import NETWORKS
from vision.pictures.patches import Pyramid
from vision.recognition.dice import (
    faces_of_dice,
    is_die,
    is_sure,
    may_be_a_side,
    read_dice,
    shows_sides,
)


@pytest.fixture(scope="module")
def scenes() -> list[DieScene]:
    """Dice, and things that are none, of seeds that nothing was trained on."""
    return [make_die_scene(seed) for seed in range(5_100_000, 5_100_080)]


def _look(value: int, confidence: float, score: float) -> DieLook:
    probabilities = np.full(7, (1 - confidence) / 6, np.float32)
    probabilities[value] = confidence
    return DieLook((0.0, 0.0), 10.0, probabilities, score)


def _table(scene: DieScene, tile_radius: float) -> TableModel:
    """A table looked at from straight above, on which a tile's circumradius is so many pixels."""
    height, width = scene.image.shape[:2]
    scale = math.hypot(width, height) / 2 / tile_radius
    return TableModel(PictureFrame(width, height), 0j, 0.0, (scale, 0.0, scale))


@pytest.mark.parametrize("vanishing", [0j, 0.2 - 0.3j])
@pytest.mark.parametrize("distortion", [0.0, 0.15])
def test_a_tile_takes_up_as_many_pixels_as_the_table_says(
    vanishing: complex, distortion: float
) -> None:
    table = TableModel(PictureFrame(1280, 960), vanishing, distortion, (12.0, 3.0, 15.0))
    for pixel in ((200.0, 300.0), (640.0, 480.0), (1000.0, 900.0)):
        middle = complex(table.to_plane(pixel))
        around = middle + 0.01 * np.exp(1j * np.linspace(0, 2 * math.pi, 60, endpoint=False))
        x, y = table.to_picture(around).T
        area = 0.5 * abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))
        radius = math.sqrt(area / math.pi) / 0.01
        assert float(table.tile_radii(pixel)) == pytest.approx(radius, rel=0.01)


@pytest.mark.parametrize("value", range(1, 7))
def test_one_witness_makes_up_for_the_other(value: int) -> None:
    assert is_die(_look(value, 0.97, 0.4))
    assert is_die(_look(value, 0.8, 0.6))
    assert not is_die(_look(value, 0.9, 0.2))
    assert not is_die(_look(value, 0.6, 0.4))


def test_what_the_detector_hardly_saw_is_a_die_if_the_other_network_is_certain_but_not_sure() -> (
    None
):
    assert is_die(_look(5, 0.998, 0.14))
    assert not is_sure(_look(5, 0.998, 0.14))
    assert not is_die(_look(5, 0.8, 0.14))


def test_what_is_no_die_beside_the_tiles_by_its_size_is_none(scenes: list[DieScene]) -> None:
    judge = DieJudge(NETWORKS / "dice.onnx")
    dice = [scene for scene in scenes[:60] if scene.value]
    sizes = {"fits": 1 / 2, "tiny": 1 / 12, "huge": 4}
    read = dict.fromkeys([*sizes, "unknown"], 0)
    for scene in dice:
        center = scene.corners.mean(axis=0)
        radius = float(np.linalg.norm(scene.corners - center, axis=1).mean())
        found = DieDetection((float(center[0]), float(center[1])), radius, 0.6)
        pyramid = Pyramid(scene.image)
        for name, size in sizes.items():
            read[name] += len(read_dice(judge, pyramid, [found], _table(scene, radius / size), 10))
        read["unknown"] += len(read_dice(judge, pyramid, [found], _table(scene, 12 * radius), 1))
    assert read["fits"] > 0.5 * len(dice)
    assert read["unknown"] > 0.5 * len(dice)
    assert read["tiny"] == 0
    assert read["huge"] == 0


class _Patient(DieJudge):
    """Gives nothing up early."""

    def look(
        self,
        pyramid: Pyramid,
        dice: Sequence[DieDetection],
        upward: Upward = as_held,
        worth: Worth | None = None,
    ) -> list[DieLook]:
        assert worth is not None, "nothing would be given up early"
        return super().look(pyramid, dice, upward)


def test_what_is_given_up_early_would_have_been_no_die(scenes: list[DieScene]) -> None:
    judge, patient = (kind(NETWORKS / "dice.onnx") for kind in (DieJudge, _Patient))
    given_up = 0
    for scene in scenes:
        center = (
            scene.corners.mean(axis=0) if scene.value else np.array(scene.image.shape[1::-1]) / 2
        )
        radius = 12.0
        if scene.value:
            radius = float(np.linalg.norm(scene.corners - center, axis=1).mean())
        pyramid = Pyramid(scene.image)
        detection = DieDetection((float(center[0]), float(center[1])), radius, 1.0)
        looks = judge.look(pyramid, [detection], as_held)  # how it was detected changes none
        for score in (0.13, 0.3, 0.6):
            found = [replace(detection, score=score)]
            to_the_end = [replace(look, score=score) for look in looks]
            sides = partial(shows_sides, judge, pyramid, as_held)
            dice = faces_of_dice(pyramid, to_the_end, as_held, sides)
            read = read_dice(judge, pyramid, found, None, 0)
            assert [die.value for die in read] == [look.value for look in dice]
            assert read == read_dice(patient, pyramid, found, None, 0)
            given_up += len(to_the_end) - len(dice)
    assert given_up > 20


def _may_be_a_side(width: int, height: int, up: tuple[float, float], at: Point) -> bool:
    """Whether a face of 20 px, seen there, may be a side of its die."""
    pyramid = Pyramid(np.zeros((height, width, 3), np.uint8))
    return may_be_a_side(at, 20.0, pyramid, lambda points: np.broadcast_to(up, points.shape))


def test_a_die_that_the_rim_of_the_picture_cuts_may_show_a_side() -> None:
    assert not _may_be_a_side(200, 100, (0.0, -1.0), (100.0, 50.0))
    assert _may_be_a_side(200, 100, (0.0, -1.0), (100.0, 30.0))  # its top may lie outside
    assert not _may_be_a_side(200, 100, (0.0, -1.0), (100.0, 75.0))
    assert _may_be_a_side(200, 100, (0.0, -1.0), (100.0, 85.0))  # the face itself is cut
    assert _may_be_a_side(200, 100, (0.0, -1.0), (100.0, 78.5))  # what is beyond the rim?
    assert _may_be_a_side(200, 100, (1.0, 0.0), (170.0, 50.0))  # the camera was held upright
    assert not _may_be_a_side(200, 100, (-1.0, 0.0), (170.0, 50.0))


def test_a_die_is_not_sure_where_the_picture_ends_beside_it(scenes: list[DieScene]) -> None:
    judge = DieJudge(NETWORKS / "dice.onnx")
    sure = cut = 0
    for scene in (scene for scene in scenes[:60] if scene.value):
        center = scene.corners.mean(axis=0)
        radius = float(np.linalg.norm(scene.corners - center, axis=1).mean())
        found = DieDetection((float(center[0]), float(center[1])), radius, 0.9)
        whole = read_dice(judge, Pyramid(scene.image), [found], None, 0)
        shown = np.zeros(scene.image.shape[:2], np.bool_)
        shown[int(center[1] - 0.9 * radius) :] = True
        ended = read_dice(judge, Pyramid(scene.image, shown), [found], None, 0)
        sure += any(die.sure for die in whole)
        cut += len(ended)
        assert not any(die.sure for die in ended)
    assert sure > 10
    assert cut > 10

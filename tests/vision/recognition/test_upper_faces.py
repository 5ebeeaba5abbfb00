"""Of a die's faces the upper one counts, and a faint mark of a cloth is no pip."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest

from training.synthesis.unseen.evenings import make_evening
from vision.arrays import Float32s, Float64s, Image, Points
from vision.networks.detector import DieDetection
from vision.networks.dice import DieJudge, DieLook, Upward
from vision.networks.inference import NETWORKS
from vision.pictures.patches import Pyramid
from vision.reading import DieReading
from vision.recognition.dice import read_dice
from vision.recognition.thresholds import (
    A_TOP_AFTER_ALL,
    FACELESS,
    FAINT_PIP,
    SURELY_FACELESS,
    UP_ASTRAY,
)

SIDE, TOP, BEHIND = (100.0, 120.0), (100.0, 100.0), (100.0, 93.0)
RADIUS = 18.0
ENOUGH, TOO_FEW = 10, 2


@dataclass
class Table:
    """A table as its tiles tell it: which way is up in the picture, and how large dice are."""

    up: tuple[float, float] = (0.0, -1.0)
    radius: float = RADIUS

    def upward(self, points: Points, tiles: int) -> Points:
        assert tiles
        return np.broadcast_to(np.array(self.up), points.shape)

    def tile_radii(self, points: Points) -> Float64s:
        return np.full(points.shape[:-1], 2 * self.radius)


def look(value: int, center: tuple[float, float], confidence: float, score: float = 0.9) -> DieLook:
    chances = np.full(7, (1 - confidence) / 6, np.float32)
    chances[value] = confidence
    return DieLook(center, RADIUS, chances, score)


@dataclass
class Eyes:
    """Sees faces where it is told, and comes to one of them when it aims again from above.

    What is there is no die with the probability ``faceless``. Aimed at from beside up, it comes
    back to each face, or to ``astray``, where it may see a face.
    """

    faces: list[DieLook]
    comes_to: list[tuple[float, float]]
    sees_there: list[DieLook]
    faceless: float = 0.0
    astray: tuple[float, float] | None = None

    def look(self, *_: object) -> list[DieLook]:
        return self.faces

    def settle(
        self, _: Pyramid, starts: Points, radii: Float64s, upward: Upward
    ) -> tuple[Points, Float64s, Float32s]:
        up = upward(starts).reshape(3, -1, 2)
        astray = np.arctan2(up[..., 0], -up[..., 1])
        assert np.abs(astray - [[0.0], [-UP_ASTRAY], [UP_ASTRAY]]).max() < 1e-9
        back = [self.astray or face.center for face in self.faces]
        none = np.zeros(up.shape[:2], np.float32)
        none[0] = self.faceless
        return np.array([*self.comes_to, *back, *back]), radii, none.ravel()

    def look_closely(self, _: Pyramid, centers: Points, *__: object) -> list[DieLook]:
        return self.sees_there[: len(centers)]


def read(eyes: Eyes, tiles: int = ENOUGH) -> list[tuple[int, bool]]:
    picture = np.full((240, 240, 3), 90, np.uint8)
    dice = read_dice(eyes, Pyramid(picture), [], Table(), tiles)  # type: ignore[arg-type]
    return [(die.value, die.sure) for die in dice]


@pytest.mark.parametrize(
    ("confidence", "dice"), [(0.99, [(5, True)]), (0.6, [(5, False)]), (0.4, [])]
)
def test_the_face_above_a_side_counts_as_far_as_it_is_read(
    confidence: float, dice: list[tuple[int, bool]]
) -> None:
    eyes = Eyes([look(3, SIDE, 0.999)], [TOP], [look(5, TOP, confidence)])
    assert read(eyes) == dice


def test_a_face_to_which_the_aim_comes_back_is_the_top() -> None:
    eyes = Eyes([look(3, SIDE, 0.999)], [(100.0, 118.0)], [])
    assert read(eyes) == [(3, True)]


@pytest.mark.parametrize(
    ("faceless", "sure"), [(FACELESS + 0.05, False), (SURELY_FACELESS + 0.05, True)]
)
def test_a_face_above_which_there_may_be_another_is_not_sure(faceless: float, sure: bool) -> None:
    """A top that a lamp burns, or that is seen too flat, is not told from the table."""
    eyes = Eyes([look(3, SIDE, 0.999)], [TOP], [], faceless)
    assert read(eyes) == [(3, sure)]
    picture = np.full((240, 240, 3), 90, np.uint8)
    (die,) = read_dice(eyes, Pyramid(picture), [], Table(), ENOUGH)  # type: ignore[arg-type]
    assert die.confidence == pytest.approx(0.999 if sure else 0.999 * A_TOP_AFTER_ALL)


@pytest.mark.parametrize(
    ("astray", "sure"), [((110.0, 101.0), False), ((101.0, 119.0), True), (None, True)]
)
def test_few_tiles_may_tell_up_wrongly_so_it_is_looked_for_beside_as_well(
    astray: tuple[float, float] | None, sure: bool
) -> None:
    eyes = Eyes([look(3, SIDE, 0.999)], [SIDE], [], astray=astray)
    assert read(eyes) == [(3, sure)]


def test_a_die_that_lies_beside_is_no_face_of_this_one() -> None:
    beside = look(5, (112.0, 96.0), 0.998)
    eyes = Eyes([look(3, SIDE, 0.999), beside], [SIDE, beside.center], [], astray=beside.center)
    assert read(eyes) == [(3, True), (5, True)]


def test_where_nobody_knows_which_way_is_up_the_likelier_face_counts_and_is_not_sure() -> None:
    eyes = Eyes([look(3, SIDE, 0.999)], [TOP], [look(5, TOP, 0.99)])
    assert read(eyes, TOO_FEW) == [(3, False)]


def test_a_die_that_lies_behind_is_another_one() -> None:
    behind = look(5, BEHIND, 0.998)
    eyes = Eyes([look(3, SIDE, 0.999), behind], [(100.0, 96.0), BEHIND], [behind])
    assert read(eyes) == [(3, True), (5, True)]


def test_two_sides_of_a_die_are_one_die() -> None:
    other, top = look(6, (120.0, 115.0), 0.998), look(5, TOP, 0.99)
    eyes = Eyes([look(3, (88.0, 118.0), 0.999), other], [(92.0, 101.0), (111.0, 99.0)], [top, top])
    assert read(eyes) == [(5, True)]


def test_more_is_asked_of_a_die_whose_size_no_tile_tells() -> None:
    eyes = Eyes([look(6, TOP, 0.985, score=0.52)], [TOP], [])
    assert read(eyes, ENOUGH) == [(6, True)]
    assert read(eyes, TOO_FEW) == [(6, False)]


@pytest.mark.parametrize(
    ("size", "sure"), [(1.3, True), (1.0 / 1.3, True), (1.5, False), (0.6, False)]
)
def test_dice_tell_how_large_dice_are_where_no_tile_does(size: float, sure: bool) -> None:
    """The surest one is believed: a playing card has marks like pips, on a larger face."""
    beside = replace(look(6, (160.0, 100.0), 0.99), radius=size * RADIUS)
    eyes = Eyes([look(3, (60.0, 100.0), 0.999), beside], [(60.0, 98.0), (160.0, 98.0)], [])
    assert read(eyes, TOO_FEW) == [(3, True), (6, sure)]
    assert read(eyes, ENOUGH) == [(3, True), (6, True)]


@pytest.fixture(scope="module")
def judge() -> DieJudge:
    return DieJudge(NETWORKS / "dice.onnx")


@pytest.mark.parametrize("seed", [60255, 60444])
def test_a_die_seen_steeply_is_not_read_by_its_side(judge: DieJudge, seed: int) -> None:
    scene = make_evening(seed)
    assert scene is not None
    (die,) = scene.dice
    found = DieDetection((float(die.center[0]), float(die.center[1]) + 12), 22.0, 0.6)
    table = Table(radius=found.radius)
    (seen,) = read_dice(judge, Pyramid(scene.image), [found], table, ENOUGH)  # type: ignore[arg-type]
    assert seen.value == die.value
    assert math.dist(seen.center, die.center) < found.radius / 2


def _spotted(darker: int) -> Image:
    picture = np.full((240, 240, 3), 110, np.uint8)
    cv2.circle(picture, (100, 120), round(RADIUS), (200,) * 3, -1, cv2.LINE_AA)
    spot = (200 - darker,) * 3
    cv2.circle(picture, (100, 120), 4, spot, -1, cv2.LINE_AA)
    return np.asarray(picture, np.uint8)


@pytest.mark.parametrize(("value", "score", "counts"), [(1, 0.5, 0), (1, 0.9, 1), (2, 0.5, 1)])
def test_a_one_that_hardly_stands_out_takes_more_evidence(
    value: int, score: float, counts: int
) -> None:
    eyes = Eyes([look(value, SIDE, 0.8, score)], [SIDE], [])

    def dice(darker: int) -> tuple[DieReading, ...]:
        pyramid = Pyramid(_spotted(darker))
        return read_dice(eyes, pyramid, [], Table(), ENOUGH)  # type: ignore[arg-type]

    faint, clear = int(0.7 * FAINT_PIP), int(1.7 * FAINT_PIP)
    assert len(dice(clear)) == 1
    assert len(dice(faint)) == counts

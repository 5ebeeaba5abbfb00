"""Tiles that are held over a board, lie on others or lean on one, as the generator draws them."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from training.synthesis.camera import Camera, look_at
from training.synthesis.canvas import FIRST_TILE, Canvas
from training.synthesis.raised_tiles import Pose, corners_of, painted
from training.synthesis.scene import make_scene
from training.synthesis.tiles import paint_tile, random_look
from training.synthesis.truth import truth_to_json
from vision.arrays import Float32s, Points

LOOK = random_look(np.random.default_rng(3))
FLAT: Points = np.zeros(3)


@pytest.fixture
def camera() -> Camera:
    return look_at(
        (0.0, 0.0),
        width=320,
        height=240,
        focal=300.0,
        distance=400.0,
        tilt=0.6,
        heading=1.0,
        roll=0.2,
        k1=-0.1,
    )


def _alpha(camera: Camera, pose: Pose) -> Float32s:
    return painted(camera, LOOK, pose, 0.0, np.random.default_rng(1)).alpha


def test_a_tile_that_is_not_raised_is_seen_as_one_on_the_table(camera: Camera) -> None:
    canvas = Canvas(camera)
    paint_tile(canvas, LOOK, np.array([12.0, -7.0]), 0.4, FIRST_TILE, 0.0, 1.0)
    _, alpha = canvas.flatten()
    raised = _alpha(camera, Pose(np.array([12.0, -7.0, 0.0]), 0.4, FLAT))
    assert np.abs(raised - alpha).max() < 1e-6


@pytest.mark.parametrize("lean", [(0.0, 0.0, 0.0), (0.3, 0.0, 0.0), (-0.1, 0.4, 0.0)])
def test_a_face_is_seen_where_its_corners_are_said_to_be(
    camera: Camera, lean: tuple[float, float, float]
) -> None:
    pose = Pose(np.array([5.0, 9.0, 40.0]), 1.1, np.array(lean))
    corners = corners_of(camera, LOOK, pose)
    face = np.zeros((240, 320), np.uint8)
    cv2.fillPoly(face, [np.round(corners).astype(np.int32)], [1.0])
    alpha = _alpha(camera, pose)
    assert alpha[cv2.erode(face, np.ones((3, 3), np.uint8)) > 0].min() > 0.9
    # it shows sides besides its face, and those on the far side from the camera never
    assert (alpha > 0.5).sum() < 1.8 * face.sum()


def test_what_is_held_higher_is_seen_larger(camera: Camera) -> None:
    eye = camera.position
    sizes = []
    for high in (0.0, 0.2 * float(eye[2])):
        over = eye[:2] * high / eye[2]
        sizes.append(float((_alpha(camera, Pose(np.array([*over, high]), 0.0, FLAT)) > 0.5).sum()))
    assert sizes[1] / sizes[0] == pytest.approx((1 / 0.8) ** 2, rel=0.05)


def test_boards_lie_as_they_would_without_what_is_held_over_them() -> None:
    raised = 0
    for seed in range(8):
        plain, aloft = make_scene(seed, (160, 120)), make_scene(seed, (160, 120), aloft=True)
        corners = [np.array([tile.corners for tile in one.tiles]) for one in (aloft, plain)]
        assert np.array_equal(*corners)
        seen = [(a.visible, b.visible) for a, b in zip(aloft.tiles, plain.tiles, strict=True)]
        assert all(covered <= before for covered, before in seen)
        assert not plain.aloft
        assert bool(aloft.aloft) == bool(aloft.tiles)
        truth = truth_to_json(aloft, "x.jpg")["aloft"]
        assert [len(corners) for corners in truth] == [6] * len(aloft.aloft)
        raised += len(aloft.aloft)
    assert raised >= 8


def test_the_same_seed_raises_the_same_tiles() -> None:
    first, second = (make_scene(5, (160, 120), aloft=True) for _ in range(2))
    assert np.array_equal(first.image, second.image)
    assert math.isfinite(sum(float(corners.sum()) for corners in first.aloft))

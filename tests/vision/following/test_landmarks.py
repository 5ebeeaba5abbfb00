"""A bare table that is seen from elsewhere, told by points of it that are found again."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Float32s, Image
from vision.following.landmarks import Landmarks

WIDTH, HEIGHT = 640, 480


def cloth() -> Image:
    """Return a striped cloth: its stripes repeat, its grain does not."""
    rng = np.random.default_rng(3)
    x, y = np.meshgrid(np.arange(2 * WIDTH), np.arange(2 * HEIGHT))
    stripes = 120 + 40 * np.sin(x / 6) + 30 * (y % 60 < 2)
    grain = cv2.GaussianBlur(rng.normal(0, 60, stripes.shape), (0, 0), 3) * 3
    picture = np.clip(stripes + grain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.merge([picture, picture // 2, picture]), np.uint8)


def seen_from(turn: float, across: float, down: float) -> Image:
    """Return a part of the cloth, turned by so many degrees and moved by so many pixels."""
    way = cv2.getRotationMatrix2D((WIDTH, HEIGHT), turn, 1.0)
    way[:, 2] += (across - WIDTH / 2, down - HEIGHT / 2)
    return np.asarray(cv2.warpAffine(cloth(), way, (WIDTH, HEIGHT)), np.uint8)


def on_grid(picture: Image) -> Float32s:
    small = cv2.resize(picture, (160, 120), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def with_arm(picture: Image) -> Image:
    covered = picture.copy()
    cv2.line(covered, (WIDTH, HEIGHT // 3), (WIDTH // 3, HEIGHT // 2), (70, 110, 160), 90)
    return covered


def are_elsewhere(now: Image, before: Image, *, is_bare: bool = True) -> bool:
    landmarks = Landmarks()
    landmarks.look(before, is_bare=True)
    landmarks.settled()
    landmarks.look(now, is_bare=is_bare)
    return landmarks.are_elsewhere(on_grid(now), on_grid(before))


@pytest.mark.parametrize(
    ("turn", "across", "down"), [(2.5, 60.0, -30.0), (-4.0, -45.0, 20.0), (0.0, 37.7, 0.0)]
)
def test_a_striped_cloth_is_known_from_where_the_camera_went(
    turn: float, across: float, down: float
) -> None:
    before, now = seen_from(0.0, 0.0, 0.0), seen_from(turn, across, down)
    assert are_elsewhere(now, before)
    assert are_elsewhere(with_arm(now), before)
    assert not are_elsewhere(now, before, is_bare=False)


def test_an_arm_over_a_cloth_is_no_camera_that_went() -> None:
    before = seen_from(0.0, 0.0, 0.0)
    assert not are_elsewhere(with_arm(before), before)


def test_a_plain_table_and_pictures_of_another_size_tell_nothing() -> None:
    before = seen_from(0.0, 0.0, 0.0)
    plain = np.full_like(before, 128)
    assert not are_elsewhere(plain, before)
    assert not are_elsewhere(plain, plain)
    assert not are_elsewhere(seen_from(2.0, 50.0, 0.0)[:-40], before)
    assert not Landmarks().are_elsewhere(on_grid(before), on_grid(before))

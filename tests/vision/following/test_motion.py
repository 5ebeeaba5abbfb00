"""The motion gate: noise and slow light are no motion; a tile, a hand, a bump are."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image
from vision.following.motion import MotionGate


def _table(seed: int = 0) -> Image:
    rng = np.random.default_rng(seed)
    coarse = rng.uniform(60, 190, (24, 32, 3)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (1280, 960), interpolation=cv2.INTER_CUBIC), np.uint8)


def _noisy(image: Image, seed: int, strength: float = 8.0) -> Image:
    grain = np.random.default_rng(seed).standard_normal(image.shape) * strength
    return np.clip(image + grain, 0, 255).astype(np.uint8)


def test_noise_is_no_motion_and_time_passes() -> None:
    gate, table = MotionGate(), _table()
    gate.feed(_noisy(table, 0), 0.0)
    gate.looked()
    for step in range(1, 8):
        motion = gate.feed(_noisy(table, step), step / 10)
        assert not motion.moving
        assert not motion.changed
        assert abs(motion.still_for - step / 10) < 1e-9


def test_a_small_tile_is_motion_once_and_a_change_until_looked_at() -> None:
    gate, table = MotionGate(), _table()
    gate.feed(table, 0.0)
    gate.looked()
    with_tile = table.copy()
    cv2.circle(with_tile, (640, 480), 12, (250.0, 250.0, 250.0), -1)
    first, second = gate.feed(with_tile, 0.1), gate.feed(_noisy(with_tile, 1), 0.2)
    assert (first.moving, first.changed) == (True, True)
    assert (second.moving, second.changed) == (False, True)
    gate.looked()
    assert not gate.feed(_noisy(with_tile, 2), 0.3).changed


def test_light_that_changes_slowly_is_followed() -> None:
    gate, table = MotionGate(), _table()
    gate.feed(table, 0.0)
    gate.looked()
    fade = np.linspace(1.0, 0.9, 200)
    motions = [
        gate.feed((table * share).astype(np.uint8), step / 10) for step, share in enumerate(fade)
    ]
    assert not any(motion.moving for motion in motions[1:])
    assert not motions[-1].changed


def test_a_frame_of_another_size_is_motion() -> None:
    gate = MotionGate()
    gate.feed(_table(), 0.0)
    assert gate.feed(np.zeros((720, 1280, 3), np.uint8), 0.1).moving

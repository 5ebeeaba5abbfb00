"""The motion gate: noise and slow light are no motion; a tile, a hand, a bump are."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.arrays import Float64s, Image
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


def _bands(step: int) -> Float64s:
    rows = np.arange(960)[:, None, None]
    return 1 + 0.08 * np.sin(rows / 70 + 1.3 * step)


FLICKER: dict[str, Callable[[Image, int], Image]] = {
    "all over": lambda table, step: _lit(table, 1 + 0.06 * np.sin(2.1 * step)),
    "in bands": lambda table, step: _lit(table, _bands(step)),
    "in bands across": lambda table, step: _lit(table, _bands(step).transpose(1, 0, 2)[:, :960]),
}


def _lit(table: Image, light: Float64s) -> Image:
    return np.clip(table * light, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("flicker", FLICKER.values(), ids=FLICKER.keys())
def test_lamps_that_flicker_are_no_motion_and_hide_none(
    flicker: Callable[[Image, int], Image],
) -> None:
    gate, table = MotionGate(), np.ascontiguousarray(_table()[:, :960])
    gate.feed(flicker(table, 0), 0.0)
    gate.looked()
    motions = [gate.feed(_noisy(flicker(table, n), n), n / 10) for n in range(1, 12)]
    assert not any(motion.moving or motion.changed for motion in motions)
    with_tile = table.copy()
    cv2.circle(with_tile, (480, 480), 12, (250.0, 250.0, 250.0), -1)
    assert gate.feed(flicker(with_tile, 12), 1.2).moving
    assert gate.feed(flicker(with_tile, 13), 1.3).changed


def _shaken(table: Image, right: float, down: float, degrees: float) -> Image:
    size = table.shape[1], table.shape[0]
    way = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), degrees, 1.0)
    way[:, 2] += np.array([right, down])
    shaken = cv2.warpAffine(table, way, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shaken, np.uint8)


def _patterned(table: Image) -> Image:
    """Return a table with sharp edges on it, as boards, cloths and tiles have."""
    rows, columns = np.mgrid[: table.shape[0], : table.shape[1]]
    darker = (rows // 60 + columns // 80) % 2
    return np.asarray(table * (1 - 0.5 * darker[..., None]), np.uint8)


def test_a_camera_that_trembles_is_no_motion_and_one_that_is_bumped_is() -> None:
    gate, table = MotionGate(), _patterned(_table())
    rng = np.random.default_rng(1)
    gate.feed(table, 0.0)
    gate.looked()
    for step in range(1, 12):
        shaken = _shaken(table, *rng.uniform(-1.5, 1.5, 2), rng.uniform(-0.06, 0.06))
        motion = gate.feed(_noisy(shaken, step, 3.0), step / 10)
        assert (motion.moving, motion.changed) == (False, False)
    with_tile = table.copy()
    cv2.circle(with_tile, (640, 480), 14, (250.0, 250.0, 250.0), -1)
    motion = gate.feed(_shaken(with_tile, 1.0, -1.0, 0.05), 1.2)
    assert (motion.moving, motion.changed) == (True, True)
    gate.looked()
    assert gate.feed(_shaken(with_tile, 9.0, 2.0, 0.0), 1.3).moving


def test_a_camera_that_sags_is_looked_at_again() -> None:
    gate, table = MotionGate(), _patterned(_table())
    gate.feed(table, 0.0)
    gate.looked()
    motions = [gate.feed(_shaken(table, 0.0, 0.2 * n, 0.0), n / 10) for n in range(1, 60)]
    assert not any(motion.moving for motion in motions)
    assert motions[-1].changed


def test_a_frame_of_another_size_is_motion() -> None:
    gate = MotionGate()
    gate.feed(_table(), 0.0)
    assert gate.feed(np.zeros((720, 1280, 3), np.uint8), 0.1).moving


def _zoomed(table: Image, larger: float, blur: float) -> Image:
    size = table.shape[1], table.shape[0]
    way = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), 0.0, larger)
    drawn = cv2.warpAffine(table, way, size, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.5 + blur), np.uint8)


def test_a_lens_that_hunts_for_its_focus_is_no_motion_and_hides_none() -> None:
    """Each frame is larger or smaller, and softer or sharper, than the one before."""
    gate, table = MotionGate(), _patterned(_table())
    hunted = [abs(np.sin(0.5 * step)) for step in range(14)]
    gate.feed(_zoomed(table, 1.0, 0.0), 0.0)
    gate.looked()
    for step, share in enumerate(hunted[1:-1], 1):
        frame = _zoomed(table, 1 + 0.015 * share, 2.5 * share)
        motion = gate.feed(_noisy(frame, step, 3.0), step / 10)
        assert (motion.moving, motion.changed) == (False, False)
    with_tile = table.copy()
    cv2.circle(with_tile, (640, 480), 16, (250.0, 250.0, 250.0), -1)
    motion = gate.feed(_zoomed(with_tile, 1 + 0.015 * hunted[-1], 2.5 * hunted[-1]), 1.4)
    assert (motion.moving, motion.changed) == (True, True)


def test_what_was_unsure_out_of_focus_is_looked_at_again_in_focus() -> None:
    gate, table = MotionGate(), _patterned(_table())
    gate.feed(_zoomed(table, 1.015, 0.5), 0.0)
    gate.looked()
    for is_unsure in (False, True):
        gate.is_unsure = is_unsure
        motion = gate.feed(_zoomed(table, 1.0, 0.0), 0.1)
        assert (motion.moving, motion.changed) == (False, is_unsure)


def test_a_few_squares_that_flicker_are_no_motion_once_all_of_a_film_did() -> None:
    """A film that is packed coarsely draws a few squares anew, before or after all others."""
    gate, table = MotionGate(), _table()
    few = table.copy()
    few[400:640, 200:520] = _lit(few[400:640, 200:520], np.array(1.07))
    gate.feed(table, 0.0)
    assert gate.feed(few, 0.1).moving
    gate.feed(table, 0.2)
    lit = np.random.default_rng(1).choice([1.0, 1.07], (12, 16, 1), p=[0.7, 0.3])
    assert not gate.feed(_lit(table, lit.repeat(80, axis=0).repeat(80, axis=1)), 0.3).moving
    assert not gate.feed(table, 0.4).moving
    assert not gate.feed(few, 0.5).moving
    with_tile = few.copy()
    cv2.circle(with_tile, (640, 480), 16, (250.0, 250.0, 250.0), -1)
    assert gate.feed(with_tile, 0.6).moving
    gate.feed(with_tile, 5.0)
    assert gate.feed(table, 5.1).moving

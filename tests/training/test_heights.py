"""What the height network learns of: how far the sides below a face are seen to reach."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from training.mine_heights import STORED, camera_of, level_of, mine
from training.painted_sides import Prism, with_shadow, with_sides
from training.synthesis.__main__ import SceneKind, write_scene
from vision.arrays import Image
from vision.pictures.patches import HEIGHT_DOWN, HEIGHT_REACH, HEIGHT_SIDE

EDGE = HEIGHT_SIDE / (2 * HEIGHT_REACH)
MIDDLE = STORED / 2 - HEIGHT_DOWN * EDGE
RED = np.array([0.0, 0.0, 255.0])


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("stacks")
    for seed in range(6):
        write_scene(folder, seed, SceneKind((320, 240), stacks=True))
    return sorted(folder.glob("*.json"))


def test_a_face_lies_on_the_level_on_which_it_is_as_large_as_its_tile(scenes: list[Path]) -> None:
    for path in scenes:
        truth = json.loads(path.read_text(encoding="utf-8"))
        camera, edge = camera_of(truth), truth["tile_R_mm"]
        steep = np.array([[1.0, 0.3], [0.3, 0.8]])
        for height in (0.0, 5.0, 40.0):
            angles = np.arange(6) * math.pi / 3
            level = edge * np.column_stack([np.cos(angles), np.sin(angles)]) + (12.0, -7.0)
            for corners in (level, level @ steep):
                seen = camera.project(np.column_stack([corners, np.full(6, height)]))
                found = level_of(camera, seen, edge)
                if corners is level:
                    assert found is not None
                    assert found[0] == pytest.approx(height, abs=0.3)
                    assert found[1] == pytest.approx(level, abs=0.3)
                else:
                    assert found is None, "a face that is askew lies on no level"


def test_tops_of_stacks_reach_further_down_than_tiles_on_the_same_table(
    scenes: list[Path],
) -> None:
    tops = 0
    for path in scenes:
        patches, known = mine(path, np.random.default_rng(0))
        assert patches.shape == (len(known), STORED, STORED, 3)
        assert all(one.reach >= 0 for one in known)
        tops += sum(one.is_stacked for one in known)
    assert tops >= 3


def _painted(reach: float, layers: int = 1) -> Image:
    grey: Image = np.full((STORED, STORED, 3), 128, np.uint8)
    prism = Prism(reach, RED, layers, loose=0.0, gap=0.0, taper=0.0)
    return with_sides(grey, 0.0, prism, np.random.default_rng(2))


@pytest.mark.parametrize("reach", [0.2, 0.5, 1.0])
@pytest.mark.parametrize("layers", [1, 3])
def test_sides_are_painted_as_far_down_as_they_reach_and_nowhere_else(
    reach: float, layers: int
) -> None:
    is_red = _painted(reach, layers)[..., 1] < 100
    column = np.flatnonzero(is_red[:, STORED // 2])
    corner = MIDDLE + EDGE  # of the face: its white tip points down the patch
    assert column.min() == pytest.approx(corner, abs=2.5)
    assert column.max() == pytest.approx(corner + reach * EDGE, abs=2.5)
    assert not is_red[: round(MIDDLE)].any()
    across = np.flatnonzero(is_red.any(axis=0)) - (STORED - 1) / 2
    half = EDGE * math.sqrt(3) / 2
    assert (-across.min(), across.max()) == pytest.approx((half, half), abs=2.0)


def test_a_shadow_darkens_what_is_beside_a_face_alone() -> None:
    white: Image = np.full((STORED, STORED, 3), 250, np.uint8)
    for seed in range(5):
        shadowed = with_shadow(white, 0.0, np.random.default_rng(seed))
        reach = round(0.6 * EDGE)
        middle = (
            slice(round(MIDDLE) - reach, round(MIDDLE) + reach),
            slice(STORED // 2 - reach, STORED // 2 + reach),
        )
        assert shadowed[middle].min() > 245
        assert shadowed.min() < 220

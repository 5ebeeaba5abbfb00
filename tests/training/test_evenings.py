"""Photos of hard evenings: each family has what it is named for, and the truth stays the truth."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from training.synthesis.__main__ import write_evening
from training.synthesis.canvas import COVER, FIRST_TILE, INK_WHITE
from training.synthesis.scene import Scene
from training.synthesis.unseen.evenings import EVENINGS, evening_of, make_evening
from training.synthesis.unseen.hard_boards import free_cells
from training.synthesis.unseen.lamps import Shadows
from training.synthesis.unseen.lens import Aim, aim_camera
from training.synthesis.unseen.patterned_cloths import KINDS, tile_cloth
from training.synthesis.unseen.positions import most_turn
from training.synthesis.unseen.raised_tiles import paint_raised, tilted
from training.synthesis.unseen.sheet import Sheet
from training.synthesis.unseen.solids import Stage
from training.synthesis.unseen.tile_sets import random_set, two_dark, two_pale
from vision.arrays import Points

_NAMES = [occasion.family.name for occasion in EVENINGS]
_SIZE = (160, 120)


@cache
def _evening(name: str) -> Scene:
    scene = make_evening(_NAMES.index(name), _SIZE)
    assert scene is not None
    return scene


def test_each_family_comes_in_turn_and_has_a_name_of_its_own() -> None:
    assert len(set(_NAMES)) == len(_NAMES)
    assert [evening_of(seed).family.name for seed in range(len(_NAMES))] == _NAMES


@pytest.mark.parametrize("name", [name for name in _NAMES if name != "photograph"])
def test_a_photo_of_each_family_is_drawn(name: str) -> None:
    scene = _evening(name)
    assert scene.family == name
    assert scene.image.std() > 5
    assert len(scene.tiles) == sum(len(cluster.tiles) for cluster in scene.clusters)
    assert bool(scene.tiles) == (name != "empty")


def test_how_many_tiles_lie_there() -> None:
    assert not _evening("empty").tiles
    assert len(_evening("alone").tiles) == 1
    assert len(_evening("all48").tiles) == 48
    assert len(_evening("boards").clusters) >= 2


def test_gaps_leave_room_for_turns_of_seven_degrees() -> None:
    assert math.degrees(most_turn(0.09, 7.0)) == pytest.approx(7.0)
    scene = _evening("gaps")
    turns = [
        tile.angle - cluster.angle - tile.orientation * math.pi / 3
        for cluster in scene.clusters
        for tile in cluster.tiles
    ]
    assert max(abs(turn) for turn in turns) <= math.radians(7) + 1e-9


def test_where_a_face_down_tile_lies_no_tile_counts() -> None:
    scene = _evening("stacks")
    assert scene.face_down
    for spot in scene.face_down:
        apart = [np.hypot(*(tile.center - spot)) for tile in scene.tiles]
        edge = np.hypot(*(scene.tiles[0].corners[0] - scene.tiles[0].center))
        assert min(apart) > 0.8 * edge
    board = scene.clusters[0]
    taken = {tile.cell for tile in board.tiles}
    assert not taken.intersection(free_cells(board))


def test_a_picture_that_was_sent_on_is_smaller_and_its_truth_is_too() -> None:
    scene = _evening("chat")
    height, width = scene.image.shape[:2]
    assert 0.5 <= width / _SIZE[0] <= 0.81
    assert (scene.camera.width, scene.camera.height) == (width, height)
    laid = scene.tiles[0].laid
    spot = scene.camera.project(np.array([[*laid.centre, scene.look.height]]))[0]
    assert spot == pytest.approx(scene.tiles[0].center, abs=0.1)


def _stage() -> Stage:
    board = np.array([(0.0, 0.0), (60.0, 20.0), (-30.0, 50.0)])
    aim = Aim(0.6, heading=1.0, roll=0.4, focal=1.0, share=0.6, least=20.0, most=300.0)
    camera = aim_camera(board, 25.0, aim, (320, 240), np.random.default_rng(5))
    sheet = Sheet(camera)
    return Stage(sheet, Shadows(sheet, ()), lamp=0.5)


def _at(stage: Stage, point: Points) -> tuple[int, int]:
    column, row = np.round(stage.sheet.camera.project(point[None])[0]).astype(int)
    return int(row), int(column)


def test_a_raised_tile_is_seen_where_its_corners_are() -> None:
    """Its white tip is white, its outline ends at its corners, and it counts as held."""
    stage, rng = _stage(), np.random.default_rng(3)
    tiles = random_set(rng, 0.01, False)
    pose = tilted(np.array([5.0, 8.0, 60.0]), 0.7, 0.3, 2.0)
    assert np.degrees(math.acos(pose.upward[2])) == pytest.approx(math.degrees(0.3))
    paint_raised(stage, tiles, pose, rng)
    sheet, reach = stage.sheet, tiles.radius
    assert sheet.objects.max() == COVER < FIRST_TILE
    assert sheet.inks[_at(stage, pose.centre + 0.72 * reach * pose.along)] == INK_WHITE
    for corner in pose.corners(reach):
        assert sheet.objects[_at(stage, pose.centre + 0.88 * (corner - pose.centre))] == COVER
    held = np.argwhere(sheet.objects == COVER)[:, ::-1]
    seen = sheet.camera.project(
        np.concatenate([pose.corners(reach), pose.corners(reach, tiles.height)])
    )
    assert (held.min(0) >= seen.min(0) - 1).all()
    assert (held.max(0) <= seen.max(0) + 1).all()


@pytest.mark.parametrize("kind", KINDS)
def test_a_cloth_shows_both_colours_of_the_set(kind: str) -> None:
    rng = np.random.default_rng(4)
    tiles = random_set(rng, 0.01, False)
    swatch, named = tile_cloth(tiles, rng, (kind,))
    assert named == kind
    near = [
        np.abs(swatch.image / 255.0 - np.array(color)).max(axis=2) < 0.15
        for color in (tiles.white, tiles.blue)
    ]
    assert all(0.02 < found.mean() < 0.98 for found in near)


def test_two_dark_and_two_pale_colours_can_be_told_apart() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        for white, blue in (two_dark(rng), two_pale(rng)):
            assert sum(white) > sum(blue) - 0.3
            assert max(abs(a - b) for a, b in zip(white, blue, strict=True)) > 0.1
        assert max(two_dark(rng)[0]) < 0.56
        assert min(two_pale(rng)[1]) > 0.35


def test_tiles_are_laid_on_photographs_where_there_are_some(tmp_path: Path) -> None:
    seed = _NAMES.index("photograph")
    write_evening(tmp_path, seed)
    assert not list(tmp_path.iterdir())
    table = np.full((90, 120, 3), (10, 90, 220), np.uint8)
    cv2.imwrite(str(tmp_path / "table.png"), table)
    scene = make_evening(seed, _SIZE, [tmp_path / "table.png"])
    assert scene is not None
    assert scene.tiles
    blue, _, red = np.median(scene.image, axis=(0, 1))
    assert red > blue + 60

"""Made-up photos: the truth that goes with them must be the truth."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from rules.lattice import Cell
from training.synthesis.camera import look_at
from training.synthesis.canvas import COVER, FIRST_TILE, Canvas
from training.synthesis.die_scene import MOULDED, make_die_scene
from training.synthesis.hands import make_hand
from training.synthesis.layout import random_cells
from training.synthesis.moulded_dice import paint_moulded_die
from training.synthesis.scene import Scene, make_scene
from training.synthesis.things import Die
from training.synthesis.truth import truth_to_json


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    return [make_scene(seed, (320, 240)) for seed in range(30)]


def test_the_same_seed_makes_the_same_picture() -> None:
    assert np.array_equal(make_scene(5, (160, 120)).image, make_scene(5, (160, 120)).image)


def test_projection_agrees_with_opencv() -> None:
    camera = look_at(
        (10.0, -20.0), width=640, height=480, focal=700.0, distance=500.0,
        tilt=0.7, heading=1.0, roll=0.4, k1=-0.15,
    )  # fmt: skip
    points = np.random.default_rng(1).uniform(-80, 80, (30, 3))
    turn, _ = cv2.Rodrigues(camera.rotation)
    shift = -camera.rotation @ camera.position
    expected, _ = cv2.projectPoints(
        points, turn, shift, camera.matrix, np.array(camera.distortion())
    )
    assert camera.project(points) == pytest.approx(np.asarray(expected).reshape(-1, 2), abs=1e-6)


def test_table_coordinates_undo_the_projection() -> None:
    camera = look_at(
        (0.0, 0.0), width=320, height=240, focal=300.0, distance=400.0,
        tilt=0.8, heading=2.0, roll=0.0, k1=-0.1,
    )  # fmt: skip
    x, y = camera.table_coordinates()
    for row, column in ((120, 160), (200, 40), (60, 300)):
        pixel = camera.project(np.array([[x[row, column], y[row, column], 0.0]]))[0]
        assert pixel == pytest.approx([column, row], abs=0.05)


def test_tiles_lie_where_rules_put_their_cells(scenes: list[Scene]) -> None:
    """Neighbouring cells' tiles are about sqrt(3) edges apart on the table, turned by 60 k."""
    checked = 0
    for scene in scenes:
        for cluster in scene.clusters:
            by_cell = {tile.cell: tile for tile in cluster.tiles}
            for cell, tile in by_cell.items():
                right = by_cell.get(cell.neighbour(0))
                if right is None:
                    continue
                step = right.centre - tile.centre
                assert np.hypot(*step) / cluster.pitch == pytest.approx(math.sqrt(3), rel=0.12)
                heading = math.atan2(step[1], step[0]) - (cluster.angle + math.pi / 6)
                assert math.remainder(heading, 2 * math.pi) == pytest.approx(0, abs=0.12)
                checked += 1
    assert checked > 30


def test_white_tips_are_lighter_than_blue_tips(scenes: list[Scene]) -> None:
    """Where a tile can be read, the pixels at its tips have the colours the truth says."""
    checked = 0
    for scene in scenes:
        gray = cv2.cvtColor(scene.image, cv2.COLOR_BGR2GRAY)
        for tile in scene.tiles:
            radius = np.hypot(*(tile.corners[0] - tile.center))
            if tile.visible < 0.98 or tile.contrast < 90 or radius < 14:
                continue
            white, blue = (
                gray[tuple(np.round(tile.center + 0.72 * (tip - tile.center)).astype(int)[::-1])]
                for tip in (tile.corners[0], tile.corners[3])
            )
            assert int(white) > int(blue)
            checked += 1
    assert checked > 30


def test_corners_go_round_counter_clockwise_as_seen_from_above(scenes: list[Scene]) -> None:
    checked = 0
    for scene in scenes:
        for tile in scene.tiles:
            x, y = tile.corners.T
            # With y pointing down, the shoelace formula gives such rings a negative area.
            assert float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) < 0
            checked += 1
    assert checked


def test_truth_has_every_tile_once(scenes: list[Scene]) -> None:
    for scene in scenes:
        truth = truth_to_json(scene, "x.jpg")
        for cluster, laid in zip(truth["clusters"], scene.clusters, strict=True):
            cells = [Cell(tile["q"], tile["r"]) for tile in cluster["tiles"]]
            assert sorted(cells) == sorted(tile.cell for tile in laid.tiles)
            assert len(set(cells)) == len(cells)


@pytest.mark.parametrize("count", [1, 7, 48])
def test_patches_of_cells_hang_together(count: int) -> None:
    cells = random_cells(count, np.random.default_rng(count))
    assert len(set(cells)) == count
    assert all(any(n in cells for n in cell.neighbours()) for cell in cells) or count == 1


def test_die_scenes_show_every_value() -> None:
    values = {make_die_scene(seed).value for seed in range(60)}
    assert values == {0, 1, 2, 3, 4, 5, 6}


def test_a_moulded_die_is_the_same_each_time_and_lies_where_its_truth_says() -> None:
    for seed in range(12):
        scene, again = (make_die_scene(seed, MOULDED) for _ in range(2))
        assert (scene.image == again.image).all()
        assert scene.corners.min() > 0
        assert scene.corners.max() < scene.image.shape[0]


def test_a_moulded_die_stays_within_its_cube() -> None:
    camera = look_at(
        (0.0, 0.0), width=160, height=160, focal=600.0, distance=300.0,
        tilt=0.7, heading=1.0, roll=0.3, k1=0.0,
    )  # fmt: skip
    corners = np.array([(x, y, z) for x in (-8, 8) for y in (-8, 8) for z in (0, 16)], np.float64)
    cube = cv2.convexHull(camera.project(corners).astype(np.float32))
    for seed in range(20):
        canvas = Canvas(camera)
        die = Die(np.zeros(2), 0.0, 16.0, seed % 6 + 1, (0.9, 0.9, 0.9), (0.1, 0.1, 0.1))
        paint_moulded_die(canvas, die, 1.0, np.random.default_rng(seed), FIRST_TILE)
        rows, columns = np.nonzero(canvas.objects == FIRST_TILE)
        assert len(rows) > 0.5 * cv2.contourArea(cube)
        for x, y in zip(columns.tolist(), rows.tolist(), strict=True):
            assert cv2.pointPolygonTest(cube, (float(x), float(y)), True) > -1.5


def test_a_hand_hides_what_it_covers_and_throws_a_shadow() -> None:
    camera = look_at(
        (0.0, 0.0), width=320, height=240, focal=300.0, distance=500.0,
        tilt=0.5, heading=2.0, roll=0.0, k1=0.0,
    )  # fmt: skip
    for seed in range(6):
        hand = make_hand(camera, np.zeros(2), np.random.default_rng(seed))
        assert hand.color.shape == (240, 320, 3)
        assert 0.01 < float((hand.alpha > 0.5).mean()) < 0.6
        canvas = Canvas(camera)
        canvas.hide(hand.alpha)
        assert ((canvas.objects == COVER) == (hand.alpha > 0.5)).all()
        shadow = hand.shadow(0.5, 2.0)
        assert shadow.min() == pytest.approx(0.5, abs=0.05)
        assert shadow.max() == pytest.approx(1.0, abs=0.01)

"""Made-up photos of other looks: the truth that goes with them must be the truth."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from rules.lattice import Cell
from training.synthesis.canvas import COVER, FIRST_TILE, INK_BLUE, INK_WHITE
from training.synthesis.scene import Scene, make_scene
from training.synthesis.truth import truth_to_json
from training.synthesis.unseen.families import FAMILIES, family_of
from training.synthesis.unseen.lamps import Shadows
from training.synthesis.unseen.legibility import legibility
from training.synthesis.unseen.lens import Aim, PhoneCamera, aim_camera
from training.synthesis.unseen.photo import make_photo
from training.synthesis.unseen.positions import lay, most_turn
from training.synthesis.unseen.reaching_hands import paint_hand
from training.synthesis.unseen.sheet import Sheet
from training.synthesis.unseen.solids import Stage
from training.synthesis.unseen.swatch import SIDE, Swatch
from training.synthesis.unseen.tile_faces import TileSpot, hexagon_distance, paint_tile
from training.synthesis.unseen.tile_sets import MAKES, random_set


@pytest.fixture(scope="module")
def photos() -> list[Scene]:
    return [make_photo(seed, (320, 240)) for seed in range(2 * len(FAMILIES))]


def _camera(tilt: float = 0.7, size: tuple[int, int] = (320, 240)) -> PhoneCamera:
    board = np.array([(0.0, 0.0), (60.0, 20.0), (-30.0, 50.0)])
    aim = Aim(tilt, heading=1.0, roll=0.4, focal=1.0, share=0.6, least=20.0, most=300.0)
    return aim_camera(board, 25.0, aim, size, np.random.default_rng(5))


def test_the_same_seed_makes_the_same_photo() -> None:
    first, second = (make_photo(23, (160, 120)) for _ in range(2))
    assert np.array_equal(first.image, second.image)
    assert truth_to_json(first, "x") == truth_to_json(second, "x")


def test_projection_agrees_with_opencv() -> None:
    camera = _camera()
    assert camera.p1 != 0
    points = np.random.default_rng(1).uniform(-60, 60, (30, 3))
    turn, _ = cv2.Rodrigues(camera.rotation)
    shift = -camera.rotation @ camera.position
    lens = np.array(camera.distortion())
    expected, _ = cv2.projectPoints(points, turn, shift, camera.matrix, lens)
    assert camera.project(points) == pytest.approx(np.asarray(expected).reshape(-1, 2), abs=1e-6)


@pytest.mark.parametrize("tilt", [0.0, 0.5, 1.0])
def test_table_coordinates_undo_the_projection(tilt: float) -> None:
    camera = _camera(tilt)
    x, y = camera.table_coordinates()
    for row, column in ((0, 0), (120, 160), (200, 40), (239, 319), (33, 301)):
        if np.isfinite(x[row, column]):
            pixel = camera.project(np.array([[x[row, column], y[row, column], 0.0]]))[0]
            assert pixel == pytest.approx([column, row], abs=0.05)


def test_a_camera_is_aimed_at_all_tiles() -> None:
    rng = np.random.default_rng(7)
    for _ in range(30):
        board = rng.uniform(-150, 150, (10, 2))
        aim = Aim(rng.uniform(0, 1), rng.uniform(0, 6), rng.uniform(0, 6), 1.0, 0.7, 5.0, 300.0)
        camera = aim_camera(board, 25.0, aim, (640, 480), rng)
        spots = camera.project(np.column_stack([board, np.zeros(10)]))
        assert (spots > 0).all()
        assert (spots < np.array([640, 480])).all()


def test_a_plane_above_the_table_is_where_the_camera_sees_it() -> None:
    sheet = Sheet(_camera())
    part = (slice(100, 140), slice(120, 180))
    x, y = sheet.plane(part, 8.0)
    pixel = sheet.camera.project(np.array([[x[10, 20], y[10, 20], 8.0]]))[0]
    assert pixel == pytest.approx([140, 110], abs=0.05)


def test_tiles_lie_where_rules_put_their_cells(photos: list[Scene]) -> None:
    """Neighbouring cells' tiles are sqrt(3) pitches apart on the table; no two overlap."""
    checked = 0
    for photo in photos:
        for cluster in photo.clusters:
            by_cell = {tile.cell: tile for tile in cluster.tiles}
            for cell, tile in by_cell.items():
                right = by_cell.get(cell.neighbour(0))
                if right is None:
                    continue
                step = right.centre - tile.centre
                assert np.hypot(*step) / cluster.pitch == pytest.approx(math.sqrt(3), rel=0.02)
                heading = math.atan2(step[1], step[0]) - (cluster.angle + math.pi / 6)
                assert math.remainder(heading, 2 * math.pi) == pytest.approx(0, abs=0.02)
                turn = tile.angle - cluster.angle - tile.orientation * math.pi / 3
                assert abs(turn) <= math.radians(5) + 1e-9
                checked += 1
    assert checked > 200


@pytest.mark.parametrize("gap", [0.005, 0.02, 0.06])
def test_turned_tiles_leave_their_neighbours_room(gap: float) -> None:
    turn = most_turn(gap)
    assert 0 < turn <= math.radians(5)
    reach = math.cos(math.pi / 6 - turn) + math.cos(math.pi / 6 - turn)
    assert reach <= math.sqrt(3) * (1 + gap)


def test_pixels_at_the_tips_have_the_colours_the_truth_says(photos: list[Scene]) -> None:
    """A tile's white tip is lighter than its blue tip, but where a shadow's edge parts them."""
    checked = wrong = 0
    for photo in photos:
        if photo.family in ("hardshadow", "blur", "glare", "lowlight", "mixed"):
            continue
        gray = cv2.GaussianBlur(cv2.cvtColor(photo.image, cv2.COLOR_BGR2GRAY), (3, 3), 0)
        for tile in photo.tiles:
            radius = np.hypot(*(tile.corners[0] - tile.center))
            if tile.visible < 0.98 or tile.contrast < 60 or tile.legible < 0.95 or radius < 14:
                continue
            white, blue = (
                gray[tuple(np.round(tile.center + 0.72 * (tip - tile.center)).astype(int)[::-1])]
                for tip in (tile.corners[0], tile.corners[3])
            )
            wrong += int(white) <= int(blue)
            checked += 1
    assert checked > 100
    assert wrong <= 0.02 * checked


@pytest.mark.parametrize("make", MAKES)
def test_every_make_of_tile_has_the_tiles_figure(
    make: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The inks on a tile, seen from straight above, are those of rules: arches, tips, halves."""
    monkeypatch.setattr("training.synthesis.unseen.tile_sets.MAKES", (make,))
    rng = np.random.default_rng(3)
    tiles = random_set(rng, 0.01, False)
    sheet = Sheet(_camera(tilt=0.0, size=(640, 480)))
    spot = TileSpot(np.array([5.0, 8.0]), 0.3)
    paint_tile(sheet, tiles, spot, FIRST_TILE, 0.0, rng)
    c, s = math.cos(0.3), math.sin(0.3)
    expected = {
        (0.7, 0.0): INK_WHITE, (-0.7, 0.0): INK_BLUE, (0.3, 0.0): INK_BLUE,
        (-0.3, 0.0): INK_WHITE, (0.4, 0.6): INK_BLUE, (0.4, -0.6): INK_BLUE,
        (-0.4, 0.6): INK_WHITE, (-0.4, -0.6): INK_WHITE,
    }  # fmt: skip
    for (u, v), ink in expected.items():
        at = spot.centre + tiles.radius * np.array([c * u - s * v, s * u + c * v])
        column, row = np.round(sheet.flat(at[None], tiles.height)[0]).astype(int)
        assert sheet.objects[row, column] == FIRST_TILE
        assert sheet.inks[row, column] == ink, (u, v)


def test_the_outline_is_a_hexagon_with_its_corners_on_the_x_axis() -> None:
    u = np.array([0.999, 1.001, 0.5, 0.5, 0.0, 0.0, 0.749], np.float32)
    v = np.array([0.0, 0.0, 0.865, 0.867, -0.865, -0.867, 0.43], np.float32)
    inside = hexagon_distance(u, v, 0.0) > 0
    assert inside.tolist() == [True, False, True, False, True, False, True]


def test_corners_go_round_counter_clockwise_as_seen_from_above(photos: list[Scene]) -> None:
    checked = 0
    for photo in photos:
        for tile in photo.tiles:
            x, y = tile.corners.T
            assert float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) < 0
            checked += 1
    assert checked > 100


def test_truth_has_every_tile_once_and_its_family(photos: list[Scene]) -> None:
    for seed, photo in enumerate(photos):
        truth = truth_to_json(photo, "x.jpg")
        assert truth["family"] == family_of(seed).name
        for cluster, laid in zip(truth["clusters"], photo.clusters, strict=True):
            cells = [Cell(tile["q"], tile["r"]) for tile in cluster["tiles"]]
            assert sorted(cells) == sorted(tile.cell for tile in laid.tiles)
            assert len(set(cells)) == len(cells)
            for tile in cluster["tiles"]:
                assert 0 <= tile["visible"] <= 1
                assert 0 <= tile["legible"] <= 1


def test_every_family_comes_with_what_it_is_named_for(photos: list[Scene]) -> None:
    by_family = {family.name: photos[i] for i, family in enumerate(FAMILIES)}
    assert not by_family["negative"].tiles
    assert by_family["hand"].covered.mean() > 0.01
    assert len(make_photo(10).dice) >= 2
    assert len(by_family["palagems"].clusters) >= 2
    assert len(by_family["cropped"].tiles) >= 15
    assert min(tile.visible for tile in by_family["cropped"].tiles) < 0.5
    assert by_family["lowlight"].image.mean() < by_family["overhead"].image.mean()


def test_clusters_stand_clearly_apart(photos: list[Scene]) -> None:
    checked = 0
    for photo in photos:
        for i, one in enumerate(photo.clusters):
            for other in photo.clusters[:i]:
                away = min(
                    float(np.hypot(*(a.centre - b.centre))) for a in one.tiles for b in other.tiles
                )
                assert away > 2.5 * photo.look.radius
                checked += 1
    assert checked > 3


def test_a_hand_comes_in_from_the_pictures_edge() -> None:
    """An arm is never cut off in the open, even where it reaches back past the camera."""
    for seed in range(12):
        sheet = Sheet(_camera(tilt=0.9))
        stage = Stage(sheet, Shadows(sheet, ()), lamp=0.5)
        paint_hand(stage, np.array([0.0, 20.0]), np.random.default_rng(seed))
        covered = sheet.objects == COVER
        assert 0.01 < covered.mean() < 0.8
        _, parts = cv2.connectedComponents(covered.astype(np.uint8))
        largest = parts == 1 + np.argmax(np.bincount(parts[parts > 0])[1:])
        rim = np.concatenate([largest[0], largest[-1], largest[:, 0], largest[:, -1]])
        assert rim.any(), seed


def test_a_burnt_tile_is_not_legible() -> None:
    inks = np.full((40, 40), INK_WHITE, np.uint8)
    inks[:, 20:] = INK_BLUE
    seen = np.ones((40, 40), bool)
    pixels = np.zeros((40, 40, 3), np.uint8)
    pixels[:, :20], pixels[:, 20:] = 230, 70
    assert legibility(pixels, inks, seen) == (1.0, pytest.approx(math.sqrt(3) * 160))
    shaded = (pixels * np.where(np.arange(40) < 20, 1.0, 0.35)[:, None, None]).astype(np.uint8)
    assert legibility(shaded, inks, seen)[0] > 0.9
    burnt = pixels.copy()
    burnt[:28] = 250
    share, _ = legibility(burnt, inks, seen)
    assert 0.2 < share < 0.6
    assert legibility(np.full_like(pixels, 250), inks, seen) == (0.0, 0.0)
    assert legibility(pixels, inks, np.zeros((40, 40), bool)) == (0.0, 0.0)


def test_a_swatch_has_no_seam() -> None:
    """What is drawn over one edge comes in at the other."""
    swatch = Swatch(100.0, (0.0, 0.0, 0.0))
    square = np.array([(-5.0, 40.0), (5.0, 40.0), (5.0, 50.0), (-5.0, 50.0)])
    swatch.polygon(square, (1.0, 1.0, 1.0))
    row = swatch.image[round(0.45 * SIDE), :, 0]
    assert row[:40].min() == 255
    assert row[-40:].min() == 255
    assert row[100:900].max() == 0


def test_lay_keeps_cells_and_orientations() -> None:
    cells = [Cell(0, 0), Cell(1, 0), Cell(0, 1)]
    cluster = lay(cells, np.array([10.0, 20.0]), 25.0, 0.05, np.random.default_rng(2))
    assert [tile.cell for tile in cluster.tiles] == cells
    for tile in cluster.tiles:
        assert np.hypot(*(tile.centre - cluster.position(tile.cell))) < 0.05 * 25


def test_training_scenes_stay_as_they_are() -> None:
    """Their truth says nothing of families: only what is added here does."""
    truth = truth_to_json(make_scene(3, (160, 120)), "x.jpg")
    assert truth["family"] == "synthetic"
    assert all(t["legible"] == 1.0 for c in truth["clusters"] for t in c["tiles"])


def test_a_steep_board_lies_before_the_camera_however_near_that_comes() -> None:
    """Tiles a finger's width wide of a long board would be seen from among them."""
    board = np.array([(45.0 * step, 0.0) for step in range(-8, 9)])
    for heading in np.linspace(0, math.pi, 7).tolist():
        aim = Aim(1.15, heading, 0.2, focal=0.9, share=1.0, least=200.0, most=900.0)
        camera = aim_camera(board, 25.0, aim, (640, 480), np.random.default_rng(5))
        assert camera.ahead(np.column_stack([board, np.zeros(len(board))])).min() > 25.0

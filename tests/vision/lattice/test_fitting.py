"""From detections to lattices, on the true tiles of the sample photos (renders), disturbed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rules import Board, Cell
from tests.vision.lattice.true_photos import (
    TruePhoto,
    all_photos,
    assert_same_positions,
    sample,
    upright,
)
from vision.arrays import Points
from vision.detection import Detection, Point
from vision.lattice import starts
from vision.lattice.budget import FitBudget
from vision.lattice.cluster import LatticeCluster
from vision.lattice.fitting import fit_clusters
from vision.lattice.joining import join_where
from vision.lattice.refinement import Refined
from vision.lattice.table_model import TileFrames


def disturbed(
    detection: Detection, random: np.random.Generator, center: float, degrees: float, size: float
) -> Detection:
    """Move, turn and stretch a detection by normal errors (circumradii, degrees, share)."""
    frame = np.array([detection.axis, detection.side]).T
    turn = math.radians(random.normal(0, degrees))
    turned = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    bent = frame @ turned @ (np.eye(2) + random.normal(0, size, (2, 2)))
    moved = np.array(detection.center) + frame @ random.normal(0, center / math.sqrt(2), 2)
    return Detection(
        tuple(moved.tolist()), tuple(bent[:, 0].tolist()), tuple(bent[:, 1].tolist()), 0.8
    )


def turned_by(detection: Detection, turns: float) -> Detection:
    """The same tile read with its white tip `turns` corners further on."""
    angle = turns * math.pi / 3
    axis, side = np.array(detection.axis), np.array(detection.side)
    return replace(
        detection,
        axis=tuple((math.cos(angle) * axis + math.sin(angle) * side).tolist()),
        side=tuple((math.cos(angle) * side - math.sin(angle) * axis).tolist()),
    )


def outlines(cells: list[Cell]) -> frozenset[frozenset[Cell]]:
    """The cells in all six rotations, each with its least cell at (0, 0)."""
    turned = [[cell.rotated(turns) for cell in cells] for turns in range(6)]
    return frozenset(
        frozenset(cell.translated(-min(part).q, -min(part).r) for cell in part) for part in turned
    )


@all_photos
def test_finds_cells_and_orientations_of_true_tiles(photo: TruePhoto) -> None:
    clusters = photo.fit([tile.detection() for tile in photo.tiles()])
    assert_same_positions(clusters, photo.boards())
    assert [len(cluster) for cluster in clusters] == sorted(map(len, photo.clusters), reverse=True)
    assert not any(tile.overlapped for cluster in clusters for tile in cluster.tiles.values())


@all_photos
@pytest.mark.parametrize("seed", range(3))
def test_withstands_the_errors_of_a_detector(photo: TruePhoto, seed: int) -> None:
    random = np.random.default_rng(seed)
    detections = [disturbed(tile.detection(), random, 0.03, 4, 0.04) for tile in photo.tiles()]
    assert_same_positions(photo.fit(detections), photo.boards())


@all_photos
def test_order_and_duplicates_change_nothing(photo: TruePhoto) -> None:
    random = np.random.default_rng(5)
    once = [tile.detection() for tile in photo.tiles()]
    doubled = [disturbed(detection, random, 0.1, 4, 0.05) for detection in once]
    doubled = [replace(turned_by(detection, 2), score=0.4) for detection in doubled]
    mixed = [*once, *doubled]
    random.shuffle(mixed)
    assert_same_positions(photo.fit(mixed), photo.boards())


@all_photos
@pytest.mark.parametrize("degrees", [37, 90, 200])
def test_turning_the_camera_changes_nothing(photo: TruePhoto, degrees: float) -> None:
    angle = math.radians(degrees)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    middle = np.array([(photo.width - 1) / 2, (photo.height - 1) / 2])

    def turned(detection: Detection) -> Detection:
        center = spin @ (np.array(detection.center) - middle) + middle
        axis, side = spin @ np.array(detection.axis), spin @ np.array(detection.side)
        return Detection(
            tuple(center.tolist()), tuple(axis.tolist()), tuple(side.tolist()), detection.score
        )

    clusters = photo.fit([turned(tile.detection()) for tile in photo.tiles()])
    assert_same_positions(clusters, photo.boards())


@all_photos
def test_leaves_out_what_only_a_mirror_could_show(photo: TruePhoto) -> None:
    detections = [tile.detection() for tile in photo.tiles()]
    mirrored = [
        replace(detection, side=(-detection.side[0], -detection.side[1]))
        for detection in detections
    ]
    assert photo.fit(mirrored) == ()


@all_photos
def test_an_axis_read_wrong_turns_that_tile_alone(photo: TruePhoto) -> None:
    tiles = photo.tiles()
    random = np.random.default_rng(8)
    turns = random.integers(1, 6, len(tiles)) * (random.random(len(tiles)) < 0.15)
    clusters = photo.fit(
        [turned_by(tile.detection(), int(t)) for tile, t in zip(tiles, turns, strict=True)]
    )
    errors = dict(zip((tile.center for tile in tiles), turns, strict=True))
    righted = [
        Board(
            {
                cell: (tile.orientation - int(errors[tile.detection.center])) % 6
                for cell, tile in cluster.tiles.items()
            }
        )
        for cluster in clusters
    ]
    assert sorted(map(upright, righted), key=hash) == sorted(map(upright, photo.boards()), key=hash)


@all_photos
def test_knows_where_every_cell_is_seen(photo: TruePhoto) -> None:
    """A tile in four is kept from the fit; its cell is still found where it lies."""
    tiles = photo.tiles()
    kept = [tile for index, tile in enumerate(tiles) if index % 4 != 3]
    clusters = photo.fit([tile.detection() for tile in kept])
    for tile in tiles:
        radius = math.dist(tile.center, tile.corners[0])
        cluster = nearest(clusters, tile.center)
        cell = cluster.cell_at(tile.center)
        assert math.dist(cluster.cell_center(cell), tile.center) < 0.12 * radius
        corners = cluster.tile_outlines([cell])[0, 1:]
        for corner in tile.corners:
            assert np.hypot(*(corners - corner).T).min() < 0.2 * radius
        assert (cell in cluster.tiles) == (tile in kept)
        if tile in kept:
            tip = corners[cluster.tiles[cell].orientation]
            assert math.dist(tip, tile.corners[0]) < 0.2 * radius


def nearest(clusters: tuple[LatticeCluster, ...], spot: Point) -> LatticeCluster:
    return min(
        clusters,
        key=lambda c: min(math.dist(t.detection.center, spot) for t in c.tiles.values()),
    )


@all_photos
def test_locating_undoes_projecting(photo: TruePhoto) -> None:
    (cluster, *_) = photo.fit([tile.detection() for tile in photo.tiles()])
    points = np.random.default_rng(2).uniform(-3, 3, (20, 2))
    assert cluster.locate(cluster.project(points)) == pytest.approx(points, abs=1e-6)
    for cell in cluster.tiles:
        assert cluster.cell_at(cluster.cell_center(cell)) == cell


@all_photos
def test_a_tile_whose_axis_is_quite_wrong_still_lies_on_its_cell(photo: TruePhoto) -> None:
    """Half way between two orientations neither is better, but the cell is not in doubt."""
    tiles = photo.tiles()
    among_many = max(photo.clusters, key=len)
    odd = max(among_many, key=lambda t: sum(u.cell in t.cell.neighbours() for u in among_many))
    detections = [turned_by(t.detection(), 0.4 if t is odd else 0) for t in tiles]
    clusters = photo.fit(detections)
    found_shapes = sorted((outlines(list(cluster.tiles)) for cluster in clusters), key=hash)
    true_shapes = sorted((outlines([t.cell for t in part]) for part in photo.clusters), key=hash)
    assert found_shapes == true_shapes
    (found,) = [
        tile
        for cluster in clusters
        for tile in cluster.tiles.values()
        if tile.detection.center == odd.center
    ]
    assert 12 < abs(found.turn) <= 30


def test_false_detections_stay_alone_and_are_marked() -> None:
    photo = sample("overhead")
    tiles = photo.tiles()
    first = tiles[0].detection()
    half_way = tuple(
        (np.array(first.center) + np.array(tiles[0].corners[1])).tolist()[i] / 2 for i in (0, 1)
    )
    straddling = Detection(half_way, first.axis, first.side, 0.3)
    corner = (tiles[0].corners[2][0], tiles[0].corners[2][1])
    on_corner = Detection(corner, first.axis, first.side, 0.3)
    clusters = photo.fit([*(tile.detection() for tile in tiles), straddling, on_corner])
    assert_same_positions(clusters[:1], photo.boards())
    assert [len(cluster) for cluster in clusters[1:]] == [1]
    (lone,) = clusters[1].tiles.values()
    assert lone.overlapped
    assert lone.detection == on_corner


def test_neighbouring_palagems_keep_their_own_lattices() -> None:
    photo = sample("palagems")
    assert len(photo.clusters) > 1
    clusters = photo.fit([tile.detection() for tile in photo.tiles()])
    angles = [cluster.angle for cluster in clusters]
    assert len(clusters) == len(photo.clusters)
    assert len({round(math.degrees(angle) % 60) for angle in angles}) > 1


def test_nothing_and_a_single_tile() -> None:
    photo = sample("overhead")
    assert photo.fit([]) == ()
    tile = photo.tiles()[0]
    (cluster,) = photo.fit([tile.detection()])
    ((cell, fitted),) = cluster.tiles.items()
    assert cell == Cell(0, 0)
    assert cluster.cell_center(cell) == pytest.approx(tile.center, abs=0.5)
    tip = cluster.tile_outlines([cell])[0, 1 + fitted.orientation]
    radius = math.dist(tile.center, tile.corners[0])
    assert math.dist(tip, tile.corners[0]) < 0.1 * radius


@pytest.mark.parametrize("seed", range(25))
def test_detections_at_random_neither_fail_nor_lose_a_cell(seed: int) -> None:
    random = np.random.default_rng(seed)
    size = 10.0 ** random.uniform(0.5, 2.5)
    detections = [
        Detection(
            tuple(random.uniform(-100, 740, 2).tolist()),
            tuple((random.normal(0, size, 2)).tolist()),
            tuple((random.normal(0, size, 2)).tolist()),
            float(random.random()),
        )
        for _ in range(random.integers(1, 30))
    ]
    broken = [
        Detection((math.nan, 5.0), (9.0, 0.0), (0.0, -9.0), 0.9),
        Detection((1e9, 5.0), (9.0, 0.0), (0.0, -9.0), 0.9),
        Detection((50.0, 50.0), (0.0, 0.0), (0.0, 0.0), 0.9),
    ]
    clusters = join_where(fit_clusters([*detections, *broken], 640, 480), lambda *_: True)
    for cluster in clusters:
        assert np.isfinite([cluster.cell_corners(cell) for cell in cluster.tiles]).all()
    placed = [tile.detection for cluster in clusters for tile in cluster.tiles.values()]
    assert len(placed) == len(set(placed))
    assert set(placed) <= set(detections)


def steep_board(random: np.random.Generator) -> list[Detection]:
    """Seven tiles seen from near and 60 degrees aslant, outlined too round and not exactly."""
    cells = [Cell(0, 0)]
    while len(cells) < 7:
        beside = cells[random.integers(len(cells))].neighbours()[random.integers(6)]
        cells += [] if beside in cells else [beside]
    spin, tilt, far = random.uniform(0, math.tau), math.radians(60), 6.5
    turn = np.array([[math.cos(spin), math.sin(spin)], [-math.sin(spin), math.cos(spin)]])
    places = np.array([cell.center() for cell in cells]) * 1.03

    def seen(points: Points) -> Points:
        x, y = (points @ turn).T
        depth = far + y * math.sin(tilt)
        return np.stack([640 + 1000 * x / depth, 480 - 1000 * y * math.cos(tilt) / depth], -1)

    detections = []
    for place in places - places.mean(axis=0):
        angles = (np.arange(6) + random.integers(6)) * math.pi / 3
        corners = seen(place + np.column_stack([np.cos(angles), np.sin(angles)]))
        arms = corners[0] - corners[3], (corners[1] + corners[2] - corners[4] - corners[5])
        frame = np.column_stack([arms[0] / 2, arms[1] / (2 * math.sqrt(3))])
        u, lengths, v = np.linalg.svd(frame)
        rounder = lengths**0.8 * math.sqrt(lengths[0] * lengths[1]) ** 0.2
        frame = u @ np.diag(rounder) @ v @ (np.eye(2) + random.normal(0, 0.1, (2, 2)))
        center = corners.mean(axis=0) + frame @ random.normal(0, 0.06, 2)
        axis, side = frame.T.tolist()
        detections.append(Detection(tuple(center.tolist()), tuple(axis), tuple(side), 0.8))
    return detections


def test_a_table_that_is_guessed_too_flat_is_guessed_again() -> None:
    boards = [steep_board(np.random.default_rng(seed)) for seed in range(60)]
    whole = sum(len(fit_clusters(tiles, 1280, 960)) == 1 for tiles in boards)
    assert whole >= 56  # of one guess 52 of them become whole


def scattered(count: int) -> list[Detection]:
    """Return detections as a cloth shows them: many that touch and fit no one lattice."""
    random = np.random.default_rng(5)
    return [
        Detection((x, y), (axis.real, axis.imag), (axis.imag, -axis.real), 0.9)
        for x, y in random.uniform(100, 900, (count, 2)).tolist()
        for axis in [30 * np.exp(1j * random.uniform(0, 2 * math.pi))]
    ]


def test_the_looks_at_a_picture_share_what_may_be_spent_on_fits() -> None:
    """What the first look at a cloth spends the next has no more; each still makes its own fit."""
    cloth, whole = scattered(75), FitBudget()
    first = fit_clusters(cloth, 1280, 960, whole)
    assert not whole.allows_another(75)
    spent = replace(whole)
    again = fit_clusters(cloth, 1280, 960, spent)
    assert spent == whole
    assert sum(map(len, again)) == sum(map(len, first))
    assert sum(len(c) ** 2 for c in again) <= sum(len(c) ** 2 for c in first)


@all_photos
def test_tiles_that_fit_spend_nothing(photo: TruePhoto) -> None:
    """Other starts are for what touches and does not fit."""
    budget = FitBudget()
    detections = [tile.detection() for tile in photo.tiles()]
    assert fit_clusters(detections, photo.width, photo.height, budget)
    assert budget == FitBudget()


def _touching(sizes: tuple[int, int]) -> list[Detection]:
    """Return rows of tiles that touch, the second turned and moved off the first one's lattice."""
    first, second = sizes
    down = [(300.0, 50 + 52.0 * step, 1 + 0j) for step in range(first)]
    across = [(354 + 52.0 * step, 50.0, np.exp(0.5j)) for step in range(second)]
    return [
        Detection((x, y), (30 * way.real, -30 * way.imag), (-30 * way.imag, -30 * way.real), 0.9)
        for x, y, way in (*down, *across)
    ]


def test_no_way_to_part_the_tiles_is_fitted_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    parted, refine = [], starts.refine

    def watched(frames: TileFrames, lattices: Sequence[starts.Lattice], *given: Any) -> Refined:
        parted.append(starts.partition(lattices))
        return refine(frames, lattices, *given)

    monkeypatch.setattr(starts, "refine", watched)
    budget = FitBudget()
    fit_clusters(scattered(40), 1280, 960, budget)
    assert budget != FitBudget()
    assert 1 < len(parted) == len(set(parted))


@pytest.mark.parametrize(("sizes", "tries"), [((3, 1), True), ((8, 1), False), ((8, 2), True)])
def test_a_lone_tile_beside_a_large_board_says_nothing_of_the_tilt(
    sizes: tuple[int, int], tries: bool
) -> None:
    budget = FitBudget()
    clusters = fit_clusters(_touching(sizes), 640, 480, budget)
    assert sorted(map(len, clusters)) == sorted(sizes)
    assert (budget != FitBudget()) == tries

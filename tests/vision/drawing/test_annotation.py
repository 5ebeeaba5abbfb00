"""A reading drawn on a photo: what a person must be able to see on it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rules import Cell
from vision.arrays import Image
from vision.drawing.annotation import annotate, caption
from vision.lattice.projection import outline_beside
from vision.pictures.images import load_image
from vision.reading import ClusterReading, DieReading, Reading, TileReading


def true_reading(path: Path) -> Reading:
    """The truth of a sample photo as a reading that is sure of everything."""
    truth = json.loads(path.read_text(encoding="utf-8"))
    clusters = tuple(
        ClusterReading(
            tuple(
                TileReading(
                    cell=Cell(tile["q"], tile["r"]),
                    orientation=tile["orientation"],
                    center=tuple(tile["center"]),
                    white_tip=tuple(tile["corners"][0]),
                    blue_tip=tuple(tile["corners"][3]),
                    corners=tuple(map(tuple, tile["corners"])),
                    confidence=0.999,
                    sure=True,
                    probabilities=(0.001, *(float(k == tile["orientation"]) for k in range(6))),
                )
                for tile in cluster["tiles"]
            )
        )
        for cluster in truth["clusters"]
    )
    dice = tuple(DieReading(d["value"], tuple(d["center"]), 0.99, True) for d in truth["dice"])
    return Reading(truth["width"], truth["height"], True, None, 1.0, clusters, dice)


@pytest.fixture
def photo(sample_images: Path) -> tuple[Image, Reading]:
    path = sample_images / "p001057_overhead.jpg"
    return load_image(path), true_reading(path.with_suffix(".json"))


def with_first_tile(reading: Reading, **changes: object) -> Reading:
    (first, *others), *clusters = ([*c.tiles] for c in reading.clusters)
    changed = ClusterReading((replace(first, **changes), *others))
    return replace(reading, clusters=(changed, *map(ClusterReading, map(tuple, clusters))))


def changed_share(before: Image, after: Image, spot: tuple[float, float], reach: float) -> float:
    """Which share of the pixels within `reach` of a spot differs clearly."""
    rows, columns = np.indices(before.shape[:2])
    near = np.hypot(columns - spot[0], rows - spot[1]) < reach
    difference = np.abs(before.astype(int) - after.astype(int)).max(axis=2)
    return float((difference[near] > 25).mean())


def radius(tile: TileReading) -> float:
    return float(np.hypot(*(np.array(tile.corners[0]) - tile.center)))


def test_leaves_the_photo_alone_and_keeps_its_size(photo: tuple[Image, Reading]) -> None:
    image, reading = photo
    before = image.copy()
    drawn = annotate(image, reading)
    assert np.array_equal(image, before)
    assert drawn.shape == image.shape
    assert drawn.dtype == np.uint8


def test_marks_every_tile_at_both_tips_and_round_its_outline(
    photo: tuple[Image, Reading],
) -> None:
    image, reading = photo
    drawn = annotate(image, reading)
    for tile in reading.clusters[0].tiles:
        center, corners = np.array(tile.center), np.array(tile.corners)
        white, blue = (center + 0.72 * (corners[index] - center) for index in (0, 3))
        x, y = np.round(white).astype(int)
        assert drawn[y, x].min() > 240, "a white mark on the white tip"
        x, y = np.round(blue).astype(int)
        assert drawn[y, x].astype(int) == pytest.approx((178, 114, 0), abs=30)
        edge = center + 0.94 * ((corners[1] + corners[2]) / 2 - center)
        assert changed_share(image, drawn, (edge[0], edge[1]), 4) > 0.3


def test_an_unsure_tile_looks_different_from_a_sure_one(photo: tuple[Image, Reading]) -> None:
    image, reading = photo
    sure = annotate(image, reading)
    unsure = annotate(image, with_first_tile(reading, sure=False, confidence=0.62))
    first, *others = reading.clusters[0].tiles
    assert changed_share(sure, unsure, first.center, radius(first)) > 0.2
    far = max(others, key=lambda tile: np.hypot(*(np.array(tile.center) - first.center)))
    assert changed_share(sure, unsure, far.center, 0.7 * radius(far)) == 0


def test_a_turned_tile_looks_different(photo: tuple[Image, Reading]) -> None:
    image, reading = photo
    first = reading.clusters[0].tiles[0]
    turned = with_first_tile(reading, white_tip=first.blue_tip, blue_tip=first.white_tip)
    assert not np.array_equal(annotate(image, reading), annotate(image, turned))


def test_a_hidden_cell_is_hatched_where_it_lies(photo: tuple[Image, Reading]) -> None:
    image, reading = photo
    tiles = reading.clusters[0].tiles
    for tile in tiles:
        rest = tuple(other for other in tiles if other is not tile)
        cluster = ClusterReading(rest, (tile.cell,))
        outline = outline_beside(cluster, tile.cell)
        for corner in tile.corners:
            assert np.hypot(*(outline - corner).T).min() < 0.3 * radius(tile)
    drawn = annotate(image, replace(reading, clusters=(cluster,)))
    assert changed_share(image, drawn, tile.center, 0.6 * radius(tile)) > 0.1


def test_a_hidden_cell_beside_a_single_tile(photo: tuple[Image, Reading]) -> None:
    _, reading = photo
    tile = reading.clusters[0].tiles[0]
    beside = tile.cell.neighbour(0)
    outline = outline_beside(ClusterReading((tile,), (beside,)), beside)
    away = np.hypot(*(outline.mean(axis=0) - np.array(tile.center)))
    assert away == pytest.approx(np.sqrt(3) * radius(tile), rel=0.2)


def test_a_die_is_framed_and_its_face_stays_clear(photo: tuple[Image, Reading]) -> None:
    image, _ = photo
    spot = (300.0, 300.0)
    bare = Reading(image.shape[1], image.shape[0], True, None, 1.0, ())
    before = annotate(image, bare)
    drawn = annotate(image, replace(bare, dice=(DieReading(4, spot, 0.99, True),)))
    assert changed_share(before, drawn, spot, 60) > 0.02
    assert changed_share(before, drawn, spot, 8) == 0


@pytest.mark.parametrize("shape", [(32, 32), (480, 640), (3000, 4000), (32, 1000), (1000, 32)])
def test_draws_at_any_size_and_beyond_the_edge(shape: tuple[int, int]) -> None:
    height, width = shape
    side = width / 3
    corners = tuple(
        (width + side * np.cos(angle), height - side * np.sin(angle))
        for angle in np.arange(6) * np.pi / 3
    )
    tile = TileReading(
        Cell(0, 0), 0, (width, height), corners[0], corners[3], corners, 0.4, False, (0.0,) * 7
    )
    reading = Reading(
        width,
        height,
        False,
        "A hand hides two tiles: take it away.",
        1.0,
        (ClusterReading((tile,), (Cell(-1, 0), Cell(-40, 9))), ClusterReading((), (Cell(0, 0),))),
        (DieReading(6, (0.0, 0.0), 0.5, False),),
    )
    image = np.full((height, width, 3), 90, np.uint8)
    drawn = annotate(image, reading)
    assert drawn.shape == image.shape
    assert not np.array_equal(drawn, image)


def test_the_caption_counts_and_gives_the_reason(photo: tuple[Image, Reading]) -> None:
    _, reading = photo
    count = len(reading.clusters[0].tiles)
    assert caption(reading) == f"Sure: {count} tiles."
    unsure = with_first_tile(reading, sure=False)
    dice = (DieReading(2, (9, 9), 0.9, True), DieReading(5, (9, 9), 0.9, True))
    unsure = replace(unsure, sure=False, reason="Glare lies on a tile.", dice=dice)
    assert caption(unsure) == (
        f"Not sure: {count} tiles, 1 unsure, 2 dice showing 2 and 5. Glare lies on a tile."
    )
    empty = Reading(640, 480, True, None, 1.0, ())
    assert caption(empty) == "Sure: no tiles."


def test_a_die_that_is_not_sure_is_not_said_to_be() -> None:
    dice = (DieReading(2, (9, 9), 0.97, True), DieReading(5, (9, 9), 0.77, False))
    reading = Reading(640, 480, True, None, 1.0, (), dice)
    assert caption(reading) == "Sure: no tiles, 2 dice showing 2 and perhaps 5."

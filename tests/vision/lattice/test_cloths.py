"""What is seen on a lattice, turned and as large as its tiles, may be a cloth's pattern."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.lattice.true_photos import TruePhoto, all_photos
from vision.detection import Detection
from vision.lattice.assignment import nearest_cell, nearest_centers
from vision.readers.cloths import cloth_beneath, cloth_of
from vision.recognition.thresholds import MOST_TILES


def _changed(
    tile: Detection, larger: float = 1.0, degrees: float = 0.0, moved: float = 0.0
) -> Detection:
    axis, side = np.array(tile.axis) * larger, np.array(tile.side) * larger
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return replace(
        tile,
        center=tuple((np.array(tile.center) + moved * np.array(tile.axis)).tolist()),
        axis=tuple((c * axis + s * side).tolist()),
        side=tuple((c * side - s * axis).tolist()),
    )


@all_photos
def test_a_lattice_holds_its_own_tiles_turned_by_sixths_and_no_others(photo: TruePhoto) -> None:
    tiles = [tile.detection() for tile in photo.tiles()]
    cluster = photo.fit(tiles)[0]
    own = [tile.detection for tile in cluster.tiles.values()]
    assert cluster.holds(own).all()
    assert cluster.holds([_changed(tile, degrees=60) for tile in own]).all()
    for other in ({"degrees": 30}, {"larger": 1.5}, {"larger": 0.6}, {"moved": 0.5}):
        assert not cluster.holds([_changed(tile, **other) for tile in own]).any()
    assert cluster.holds([]).shape == (0,)


@pytest.mark.parametrize("count", [MOST_TILES, MOST_TILES + 1])
def test_a_cloth_shows_more_tiles_on_one_lattice_than_two_sets_have(count: int) -> None:
    photo = TruePhoto("none", 1280, 960, ())
    edge = 40.0
    columns = [(n % 14 - 6.5, n // 14 - 3.5) for n in range(count)]
    pattern = [
        Detection(
            (640 + 1.5 * edge * q, 480 + np.sqrt(3) * edge * (r + 0.5 * (n % 14 % 2))),
            (edge, 0.0),
            (0.0, -edge),
            0.9,
        )
        for n, (q, r) in enumerate(columns)
    ]
    cloth = cloth_of(pattern, pattern[::2], photo.fit)
    assert (cloth is not None) == (count > MOST_TILES)


def _nothing_plain(_: Sequence[Detection]) -> bool:
    return False


def _pattern(edge: float, columns: int, rows: int, at: tuple[float, float]) -> list[Detection]:
    """Return tiles of one lattice, about a place (px)."""
    places = [(q - (columns - 1) / 2, r - rows / 2) for q in range(columns) for r in range(rows)]
    return [
        Detection(
            (at[0] + 1.5 * edge * q, at[1] + np.sqrt(3) * edge * (r + 0.5 * (n // rows % 2))),
            (edge, 0.0),
            (0.0, -edge),
            0.9,
        )
        for n, (q, r) in enumerate(places)
    ]


@pytest.mark.parametrize(
    ("columns", "rows", "edge", "is_cloth"),
    [
        (8, 5, 60.0, True),  # smaller tiles lie on it
        (8, 5, 160.0, True),  # larger ones
        (8, 5, 100.0, False),  # as large: another board
        (4, 3, 60.0, False),  # it reaches no rim: a board
    ],
)
def test_tiles_to_the_rims_are_a_cloths_where_others_of_another_size_lie_on_them(
    columns: int, rows: int, edge: float, is_cloth: bool
) -> None:
    photo = TruePhoto("none", 1280, 960, ())
    printed = _pattern(100.0, columns, rows, (640.0, 480.0))
    board = _pattern(edge, 2, 2, (660.0, 500.0))
    room = edge + 100.0
    seen = [
        tile
        for tile in printed
        if min(np.hypot(*np.subtract(tile.center, other.center)) for other in board) > room
    ]
    cloth = cloth_beneath([*seen, *board], photo.fit, _nothing_plain, 1280, 960)
    assert (cloth is not None) == is_cloth
    if cloth is not None:
        assert cloth.holds(seen).all()
        assert not cloth.holds(board).any()
    assert cloth_beneath(printed, photo.fit, _nothing_plain, 1280, 960) is None


@pytest.mark.parametrize(
    ("columns", "edge", "is_plain", "is_cloth"),
    [
        (8, 60.0, True, True),  # a smaller tile lies on it
        (8, 60.0, False, False),  # something that looks a little like one
        (8, 160.0, True, False),  # a tile that may be held over a board
        (8, 100.0, True, False),  # one as large
        (3, 60.0, True, False),  # it reaches no rim: a board
    ],
)
def test_tiles_to_the_rims_are_a_cloths_where_a_smaller_one_lies_plainly_on_them(
    columns: int, edge: float, *, is_plain: bool, is_cloth: bool
) -> None:
    photo = TruePhoto("none", 1280, 960, ())
    printed = _pattern(100.0, columns, 5 if columns == 8 else 3, (640.0, 480.0))
    (lone,) = _pattern(edge, 1, 1, (690.0, 470.0))
    asked: list[Detection] = []

    def show_plainly(tiles: Sequence[Detection]) -> bool:
        asked.extend(tiles)
        return is_plain and bool(tiles)

    cloth = cloth_beneath([*printed, lone], photo.fit, show_plainly, 1280, 960)
    assert (cloth is not None) == is_cloth
    assert set(asked) <= {lone}


def test_the_nearest_centres_are_those_of_the_nearest_cells() -> None:
    points = np.random.default_rng(5).normal(size=(2, 500)) * 9
    complex_points = points[0] + 1j * points[1]
    nearest = [nearest_cell(point).center() for point in complex_points.tolist()]
    np.testing.assert_allclose(
        nearest_centers(complex_points), [complex(*center) for center in nearest], atol=1e-12
    )

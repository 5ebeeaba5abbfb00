"""What is seen on a lattice, turned and as large as its tiles, may be a cloth's pattern."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.lattice.true_photos import TruePhoto, all_photos
from vision.detection import Detection
from vision.readers.cloths import cloth_of
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

"""Two parts of a board are told by how well all tiles fit if they are one (renders)."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.vision.lattice.true_photos import sample
from vision.detection import Detection
from vision.lattice.joining import same_lattice
from vision.lattice.rejoining import Rejoined, fitted_as_one
from vision.readers.thresholds import LEAST_REJOINING_EVIDENCE


def as_one(aside: float) -> Rejoined:
    """Fit the two parts of a board as one, the tiles of one seen so far beside their places."""
    photo = sample("overhead")
    (cluster,) = photo.clusters
    line = sorted(tile.cell.q for tile in cluster)[len(cluster) // 2]
    tiles: list[Detection] = []
    for tile in cluster:
        seen = tile.detection()
        by = aside if tile.cell.q > line else 0.0
        center = (seen.center[0] + by * seen.side[0], seen.center[1] + by * seen.side[1])
        if tile.cell.q != line:
            tiles.append(replace(seen, center=center))
    clusters = photo.fit(tiles)
    first, second = clusters[:2]
    shared = same_lattice(first, second, math.inf)
    assert shared is not None
    return fitted_as_one(clusters, (0, 1), shared)


def test_parts_of_one_board_fit_as_one() -> None:
    found = as_one(0.0)
    assert found.evidence > 2
    assert len(found.clusters) == 1
    assert max(tile.offset for tile in found.clusters[0].tiles.values()) < 0.1


@pytest.mark.parametrize("aside", [0.4, -0.5])
def test_two_boards_do_not_however_the_table_is_seen(aside: float) -> None:
    assert as_one(aside).evidence < LEAST_REJOINING_EVIDENCE - 2

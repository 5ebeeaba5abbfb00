"""Pages of printed tiles, to learn from: tiles lie where their truth says, and fit no lattice."""

from __future__ import annotations

import numpy as np
import pytest

from training.synthesis.printed_pages import make_page
from vision.looks.thresholds import WORKING_SIDE
from vision.networks.detector import Detector
from vision.networks.inference import NETWORKS


@pytest.mark.parametrize("seed", [30_002, 30_003])
def test_tiles_are_seen_where_a_page_has_them(seed: int) -> None:
    page = make_page(seed)
    found = Detector(NETWORKS / "detector.onnx").detect(page.image, WORKING_SIDE)
    centers = np.array([tile.center for tile in found.tiles if tile.score > 0.5])
    inside = [tile for tile in page.tiles if tile.visible > 0.9]
    assert len(inside) >= 20
    for tile in inside:
        edge = float(np.hypot(*(tile.corners - tile.center).T).mean())
        assert np.hypot(*(centers - tile.center).T).min() < 0.1 * edge


def test_neighbours_lie_further_apart_than_in_a_lattice() -> None:
    """Two edges, where neighbours of one lattice lie the root of three apart."""
    page = make_page(30_000)
    centers = np.array([cluster.origin for cluster in page.clusters])
    apart = np.linalg.norm(centers[:, None] - centers[None], axis=2)
    apart[np.diag_indices(len(centers))] = np.inf
    assert apart.min(axis=1) == pytest.approx(2 * page.look.radius)

"""The detector's map of heat, asked about a place in the photo."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.lattice.true_photos import SAMPLES
from vision.arrays import Float32s
from vision.looks.thresholds import LEAST_SCORE, WORKING_SIDE
from vision.networks.detector import Detections, Detector
from vision.networks.inference import NETWORKS
from vision.pictures.images import load_image


def _detections(heat: Float32s, step: float) -> Detections:
    return Detections((), (), heat.astype(np.float32), np.zeros_like(heat, np.float32), step)


def test_heat_is_looked_for_within_the_reach_and_nowhere_else() -> None:
    heat = np.zeros((20, 30))
    heat[5, 12] = 0.8
    found = _detections(heat, 8.0)
    middle = (12.5 * 8 - 0.5, 5.5 * 8 - 0.5)
    assert found.heat_near(middle, 1.0) == pytest.approx(0.8)
    assert found.heat_near((middle[0] + 24, middle[1]), 25.0) == pytest.approx(0.8)
    assert found.heat_near((middle[0] + 24, middle[1]), 15.0) == 0.0
    assert found.heat_near((-500.0, 40.0), 30.0) == 0.0
    assert found.heat_near((4000.0, 40.0), 30.0) == 0.0


def test_every_likely_find_has_its_score_as_heat_where_its_peak_is() -> None:
    image = load_image(sorted(SAMPLES.glob("*.jpg"))[0])
    found = Detector(NETWORKS / "detector.onnx").detect(image, WORKING_SIDE)
    likely = [tile for tile in found.tiles if tile.score >= LEAST_SCORE]
    assert likely
    for tile in likely:
        reach = float(np.hypot(*tile.axis)) / 2
        assert found.heat_near(tile.center, reach) >= tile.score - 1e-6

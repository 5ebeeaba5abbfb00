"""The networks that are used, held against the trained ones that they are made of."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.vision.lattice.true_photos import SAMPLES
from vision.arrays import Patches
from vision.looks.thresholds import LEAST_SCORE, WORKING_SIDE
from vision.networks.cells import CellJudge
from vision.networks.detector import Detector
from vision.networks.inference import NETWORKS, Network, quantised_file
from vision.pictures.images import load_image
from vision.pictures.patches import CELL_SIDE, Pyramid, cut_patches, detection_places

TRAINED = sorted(model for model in NETWORKS.glob("*.onnx") if model.suffixes == [".onnx"])


@pytest.fixture(scope="module")
def tiles_of_a_sample() -> Patches:
    image = load_image(SAMPLES / "p001057_overhead.jpg")
    found = Detector(NETWORKS / "detector.onnx").detect(image, WORKING_SIDE).tiles
    frames = np.array([(tile.center, tile.axis, tile.side) for tile in found])
    places = detection_places(frames[:, 0], frames[:, 1], frames[:, 2])
    return cut_patches(Pyramid(image), places, CELL_SIDE)


def _alone(model: Path, folder: Path) -> Path:
    """Return a copy of a trained network that no network of bytes stands beside."""
    return Path(shutil.copy(model, folder))


@pytest.mark.parametrize("model", TRAINED, ids=lambda model: model.stem)
def test_each_network_that_is_used_is_made_of_the_trained_one_beside_it(model: Path) -> None:
    assert Network(model).counts_bytes, "run python -m training.quantise"


def test_bytes_say_of_cells_what_the_trained_network_says(
    tiles_of_a_sample: Patches, tmp_path: Path
) -> None:
    model = NETWORKS / "cells.onnx"
    said = CellJudge(model).judge(tiles_of_a_sample)
    wanted = CellJudge(_alone(model, tmp_path)).judge(tiles_of_a_sample)
    assert len(said) > 20
    assert np.abs(said - wanted).max() < 0.1


def test_bytes_find_the_tiles_that_the_trained_network_finds(tmp_path: Path) -> None:
    image = load_image(SAMPLES / "p001057_overhead.jpg")
    model = NETWORKS / "detector.onnx"
    found, wanted = (
        [tile for tile in Detector(file).detect(image, WORKING_SIDE).tiles if tile.score > 0.5]
        for file in (model, _alone(model, tmp_path))
    )
    assert len(found) == len(wanted) > 20
    for tile in wanted:
        (same,) = (t for t in found if np.hypot(*np.subtract(t.center, tile.center)) < 4)
        assert np.hypot(*np.subtract(same.axis, tile.axis)) < 0.15 * np.hypot(*tile.axis)
        assert same.score > LEAST_SCORE


def test_a_network_of_bytes_made_of_other_weights_is_not_used(
    tiles_of_a_sample: Patches, tmp_path: Path
) -> None:
    model = _alone(NETWORKS / "cells.onnx", tmp_path)
    shutil.copy(quantised_file(NETWORKS / "dice.onnx"), quantised_file(model))
    network = Network(model)
    assert not network.counts_bytes
    assert network.run(tiles_of_a_sample).shape == (len(tiles_of_a_sample), 8)

"""The networks that are used, held against the trained ones that they are made of."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.vision.lattice.true_photos import SAMPLES
from vision.arrays import Patches
from vision.looks.thresholds import WORKING_SIDE
from vision.networks.cells import CellJudge
from vision.networks.detector import Detector
from vision.networks.inference import NETWORKS, Network, quantised_file
from vision.pictures.images import load_image
from vision.pictures.patches import CELL_SIDE, Pyramid, cut_patches, detection_places

COUNTED = sorted(NETWORKS.glob("*.int8.onnx"))


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


@pytest.mark.parametrize("counted", COUNTED, ids=lambda counted: counted.stem)
def test_each_network_of_bytes_is_made_of_the_trained_one_beside_it(counted: Path) -> None:
    trained = counted.with_name(counted.name.replace(".int8", ""))
    assert Network(trained).counts_bytes, "run python -m training.quantise"


@pytest.mark.parametrize("counted", COUNTED, ids=lambda counted: counted.stem)
def test_no_network_looks_up_each_byte_of_a_doubled_map(counted: Path) -> None:
    layer = b'"\x06Resize'  # its kind, as the file's format (ONNX, in protocol buffers) has it
    assert layer not in counted.read_bytes(), "run python -m training.doubled_maps"


def test_all_networks_count_bytes() -> None:
    assert [counted.name for counted in COUNTED] == [
        "cells.int8.onnx",
        "detector.int8.onnx",
        "dice.int8.onnx",
        "finds.int8.onnx",
        "heights.int8.onnx",
        "lies.int8.onnx",
        "marks.int8.onnx",
    ]


def test_all_weights_together_have_no_more_than_six_megabytes() -> None:
    assert sum(model.stat().st_size for model in NETWORKS.glob("*.onnx")) <= 6_000_000


def test_bytes_say_of_cells_what_the_trained_network_says(
    tiles_of_a_sample: Patches, tmp_path: Path
) -> None:
    model = NETWORKS / "cells.onnx"
    said = CellJudge(model).judge(tiles_of_a_sample)
    wanted = CellJudge(_alone(model, tmp_path)).judge(tiles_of_a_sample)
    assert len(said) > 20
    assert np.abs(said - wanted).max() < 0.1


def test_a_network_of_bytes_that_stands_alone_is_used(
    tiles_of_a_sample: Patches, tmp_path: Path
) -> None:
    made = quantised_file(NETWORKS / "cells.onnx")
    shutil.copy(made, tmp_path)
    network = Network(tmp_path / "cells.onnx")
    assert network.counts_bytes
    said = network.run(tiles_of_a_sample)
    assert np.array_equal(said, Network(NETWORKS / "cells.onnx").run(tiles_of_a_sample))


def test_a_network_of_bytes_made_of_other_weights_is_not_used(
    tiles_of_a_sample: Patches, tmp_path: Path
) -> None:
    model = _alone(NETWORKS / "cells.onnx", tmp_path)
    shutil.copy(quantised_file(NETWORKS / "dice.onnx"), quantised_file(model))
    network = Network(model)
    assert not network.counts_bytes
    assert network.run(tiles_of_a_sample).shape == (len(tiles_of_a_sample), 8)

"""Make the networks that are used of the trained ones: ``python -m training.quantise``.

Weights and what flows between the layers become bytes (post-training static quantisation, as
integers of one scale a channel and a zero point a tensor; Jacob et al., Quantization and Training
of Neural Networks for Efficient Integer-Arithmetic-Only Inference, 2018). Which ranges the bytes
stand for is measured on scenes that the training generator draws. The last layer stays as it is,
so that what comes out is as fine as before.

Weights take seven bits: processors that lack the instructions for sums of products of bytes (VNNI)
add two products in sixteen bits, and with eight bits would overflow there, unnoticed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import cv2
import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)

from training.block_layers import take_blocks
from training.byte_counting import STEP, ZERO, noted_steps, pixels_offset, points_of
from training.doubled_maps import double_by_copying
from training.synthesis.__main__ import LARGE
from training.synthesis.scene import make_scene
from vision.arrays import Float32s, Patches
from vision.networks.inference import (
    MADE_OF,
    NETWORKS,
    Network,
    digest,
    four_channels,
    quantised_file,
)
from vision.readers.reader import Reader

NAMES = ("cells", "dice", "finds", "heights", "lies")
"""The detector is none of them, unless it learned in bytes (``training.byte_counting``)."""
FIRST_SCENE = 41_000
SCENES = 40
MOST_PATCHES = 1_000
"""So many patches tell the ranges."""


@contextmanager
def recording(names: Sequence[str]) -> Iterator[dict[str, list[Patches]]]:
    """Keep what some networks are given, by their names, while this context lasts."""
    seen: dict[str, list[Patches]] = {name: [] for name in names}
    run = Network.run

    def watched(network: Network, pictures: Patches) -> Float32s:
        if network.name in seen:
            seen[network.name].append(pictures)
        return run(network, pictures)

    with patch.object(Network, "run", watched):
        yield seen


def seen_on_scenes(models: Path, names: Sequence[str], count: int) -> dict[str, list[Patches]]:
    """Return batches of what networks are given when made-up scenes are read."""
    reader = Reader(models)
    rng = np.random.default_rng(FIRST_SCENE)
    with recording(names) as seen:
        for seed in range(FIRST_SCENE, FIRST_SCENE + count):
            reader.read(make_scene(seed, LARGE if seed % 2 else None).image)
    return {name: _batches(seen[name], rng) for name in names}


def _batches(seen: Sequence[Patches], rng: np.random.Generator) -> list[Patches]:
    """Return some of what a network was given, in batches; pictures of many sizes one by one."""
    if len({batch.shape[1:] for batch in seen}) > 1:
        return list(seen)
    patches = np.concatenate(seen)
    chosen = rng.permutation(len(patches))[:MOST_PATCHES]
    return list(np.array_split(patches[chosen], max(len(chosen) // 50, 1)))


class _Batches(CalibrationDataReader):
    """Hands batches on, as the first layer takes them."""

    def __init__(self, name: str, batches: Iterable[Float32s]) -> None:
        self._name = name
        self._waiting = iter(batches)

    def get_next(self) -> dict[str, Float32s] | None:
        batch = next(self._waiting, None)
        return None if batch is None else {self._name: batch}


def quantise(model: Path, batches: Sequence[Patches]) -> Path:
    """Write the network of bytes beside a trained one; return where."""
    with TemporaryDirectory() as folder:
        plain, counted = Path(folder) / "plain.onnx", Path(folder) / "counted.onnx"
        graph = _folded(model)
        taken = graph.graph.input[0].name
        _take_bytes(graph)
        onnx.save(graph, str(plain))
        layers = [node for node in graph.graph.node if node.op_type in ("Conv", "Gemm")]
        quantize_static(
            str(plain),
            str(counted),
            _Batches(taken, map(_as_counted, batches)),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[layers[-1].name],
            calibrate_method=CalibrationMethod.MinMax,
            extra_options={"TensorQuantOverrides": _told_steps(graph)},
        )
        made = onnx.load(str(counted))
    _take_pixels(made, taken)
    take_blocks(made)
    double_by_copying(made)
    helper.set_model_props(made, {MADE_OF: digest(model)})
    onnx.checker.check_model(made)
    target = quantised_file(model)
    onnx.save(made, str(target))
    return target


def _told_steps(model: onnx.ModelProto) -> dict[str, list[dict[str, object]]]:
    """Return what bytes stand for where that is known: in the picture, and where it was learned."""
    told = {model.graph.input[0].name: (STEP, ZERO)}
    learned = noted_steps(model)
    if learned:
        told.update(zip(points_of(model.graph), learned, strict=True))
    return {
        name: [
            {
                "quant_type": QuantType.QUInt8,
                "scale": np.array(step, np.float32),
                "zero_point": np.array(zero, np.uint8),
            }
        ]
        for name, (step, zero) in told.items()
    }


def _folded(model: Path) -> onnx.ModelProto:
    """Return a trained network with its weights cast up."""
    with TemporaryDirectory() as folder:
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.optimized_model_filepath = str(Path(folder) / "folded.onnx")
        onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        return onnx.load(options.optimized_model_filepath)


def _take_bytes(model: onnx.ModelProto) -> None:
    """Let the first layer take ``STEP * (pixel - ZERO)``, four channels."""
    graph = model.graph
    first = next(node for node in graph.node if node.op_type == "Conv")
    weights = {weight.name: weight for weight in graph.initializer}
    kernel = numpy_helper.to_array(weights[first.input[1]])
    bias = numpy_helper.to_array(weights[first.input[2]])
    bias = bias + pixels_offset(kernel)
    wide = np.pad(kernel, ((0, 0), (0, 1), (0, 0), (0, 0)))
    for name, values in ((first.input[1], wide), (first.input[2], bias)):
        weights[name].CopyFrom(numpy_helper.from_array(values.astype(np.float32), name))
    graph.input[0].type.tensor_type.shape.dim[1].dim_value = wide.shape[1]
    del graph.value_info[:]


def _as_counted(batch: Patches) -> Float32s:
    """Return a batch, (n, h, w, 3), as the first layer takes it."""
    pixels = four_channels(batch).transpose(0, 3, 1, 2)
    return np.ascontiguousarray(STEP * (pixels.astype(np.float32) - ZERO))


def _take_pixels(model: onnx.ModelProto, taken: str) -> None:
    """Let a network of bytes take the pixels themselves, (n, height, width, 4)."""
    graph = model.graph
    first = next(n for n in graph.node if n.op_type == "QuantizeLinear" and n.input[0] == taken)
    turn = helper.make_node("Transpose", ["pixels"], [first.output[0]], perm=[0, 3, 1, 2])
    nodes = [turn, *(node for node in graph.node if node is not first)]
    del graph.node[:], graph.input[:]
    graph.node.extend(nodes)
    sides: list[str | int | None] = ["count", "height", "width", 4]
    graph.input.append(helper.make_tensor_value_info("pixels", TensorProto.UINT8, sides))


def main() -> None:
    """Quantise networks of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="which; by default all but the detector")
    parser.add_argument("--models", type=Path, default=NETWORKS)
    parser.add_argument("--scenes", type=int, default=SCENES)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    names = arguments.names or NAMES
    for name in names:
        if not (arguments.models / f"{name}.onnx").exists():
            parser.error(f"There is no trained {name}.onnx in {arguments.models}: train it first.")
        quantised_file(arguments.models / f"{name}.onnx").unlink(missing_ok=True)
    batches = seen_on_scenes(arguments.models, names, arguments.scenes)
    for name in names:
        print(quantise(arguments.models / f"{name}.onnx", batches[name]))


if __name__ == "__main__":
    main()

"""Let a network of bytes take blocks of pixels: ``python -m training.block_layers FILE...``.

``training.quantise`` does so with each network it makes. What a network says stays the same to the
last bit.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

from training.pixel_blocks import BLOCK, kernel_of_blocks


def take_blocks(model: onnx.ModelProto) -> None:
    """Change the first layer of a network that takes pixels, (n, height, width, channels).

    Nothing is done to one that takes blocks already. Widths must be multiples of ``BLOCK``.
    """
    graph = model.graph
    turn = graph.node[0]
    if turn.op_type != "Transpose" or turn.input[0] != graph.input[0].name:
        return
    first = next(node for node in graph.node if node.op_type == "Conv")
    outputs, channels = _widen(model, first)
    noted = next(node for node in graph.node if node.input[0] == first.output[0])
    told = noted.output[0]
    noted.output[0] = f"{told}_of_blocks"
    graph.initializer.extend(
        numpy_helper.from_array(np.array([0, 0, -1, depth], np.int64), name)
        for name, depth in (("as_blocks", BLOCK * channels), ("as_pixels", outputs))
    )
    before = [
        helper.make_node("Reshape", [turn.input[0], "as_blocks"], ["blocks"]),
        helper.make_node("Transpose", ["blocks"], [turn.output[0]], perm=[0, 3, 1, 2]),
    ]
    after = [
        helper.make_node("Transpose", [noted.output[0]], ["rows_of_blocks"], perm=[0, 2, 3, 1]),
        helper.make_node("Reshape", ["rows_of_blocks", "as_pixels"], ["rows_of_pixels"]),
        helper.make_node("Transpose", ["rows_of_pixels"], [told], perm=[0, 3, 1, 2]),
    ]
    place = list(graph.node).index(noted) + 1
    nodes = [*before, *list(graph.node)[1:place], *after, *list(graph.node)[place:]]
    kept = [onnx.NodeProto.FromString(node.SerializeToString()) for node in nodes]
    del graph.node[:], graph.value_info[:]
    graph.node.extend(kept)
    onnx.checker.check_model(model)


def _widen(model: onnx.ModelProto, first: onnx.NodeProto) -> tuple[int, int]:
    """Let a convolution sum over blocks; return its outputs and channels as it was before."""
    values = {tensor.name: tensor for tensor in model.graph.initializer}
    made_by = {name: node for node in model.graph.node for name in node.output}
    weights, biases = (made_by[name] for name in first.input[1:])
    stride = next(a.ints[1] for a in first.attribute if a.name == "strides")
    kernel = numpy_helper.to_array(values[weights.input[0]])
    wide = kernel_of_blocks(kernel, stride)
    values[weights.input[0]].CopyFrom(numpy_helper.from_array(wide, weights.input[0]))
    for name in (*weights.input[1:], *biases.input):
        repeated = np.tile(numpy_helper.to_array(values[name]), BLOCK // stride)
        values[name].CopyFrom(numpy_helper.from_array(repeated, name))
    changed = {
        "strides": [stride, 1],
        "kernel_shape": list(wide.shape[2:]),
        "pads": [1, 1, 1, wide.shape[3] - 2],
    }
    kept = [attribute for attribute in first.attribute if attribute.name not in changed]
    del first.attribute[:]
    first.attribute.extend(kept)
    first.attribute.extend(helper.make_attribute(name, value) for name, value in changed.items())
    return kernel.shape[0], kernel.shape[1]


def main() -> None:
    """Change the files that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="networks of bytes")
    for file in parser.parse_args().files:
        model = onnx.load(str(file))
        take_blocks(model)
        onnx.save(model, str(file))


if __name__ == "__main__":
    main()

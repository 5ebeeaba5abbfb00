"""Let a network of bytes double its maps by copying: ``python -m training.doubled_maps FILE...``.

``training.quantise`` does so with each network it makes. Where a map is enlarged to twice its size,
each value fills four places. ONNX Runtime looks up for every byte where it comes from, which takes
longer than a layer does. Here the layer before gives every value twice, which doubles the rows as
they lie in memory, and each row is copied as a whole. What a network says stays the same to the
last bit.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

_SIDES = "sides_of_pixels"
"""Where the sides of maps, (n, channels, height, width), stand in those of pixels."""


def double_by_copying(model: onnx.ModelProto) -> None:
    """Change the layers of a network that enlarge a map; nothing is done where there are none.

    Each must take what a convolution says and is added to a map of the size that it makes.
    """
    graph = model.graph
    enlarging = [node for node in graph.node if node.op_type == "Resize"]
    if not enlarging:
        return
    nodes = list(graph.node)
    for number, node in enumerate(enlarging):
        nodes = _copied(graph, nodes, node, f"doubled_{number}")
    order = np.array([0, 2, 3, 1], np.int64)
    graph.initializer.append(numpy_helper.from_array(order, _SIDES))
    used = {name for node in nodes for name in node.input}
    weights = [weight for weight in graph.initializer if weight.name in used]
    kept = [onnx.NodeProto.FromString(node.SerializeToString()) for node in nodes]
    weights = [onnx.TensorProto.FromString(weight.SerializeToString()) for weight in weights]
    del graph.node[:], graph.initializer[:], graph.value_info[:]
    graph.node.extend(kept)
    graph.initializer.extend(weights)
    onnx.checker.check_model(model)


def _copied(
    graph: onnx.GraphProto, nodes: list[onnx.NodeProto], resize: onnx.NodeProto, name: str
) -> list[onnx.NodeProto]:
    """Return a network's nodes with copies instead of one that enlarges a map."""
    made_by = {output: node for node in nodes for output in node.output}
    asked_by = {taken: node for node in nodes for taken in node.input}
    told = made_by[resize.input[0]]
    layer = made_by[made_by[told.input[0]].input[0]]
    noted = asked_by[resize.output[0]]
    seen = asked_by[noted.output[0]]
    added = asked_by[seen.output[0]]
    beside = next(taken for taken in added.input if taken != seen.output[0])
    channels = _say_twice(graph, layer, made_by)
    graph.initializer.append(
        numpy_helper.from_array(np.array([0, 0, -1, channels], np.int64), f"{name}_row")
    )
    pairs, row, rows, sides, size, pixels = (
        f"{name}_{part}" for part in ("pairs", "once", "twice", "sides", "size", "pixels")
    )
    copying = [
        helper.make_node("Transpose", [told.input[0]], [pairs], perm=[0, 2, 3, 1]),
        helper.make_node("Reshape", [pairs, f"{name}_row"], [row]),
        helper.make_node("Concat", [row, row], [rows], axis=2),
        helper.make_node("Shape", [made_by[beside].input[0]], [sides]),
        helper.make_node("Gather", [sides, _SIDES], [size], axis=0),
        helper.make_node("Reshape", [rows, size], [pixels]),
        helper.make_node("Transpose", [pixels], [noted.output[0]], perm=[0, 3, 1, 2]),
    ]
    place = next(index for index, node in enumerate(nodes) if node is noted)
    nodes = [*nodes[:place], *copying, *nodes[place + 1 :]]
    return [node for node in nodes if node is not resize and node is not told]


def _say_twice(
    graph: onnx.GraphProto, layer: onnx.NodeProto, made_by: dict[str, onnx.NodeProto]
) -> int:
    """Let a convolution give all its outputs twice; return how many it has once."""
    values = {tensor.name: tensor for tensor in graph.initializer}
    weights, biases = (made_by[name] for name in layer.input[1:])
    for name in (*weights.input, *biases.input):
        once = numpy_helper.to_array(values[name])
        values[name].CopyFrom(numpy_helper.from_array(np.concatenate([once, once]), name))
    return len(once)


def main() -> None:
    """Change the files that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="networks of bytes")
    for file in parser.parse_args().files:
        model = onnx.load(str(file))
        double_by_copying(model)
        onnx.save(model, str(file))


if __name__ == "__main__":
    main()

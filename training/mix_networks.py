"""Mix two networks: ``python -m training.mix_networks A B --share 0.7 --output C``.

A network that was taught something new from where another stood has the same layers; the mean of
their weights often keeps what the one knew and has learnt what the other did (Wortsman et al.,
"Model soups", 2022).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def mixed(first: onnx.ModelProto, second: onnx.ModelProto, share: float) -> onnx.ModelProto:
    """Return a network whose weights are a mean of two: ``share`` of the second's, 0..1.

    Raises
    ------
    ValueError
        If they are not networks of the same layers.
    """
    result = onnx.ModelProto()
    result.CopyFrom(second)
    old = {tensor.name: numpy_helper.to_array(tensor) for tensor in first.graph.initializer}
    shapes = {tensor.name: tuple(tensor.dims) for tensor in second.graph.initializer}
    if shapes != {name: values.shape for name, values in old.items()}:
        raise ValueError("The two networks have different layers: mix one with what came of it.")
    for tensor in result.graph.initializer:
        new = numpy_helper.to_array(tensor)
        if np.issubdtype(new.dtype, np.floating):
            mean = share * new.astype(np.float32) + (1 - share) * old[tensor.name].astype(
                np.float32
            )
            tensor.CopyFrom(numpy_helper.from_array(mean.astype(new.dtype), tensor.name))
    return result


def main() -> None:
    """Mix as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="how much of the second, 0 to 1")
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    first, second = (onnx.load(str(path)) for path in (arguments.first, arguments.second))
    onnx.save(mixed(first, second, arguments.share), str(arguments.output))


if __name__ == "__main__":
    main()

"""Networks that learn to be counted in bytes: rounded while they are trained, as they will be used.

Rounding a trained network's weights and what flows between its layers moves what it draws a little.
One that learns with the rounding in place makes up for it (Jacob et al., Quantization and Training
of Neural Networks for Efficient Integer-Arithmetic-Only Inference, 2018). The ranges that the bytes
stand for are learned with the weights (Esser et al., Learned Step Size Quantization, 2020).
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import nn

from training.pixel_blocks import BLOCK, kernel_of_pixels
from vision.arrays import Float32s
from vision.networks.inference import DEVIATION, MEAN

BYTE_STEPS = "byte_steps"
"""What the note of a trained network is called that tells how its bytes are to be counted."""
_WEIGHT_STEPS = 64
"""Weights are whole numbers of steps from minus this to this, of one step size a channel."""
_LEVELS = 255
ZERO = round(MEAN * 255)
STEP = 1 / (255 * DEVIATION)
"""A pixel is what the network takes as it stands: ``STEP * (value - ZERO)``, and a little more."""


class ByteConvolution(nn.Conv2d):
    """A convolution whose weights are rounded to seven bits as soon as ``in_bytes`` is set."""

    in_bytes = False

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return what the layer makes of its input, (batch, channels, height, width)."""
        weight = rounded(self.weight) if self.in_bytes else self.weight
        made: torch.Tensor = self._conv_forward(x, weight, self.bias)
        return made


def rounded(weight: torch.Tensor) -> torch.Tensor:
    """Return weights, (outputs, ...), in whole steps; gradients go through as if they were not."""
    step = weight.detach().abs().amax(dim=(1, 2, 3), keepdim=True) / _WEIGHT_STEPS
    whole = torch.round(weight.detach() / step.clamp(min=1e-12)) * step
    return weight + (whole - weight.detach())


class Bytes(nn.Module):
    """What flows between layers, as bytes: nothing is changed before a range is known.

    ``log_step`` is the logarithm of what one count stands for, ``zero`` the count that stands for
    nothing. While ``widest`` is set, they are taken from what flows through.
    """

    zero: torch.Tensor

    def __init__(self) -> None:
        """Begin without a range."""
        super().__init__()
        self.log_step = nn.Parameter(torch.zeros(1))
        self.register_buffer("zero", torch.zeros(1))
        self.widest: list[tuple[float, float]] | None = None
        self.in_bytes = False

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return it rounded and cut to the range."""
        if self.widest is not None:
            self.widest.append((min(float(x.min()), 0.0), max(float(x.max()), 1e-3)))
        if not self.in_bytes:
            return x
        factor = 1.0 / math.sqrt(x.numel() * _LEVELS)
        return torch._fake_quantize_learnable_per_tensor_affine(
            x.float(), self.log_step.exp(), self.zero, 0, _LEVELS, factor
        )

    def settle(self) -> None:
        """Begin to count: the range is the mean of what the batches seen so far had."""
        assert self.widest
        low, high = (sum(ends) / len(self.widest) for ends in zip(*self.widest, strict=True))
        step = (high - low) / _LEVELS
        self.log_step.data.fill_(math.log(step))
        self.zero.fill_(round(-low / step))
        self.widest, self.in_bytes = None, True


def watch_ranges(network: nn.Module) -> None:
    """From now on keep how wide what flows through a network ranges."""
    for point in _points(network):
        point.widest = []


def count_in_bytes(network: nn.Module) -> None:
    """Round weights and what flows from now on; its last layer stays as it is.

    Ranges must have been watched on some batches, or come with the weights.
    """
    for point in _points(network):
        if point.widest is not None:
            point.settle()
        point.in_bytes = True
    convolutions = [m for m in network.modules() if isinstance(m, ByteConvolution)]
    for convolution in convolutions[:-1]:
        convolution.in_bytes = True


def as_trained(network: nn.Module) -> None:
    """Stop rounding, as when the trained network itself is written."""
    for module in network.modules():
        if isinstance(module, Bytes | ByteConvolution):
            module.in_bytes = False


def _points(network: nn.Module) -> list[Bytes]:
    return [module for module in network.modules() if isinstance(module, Bytes)]


def note_steps(network: nn.Module, path: Path) -> None:
    """Write into an exported network how its bytes are to be counted.

    The points are told in the order in which a picture passes them, which is that of the network's
    modules.
    """
    steps = [(math.exp(float(p.log_step)), int(p.zero)) for p in _points(network)]
    model = onnx.load(str(path))
    helper.set_model_props(model, {BYTE_STEPS: json.dumps(steps)})
    onnx.save(model, str(path))


def noted_steps(model: onnx.ModelProto) -> list[tuple[float, int]]:
    """Return each point's step and zero as a trained network tells them; none if it does not."""
    notes = {entry.key: entry.value for entry in model.metadata_props}
    return [(float(step), int(zero)) for step, zero in json.loads(notes.get(BYTE_STEPS, "[]"))]


def points_of(graph: onnx.GraphProto) -> Sequence[str]:
    """Return the names of what flows out of a network's layers, but for its last, in order.

    A layer is a convolution or a sum; where a rectifier follows, it is one with it.
    """
    rectified = {n.input[0]: n.output[0] for n in graph.node if n.op_type == "Relu"}
    layers = [n.output[0] for n in graph.node if n.op_type in ("Conv", "Add")]
    return [rectified.get(name, name) for name in layers][:-1]


def pixels_offset(kernel: Float32s) -> Float32s:
    """Return what a first layer's bias gains, (outputs,), when it takes pixels as they stand.

    ``kernel`` is (outputs, channels, height, width).
    """
    offset: Float32s = (ZERO * STEP - MEAN / DEVIATION) * kernel.sum(axis=(1, 2, 3))
    return offset


def trained_weights(model: onnx.ModelProto) -> list[tuple[Float32s, Float32s]]:
    """Return each convolution's weights and bias, in order, of a network as trained or of bytes."""
    values = {
        tensor.name.removesuffix("_half"): numpy_helper.to_array(tensor).astype(np.float32)
        for tensor in model.graph.initializer
    }
    for node in model.graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in values:
            counts, step = values[node.input[0]], values[node.input[1]]
            values[node.output[0]] = counts * step.reshape(-1, *[1] * (counts.ndim - 1))
    found = [
        (_once(values[node.input[1]]), _once(values[node.input[2]]))
        for node in model.graph.node
        if node.op_type == "Conv"
    ]
    kernel, bias = found[0]
    if kernel.shape[1] == BLOCK * 4:
        kernel = kernel_of_pixels(kernel, 4)
        bias = bias[: len(kernel)]
    if kernel.shape[1] == 4:
        kernel = kernel[:, :3]
        found[0] = (kernel, bias - pixels_offset(kernel))
    return found


def _once(values: Float32s) -> Float32s:
    """Return a layer's weights or bias, (outputs, ...), without a second copy of all of them.

    Layers before a map that is doubled have one (``training.doubled_maps``).
    """
    first, second = np.array_split(values, 2)
    return first if np.array_equal(first, second) else values

"""The detector: a small fully convolutional network, from a picture to maps a quarter its size."""

from __future__ import annotations

import itertools
from pathlib import Path

import onnx
import torch
from torch import nn
from torch.nn import functional

from training.byte_counting import ByteConvolution, Bytes, trained_weights
from vision.networks.detector import CHANNELS

WIDTHS = (24, 40, 64, 96, 128)


def _conv(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        ByteConvolution(inputs, outputs, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
        Bytes(),
    )


class _Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Sequential(
            ByteConvolution(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width), Bytes()
        )
        self.sum = Bytes()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        total: torch.Tensor = self.sum(functional.relu(x + self.second(self.first(x))))
        return total


class DetectorNetwork(nn.Module):
    """Encoder to a 32nd of the size, decoder with skip connections back to a quarter."""

    def __init__(self) -> None:
        """Build the layers; weights start at random."""
        super().__init__()
        w2, w4, w8, w16, w32 = WIDTHS
        self.stem = _conv(3, w2, 2)
        self.down4 = nn.Sequential(_conv(w2, w4, 2), _Residual(w4))
        self.down8 = nn.Sequential(_conv(w4, w8, 2), _Residual(w8), _Residual(w8))
        self.down16 = nn.Sequential(_conv(w8, w16, 2), _Residual(w16), _Residual(w16))
        self.down32 = nn.Sequential(_conv(w16, w32, 2), _Residual(w32))
        self.up16, self.sum16, self.join16 = _conv(w32, w16, size=1), Bytes(), _conv(w16, w16)
        self.up8, self.sum8, self.join8 = _conv(w16, w8, size=1), Bytes(), _conv(w8, w8)
        self.up4, self.sum4, self.join4 = _conv(w8, w4, size=1), Bytes(), _conv(w4, w4)
        self.head = nn.Sequential(_conv(w4, w4), ByteConvolution(w4, CHANNELS, 1))
        last = self.head[1]
        assert isinstance(last, nn.Conv2d)
        assert last.bias is not None
        nn.init.zeros_(last.bias)
        last.bias.data[:3] = -4.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return raw maps, (batch, CHANNELS, height / 4, width / 4); heats and cover are logits."""
        x4 = self.down4(self.stem(x))
        x8 = self.down8(x4)
        x16 = self.down16(x8)
        y = self.down32(x16)
        y = self.join16(self.sum16(_double(self.up16(y)) + x16))
        y = self.join8(self.sum8(_double(self.up8(y)) + x8))
        y = self.join4(self.sum4(_double(self.up4(y)) + x4))
        maps: torch.Tensor = self.head(y)
        return maps


def _double(x: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


def go_on_from(network: DetectorNetwork, path: Path) -> None:
    """Give a network the weights of an exported one, or of one of bytes, to learn on from there.

    The file holds what normalisation made of the weights, not what it was made of: from here on it
    is left as it is, so the network has to stay in evaluation mode.
    """
    folded = trained_weights(onnx.load(str(path)))
    modules = [m for m in network.modules() if isinstance(m, nn.Conv2d | nn.BatchNorm2d)]
    convolutions = [module for module in modules if isinstance(module, nn.Conv2d)]
    after = dict(itertools.pairwise(modules))
    for convolution, (weight, bias) in zip(convolutions, folded, strict=True):
        convolution.weight.data = torch.from_numpy(weight)
        normalisation = after.get(convolution)
        if isinstance(normalisation, nn.BatchNorm2d):
            normalisation.reset_parameters()
            normalisation.eps = 0.0
            normalisation.bias.data = torch.from_numpy(bias)
        else:
            convolution.bias = nn.Parameter(torch.from_numpy(bias))
    network.eval()

"""The network that judges patches, and how it is trained, whatever it is to learn of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.utils.data import default_collate

from training.parallel import average_gradients, in_short_numbers, share_weights
from training.schedule import ProgressLog, set_rate
from training.shrink import shrink
from vision.arrays import Bytes, Patches

SEED = 20261

Widths = tuple[int, int, int, int]
USUAL_WIDTHS: Widths = (24, 48, 80, 112)
LossOf = Callable[..., tuple[torch.Tensor, list[float]]]
"""From the network's output and the wanted values of a batch: its loss, and figures to print."""


def _conv(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class PatchNetwork(nn.Module):
    """Four stages of convolutions, each halving the patch, then one linear layer."""

    def __init__(self, outputs: int, widths: Widths = USUAL_WIDTHS) -> None:
        """Build the layers for so many outputs."""
        super().__init__()
        a, b, c, d = widths
        self.features = nn.Sequential(
            _conv(3, a), nn.MaxPool2d(2),
            _conv(a, b), _conv(b, b), nn.MaxPool2d(2),
            _conv(b, c), _conv(c, c), nn.MaxPool2d(2),
            _conv(c, d), _conv(d, d),
        )  # fmt: skip
        self.reduce = nn.Conv2d(d, 24, 1)
        self.drop = nn.Dropout(0.2)
        self.last = nn.LazyLinear(outputs)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the outputs, (batch, outputs)."""
        y = torch.relu(self.reduce(self.features(x)))
        outputs: torch.Tensor = self.last(self.drop(torch.flatten(y, 1)))
        return outputs


def go_on_from(network: PatchNetwork, path: Path) -> None:
    """Give a network the weights of an exported one, to learn on from there.

    The file holds what normalisation made of the weights, not what it was made of: from here on it
    is left as it is.
    """
    weights = {i.name.removesuffix("_half"): i for i in onnx.load(str(path)).graph.initializer}
    folded = [numpy_helper.to_array(w) for name, w in weights.items() if "Conv" in name]
    blocks = [block for block in network.features if isinstance(block, nn.Sequential)]
    state = {
        name: torch.from_numpy(numpy_helper.to_array(weights[name]).astype(np.float32))
        for name in ("reduce.weight", "reduce.bias", "last.weight", "last.bias")
    }
    network.load_state_dict(state, strict=False)
    for block, weight, bias in zip(blocks, folded[::2], folded[1::2], strict=True):
        convolution, normalisation = block[0], block[1]
        assert isinstance(convolution, nn.Conv2d)
        assert isinstance(normalisation, nn.BatchNorm2d)
        convolution.weight.data = torch.from_numpy(weight.astype(np.float32))
        normalisation.reset_parameters()
        normalisation.eps = 0.0
        normalisation.bias.data = torch.from_numpy(bias.astype(np.float32))


class Samples(Protocol):
    """Patches with what is wanted of them; each epoch shows them anew."""

    epoch: int

    def __len__(self) -> int:
        """Return how many there are."""

    def __getitem__(self, index: int) -> tuple[Any, ...]:
        """Return a patch, (3, side, side), and what is wanted of it."""


def load_patches(paths: Iterable[Path]) -> tuple[Patches, Bytes]:
    """Read files of patches of one size, one after the other: patches (n, side, side, 3), classes.

    They are many gigabytes: no more than one file is in memory twice.
    """
    files = sorted(paths)
    counts = [len(np.load(path)["classes"]) for path in files]
    side = np.load(files[0])["patches"].shape[1]
    patches = np.empty((sum(counts), side, side, 3), np.uint8)
    classes = np.empty(sum(counts), np.uint8)
    start = 0
    for path, count in zip(files, counts, strict=True):
        part = np.load(path)
        patches[start : start + count] = part["patches"]
        classes[start : start + count] = part["classes"]
        start += count
    return patches, classes


@dataclass(frozen=True)
class Plan:
    """How to train: on what, in what steps (``batch`` is that of one process).

    ``remember`` is a network whose right answers are learned too, where a training offers that.
    """

    patches: Path
    output: Path
    start: Path | None
    samples: int
    batch: int
    rate: float
    workers: int
    remember: Path | None = None


def add_plan(parser: argparse.ArgumentParser, samples: int) -> Plan:
    """Read the plan from the command line; ``samples`` is how many to show unless it says."""
    parser.add_argument("patches", type=Path)
    parser.add_argument("--output", type=Path, default=Path("vision/networks"))
    parser.add_argument("--start", type=Path, help="an exported network to go on from")
    parser.add_argument("--samples", type=int, default=samples)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--workers", type=int, default=2, help="processes, one a core")
    return Plan(**vars(parser.parse_args()))


def train_network(
    rank: int,
    plan: Plan,
    samples: Samples,
    outputs: int,
    side: int,
    loss_of: LossOf,
    name: str,
    widths: Widths = USUAL_WIDTHS,
) -> None:
    """Train in one of the processes; the first one keeps the log and writes the network.

    The network is written under ``name`` every so often, so that a training cut short leaves one.
    """
    torch.manual_seed(SEED)
    network = PatchNetwork(outputs, widths)
    network(torch.zeros(2, 3, side, side))
    if plan.start is not None:
        go_on_from(network, plan.start)
    share_weights(network)
    optimizer = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=1e-3)
    log = ProgressLog(every=400)
    if rank == 0:
        print(f"{len(samples)} patches", flush=True)
    shown = 0
    while shown < plan.samples:
        order = torch.Generator().manual_seed(SEED + samples.epoch)
        mine = torch.randperm(len(samples), generator=order).tolist()[rank :: plan.workers]
        network.train()
        if plan.start is not None:
            network.features.eval()
        for start in range(0, len(mine) - plan.batch + 1, plan.batch):
            batch = default_collate([samples[i] for i in mine[start : start + plan.batch]])
            set_rate(optimizer, plan.rate, shown, shown / plan.samples, warm_up=0)
            figures = _step(network, optimizer, loss_of, *batch)
            shown += plan.batch * plan.workers
            if rank == 0:
                log.add(shown, figures)
            if shown >= plan.samples:
                break
        samples.epoch += 1
        if rank == 0:
            export(network, side, plan.output / name)


def _step(
    network: PatchNetwork,
    optimizer: torch.optim.Optimizer,
    loss_of: LossOf,
    patch: torch.Tensor,
    *wanted: torch.Tensor,
) -> list[float]:
    """Learn from one batch; return its figures."""
    with in_short_numbers():
        out = network(patch)
    loss, figures = loss_of(out.float(), *wanted)
    optimizer.zero_grad()
    loss.backward()
    average_gradients(network)
    optimizer.step()
    return figures


def export(network: PatchNetwork, side: int, path: Path) -> None:
    """Write the network as ONNX for any number of patches; it gives its last layer's outputs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    network.eval()
    torch.onnx.export(
        network,
        (torch.zeros(2, 3, side, side),),
        str(path),
        input_names=["patches"],
        output_names=["outputs"],
        dynamic_axes={"patches": {0: "count"}, "outputs": {0: "count"}},
        opset_version=17,
        dynamo=False,
    )
    shrink(path)

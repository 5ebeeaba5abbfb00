"""Train the patch networks: ``python -m vision.training.train_patches cells PATCHES --output DIR``.

``cells`` tells empty cells, the six orientations and hidden cells apart; ``dice`` reads pips.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.utils.data import Dataset, default_collate

from vision.detector import normalise
from vision.patches import CELL_SIDE, DIE_SIDE
from vision.training.extract_patches import MARGIN
from vision.training.parallel import average_gradients, run_workers, share_weights
from vision.training.samples import recolor
from vision.training.schedule import ProgressLog, set_rate
from vision.training.shrink import shrink

SEED = 20261
CELL_CLASSES, DIE_CLASSES = 8, 7


def _conv(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class PatchNetwork(nn.Module):
    """Four stages of convolutions, each halving the patch, then one linear layer."""

    def __init__(self, classes: int, widths: tuple[int, int, int, int] = (24, 48, 80, 112)) -> None:
        """Build the layers for so many classes."""
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
        self.classes = classes
        self.last = nn.LazyLinear(classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return logits, (batch, classes)."""
        y = torch.relu(self.reduce(self.features(x)))
        logits: torch.Tensor = self.last(self.drop(torch.flatten(y, 1)))
        return logits


class PatchSamples(Dataset[tuple[torch.Tensor, int]]):
    """Stored patches, shifted, turned, scaled and recoloured anew each time."""

    def __init__(
        self, patches: NDArray[np.uint8], classes: NDArray[np.uint8], side: int, cells: bool
    ) -> None:
        """Keep the arrays; ``cells`` limits the turn to what a sloppy tile has."""
        self.patches, self.classes, self.side, self.cells = patches, classes, side, cells
        self.epoch = 0

    def __len__(self) -> int:
        """Return how many patches there are."""
        return len(self.patches)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        """Return one patch, (3, side, side), and its class."""
        rng = np.random.default_rng((self.epoch, index))
        stored = self.patches[index]
        middle = (stored.shape[0] - 1) / 2
        turn = rng.normal() * 0.05 if self.cells else rng.uniform(0, 2 * math.pi)
        scale = math.exp(rng.normal() * (0.04 if self.cells else 0.1))
        c, s = math.cos(turn) / scale, math.sin(turn) / scale
        linear = np.array([[c, -s], [s, c]]) + rng.normal(size=(2, 2)) * 0.03
        shift = rng.normal(size=2) * self.side * (0.02 if self.cells else 0.07)
        start = middle + shift - linear @ np.full(2, (self.side - 1) / 2)
        view = np.column_stack([linear, start]).astype(np.float32)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        patch = cv2.warpAffine(
            stored, view, (self.side, self.side), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        if rng.random() < 0.25:
            patch = cv2.GaussianBlur(patch, (0, 0), rng.uniform(0.4, 1.6))
        return torch.from_numpy(normalise(recolor(np.asarray(patch, np.uint8), rng))), int(
            self.classes[index]
        )


def load_patches(folder: Path, kind: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Read all patches of a kind, ``cells`` or ``dice``, from what extract_patches wrote."""
    parts = [np.load(path) for path in sorted(folder.glob(f"{kind}*.npz"))]
    patches = np.concatenate([part["patches"] for part in parts])
    return patches, np.concatenate([part["classes"] for part in parts])


@dataclass(frozen=True)
class Plan:
    """How to train: which network, on what, in what steps (``batch`` is that of one process)."""

    kind: str
    patches: Path
    output: Path
    samples: int
    batch: int
    rate: float
    workers: int


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["cells", "dice"])
    parser.add_argument("patches", type=Path)
    parser.add_argument("--output", type=Path, default=Path("vision/models"))
    parser.add_argument("--samples", type=int, default=1_200_000)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--workers", type=int, default=2, help="processes, one a core")
    plan = Plan(**vars(parser.parse_args()))
    run_workers(plan.workers, train, plan)


def train(rank: int, plan: Plan) -> None:
    """Train in one of the processes; the first one keeps the log and the network."""
    torch.manual_seed(SEED)
    cells = plan.kind == "cells"
    side = CELL_SIDE if cells else DIE_SIDE
    network = PatchNetwork(CELL_CLASSES if cells else DIE_CLASSES)
    network(torch.zeros(2, 3, side, side))
    share_weights(network)
    optimizer = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=1e-3)
    samples = PatchSamples(*load_patches(plan.patches, plan.kind), side, cells)
    log = ProgressLog(every=400)
    if rank == 0:
        print(f"{len(samples)} patches, margin {MARGIN}", flush=True)
    shown = 0
    while shown < plan.samples:
        order = torch.Generator().manual_seed(SEED + samples.epoch)
        mine = torch.randperm(len(samples), generator=order).tolist()[rank :: plan.workers]
        network.train()
        for start in range(0, len(mine) - len(mine) % plan.batch, plan.batch):
            batch = default_collate([samples[i] for i in mine[start : start + plan.batch]])
            set_rate(optimizer, plan.rate, shown, shown / plan.samples, warm_up=0)
            parts = _step(network, optimizer, *batch)
            shown += plan.batch * plan.workers
            if rank == 0:
                log.add(shown, parts)
            if shown >= plan.samples:
                break
        samples.epoch += 1
    if rank == 0:
        export(network, side, plan.output / f"{plan.kind}.onnx")


def _step(
    network: PatchNetwork,
    optimizer: torch.optim.Optimizer,
    patch: torch.Tensor,
    wanted: torch.Tensor,
) -> list[float]:
    """Learn from one batch; return its loss and the share that was right."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = network(patch)
    loss = nn.functional.cross_entropy(logits.float(), wanted, label_smoothing=0.01)
    optimizer.zero_grad()
    loss.backward()
    average_gradients(network)
    optimizer.step()
    return [loss.item(), float((logits.argmax(1) == wanted).float().mean())]


def export(network: PatchNetwork, side: int, path: Path) -> None:
    """Write the network as ONNX for any number of patches; it gives logits."""
    path.parent.mkdir(parents=True, exist_ok=True)
    network.eval()
    torch.onnx.export(
        network,
        (torch.zeros(2, 3, side, side),),
        str(path),
        input_names=["patches"],
        output_names=["logits"],
        dynamic_axes={"patches": {0: "count"}, "logits": {0: "count"}},
        opset_version=17,
        dynamo=False,
    )
    shrink(path)


if __name__ == "__main__":
    main()

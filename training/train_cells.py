"""Train the cell network: ``python -m training.train_cells PATCHES --output DIR``.

It tells empty cells, the six orientations and hidden cells apart. PATCHES is what extract_patches
and the mining wrote.
"""

from __future__ import annotations

import argparse
import math

import cv2
import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset

from training.covering import cover, shows_something
from training.parallel import run_workers
from training.patch_network import Plan, add_plan, load_patches, train_network
from training.samples import other_colors, recolor
from vision.arrays import Bytes, Patches
from vision.networks.cells import EMPTY, HIDDEN
from vision.networks.inference import normalise
from vision.pictures.patches import CELL_SIDE

COVERED = 0.25
COVERED_EMPTY = 0.4
"""So many patches have something laid over a part of them; more of those of empty cells."""
_LYING = 0.3


class CellSamples(Dataset[tuple[torch.Tensor, int]]):
    """Stored patches, partly covered, shifted, turned, scaled and recoloured anew each time."""

    def __init__(self, patches: Patches, classes: Bytes) -> None:
        """Keep the arrays."""
        self.patches, self.classes = patches, classes
        hidden = np.flatnonzero(classes == HIDDEN)
        self.hidden = hidden[shows_something(patches[hidden])]
        self.empty = np.flatnonzero(classes == EMPTY)
        self.epoch = 0

    def __len__(self) -> int:
        """Return how many patches there are."""
        return len(self.patches)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        """Return one patch, (3, side, side), and its class."""
        rng = np.random.default_rng((self.epoch, index))
        stored, wanted = self.patches[index], int(self.classes[index])
        if rng.random() < (COVERED_EMPTY if wanted == EMPTY else COVERED):
            lies = bool(rng.random() < _LYING)
            chosen = self.empty if lies else self.hidden
            over = self.patches[chosen[rng.integers(len(chosen))]]
            stored, wanted = cover(stored, wanted, over, lies, rng)
        middle = (stored.shape[0] - 1) / 2
        turn, scale = rng.normal() * 0.05, math.exp(rng.normal() * 0.04)
        c, s = math.cos(turn) / scale, math.sin(turn) / scale
        linear = np.array([[c, -s], [s, c]]) + rng.normal(size=(2, 2)) * 0.03
        shift = rng.normal(size=2) * CELL_SIDE * 0.02
        start = middle + shift - linear @ np.full(2, (CELL_SIDE - 1) / 2)
        view = np.column_stack([linear, start]).astype(np.float32)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        patch = cv2.warpAffine(
            stored, view, (CELL_SIDE, CELL_SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        if rng.random() < 0.25:
            patch = cv2.GaussianBlur(patch, (0, 0), rng.uniform(0.4, 1.6))
        shown = np.asarray(patch, np.uint8)
        if rng.random() < 0.15:
            shown, _ = other_colors(shown, rng, least=0.5)
        return torch.from_numpy(normalise(recolor(shown, rng))), wanted


def loss_of(out: torch.Tensor, wanted: torch.Tensor) -> tuple[torch.Tensor, list[float]]:
    """Return the loss of a batch, and figures: the loss and the share that was right."""
    loss = nn.functional.cross_entropy(out, wanted, label_smoothing=0.003)
    return loss, [loss.item(), float((out.argmax(1) == wanted).float().mean())]


def train(rank: int, plan: Plan) -> None:
    """Train in one of the processes."""
    samples = CellSamples(*load_patches(plan.patches.glob("cells*.npz")))
    train_network(rank, plan, samples, HIDDEN + 1, CELL_SIDE, loss_of, "cells.onnx")


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    plan = add_plan(parser, samples=1_500_000)
    run_workers(plan.workers, train, plan)


if __name__ == "__main__":
    main()

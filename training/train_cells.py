"""Train the cell network: ``python -m training.train_cells PATCHES --output DIR``.

It tells empty cells, the six orientations and hidden cells apart. PATCHES is what extract_patches
and the mining wrote.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset

from training.covering import cover, shows_something
from training.parallel import run_workers
from training.patch_network import Plan, add_plan, load_patches, train_network
from training.remembering import REMEMBERED, where_right
from training.samples import other_colors, recolor, seen_through
from vision.arrays import Bytes, Float32s, Patches
from vision.networks.cells import EMPTY, HIDDEN, CellJudge
from vision.networks.inference import normalise
from vision.pictures.patches import CELL_SIDE

COVERED = 0.25
COVERED_EMPTY = 0.4
"""So many patches have something laid over a part of them; more of those of empty cells."""
_LYING = 0.3
_SMOOTHING = 0.003


class CellSamples(Dataset[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]):
    """Stored patches, partly covered, shifted, turned, scaled and recoloured anew each time."""

    def __init__(
        self, patches: Patches, classes: Bytes, remembered: CellJudge | None = None
    ) -> None:
        """Keep the arrays, and the network whose right answers are to be remembered."""
        self.patches, self.classes = patches, classes
        self.remembered = remembered
        hidden = np.flatnonzero(classes == HIDDEN)
        self.hidden = hidden[shows_something(patches[hidden])]
        self.empty = np.flatnonzero(classes == EMPTY)
        self.epoch = 0

    def __len__(self) -> int:
        """Return how many patches there are."""
        return len(self.patches)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return one patch, (3, side, side), what may be said of it, and what is remembered.

        The second holds 1 for every class that is right, (classes,); most have one, a tile half
        covered has two. The third holds what the remembered network said, (classes,), and is zero
        where that was wrong.
        """
        rng = np.random.default_rng((self.epoch, index))
        stored, wanted = self.patches[index], int(self.classes[index])
        classes = frozenset({wanted})
        if rng.random() < (COVERED_EMPTY if wanted == EMPTY else COVERED):
            lies = bool(rng.random() < _LYING)
            chosen = self.empty if lies else self.hidden
            over = self.patches[chosen[rng.integers(len(chosen))]]
            stored, classes = cover(stored, wanted, over, lies, rng)
        turn, scale = rng.normal() * 0.05, math.exp(rng.normal() * 0.04)
        c, s = math.cos(turn) / scale, math.sin(turn) / scale
        linear = np.array([[c, -s], [s, c]]) + rng.normal(size=(2, 2)) * 0.03
        shift = rng.normal(size=2) * CELL_SIDE * 0.02
        patch = seen_through(stored, linear, shift, CELL_SIDE)
        if rng.random() < 0.25:
            patch = np.asarray(cv2.GaussianBlur(patch, (0, 0), rng.uniform(0.4, 1.6)), np.uint8)
        shown = patch
        if rng.random() < 0.15:
            shown, _ = other_colors(shown, rng, least=0.5)
        picture = recolor(shown, rng)
        right = np.zeros(HIDDEN + 1, np.float32)
        right[list(classes)] = 1
        before = torch.from_numpy(self._before(picture, right))
        return torch.from_numpy(normalise(picture)), torch.from_numpy(right), before

    def _before(self, picture: Float32s, right: Float32s) -> Float32s:
        """Return what is to be remembered of a picture, 0..255."""
        if self.remembered is None:
            return np.zeros_like(right)
        (said,) = self.remembered.judge(np.asarray(picture, np.uint8)[None])
        return where_right(said, right)


def loss_of(
    out: torch.Tensor, right: torch.Tensor, before: torch.Tensor
) -> tuple[torch.Tensor, list[float]]:
    """Return the loss of a batch, and figures: the loss and the share that was right.

    How a patch's right classes share what is theirs is left open; what is remembered says more.
    """
    logs = nn.functional.log_softmax(out, dim=1)
    truth = -torch.logsumexp(logs.masked_fill(right == 0, -math.inf), dim=1)
    truth = (1 - _SMOOTHING) * truth - _SMOOTHING * logs.mean(dim=1)
    known = REMEMBERED * before.sum(dim=1)
    loss = ((1 - known) * truth - REMEMBERED * (before * logs).sum(dim=1)).mean()
    hits = right.gather(1, out.argmax(1, keepdim=True))
    return loss, [loss.item(), float(hits.mean())]


def train(rank: int, plan: Plan) -> None:
    """Train in one of the processes."""
    remembered = None if plan.remember is None else CellJudge(plan.remember)
    samples = CellSamples(*load_patches(plan.patches.glob("cells*.npz")), remembered)
    train_network(rank, plan, samples, HIDDEN + 1, CELL_SIDE, loss_of, "cells.onnx")


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--remember", type=Path, help="a network whose right answers to keep")
    plan = add_plan(parser, samples=1_500_000)
    run_workers(plan.workers, train, plan)


if __name__ == "__main__":
    main()

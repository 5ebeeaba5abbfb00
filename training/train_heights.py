"""Train the height network: ``python -m training.train_heights PATCHES --output DIR``.

It tells how far the sides below a tile's face are seen to reach, and how exactly it tells. PATCHES
is what mine_heights wrote.
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

from training.painted_sides import random_prism, with_shadow, with_sides
from training.parallel import run_workers
from training.patch_network import Plan, add_plan, train_network
from training.samples import recolor, seen_through
from vision.arrays import Indices
from vision.networks.heights import SOFTENED, SPREADS
from vision.networks.inference import normalise
from vision.pictures.patches import HEIGHT_SIDE

WIDTHS = (12, 24, 48, 64)
"""Of the stages of :class:`training.patch_network.PatchNetwork`: about half of the usual."""
_FURTHEST = 1.2
"""Sides that reach further are said to reach so far: what is below is outside of the patch."""
_SHADOWED, _PAINTED = 0.2, 0.55
"""So many tiles on the table get a shadow, and so many are put on a prism."""
_PRISMS = 0.03, 1.7
"""So much further its sides reach than the tile's own do, in edge lengths."""


class HeightSamples(Dataset[tuple[torch.Tensor, torch.Tensor]]):
    """Stored patches, hardly shifted or turned, mirrored, painted and recoloured each time."""

    def __init__(self, folder: Path) -> None:
        """Read the files of a folder and of those in it."""
        files = [np.load(path) for path in sorted(folder.glob("**/heights*.npz"))]
        self.patches = np.concatenate([file["patches"] for file in files])
        self.reaches = np.concatenate([file["reaches"] for file in files])
        self.turns = np.concatenate([file["turns"] for file in files])
        self.stacked = np.concatenate([file["stacked"] for file in files])
        self.chosen = self._balanced()
        self.epoch = 0

    def _balanced(self) -> Indices:
        """Return which patches to show in an epoch: tops of stacks as often as others."""
        tops, flat = np.flatnonzero(self.stacked), np.flatnonzero(~self.stacked)
        return np.concatenate([flat, np.tile(tops, max(round(len(flat) / max(len(tops), 1)), 1))])

    def __len__(self) -> int:
        """Return how many patches are shown in an epoch."""
        return len(self.chosen)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Return one patch, (3, side, side), and how far the sides in it reach, (1,)."""
        rng = np.random.default_rng((self.epoch, index))
        one = self.chosen[index]
        patch, reach = self.patches[one], float(self.reaches[one])
        turn = float(self.turns[one])
        if not self.stacked[one]:
            if rng.random() < _SHADOWED:
                patch = with_shadow(patch, turn, rng)
            if rng.random() < _PAINTED:
                reach += math.exp(rng.uniform(*np.log(_PRISMS)))
                patch = with_sides(patch, turn, random_prism(patch, reach, rng), rng)
        if rng.random() < 0.5:
            patch = patch[:, ::-1]
        angle = rng.normal() * 0.1
        turned = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        linear = turned @ (np.eye(2) + rng.normal(size=(2, 2)) * 0.02)
        patch = seen_through(patch, linear, rng.normal(size=2) * HEIGHT_SIDE * 0.008, HEIGHT_SIDE)
        if rng.random() < 0.3:
            patch = np.asarray(cv2.GaussianBlur(patch, (0, 0), rng.uniform(0.3, 1.5)), np.uint8)
        seen = normalise(recolor(patch, rng))
        return torch.from_numpy(seen), torch.tensor([min(reach, _FURTHEST)])


def loss_of(out: torch.Tensor, wanted: torch.Tensor) -> tuple[torch.Tensor, list[float]]:
    """Return the loss of a batch, and figures: the loss and how far off the logarithms are.

    The spread that a network tells of its own answer, and learns by it (Kendall & Gal, What
    Uncertainties Do We Need in Bayesian Deep Learning for Computer Vision?, 2017), here with
    Huber's loss.
    """
    logarithms = torch.log(wanted[:, 0] + SOFTENED)
    spreads = out[:, 1].clamp(*SPREADS)
    off = (logarithms - out[:, 0]) * torch.exp(-spreads)
    loss = (spreads + nn.functional.smooth_l1_loss(off, torch.zeros_like(off))).mean()
    apart = (logarithms - out[:, 0]).abs().mean()
    return loss, [loss.item(), apart.item()]


def train(rank: int, plan: Plan) -> None:
    """Train in one of the processes."""
    samples = HeightSamples(plan.patches)
    train_network(rank, plan, samples, 2, HEIGHT_SIDE, loss_of, "heights.onnx", WIDTHS)


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    plan = add_plan(parser, samples=400_000)
    run_workers(plan.workers, train, plan)


if __name__ == "__main__":
    main()

"""Train the lie network: ``python -m training.train_lies PATCHES --output DIR``.

It tells whether what is read as a tile of a board lies flat in its cell, or is in the air or on
others. PATCHES is what mine_lies wrote.
"""

from __future__ import annotations

import argparse
import math

import cv2
import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset

from training.mine_lies import ALOFT
from training.parallel import run_workers
from training.patch_network import Plan, add_plan, load_patches, train_network
from training.samples import recolor, seen_through
from vision.arrays import Bytes, Image, Indices, Patches
from vision.networks.inference import normalise
from vision.pictures.patches import LIE_SIDE

WIDTHS = (16, 32, 56, 80)
"""Of the stages of :class:`training.patch_network.PatchNetwork`: two thirds of the usual."""
_FLAT_TO_ALOFT = 2.0
"""So many patches of tiles that lie flat are shown to one of what is aloft."""
_SMOOTHING = 0.005
_UNEVENLY_LIT = 0.2
"""So many patches show light of two colours, as where lamps differ or a shadow falls."""


class LieSamples(Dataset[tuple[torch.Tensor, torch.Tensor]]):
    """Stored patches, hardly shifted or turned, mirrored and recoloured anew each time."""

    def __init__(self, patches: Patches, classes: Bytes) -> None:
        """Keep the arrays."""
        self.patches, self.classes = patches, classes
        self.chosen = _balanced(classes)
        self.epoch = 0

    def __len__(self) -> int:
        """Return how many patches are shown in an epoch."""
        return len(self.chosen)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Return one patch, (3, side, side), and whether it is aloft, (1,)."""
        rng = np.random.default_rng((self.epoch, index))
        one = self.chosen[index]
        stored = self.patches[one]
        if rng.random() < 0.5:  # a tile's figure is its own mirror image
            stored = stored[::-1]
        linear = np.eye(2) + rng.normal(size=(2, 2)) * 0.006
        shift = rng.normal(size=2) * LIE_SIDE * 0.004
        patch = seen_through(stored, linear, shift, LIE_SIDE)
        if rng.random() < 0.2:
            patch = np.asarray(cv2.GaussianBlur(patch, (0, 0), rng.uniform(0.3, 1.2)), np.uint8)
        if rng.random() < _UNEVENLY_LIT:
            patch = unevenly_lit(patch, rng)
        seen = normalise(recolor(patch, rng))
        wanted = torch.tensor([float(self.classes[one] == ALOFT)])
        return torch.from_numpy(seen), wanted


def unevenly_lit(patch: Image, rng: np.random.Generator) -> Image:
    """Return a patch, (side, side, 3), over which light of one colour goes over into another's."""
    way, steps = rng.uniform(0, 2 * math.pi), np.linspace(-1, 1, len(patch))
    along = math.cos(way) * steps[None, :] + math.sin(way) * steps[:, None]
    share = 1 / (1 + np.exp(-rng.uniform(1, 6) * (along - rng.uniform(-0.7, 0.7))))
    one, other = np.exp(rng.normal(size=(2, 3)) * 0.3 + rng.normal(size=(2, 1)) * 0.2)
    lit = patch * (one + share[..., None] * (other - one))
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _balanced(classes: Bytes) -> Indices:
    """Return which patches to show in an epoch: those of what is aloft as often as it takes."""
    aloft, flat = np.flatnonzero(classes == ALOFT), np.flatnonzero(classes != ALOFT)
    times = max(round(len(flat) / (_FLAT_TO_ALOFT * max(len(aloft), 1))), 1)
    return np.concatenate([flat, np.tile(aloft, times)])


def loss_of(out: torch.Tensor, wanted: torch.Tensor) -> tuple[torch.Tensor, list[float]]:
    """Return the loss of a batch, and figures: the loss and the share that was right."""
    smooth = wanted * (1 - 2 * _SMOOTHING) + _SMOOTHING
    loss = nn.functional.binary_cross_entropy_with_logits(out, smooth)
    right = ((out > 0) == (wanted > 0.5)).float().mean()
    return loss, [loss.item(), float(right)]


def train(rank: int, plan: Plan) -> None:
    """Train in one of the processes."""
    samples = LieSamples(*load_patches(plan.patches.glob("**/lies*.npz")))
    train_network(rank, plan, samples, 1, LIE_SIDE, loss_of, "lies.onnx", WIDTHS)


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    plan = add_plan(parser, samples=400_000)
    run_workers(plan.workers, train, plan)


if __name__ == "__main__":
    main()

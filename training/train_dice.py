"""Train the network that reads dice: ``python -m training.train_dice PATCHES --output DIR``.

It learns two things of a patch: what the die in it shows, and where and how large its upper face is
there. PATCHES is what die_patches wrote.
"""

from __future__ import annotations

import argparse
import math

import cv2
import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset

from training.die_patches import ODD_FACE
from training.parallel import run_workers
from training.patch_network import Plan, add_plan, load_patches, train_network
from training.samples import recolor, seen_through
from vision.arrays import Bytes, Patches
from vision.networks.dice import AIM, NO_DIE, VALUES
from vision.networks.inference import normalise
from vision.pictures.patches import DIE_REACH, DIE_SIDE

_AIM_WEIGHT = 2.0
_TURN = math.radians(12)
"""How far the reader may be off in what it takes for upward, for it does not know the lens."""
_UPSIDE_DOWN = 0.08
"""So many of the patches are turned in any way, as where no tile tells how the table lies."""
_FAR = 0.15
"""So many of the patches are shifted much farther than the others."""


class DieSamples(Dataset[tuple[torch.Tensor, int, torch.Tensor]]):
    """Stored patches, shifted, turned, scaled and recoloured anew each time."""

    def __init__(self, patches: Patches, classes: Bytes) -> None:
        """Keep the arrays."""
        self.patches, self.classes = patches, classes
        self.epoch = 0

    def __len__(self) -> int:
        """Return how many patches there are."""
        return len(self.patches)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int, torch.Tensor]:
        """Return one patch, (3, side, side), its class, and the aim, (3,)."""
        rng = np.random.default_rng((self.epoch, index))
        stored = self.patches[index]
        turn = rng.normal() * _TURN if rng.random() > _UPSIDE_DOWN else rng.uniform(0, 2 * math.pi)
        grown = float(np.clip(rng.normal() * 0.22, -0.5, 0.45))
        away, reach = rng.uniform(0, 2 * math.pi), 1.3 if rng.random() < _FAR else 0.6
        shift = np.array([math.cos(away), math.sin(away)]) * reach * math.sqrt(rng.random())
        radius = DIE_SIDE / (2 * DIE_REACH)
        c, s = math.cos(turn) * math.exp(grown), math.sin(turn) * math.exp(grown)
        linear = np.array([[c, -s], [s, c]])
        if rng.random() < 0.5:
            linear[:, 0] *= -1
        skewed = linear + rng.normal(size=(2, 2)) * 0.03
        patch = seen_through(stored, skewed, -skewed @ (shift * radius), DIE_SIDE)
        if rng.random() < 0.2:
            patch = np.asarray(cv2.GaussianBlur(patch, (0, 0), rng.uniform(0.4, 1.3)), np.uint8)
        aim = torch.tensor([*shift, -grown], dtype=torch.float32)
        seen = normalise(recolor(patch, rng))
        return torch.from_numpy(seen), int(self.classes[index]), aim


def loss_of(
    out: torch.Tensor, value: torch.Tensor, aim: torch.Tensor
) -> tuple[torch.Tensor, list[float]]:
    """Return a batch's loss, and figures: the loss, the share right, the mean miss in radii.

    An odd face is no die with pips, but is aimed at all the same.
    """
    logits, aimed = out[:, : VALUES + 1], out[:, VALUES + 1 :]
    is_die = value != NO_DIE
    value = torch.where(value == ODD_FACE, NO_DIE, value)
    reading = nn.functional.cross_entropy(logits, value, label_smoothing=0.003)
    miss = nn.functional.smooth_l1_loss(aimed, aim, reduction="none", beta=0.1).sum(1)
    aiming = (miss * is_die).sum() / is_die.sum().clamp(min=1)
    loss = reading + _AIM_WEIGHT * aiming
    right = float((logits.argmax(1) == value).float().mean())
    off = float((aimed.detach() - aim)[is_die, :2].norm(dim=1).mean())
    return loss, [loss.item(), right, off]


def train(rank: int, plan: Plan) -> None:
    """Train in one of the processes."""
    samples = DieSamples(*load_patches(plan.patches.glob("dice_*.npz")))
    train_network(rank, plan, samples, VALUES + 1 + AIM, DIE_SIDE, loss_of, "dice.onnx")


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    plan = add_plan(parser, samples=1_200_000)
    run_workers(plan.workers, train, plan)


if __name__ == "__main__":
    main()

"""Fit the weights with which the detector and the cell network are fused.

``python -m training.fit_fusion SCENES`` reads scenes that nothing was trained on, compares
each cell with the truth, and prints the weights for ``vision.recognition.fusion`` that make its
probabilities honest (logistic regression), with how well they do by tenths.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

from training.extract_patches import CELL_STORED, MARGIN
from training.mine_cells import true_class
from training.scene_files import load_covered, load_labels, load_picture
from vision.arrays import Float64s
from vision.networks.cells import EMPTY, HIDDEN
from vision.networks.inference import NETWORKS
from vision.pictures.patches import CELL_REACH, patch_grid
from vision.readers.reader import Reader
from vision.recognition.cells import CellBelief
from vision.recognition.fusion import log_odds
from vision.recognition.thresholds import LEAST_HEAT


@dataclass(frozen=True)
class Example:
    """One cell as the witnesses saw it, and what lies there (a class of the cell network)."""

    belief: CellBelief
    truth: int

    @property
    def kind(self) -> str:
        """Which of the weights it is about."""
        if self.belief.detected is None:
            return "undetected"
        seen = int(np.argmax(self.belief.looked[EMPTY + 1 : HIDDEN]))
        return "agreed" if self.belief.detected == seen else "disagreed"

    @property
    def row(self) -> list[float]:
        """The cell network's log odds of a tile, the detector's (its heat's), and 1."""
        odds = log_odds(float(self.belief.looked[EMPTY + 1 : HIDDEN].sum()))
        least = LEAST_HEAT if self.belief.detected is None else 0.01
        return [odds, log_odds(min(max(self.belief.score, least), 0.99)), 1.0]


def examples(reader: Reader, path: Path) -> Iterator[Example]:
    """Yield the cells of one scene that can be seen."""
    labels, covered = load_labels(path), load_covered(path)
    examination = reader.examine(load_picture(path))
    grid = patch_grid(CELL_STORED, CELL_REACH * MARGIN)
    for cluster, beliefs in examination.clusters:
        for cell, belief in beliefs.items():
            where = cluster.project(grid + np.array(cell.center()))
            taken = float(belief.looked[EMPTY]) == 1.0  # nobody looked: another tile lies there
            if belief.seen < 0.9 or taken or not np.isfinite(where).all():
                continue
            truth = true_class(labels, covered, cluster, cell, where)
            if truth is not None and truth != HIDDEN:
                yield Example(belief, truth)


def fit_line(rows: Float64s, is_tile: Float64s) -> Float64s:
    """Return the weights of a logistic regression, pulled a little towards 1, 0 and 0."""
    x, y = torch.from_numpy(rows), torch.from_numpy(is_tile)
    start = torch.tensor([1.0, 0.0, 0.0], dtype=torch.float64)
    weights = start.clone().requires_grad_()
    optimizer = torch.optim.LBFGS([weights], max_iter=200)

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        value = torch.nn.functional.binary_cross_entropy_with_logits(x @ weights, y)
        value = value + 1e-4 * ((weights - start) ** 2).sum()
        value.backward()
        return value

    optimizer.step(loss)
    return np.asarray(weights.detach().numpy(), np.float64)


def fit_turn(chosen: list[Example]) -> float:
    """Return the weight of the orientations' log probabilities that makes them likeliest."""
    tiles = [e for e in chosen if e.truth != EMPTY]
    logs = np.log(np.maximum([e.belief.looked[EMPTY + 1 : HIDDEN] for e in tiles], 1e-9))
    truth = np.array([e.truth - 1 for e in tiles])
    choices = np.arange(0.3, 2.01, 0.05)

    def cost(weight: float) -> float:
        scaled = logs * weight
        scaled = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        return float(-scaled[np.arange(len(tiles)), truth].mean())

    return float(min(choices, key=cost))


def main() -> None:
    """Fit, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("--models", type=Path, default=NETWORKS)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader(arguments.models)
    chosen = [
        e for path in sorted(arguments.scenes.glob("s*.json")) for e in examples(reader, path)
    ]
    for kind in ("undetected", "agreed", "disagreed"):
        some = [e for e in chosen if e.kind == kind]
        rows = np.array([e.row for e in some])
        is_tile = np.array([float(e.truth != EMPTY) for e in some])
        if kind == "disagreed":
            rows[:, 1] = 0
        weights = fit_line(rows, is_tile)
        print(
            f"{kind}: slope {weights[0]:.3f}, score {weights[1]:.3f}, bias {weights[2]:.3f}; ",
            end="",
        )
        print(f"{len(some)} cells, {is_tile.mean():.4f} of them tiles")
    print(f"turn: {fit_turn(chosen):.2f}")


if __name__ == "__main__":
    main()

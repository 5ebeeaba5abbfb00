"""What both trainings share: the learning rate over time, and lines of progress."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import torch


def set_rate(
    optimizer: torch.optim.Optimizer, rate: float, shown: int, progress: float, warm_up: int
) -> None:
    """Set the learning rate: up from a twentieth over ``warm_up`` samples, then down one cosine.

    ``progress`` is the share of the training that is over, 0..1.
    """
    warm = min(1.0, shown / max(warm_up, 1) + 0.05)
    share = 0.01 + 0.99 * (1 + math.cos(math.pi * min(progress, 1.0))) / 2
    for group in optimizer.param_groups:
        group["lr"] = rate * warm * share


class ProgressLog:
    """Prints the means of some figures every so many steps."""

    def __init__(self, every: int) -> None:
        """Print after each ``every`` steps."""
        self._every = every
        self._began = time.monotonic()
        self._rows: list[Sequence[float]] = []

    def add(self, shown: int, figures: Sequence[float]) -> None:
        """Take one step's figures; ``shown`` samples were shown so far."""
        self._rows.append(figures)
        if len(self._rows) == self._every:
            means = " ".join(
                f"{sum(column) / self._every:.4f}" for column in zip(*self._rows, strict=True)
            )
            passed = time.monotonic() - self._began
            print(f"shown {shown} figures {means} after {passed:.0f} s", flush=True)
            self._rows = []

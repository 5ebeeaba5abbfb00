"""Judging how high a tile's face is above the table, with a small convolutional network.

It was trained by ``training`` on pictures the project draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.arrays import Float32s, Float64s, Patches
from vision.networks.inference import Network

SOFTENED = 0.05
"""What is seen of sides is told as the logarithm of its length, in edge lengths, and this."""
SPREADS = -5.0, 2.0
"""Logarithms of spreads beyond these are taken to be these."""


@dataclass(frozen=True)
class SeenSides:
    """How far the sides of what carries a face are seen to reach below it, (n,) each.

    ``logarithms`` are those of the lengths on the face's own plane, in edge lengths, each with
    :data:`SOFTENED` added; ``spreads`` say how exactly they are told.
    """

    logarithms: Float64s
    spreads: Float64s

    @property
    def lengths(self) -> Float64s:
        """The lengths themselves, in edge lengths, none less than 0, (n,)."""
        return np.maximum(np.exp(self.logarithms) - SOFTENED, 0.0)


class HeightJudge:
    """The network, loaded once."""

    def __init__(self, model: Path) -> None:
        """Load the network from an ONNX file."""
        self._network = Network(model)

    def judge(self, patches: Patches) -> SeenSides:
        """Return how far the sides below faces are seen to reach.

        ``patches`` are those of :func:`vision.pictures.patches.height_places`, BGR,
        (n, side, side, 3).
        """
        told: Float32s = np.zeros((0, 2), np.float32)
        if len(patches):
            told = self._network.run(patches)
        logarithms, spreads = told.astype(np.float64).T
        return SeenSides(logarithms, np.exp(np.clip(spreads, *SPREADS)))

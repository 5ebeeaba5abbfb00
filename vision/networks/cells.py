"""Judging what lies in a cell of a lattice, with a small convolutional network.

It was trained by ``training`` on pictures the project draws.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.arrays import Float32s, Patches
from vision.networks.inference import Network

EMPTY = 0
HIDDEN = 7
"""Classes of a cell: empty, orientation 0 to 5 as 1 to 6, hidden."""


def softmax(logits: Float32s) -> Float32s:
    """Return the probabilities of classes, (n, classes), from their logits."""
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)


class CellJudge:
    """The network, loaded once."""

    def __init__(self, model: Path) -> None:
        """Load the network from an ONNX file."""
        self._network = Network(model)

    def judge(self, patches: Patches) -> Float32s:
        """Return each class's probability, (n, classes), for BGR patches, (n, side, side, 3)."""
        if not len(patches):
            return np.zeros((0, HIDDEN + 1), np.float32)
        return softmax(self._network.run(patches))

"""Judging whether a tile of a board lies flat in its cell, with a small convolutional network.

It was trained by ``training`` on pictures the project draws.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.arrays import Float64s, Patches
from vision.networks.inference import Network


class LieJudge:
    """The network, loaded once."""

    def __init__(self, model: Path) -> None:
        """Load the network from an ONNX file."""
        self._network = Network(model)

    def judge(self, patches: Patches) -> Float64s:
        """Return the log odds that tiles are in the air or on others, (n,).

        ``patches`` are those of tiles among their neighbours
        (:func:`vision.pictures.patches.lie_places`), BGR, (n, side, side, 3).
        """
        if not len(patches):
            return np.zeros(0)
        return np.asarray(self._network.run(patches)[:, 0], np.float64)

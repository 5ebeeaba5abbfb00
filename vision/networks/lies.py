"""Judging whether a tile of a board lies flat in its cell, with a small convolutional network.

It was trained by ``training`` on pictures the project draws.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.arrays import Float64s, Patches
from vision.networks.inference import Network
from vision.networks.thresholds import OPEN_LIES


class LieJudge:
    """The network, loaded once."""

    def __init__(self, model: Path) -> None:
        """Load the network from an ONNX file."""
        self._network = Network(model)

    def judge(self, patches: Patches) -> Float64s:
        """Return the log odds that tiles are in the air or on others, (n,).

        What is left open is seen mirrored as well, as a tile's figure is its own mirror image.

        ``patches`` are those of tiles among their neighbours
        (:func:`vision.pictures.patches.lie_places`), BGR, (n, side, side, 3).
        """
        if not len(patches):
            return np.zeros(0)
        odds = np.asarray(self._network.run(patches)[:, 0], np.float64)
        least, most = OPEN_LIES
        left_open = np.flatnonzero((odds > least) & (odds < most))
        if len(left_open):
            mirrored = np.ascontiguousarray(patches[left_open, ::-1])
            odds[left_open] = (odds[left_open] + self._network.run(mirrored)[:, 0]) / 2
        return odds

"""How the table looks on cells near the board before a tile is laid there.

A cloth may puzzle the cell network, so that it takes a bare cell for hidden. Where a tile is taken
away again, the cell looks as it did before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from rules.lattice import Cell
from vision.arrays import Image
from vision.following.thresholds import LEAST_RESIDUE

_MIDDLE = slice(10, 30)
"""Of a cell's patch of 40 pixels, what a tile beside it does not reach."""


@dataclass
class BareCells:
    """Remembers how cells looked when no tile lay there; ``reach`` steps from the board at most."""

    reach: int = 2
    _looked: dict[Cell, Image] = field(default_factory=dict)

    def near(self, tiles: Iterable[Cell]) -> list[Cell]:
        """Return the cells without a tile that are to be remembered."""
        board = set(tiles)
        near = set(board)
        for _ in range(self.reach):
            near |= {n for cell in near for n in cell.neighbours()}
        return sorted(near - board)

    def remember(self, patches: Mapping[Cell, Image], tiles: Iterable[Cell]) -> None:
        """Take in how cells look now, (40, 40, 3), and forget what is far from all tiles."""
        board = list(tiles)
        kept = {*self.near(board), *board}
        known = {cell: patch for cell, patch in self._looked.items() if cell in kept}
        new = {cell: patch[_MIDDLE, _MIDDLE].copy() for cell, patch in patches.items()}
        self._looked = known | new

    def shows_again(self, cell: Cell, patch: Image) -> bool:
        """Tell whether a cell, (40, 40, 3), looks as it did when no tile lay there."""
        if cell not in self._looked:
            return False
        before, now = (
            cv2.GaussianBlur(one, (0, 0), 1.2).astype(np.float64)
            for one in (self._looked[cell], patch[_MIDDLE, _MIDDLE])
        )
        return bool(np.sqrt(((now - before) ** 2).mean()) < LEAST_RESIDUE)

    def clear(self) -> None:
        """Forget all."""
        self._looked.clear()

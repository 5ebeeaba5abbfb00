"""How the table looks on cells near the board before a tile is laid there.

A cloth may puzzle the cell network, so that it takes a bare cell for hidden, or doubts that it is
bare once tiles lie around it. Where a tile is taken away again, the cell looks as it did before;
and what looks as it did when it was surely bare is surely bare.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from rules.lattice import Cell
from vision.arrays import Float32s, Image
from vision.following.cell_looks import INNER
from vision.following.thresholds import BARE_REACH, LEAST_RESIDUE, RESIDUE_SHARE

_SHIFTED = 4
"""A cell is looked for so many pixels of its picture, of 40, to either side."""
_WIDE = tuple(slice(side.start - _SHIFTED, side.stop + _SHIFTED) for side in INNER)
_LEAST_LIT, _NEAREST = 5, 7
"""So many cells at least tell of the light, and the nearest ones of that on a cell."""
_MOSTLY = 0.75
"""In so large a share of the cells it is alike on those side by side, where it is light."""
_INNER = (slice(_SHIFTED, -_SHIFTED), slice(_SHIFTED, -_SHIFTED))


@dataclass
class BareCells:
    """Remembers how cells looked when no tile lay there; ``reach`` steps from the board at most."""

    reach: int = BARE_REACH
    _looked: dict[Cell, Float32s] = field(default_factory=dict)
    _surely: frozenset[Cell] = frozenset()

    def near(self, tiles: Iterable[Cell]) -> list[Cell]:
        """Return the cells without a tile that are to be remembered."""
        board = set(tiles)
        near = set(board)
        for _ in range(self.reach):
            near |= {n for cell in near for n in cell.neighbours()}
        return sorted(near - board)

    def remember(
        self,
        patches: Mapping[Cell, Image],
        tiles: Iterable[Cell],
        surely: Iterable[Cell],
        residue: float = LEAST_RESIDUE,
    ) -> None:
        """Take in how cells look now, (40, 40, 3), and forget what is far from all tiles.

        What looks otherwise differs by ``residue`` grey levels at least, and by a share of its
        contrast. ``surely`` are those on which surely no tile lies. A cell of which that is said
        though it looks otherwise than before is not relied on, lest a tile that was not seen count
        as the table; unless most cells look otherwise, as when a lamp is lit.
        """
        board = list(tiles)
        kept = {*self.near(board), *board}
        middles = {cell: _middle(patch) for cell, patch in patches.items()}
        self._relight(middles)
        known = {cell: look for cell, look in self._looked.items() if cell in kept}
        changed = {c for c in middles.keys() & known if not _alike(known[c], middles[c], residue)}
        if 2 * len(changed) > len(middles.keys() & known):
            changed = set()
        relied_on = (self._surely & known.keys()) | (set(surely) & middles.keys())
        self._surely = frozenset(relied_on - changed)
        self._looked = known | middles

    def in_light_of(self, patches: Mapping[Cell, Image]) -> None:
        """Think of all cells in the light that falls on those without a tile now.

        A lamp that is lit after a tile was laid changes how the table below it looks, and about as
        much as the cells nearest to it that can be seen. Where these do not agree, something else
        has changed. ``patches`` are pictures of cells on which no tile lies, (40, 40, 3).
        """
        self._relight({cell: _middle(patch) for cell, patch in patches.items()})

    def _relight(self, middles: Mapping[Cell, Float32s]) -> None:
        """Think of all cells in the light that falls on some, given by their middles."""
        seen = sorted(middles.keys() & self._looked.keys())
        if len(seen) < _LEAST_LIT:
            return
        now = _means([middles[cell] for cell in seen])
        before = _means([self._looked[cell] for cell in seen])
        lights = [_Light(seen, before, now, by_factors=either) for either in (True, False)]
        light = min(lights, key=lambda light: float(np.median(light.misses)))
        if float((light.misses < LEAST_RESIDUE).mean()) >= _MOSTLY:
            cells = sorted(self._looked)
            lit = light.on(cells, [self._looked[cell] for cell in cells])
            self._looked = dict(zip(cells, lit, strict=True))

    def shows_again(self, cell: Cell, patch: Image, residue: float = LEAST_RESIDUE) -> bool:
        """Tell whether a cell, (40, 40, 3), looks as it did when no tile was seen there.

        What looks otherwise differs by ``residue`` grey levels at least, and by a share of its
        contrast.
        """
        looked = self._looked.get(cell)
        return looked is not None and _alike(looked, _middle(patch), residue)

    def is_surely_bare(self, cell: Cell, patch: Image, residue: float = LEAST_RESIDUE) -> bool:
        """Tell whether a cell, (40, 40, 3), looks as it did when surely no tile lay there."""
        return cell in self._surely and self.shows_again(cell, patch, residue)

    def clear(self) -> None:
        """Forget all."""
        self._looked.clear()
        self._surely = frozenset()


def _middle(patch: Image) -> Float32s:
    """Return the middle of a picture of a cell, (40, 40, 3), without its noise, (28, 28, 3).

    What a tile beside it does not reach is (20, 20, 3); the rest is for what has shifted.
    """
    return cv2.GaussianBlur(patch[_WIDE], (0, 0), 1.2).astype(np.float32)


class _Light:
    """How the light changed on some cells, by their mean colours before and now, (n, 3) each.

    It did by factors, as where a lamp is lit, or by grey levels, as in haze or where a picture is
    spread otherwise. ``misses``, (n,), are by how many grey levels those side by side disagree.
    """

    def __init__(
        self, cells: Sequence[Cell], before: Float32s, now: Float32s, *, by_factors: bool
    ) -> None:
        self._by_factors, self._cells = by_factors, np.array(cells)
        self._rose = now / before if by_factors else now - before
        self.misses = np.abs(np.stack(self.on(cells, before)) - now).max(axis=1)

    def on(self, cells: Sequence[Cell], looks: Iterable[Float32s]) -> list[Float32s]:
        """Return how cells, (..., 3) each, look in the light that is on those nearest to them."""
        q, r = (np.array(cells)[:, None] - self._cells[None]).transpose(2, 0, 1)
        # as ``Cell.steps_to`` counts them, of all pairs at once
        steps = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r))
        nearest = np.argsort(steps, axis=1, kind="stable")[:, :_NEAREST]
        rose = np.median(self._rose[nearest], axis=1).astype(np.float32)
        pairs = zip(looks, rose, strict=True)
        return [look * by if self._by_factors else look + by for look, by in pairs]


def _means(middles: Sequence[Float32s]) -> Float32s:
    """Return the mean colours of some cells, (n, 3), at least one grey level each."""
    return np.asarray(np.maximum(np.stack(middles).mean(axis=(1, 2)), 1.0), np.float32)


def _alike(before: Float32s, now: Float32s, residue: float) -> bool:
    """Tell whether the middles of two pictures of a cell show the same, shifted a little or not.

    A lattice of a few tiles says less exactly where cells beside them lie than one of many, so that
    a pattern differs by the more the greater its contrast is.
    """
    before = np.clip(before, 0.0, 255.0)  # in brighter light it would burn white
    inner, looked = now[_INNER], before[_INNER]
    apart = (inner - looked).ravel()
    least = float(apart @ apart)
    if least < residue**2 * inner.size:
        return True
    limit = max(residue, RESIDUE_SHARE * float((looked - looked.mean(axis=(0, 1))).std()))
    if least >= limit**2 * inner.size:
        least = min(least, float(cv2.matchTemplate(before, inner, cv2.TM_SQDIFF).min()))
    return least < limit**2 * inner.size

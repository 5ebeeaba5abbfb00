"""What is known of one cell from all looks at it so far.

Evidence of several looks at an unchanged picture is fused, so that noise never flips a tile; where
the picture of a cell has changed, the new look counts alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from rules.lattice import SIDES
from vision.arrays import Float32s, Float64s, Grey, Mask
from vision.following.thresholds import (
    BURNT_EMPTY,
    BURNT_GREY,
    GAINS,
    LEAST_RESIDUE,
    LEAST_REST,
    MOST_LOOKS,
    MOSTLY_SEEN,
    RESIDUE_SHARE,
    UNLAID_LOOKS,
)
from vision.recognition.cells import CellBelief
from vision.recognition.thresholds import DOUBTED_EMPTY, SURE_TILE


@dataclass(frozen=True)
class CellMemory:
    """What is known of one cell.

    Attributes
    ----------
    probabilities
        Of empty and of the orientations 0 to 5, (7,), over all looks.
    agreed
        Whether in some look the detector and the cell network agreed on it.
    kept
        Whether it was sure before and nothing since has said otherwise.
    hidden
        Whether it could not be seen in the last look.
    patch
        How the cell looked, grey, (40, 40) uint8; None when it was never seen.
    looks
        How many looks are in ``probabilities``.
    burnt
        Whether a lamp burnt it white in the last look.
    sure_looks_due
        In so many looks more, one after the other, it must be sure to count as sure: a tile that
        nobody was seen to lay may be a mark of the table.
    """

    probabilities: Float32s
    agreed: bool
    kept: bool
    hidden: bool
    patch: Grey | None
    looks: int
    burnt: bool = False
    sure_looks_due: int = 0

    @property
    def orientation(self) -> int | None:
        """The orientation of the tile that is believed to lie here; None without one."""
        if self.probabilities[0] > 0.5:
            return None
        return int(np.argmax(self.probabilities[1:]))

    @cached_property
    def contrast(self) -> float:
        """The standard deviation of how the cell looked, in grey levels; 0 if it was never seen."""
        return 0.0 if self.patch is None else float(_smooth(self.patch).std())

    @property
    def is_sure(self) -> bool:
        """Whether it is sure what lies here."""
        if self.sure_looks_due:
            return False
        if self.kept:
            return True
        if self.orientation is None:
            return self.agreed and float(self.probabilities[0]) > 1 - DOUBTED_EMPTY
        return self.agreed and float(self.probabilities[1:].max()) > SURE_TILE


def least_residue(cells: Iterable[CellMemory]) -> float:
    """Return by how many grey levels a cell that looks otherwise differs at least.

    In dim light, or where a set has two colours much alike, a tile that is laid changes less.
    """
    contrasts = [cell.contrast for cell in cells if cell.orientation is not None and cell.contrast]
    if not contrasts:
        return LEAST_RESIDUE
    return min(LEAST_RESIDUE, RESIDUE_SHARE * float(np.quantile(contrasts, 0.25)))


def remember(
    old: CellMemory | None,
    belief: CellBelief,
    patch: Grey,
    *,
    touched: bool = False,
    laid: bool = True,
    residue: float = LEAST_RESIDUE,
) -> CellMemory:
    """Return what is known of a cell after another look.

    Parameters
    ----------
    old
        What was known before; None for a cell never looked at.
    belief
        What the look says, in the game's own orientations.
    patch
        How the cell looks now, grey, (40, 40).
    touched
        Whether something that hides the table reaches into the cell. A tile there may be held:
        what is new is not sure.
    laid
        Whether a tile may have been laid there since the last settled look, as far as is known.
    residue
        By how many grey levels a cell that looks otherwise differs at least.
    """
    if belief.burnt and not touched and (old is None or old.orientation is None):
        is_as_it_was = old is not None and old.is_sure and _alike(old, patch, residue)
        return old if old is not None and is_as_it_was else _unknown(patch)
    if belief.hidden > 0.5 and not (belief.is_tile and belief.is_sure):
        if old is None:
            return CellMemory(belief.probabilities, False, False, True, None, 0, belief.burnt)
        return replace(old, hidden=True, burnt=belief.burnt)
    sure = belief.is_sure and not touched
    fresh = CellMemory(belief.probabilities, sure, sure, False, patch, 1)
    if touched and old is not None and old.is_sure:
        return _beside_cover(old, fresh, belief)
    if old is None or old.patch is None:
        if laid or fresh.orientation is None:
            return fresh
        return replace(fresh, sure_looks_due=UNLAID_LOOKS - 1 if sure else UNLAID_LOOKS)
    if _show_the_same(old.patch, patch, residue, old, fresh):
        return _fused(old, fresh)
    if fresh.kept or not old.is_sure or fresh.orientation != old.orientation:
        return fresh
    return replace(fresh, kept=old.orientation is not None)


def surely_bare(patch: Grey) -> CellMemory:
    """Return what is known of a cell that looks, grey, (40, 40), as when it was surely bare."""
    return CellMemory(np.eye(1, SIDES + 1, dtype=np.float32)[0], True, True, False, patch, 1)


def _unknown(patch: Grey) -> CellMemory:
    """Return what is known of a cell that a lamp burnt: a tile may lie there, as on any other."""
    shares = np.full(SIDES + 1, (1 - BURNT_EMPTY) / SIDES, np.float32)
    shares[0] = BURNT_EMPTY
    return CellMemory(shares, False, False, False, patch, 1, burnt=True)


def _alike(old: CellMemory, patch: Grey, residue: float) -> bool:
    return old.patch is not None and look_alike(old.patch, patch, residue)


def _show_the_same(
    before: Grey, now: Grey, residue: float, old: CellMemory, fresh: CellMemory
) -> bool:
    """Tell whether two pictures of a cell vouch for it that it holds what it held.

    The image of a lamp, burnt alike in both, may hide that a tile was turned or laid. Where the
    look says that one is gone, what is not burnt must vouch for it that it lies there still.
    """
    rest = np.minimum(before, now) < BURNT_GREY
    share = float(rest.mean())
    if fresh.orientation == old.orientation or not LEAST_REST < share < MOSTLY_SEEN:
        return look_alike(before, now, residue)
    return fresh.orientation is None and look_alike(before, now, residue, rest)


def _beside_cover(old: CellMemory, fresh: CellMemory, belief: CellBelief) -> CellMemory:
    """Return what is known of a cell that was sure, with something over the table beside it."""
    if fresh.orientation == old.orientation:
        return replace(old, hidden=False, burnt=False)
    return fresh if belief.is_sure else replace(old, hidden=True)


def _fused(old: CellMemory, fresh: CellMemory) -> CellMemory:
    """Add a look at an unchanged cell to those before it."""
    if old.is_sure:
        return replace(old, hidden=False, burnt=False)
    looks = min(old.looks + 1, MOST_LOOKS)
    weights = np.array([old.looks, 1.0]) / (old.looks + 1)
    logs = np.log(np.maximum(np.stack([_flattened(old), fresh.probabilities]), 1e-6))
    mean = (weights @ logs) * np.sqrt(looks)
    shares = np.exp(mean - mean.max())
    probabilities = (shares / shares.sum()).astype(np.float32)
    together = replace(fresh, probabilities=probabilities, looks=looks)
    same = fresh.orientation == together.orientation
    if old.sure_looks_due:
        due = old.sure_looks_due - 1 if fresh.kept and same else UNLAID_LOOKS
        together = replace(together, sure_looks_due=due)
    return replace(
        together,
        agreed=(fresh.agreed and same) or (old.agreed and old.orientation == together.orientation),
        kept=fresh.kept and same,
    )


def _flattened(memory: CellMemory) -> Float32s:
    """Return a memory's mean probabilities, as one look would give them."""
    logs = np.log(np.maximum(memory.probabilities, 1e-6)) / np.sqrt(max(memory.looks, 1))
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum(), np.float32)


def look_alike(
    first: Grey, second: Grey, least: float = LEAST_RESIDUE, only: Mask | None = None
) -> bool:
    """Tell whether two pictures of a cell, grey, show the same but for light and noise.

    ``least`` is by how many grey levels they may differ, whatever their contrast; ``only`` are the
    pixels that count.
    """
    a, b = _smooth(first), _smooth(second)
    if only is not None:
        a, b = a[only], b[only]
    spread = float(a.std())
    deviations = a - a.mean()
    gain = 1.0
    if spread > least:
        gain = float((deviations * (b - b.mean())).mean()) / spread**2
    if not GAINS[0] < gain < GAINS[1]:
        return False
    residue = b - b.mean() - gain * deviations
    limit = max(least, RESIDUE_SHARE * spread)
    return bool(float(residue.std()) < limit and float(np.abs(residue).max()) < 5 * limit)


def _smooth(picture: Grey) -> Float64s:
    return cv2.GaussianBlur(picture, (0, 0), 1.2).astype(np.float64)


def renamed(belief: CellBelief, turns: int, shift: tuple[int, int]) -> CellBelief:
    """Return a belief about the same cell as the game names it."""
    return replace(
        belief,
        cell=belief.cell.rotated(turns).translated(*shift),
        probabilities=np.concatenate(
            [belief.probabilities[:1], np.roll(belief.probabilities[1:], turns)]
        ),
        detected=None if belief.detected is None else (belief.detected + turns) % SIDES,
    )

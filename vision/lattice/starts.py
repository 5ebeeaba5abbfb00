"""From guesses of how a table is seen to lattices that stay as they are, and no way gone twice.

On the plane that a guess makes of the picture, tiles are linked into lattices; the table is fitted
to these, and on the better plane the linking is done again, until it stays the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from rules.lattice import SIDES
from vision.arrays import Float64s
from vision.lattice.assignment import NEIGHBOUR_DISTANCE, Noise, Placement, assign_cells
from vision.lattice.budget import fit_work
from vision.lattice.refinement import Refined, refine
from vision.lattice.table_model import TileFrames, rectify_frames, rounded_by_neighbours
from vision.lattice.thresholds import FIRST_NOISE, LINKING_WORK, NOISE, USUAL_PITCH

_MOST_ROUNDS = 4

Lattice = Mapping[int, Placement]
"""The cell and the orientation of each of its tiles, by their numbers."""
Partition = frozenset[frozenset[tuple[int, Placement]]]
"""Which tiles are of one lattice and where on it, whatever cells each is counted from."""


@dataclass(frozen=True)
class Fitted:
    """Tiles parted into lattices, and the table as it was fitted to these."""

    lattices: Sequence[Lattice]
    refined: Refined


@dataclass
class Starts:
    """Fits table and lattices to tiles from one start after another.

    Where tiles are parted as they were on an earlier way, the fit would go on as it did there.
    """

    frames: TileFrames
    guess: Float64s
    _linked: dict[float, tuple[Float64s, Sequence[Lattice]]] = field(default_factory=dict)
    _known: dict[Partition, Fitted] = field(default_factory=dict)
    _passed: set[tuple[Noise, Partition]] = field(default_factory=set)

    def is_new(self, tilt: float, noise: Noise) -> bool:
        """Tell whether no way went by where the table's tilt, times ``tilt``, leads at once."""
        _, lattices = self._at(tilt)
        return (noise, partition(lattices)) not in self._passed

    @property
    def work(self) -> float:
        """What all fits took so far, and linking tiles to begin with, in looks at cells."""
        fits = len(self._known) + LINKING_WORK * len(self._linked)
        return fits * fit_work(len(self.frames))

    def fitted(self, tilt: float, noise: Noise) -> Fitted | None:
        """Fit table and lattices from the guess with another tilt; None where an earlier way ends.

        ``noise`` is how exactly tiles lie once the table is fitted.
        """
        guess, lattices = self._at(tilt)
        parted = partition(lattices)
        way = {(noise, parted)}
        best = self._fit(parted, lattices, guess)
        for _ in range(_MOST_ROUNDS):
            again = _assign(self.frames, best.refined.parameters, best.refined.pitch, noise)
            before, parted = parted, partition(again)
            if parted == before:
                break
            if (noise, parted) in self._passed:
                self._passed |= way
                return None
            way.add((noise, parted))
            best = self._fit(parted, again, best.refined.parameters)
        self._passed |= way
        return best

    def _at(self, tilt: float) -> tuple[Float64s, Sequence[Lattice]]:
        """Return the guess with another tilt, corrected by the ways between neighbours, and links.

        What the tiles are linked to there are lattices if the guess is right.
        """
        if tilt not in self._linked:
            guess = self.guess.copy()
            guess[:2] *= tilt
            distance = NEIGHBOUR_DISTANCE * USUAL_PITCH
            rounded = rounded_by_neighbours(self.frames.centers, guess, distance)
            linked = _assign(self.frames, rounded, USUAL_PITCH, FIRST_NOISE)
            self._linked[tilt] = rounded, linked
        return self._linked[tilt]

    def _fit(self, parted: Partition, lattices: Sequence[Lattice], guess: Float64s) -> Fitted:
        if parted not in self._known:
            self._known[parted] = Fitted(lattices, refine(self.frames, lattices, guess, NOISE))
        return self._known[parted]


def _assign(
    frames: TileFrames, parameters: Float64s, pitch: float, noise: Noise
) -> list[dict[int, Placement]]:
    flat = rectify_frames(frames, parameters)
    sizes = np.sqrt(np.maximum(flat.areas(), 1e-9))
    return assign_cells(flat.centers.tolist(), flat.angles().tolist(), sizes.tolist(), pitch, noise)


def partition(lattices: Sequence[Lattice]) -> Partition:
    """Return which tiles are of one lattice and where on it."""
    return frozenset(map(_canonical, lattices))


def _canonical(lattice: Lattice) -> frozenset[tuple[int, Placement]]:
    """Return the assignment with its first tile on (0, 0) in orientation 0."""
    cell, turns = lattice[min(lattice)]
    return frozenset(
        (index, (other.translated(-cell.q, -cell.r).rotated(-turns), (k - turns) % SIDES))
        for index, (other, k) in lattice.items()
    )

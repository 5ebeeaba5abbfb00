"""What is seen of one photo, kept while it is being read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import TypeVar

from vision.detection import Detection
from vision.lattice.budget import FitBudget
from vision.lattice.cluster import LatticeCluster
from vision.lattice.fitting import fit_clusters
from vision.looks.look import Finder, Look
from vision.looks.overhead import OverheadLook
from vision.looks.stretched import StretchedLook
from vision.networks.detector import Detections
from vision.pictures.patches import Pyramid
from vision.readers.effort import Effort
from vision.readers.finds import Finds
from vision.readers.picture_reader import PassedOver

_AnyLook = TypeVar("_AnyLook", Detections, OverheadLook, StretchedLook)


@dataclass(frozen=True)
class Sight:
    """One photo, and what was found in it.

    Attributes
    ----------
    pyramid
        The photo in all its sizes.
    finds
        What the find network makes of detections in it.
    finder
        What finds tiles in it.
    budget, effort
        What all fits of this photo may cost, and what all work.
    found
        What was found in the photo as it is.
    seen
        The same, or more: what was found in it drawn out as well.
    passes_over
        Tells which detections are passed over, in any look; None where none is.
    cloths
        Lattices on which a cloth shows tiles: what is seen on those is passed over, too.
    fits
        What was fitted to some tiles before.
    """

    pyramid: Pyramid
    finds: Finds
    finder: Finder
    budget: FitBudget
    effort: Effort
    found: Detections
    seen: Look
    passes_over: PassedOver | None = None
    cloths: tuple[LatticeCluster, ...] = ()
    fits: dict[tuple[Detection, ...], tuple[LatticeCluster, ...]] = field(default_factory=dict)

    def passing_over(self, cloth: LatticeCluster) -> Sight:
        """Return the same photo without what is seen on the lattice of one more cloth."""
        sight = replace(self, cloths=(*self.cloths, cloth))
        found = sight.shown(self.found)
        return replace(sight, found=found, seen=found)

    def without(self, others: PassedOver) -> Sight:
        """Return the same photo without more that is passed over."""
        before = self.passes_over
        passed = others if before is None else lambda tile: before(tile) or others(tile)
        sight = replace(self, passes_over=passed)
        found = sight.shown(self.found)
        return replace(sight, found=found, seen=found)

    def shows_plainly(self, things: PassedOver) -> bool:
        """Tell whether one of some things in the photo shows a tile plainly by itself."""
        return self.finds.show_plainly([tile for tile in self.found.tiles if things(tile)])

    def shown(self, look: _AnyLook) -> _AnyLook:
        """Return a look without the tiles that are passed over."""
        tiles = look.tiles
        if self.passes_over is not None:
            tiles = tuple(tile for tile in tiles if not self.passes_over(tile))
        for cloth in self.cloths:
            tiles = tuple(compress(tiles, ~cloth.holds(tiles)))
        return look if len(tiles) == len(look.tiles) else replace(look, tiles=tiles)

    def fitted(self, tiles: Sequence[Detection]) -> tuple[LatticeCluster, ...]:
        """Fit the table and its lattices to some tiles, the same ones once a photo."""
        known = self.fits.get(tuple(tiles))
        if known is not None:
            return known
        height, width = self.pyramid.image.shape[:2]
        before = self.budget.spent
        parts = self.fits[tuple(tiles)] = fit_clusters(tiles, width, height, self.budget)
        self.effort.spend(self.budget.spent - before)
        return parts

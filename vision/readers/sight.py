"""What is seen of one photo, kept while it is being read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from vision.lattice.budget import FitBudget
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
    """

    pyramid: Pyramid
    finds: Finds
    finder: Finder
    budget: FitBudget
    effort: Effort
    found: Detections
    seen: Look
    passes_over: PassedOver | None = None

    def shown(self, look: _AnyLook) -> _AnyLook:
        """Return a look without the tiles that are passed over."""
        if self.passes_over is None:
            return look
        kept = tuple(tile for tile in look.tiles if not self.passes_over(tile))
        return replace(look, tiles=kept)
